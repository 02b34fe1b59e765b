"""Which lamps may have lit a picture: weighed in parts as all at once."""

import numpy as np
import pytest

from vision.reading import lamps
from vision.reading.inks import usual_inks
from vision.reading.lamps import CONTRASTS, coarse_tints, every_lamp, lamps_worth
from vision.reading.print_light import SCUFFS
from vision.reading.prints import Floats

FACES = np.random.default_rng(3).uniform(0.05, 1.0, (24, len(SCUFFS), 3))


def worth() -> Floats:
    """Of every lamp, by two dozen faces under dust."""
    every = every_lamp(coarse_tints(), CONTRASTS)
    return lamps_worth(FACES, np.zeros(3), every, usual_inks())


@pytest.mark.parametrize("together", [100, 10**9])
def test_parts_weigh_the_same_as_all_at_once(
    monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    usual = worth()
    monkeypatch.setattr(lamps, "TOGETHER", together)
    assert np.allclose(worth(), usual, atol=1e-3)

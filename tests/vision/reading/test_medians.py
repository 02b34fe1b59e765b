"""Medians of small arrays: what numpy's own says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.reading.medians import median, medians


def test_nothing_has_no_median() -> None:
    assert math.isnan(median(np.zeros(0)))


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_medians_are_the_usual_ones_also_of_bytes(count: int) -> None:
    levels = np.random.default_rng(count).integers(0, 256, (count, 5, 3)).astype(np.uint8)
    assert median(levels) == np.median(levels)
    assert (medians(levels, axis=0) == np.median(levels, axis=0)).all()
    assert (medians(levels, axis=1) == np.median(levels, axis=1)).all()

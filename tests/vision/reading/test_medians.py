"""Medians of small arrays: what numpy's own says."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from vision.reading.medians import median, medians, quantiles


def test_nothing_has_no_median() -> None:
    assert math.isnan(median(np.zeros(0)))


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_medians_are_the_usual_ones_also_of_bytes(count: int) -> None:
    levels = np.random.default_rng(count).integers(0, 256, (count, 5, 3)).astype(np.uint8)
    assert median(levels) == np.median(levels)
    assert (medians(levels, axis=0) == np.median(levels, axis=0)).all()
    assert (medians(levels, axis=1) == np.median(levels, axis=1)).all()


@pytest.mark.parametrize("share", [0.0, 0.1, 0.8, 0.9, 1.0])
@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_quantiles_are_the_usual_ones_also_of_bytes(count: int, share: float) -> None:
    levels = np.random.default_rng(count).integers(0, 256, (count, 5)).astype(np.uint8)
    assert np.allclose(quantiles(levels, share, axis=0), np.quantile(levels, share, axis=0))
    assert np.allclose(quantiles(levels, share, axis=1), np.quantile(levels, share, axis=1))


def test_the_first_picture_is_not_kept_waiting_for_masked_arrays() -> None:
    code = (
        "import sys; from vision.simulated import random_scene, render;"
        "from vision.reading.read import read_picture;"
        "shown = render(random_scene(1, tile_count=12)).picture_bgr;"
        "early = 'numpy.ma' in sys.modules; read_picture(shown);"
        "assert early or 'numpy.ma' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

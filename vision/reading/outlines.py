"""Circles told from squares and diamonds by their outline, where the net cannot tell."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading.print_light import above_ground
from vision.reading.prints import FACE_PX, Floats
from vision.reading.shape import SHAPES

CIRCLE = SHAPES.index(Shape.CIRCLE)
PLAIN = [CIRCLE, SHAPES.index(Shape.SQUARE), SHAPES.index(Shape.DIAMOND)]
UNSURE, ONE_OF_THEM = 0.97, 0.6
"""The outline is asked where the net is less sure than this of its shape, and so sure that it is
one of the three."""
ANGLES, FINENESS = 48, 4
"""Rays from the middle of a print, and steps a pixel along them."""
ROUND, SQUARE = 0.02, 0.06
"""The fourth harmonic of the radius against its mean: 0.11 for a square, none for a circle; a print
of 8 pixels leaves 0.01 to 0.02 on either."""
WAVY = 0.1
"""And what is left besides it and the squeeze: no plain shape has more."""


def with_outlines(shapes: Floats, cuts_bgr: PictureBgr) -> Floats:
    """The net's answers (N, ANSWERS), those unsure of a plain shape as their outlines say."""
    plain = shapes[:, PLAIN].sum(axis=1)
    asked = (plain >= ONE_OF_THEM) & (shapes[:, PLAIN].max(axis=1) < UNSURE)
    if not asked.any():
        return shapes
    fourth, rest = _harmonics(_radii(above_ground(cuts_bgr[asked])))
    roundness = np.interp(fourth, (ROUND, SQUARE), (0.99, 0.01))
    told = shapes.copy()
    rows = np.nonzero(asked)[0][rest < WAVY]
    share = roundness[rest < WAVY] * shapes[rows, CIRCLE]
    others = (1 - roundness[rest < WAVY])[:, None] * shapes[rows][:, PLAIN[1:]]
    total = np.maximum(share + others.sum(axis=1), 1e-12)
    told[rows, CIRCLE] = plain[rows] * share / total
    told[rows[:, None], PLAIN[1:]] = plain[rows, None] * others / total[:, None]
    return told


def _radii(inked: NDArray[np.float32]) -> Floats:
    """(N, ANGLES) how far a print reaches in each direction, in pixels of the cut."""
    x, y = _rays()
    seen = np.array([cv2.remap(one, x, y, cv2.INTER_LINEAR) for one in inked], np.float64)
    above = seen > 0.5
    return np.asarray(np.logical_and.accumulate(above, axis=2).sum(axis=2) / FINENESS, np.float64)


@cache
def _rays() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    angles = np.arange(ANGLES) * 2 * np.pi / ANGLES
    steps = np.arange(FINENESS * (FACE_PX // 2 - 1)) / FINENESS
    middle = (FACE_PX - 1) / 2
    x = middle + np.cos(angles)[:, None] * steps
    y = middle + np.sin(angles)[:, None] * steps
    return x.astype(np.float32), y.astype(np.float32)


def _harmonics(radii: Floats) -> tuple[Floats, Floats]:
    """(N,) the fourth harmonic against the mean; and the others but for shift and squeeze."""
    waves = np.abs(np.fft.rfft(radii, axis=1)) * 2 / ANGLES
    mean = np.maximum(waves[:, 0] / 2, 1e-6)
    rest = np.sqrt((waves[:, [3, 5, 6, 7]] ** 2).sum(axis=1))
    return waves[:, 4] / mean, rest / mean

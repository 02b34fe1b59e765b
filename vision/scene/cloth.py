"""A patterned cloth: the table as it was before the first hand, painted over where it still is."""

from __future__ import annotations

from copy import copy

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr

Floats = NDArray[np.float32]

COMPARED_PX = 480
"""Longest side of the pictures that are compared."""
WINDOW_PX = 15
"""Edge of the windows in which they are: about a tile on most tables, or a little less."""
SAME = 0.7
"""Correlation of a window with what it showed before: another light hardly changes it, and a tile
that covers half of a window brings it below 0.5."""
AROUND_PX = 3
"""What lies so far beside a change is left as it is, too, since windows cut a tile's corners. With
5 and more, knots beside a tile are seen and pass for its neighbours."""
SOFT_PX = 3
"""Paint ends softly: an edge could be one of a tile."""
STILL_THERE = 0.5
"""Where less than this share of the cloth looks as it did, it is seen from elsewhere."""
WHOLE = 0.99
"""Of a window: so much of it must have been in view."""
PATTERN = 0.25
"""Contrast of half of a table's windows, against their light, from which it is a patterned cloth:
0.49 to 0.62 on lace, 0.07 and less on carpets, marble and wood."""
DARK = 8.0
"""Levels that are added to the light, so that the noise of a dark table is no contrast."""
EVEN = 1e-3
"""Variance of a window, in squared levels, so that an even one agrees with none."""


class Cloth:
    """A table with a pattern that looks like tiles, before any lay on it."""

    def __init__(self, picture_bgr: PictureBgr) -> None:
        self._size_wh = picture_bgr.shape[1::-1]
        self._small = _shrunk(picture_bgr)
        self._known = np.ones(self._small.shape[:2], np.bool_)
        """Which of it was in view."""
        self._mean, self._variance = _windows(self._small)

    @property
    def is_patterned(self) -> bool:
        """Whether the table is a cloth with a pattern nearly everywhere."""
        light = np.linalg.norm(self._mean + DARK, axis=2)
        return float(np.median(np.sqrt(self._variance.sum(axis=2)) / light)) > PATTERN

    def covered(self, picture_bgr: PictureBgr) -> PictureBgr | None:
        """The picture with what it shows of the cloth painted over; None where it is moved."""
        if picture_bgr.shape[1::-1] != self._size_wh:
            return None
        small = _shrunk(picture_bgr)
        same = self._known & (self._agreement(small) > SAME)
        if same.sum() < STILL_THERE * self._known.sum():
            return None
        edge = 2 * AROUND_PX + 1
        around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (edge, edge))
        changed = cv2.dilate((~same).astype(np.float32), around)
        shown = cv2.GaussianBlur(changed, (0, 0), SOFT_PX)
        shown = cv2.resize(shown, self._size_wh, interpolation=cv2.INTER_LINEAR)[..., None]
        paint = cv2.resize(_even(small), self._size_wh, interpolation=cv2.INTER_LINEAR)
        return np.asarray(np.rint(paint + shown * (picture_bgr - paint)), np.uint8)

    def moved(self, onto: NDArray[np.float64]) -> Cloth:
        """The same cloth for a camera that sees it from elsewhere, by a (3, 3) way in pixels."""
        scale = np.diag([self._small.shape[1] / self._size_wh[0]] * 2 + [1.0])
        way, size_wh = scale @ onto @ np.linalg.inv(scale), self._small.shape[1::-1]
        after = copy(self)
        after._small = np.asarray(cv2.warpPerspective(self._small, way, size_wh), np.float32)
        known = cv2.warpPerspective(self._known.astype(np.float32), way, size_wh)
        after._known = np.asarray(_mean_of(known.astype(np.float32)) > WHOLE, np.bool_)
        after._mean, after._variance = _windows(after._small)
        return after

    def _agreement(self, small: Floats) -> Floats:
        """(H, W) correlation of each window with the same one of the cloth, all channels."""
        mean, variance = _windows(small)
        both = _mean_of(small * self._small) - mean * self._mean
        spread = np.sqrt(variance.sum(axis=2) * self._variance.sum(axis=2))
        return np.asarray(both.sum(axis=2) / (spread + EVEN), np.float32)


def _shrunk(picture_bgr: PictureBgr) -> Floats:
    scale = min(1.0, COMPARED_PX / max(picture_bgr.shape[:2]))
    small = cv2.resize(picture_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def _windows(small: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of the window around each pixel."""
    mean = _mean_of(small)
    return mean, np.maximum(_mean_of(small * small) - mean * mean, 0)


def _mean_of(values: Floats) -> Floats:
    return np.asarray(cv2.blur(values, (WINDOW_PX, WINDOW_PX)), np.float32)


def _even(small: Floats) -> Floats:
    """The picture without its pattern."""
    return np.asarray(cv2.GaussianBlur(small, (0, 0), WINDOW_PX), np.float32)

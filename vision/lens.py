"""A lens that bends, as a printed sheet showed it, and pictures made straight again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.prints import Floats

NARROWEST = 0.6
"""A straightened picture is shrunk to this share at most, so as not to lose its edges."""
NOTHING = (128, 128, 128)
"""What is shown where the camera saw nothing: grey is no tile."""
STEPS = 400
"""Radii at which the bend is followed outwards."""


@dataclass(frozen=True)
class Lens:
    """A lens, for pictures of one size."""

    size_wh: tuple[int, int]
    matrix: Floats
    """(3, 3)"""
    distortion: Floats
    """(5,) as OpenCV counts it."""
    misfit_px: float

    @property
    def bend_px(self) -> float:
        """How far it moves what is seen at the ends of the picture's longer middle line."""
        side_px = max(self.size_wh) / 2
        return abs(self._straight(side_px) * float(self.matrix[0, 0]) - side_px)

    def straighten(self, picture_bgr: PictureBgr) -> PictureBgr:
        """The picture as a lens that does not bend would give it, of the same size."""
        if (picture_bgr.shape[1], picture_bgr.shape[0]) != self.size_wh:
            raise ValueError(f"this lens is known for pictures of {self.size_wh} only")
        where, between = self._maps
        straight = cv2.remap(
            picture_bgr,
            where,
            between,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=NOTHING,
        )
        return np.asarray(straight, np.uint8)

    def seen_at(self, places_px: Floats) -> Floats:
        """Where places (n, 2) of the picture as it came lie in the straightened one."""
        straight = cv2.undistortPoints(
            places_px.reshape(-1, 1, 2), self.matrix, self.distortion, P=self._view
        )
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def _bent(self, reach: float) -> float:
        """The distance from the middle, in focal lengths, at which a straight one is seen."""
        k1, k2, _, _, k3 = self.distortion
        square = reach * reach
        return float(reach * (1 + square * (k1 + square * (k2 + square * k3))))

    @cached_property
    def _farthest(self) -> float:
        """The reach up to which the bend is told: beyond it, or outside the picture, is nothing."""
        corner = float(np.hypot(*self.size_wh)) / 2 / float(self.matrix[0, 0])
        reaches = np.linspace(0, 4 * corner, STEPS)
        bent = np.array([self._bent(reach) for reach in reaches])
        ends = np.flatnonzero((np.diff(bent) <= 0) | (bent[1:] > corner))
        return float(reaches[ends[0]] if len(ends) else reaches[-1])

    @cached_property
    def _view(self) -> Floats:
        """(3, 3) the straight lens whose picture keeps the ends of the middle lines in view."""
        wide, high = self.size_wh
        zooms = [
            side / 2 / float(self.matrix[0, 0]) / self._straight(side / 2) for side in (wide, high)
        ]
        view = self.matrix.copy()
        view[:2, :2] *= float(np.clip(min(zooms), NARROWEST, 1.0))
        return view

    def _straight(self, seen_px: float) -> float:
        """The reach, in focal lengths, that is seen so far from the middle."""
        wanted = seen_px / float(self.matrix[0, 0])
        reaches = np.linspace(0, self._farthest, STEPS)
        bent = np.array([self._bent(reach) for reach in reaches])
        return max(float(np.interp(wanted, bent, reaches)), 1e-9)

    @cached_property
    def _maps(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        """Where each pixel of the straight picture is found, as `cv2.remap` takes it."""
        xs, ys = cv2.initUndistortRectifyMap(
            self.matrix, self.distortion, np.eye(3), self._view, self.size_wh, cv2.CV_32FC1
        )
        down, across = np.mgrid[: self.size_wh[1], : self.size_wh[0]]
        focal, middle = self._view[0, 0], self._view[:2, 2]
        reach = np.hypot(across - middle[0], down - middle[1]) / focal
        # Beyond the fold the same pixels would be shown a second time.
        xs[reach > self._farthest] = -1e4
        where, between = cv2.convertMaps(xs, ys, cv2.CV_16SC2)
        return np.asarray(where, np.int16), np.asarray(between, np.uint16)

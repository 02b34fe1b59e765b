"""A fish-eye lens over the simulated table: equal angles lie equally far apart in its picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.simulated.optics.camera import Matrix
from vision.simulated.optics.srgb import PictureBgr
from vision.simulated.render import render
from vision.simulated.scenes.scene import TableScene

FINER = 3
"""The straight picture that is bent has so many times the pixels to a side."""
SOFT_PX = 0.7
"""A bent picture takes every so manieth pixel of the fine one; without softening it would alias."""
WIDEST = 1.35
"""Radians from the axis beyond which nothing is drawn."""


@dataclass(frozen=True)
class FishEye:
    """A lens that sees so far to the sides, on a picture of some size."""

    half_deg: float = 60.0
    """From the middle to the picture's left and right edge."""
    size_wh: tuple[int, int] = (1280, 960)

    @property
    def focal_px(self) -> float:
        """Pixels to a radian, which is the focal length in the picture's middle."""
        return float(self.size_wh[0] / 2 / np.radians(self.half_deg))

    @property
    def middle(self) -> Matrix:
        """(2,) the pixel on the lens's axis."""
        return (np.array(self.size_wh) - 1) / 2

    def photograph(self, scene: TableScene) -> tuple[PictureBgr, Matrix]:
        """The scene through this lens, and the centres (n, 2) of its faces in that picture."""
        fine_wh = (self.size_wh[0] * FINER, self.size_wh[1] * FINER)
        focal = self.size_wh[0] / 2 / np.tan(np.radians(self.half_deg)) / max(self.size_wh)
        pose = replace(scene.pose, focal=float(focal))
        shown = render(replace(scene, pose=pose, size_wh=fine_wh))
        focal_px = focal * max(fine_wh)
        middle = (np.array(fine_wh) - 1) / 2
        maps = (self._rays * focal_px + middle).astype(np.float32)
        soft = cv2.GaussianBlur(shown.picture_bgr, (0, 0), SOFT_PX)
        bent = cv2.remap(
            soft, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        centres = np.array([face.centre_px for face in shown.truth]).reshape(-1, 2)
        return np.asarray(bent, np.uint8), self.lands((centres - middle) / focal_px)

    def photograph_sheet(
        self, drawn_bgr: PictureBgr, place: tuple[float, float, float], turned: Matrix
    ) -> PictureBgr:
        """A flat sheet held before this lens.

        The place is right, down and away of its middle, in heights of the sheet; `turned` is its
        rotation as three angles in radians about right, down and away.
        """
        high, wide = drawn_bgr.shape[:2]
        axes, _ = cv2.Rodrigues(np.asarray(turned, np.float64))
        plane = np.column_stack([axes[:, 0], axes[:, 1], np.array(place) * high])
        rays = np.concatenate([self._rays, np.ones((*self._rays.shape[:2], 1))], axis=2)
        on_sheet = np.linalg.solve(plane, rays.reshape(-1, 3).T)
        where = (on_sheet[:2] / on_sheet[2]).T + np.array([wide / 2, high / 2])
        where[on_sheet[2] <= 0] = -1e4
        maps = where.reshape(*self._rays.shape).astype(np.float32)
        shown = cv2.remap(
            drawn_bgr, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=(140, 140, 140)
        )
        return np.asarray(shown, np.uint8)

    def lands(self, rays: Matrix) -> Matrix:
        """The pixels (n, 2) of straight rays (n, 2), in focal lengths from the axis."""
        reach = np.linalg.norm(rays, axis=1, keepdims=True)
        return np.asarray(
            self.middle + self.focal_px * rays * np.arctan(reach) / np.maximum(reach, 1e-9)
        )

    @cached_property
    def _rays(self) -> Matrix:
        """(H, W, 2) the straight ray, in focal lengths from the axis, behind every pixel."""
        down, across = np.mgrid[: self.size_wh[1], : self.size_wh[0]]
        away = (np.stack([across, down], axis=2) - self.middle) / self.focal_px
        angle = np.linalg.norm(away, axis=2, keepdims=True)
        stretch = np.tan(np.minimum(angle, WIDEST)) / np.maximum(angle, 1e-9)
        return np.asarray(np.where(angle > 1e-9, away * stretch, away))

"""The camera's geometry: from places over the table, in tile edges, to pixels and back.

Table frame: x right, y down as the board is written, z up from the table top.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.srgb import Linear, Points, as_light

_MAP_STEP_PX = 16
"""The lens map is computed on this grid and interpolated; it is smooth."""
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where the camera is and what its lens does."""

    look_at: tuple[float, float] = (0.0, 0.0)
    """The place on the table in the middle of the picture."""
    distance: float = 20.0
    """From there to the lens, in tile edges."""
    tilt_deg: float = 0.0
    """From straight above."""
    yaw_deg: float = 0.0
    """Turn of the camera around the vertical: any."""
    roll_deg: float = 0.0
    focal: float = 0.85
    """Focal length in longer sides of the picture; a phone has about 0.75."""
    barrel: float = 0.0
    """Radial distortion, negative is barrel: r grows by barrel * r**3 in focal lengths."""


@dataclass(frozen=True)
class View:
    """A pose applied to a picture of some size."""

    pose: CameraPose
    size_wh: tuple[int, int]

    @property
    def focal_px(self) -> float:
        """Focal length in pixels."""
        return self.pose.focal * max(self.size_wh)

    @cached_property
    def axes(self) -> Matrix:
        """Rows: the camera's right, down and forward in the table frame."""
        tilt, yaw, roll = np.radians([self.pose.tilt_deg, self.pose.yaw_deg, self.pose.roll_deg])
        right = np.array([1.0, 0.0, 0.0])
        down = np.array([0.0, np.cos(tilt), -np.sin(tilt)])
        forward = np.array([0.0, -np.sin(tilt), -np.cos(tilt)])
        right, down = (
            np.cos(roll) * right + np.sin(roll) * down,
            np.cos(roll) * down - np.sin(roll) * right,
        )
        spin = np.array(
            [[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1.0]]
        )
        return np.asarray(np.stack([right, down, forward]) @ spin.T)

    @cached_property
    def eye(self) -> Matrix:
        """The lens in the table frame."""
        return np.asarray(np.array([*self.pose.look_at, 0.0]) - self.pose.distance * self.axes[2])

    @cached_property
    def projection(self) -> Matrix:
        """3 x 4, table frame to pixels of a picture without lens distortion."""
        width, height = self.size_wh
        lens = np.array(
            [
                [self.focal_px, 0, (width - 1) / 2],
                [0, self.focal_px, (height - 1) / 2],
                [0, 0, 1.0],
            ]
        )
        return np.asarray(lens @ np.column_stack([self.axes, -self.axes @ self.eye]))

    def project(self, places: Matrix) -> Points:
        """Undistorted pixels (n, 2) of places (n, 3)."""
        lifted = np.column_stack([places, np.ones(len(places))]) @ self.projection.T
        return as_light(lifted[:, :2] / lifted[:, 2:])

    def plane(self, height: float) -> Matrix:
        """The homography from (x, y) at that height to undistorted pixels."""
        p = self.projection
        return np.column_stack([p[:, 0], p[:, 1], height * p[:, 2] + p[:, 3]])

    def on_table(self, pixels: Points) -> Points:
        """The places (n, 2) on the table top under undistorted pixels."""
        lifted = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane(0.0)).T
        return as_light(lifted[:, :2] / lifted[:, 2:])

    def through_lens(self, pixels: Points) -> Points:
        """Where undistorted pixels land in the picture."""
        middle = (np.array(self.size_wh) - 1) / 2
        away = (np.asarray(pixels, np.float64) - middle) / self.focal_px
        reach = (away**2).sum(axis=1, keepdims=True)
        return as_light(middle + self.focal_px * away * (1 + self.pose.barrel * reach))

    @property
    def margin_px(self) -> int:
        """How much more than the picture must be drawn before the lens bends it."""
        corner = np.array(self.size_wh) / 2 / self.focal_px
        beyond = float((_unbent(corner, self.pose.barrel) - corner).max()) * self.focal_px
        return max(2, int(np.ceil(beyond)) + 2)

    def wider(self, margin_px: int) -> View:
        """The same view on a picture larger by a margin on every side."""
        width, height = self.size_wh
        wide = (width + 2 * margin_px, height + 2 * margin_px)
        focal = self.pose.focal * max(self.size_wh) / max(wide)
        return View(replace(self.pose, focal=focal), wide)

    def bend(self, canvas: Linear) -> Linear:
        """The picture of this view from a canvas drawn with `wider(margin_px)`."""
        if abs(self.pose.barrel) < 1e-6:
            width, height = self.size_wh
            margin = self.margin_px
            return canvas[margin : margin + height, margin : margin + width]
        xs, ys = _lens_map(self.size_wh, round(self.focal_px, 3), self.pose.barrel, self.margin_px)
        return as_light(
            cv2.remap(canvas, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )


def _unbent(away: Matrix, barrel: float) -> Matrix:
    """The undistorted place, in focal lengths, that lands on a distorted one."""
    straight = away.copy()
    for _ in range(6):
        reach = (straight**2).sum(axis=-1, keepdims=True)
        straight = away / (1 + barrel * reach)
    return straight


@lru_cache(maxsize=4)
def _lens_map(
    size_wh: tuple[int, int], focal_px: float, barrel: float, margin_px: int
) -> tuple[Linear, Linear]:
    width, height = size_wh
    columns, rows = -(-width // _MAP_STEP_PX) + 1, -(-height // _MAP_STEP_PX) + 1
    x, y = np.meshgrid(np.linspace(0, width - 1, columns), np.linspace(0, height - 1, rows))
    middle = (np.array(size_wh) - 1) / 2
    straight = _unbent((np.stack([x, y], axis=-1) - middle) / focal_px, barrel)
    coarse = as_light(straight * focal_px + middle + margin_px)
    # Stretched so that grid nodes fall on pixel centres, which a plain resize would not do.
    scale = np.array(
        [[(columns - 1) / (width - 1), 0, 0], [0, (rows - 1) / (height - 1), 0]], np.float64
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    full = as_light(
        cv2.warpAffine(coarse, scale, size_wh, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    )
    return np.ascontiguousarray(full[..., 0]), np.ascontiguousarray(full[..., 1])

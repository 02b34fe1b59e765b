"""Solid blocks standing on the table: tiles first of all, drawn with their sides and shadows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.camera import View
from vision.simulated.optics.light import Light
from vision.simulated.optics.paint import mark, paint, paint_texture
from vision.simulated.optics.srgb import Linear, Points, as_light

_ROUNDING = 0.02
"""Radius of a tile's corners in edges."""


@dataclass(frozen=True)
class Block:
    """An upright box; lengths in tile edges."""

    place: tuple[float, float]
    turn_deg: float
    size_wh: tuple[float, float]
    height: float
    top: Linear
    """The picture on its top, linear BGR (h, w, 3)."""
    side: Linear
    """Linear BGR of its sides in full light, (3,)."""
    front: Linear | None = None
    """The picture on its side towards +y, for tiles that stand on a rack."""
    base: float = 0.0
    """How high it floats over the table, in somebody's fingers."""
    label: int = 0
    """What the label image says where its top is seen; 0 for nothing to find."""

    @property
    def corners(self) -> NDArray[np.float64]:
        """The footprint (4, 2), clockwise on the picture from the top left."""
        half = np.array(self.size_wh) / 2
        around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        return np.asarray(around @ self._spin + np.array(self.place))

    @property
    def top_at(self) -> float:
        """The height of its top over the table."""
        return self.base + self.height

    @property
    def _spin(self) -> NDArray[np.float64]:
        turn = np.radians(self.turn_deg)
        return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def body(self) -> NDArray[np.float64]:
        """Its eight corners (8, 3)."""
        heights = (self.base, self.top_at)
        return np.concatenate([at_height(self.corners, height) for height in heights])

    def rim(self) -> NDArray[np.float64]:
        """The top's outline with rounded corners, (12, 2)."""
        corners = self.corners
        before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
        points = []
        for corner, left, right in zip(corners, before, after, strict=True):
            into = _toward(corner, left), _toward(corner, right)
            points += [
                corner + _ROUNDING * into[0],
                corner + 0.3 * _ROUNDING * (into[0] + into[1]),
                corner + _ROUNDING * into[1],
            ]
        return np.array(points)


def _toward(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((end - start) / np.linalg.norm(end - start))


def at_height(points: NDArray[np.float64], height: float) -> NDArray[np.float64]:
    """Places on the table lifted to a height, (n, 3)."""
    return np.column_stack([points, np.full(len(points), height)])


def draw_block(
    canvas: Linear, labels: NDArray[np.int16], block: Block, view: View, light: Light
) -> None:
    """Paints a block over whatever is already there; farther blocks go first."""
    corners = block.corners
    low = view.project(at_height(corners, block.base))
    high = view.project(at_height(corners, block.top_at))
    toward_lamp = np.radians(light.azimuth_deg)
    for i in range(4):
        j = (i + 1) % 4
        outward = np.array([corners[j, 1] - corners[i, 1], corners[i, 0] - corners[j, 0]])
        outward /= np.linalg.norm(outward)
        middle = (corners[i] + corners[j]) / 2
        if outward @ (view.eye[:2] - middle) <= 0:
            continue
        facing = outward @ np.array([np.cos(toward_lamp), np.sin(toward_lamp)])
        shade = 0.45 * light.ambient + 0.15 + 0.5 * (1 - light.ambient) * max(0.0, float(facing))
        quad = np.stack([high[j], high[i], low[i], low[j]])
        if i == 2 and block.front is not None:
            paint_texture(canvas, quad, as_light(shade * block.front), onto(block.front, quad))
        else:
            paint(canvas, quad, as_light(shade * block.side))
        mark(labels, quad, 0)
    outline = view.project(at_height(block.rim(), block.top_at))
    paint_texture(canvas, outline, block.top, _texture_to_canvas(block, view))
    mark(labels, outline, block.label)


def onto(texture: Linear, quad: Points) -> NDArray[np.float64]:
    """The homography that lays a texture onto four canvas points, clockwise from its top left."""
    high, wide = texture.shape[:2]
    corners = as_light(
        [[-0.5, -0.5], [wide - 0.5, -0.5], [wide - 0.5, high - 0.5], [-0.5, high - 0.5]]
    )
    return np.asarray(cv2.getPerspectiveTransform(corners, as_light(quad)), np.float64)


def _texture_to_canvas(block: Block, view: View) -> NDArray[np.float64]:
    """From pixels of the block's top picture to the canvas."""
    high, wide = block.top.shape[:2]
    corners = block.corners
    across, down = (corners[1] - corners[0]) / wide, (corners[3] - corners[0]) / high
    start = corners[0] + (across + down) / 2
    place = np.array([[across[0], down[0], start[0]], [across[1], down[1], start[1]], [0, 0, 1.0]])
    return np.asarray(view.plane(block.top_at) @ place)


def shadow_outlines(block: Block, view: View, light: Light) -> list[Points]:
    """The pieces of table a block keeps the light from, in canvas pixels."""
    toward_lamp = np.radians(light.azimuth_deg)
    length = block.top_at / np.tan(np.radians(max(light.elevation_deg, 15.0)))
    away = -length * np.array([np.cos(toward_lamp), np.sin(toward_lamp)])
    base = block.corners
    moved = base + away
    pieces = [np.stack([base[i], base[j], moved[j], moved[i]]) for i, j in _EDGES]
    return [view.project(at_height(piece, 0.0)) for piece in (base, moved, *pieces)]


_EDGES = ((0, 1), (1, 2), (2, 3), (3, 0))

"""Brushes: polygons and warped textures laid into a canvas of linear light."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.srgb import Linear, Plane, Points, as_light, thrice

_BITS = 5
Box = tuple[slice, slice]
"""Rows and columns of a canvas."""
Cover = tuple[Box, Plane]
"""A piece of canvas and how much of each of its pixels is covered."""


def box_of(points: Points, shape: tuple[int, ...]) -> Box | None:
    """The rows and columns a polygon touches, None where it lies outside the canvas."""
    left, top = np.floor(points.min(axis=0)).astype(int) - 1
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + 2
    rows = slice(max(0, int(top)), min(shape[0], int(bottom)))
    columns = slice(max(0, int(left)), min(shape[1], int(right)))
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return None
    return rows, columns


def stencil(points: Points, box: Box) -> Plane:
    """How much of each pixel of a box a polygon covers, 0..1."""
    rows, columns = box
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    local = points - np.array([columns.start, rows.start], np.float32)
    cv2.fillPoly(mask, [_fixed(local)], 255, cv2.LINE_AA, _BITS)
    return as_light(mask) / np.float32(255)


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.rint(points * (1 << _BITS)).astype(np.int32)


def paint(canvas: Linear, points: Points, light: Linear) -> None:
    """Fills a polygon with one colour, its rim smooth."""
    box = box_of(points, canvas.shape)
    if box is not None:
        place = canvas[box]
        place += stencil(points, box)[..., None] * (light - place)


def paint_texture(
    canvas: Linear, points: Points, texture: Linear, to_canvas: NDArray[np.float64]
) -> None:
    """Fills a polygon with a texture; `to_canvas` maps texture pixels to canvas pixels."""
    box = box_of(points, canvas.shape)
    if box is None:
        return
    rows, columns = box
    shift = np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1.0]])
    size = (columns.stop - columns.start, rows.stop - rows.start)
    warped = cv2.warpPerspective(
        texture, shift @ to_canvas, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    place = canvas[box]
    place += stencil(points, box)[..., None] * (as_light(warped) - place)


def paint_sprite(canvas: Linear, sprite: Linear, to_canvas: NDArray[np.float64]) -> Cover | None:
    """Lays a texture with an alpha channel (h, w, 4) over the canvas; returns what it covers."""
    box = _sprite_box(canvas, sprite, to_canvas)
    if box is None:
        return None
    rows, columns = box
    shift = np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1.0]])
    size = (columns.stop - columns.start, rows.stop - rows.start)
    warped = as_light(cv2.warpPerspective(sprite, shift @ to_canvas, size, flags=cv2.INTER_LINEAR))
    alpha = np.ascontiguousarray(warped[..., 3])
    place = canvas[box]
    place += thrice(alpha) * (warped[..., :3] - place)
    return box, alpha


def _sprite_box(canvas: Linear, sprite: Linear, to_canvas: NDArray[np.float64]) -> Box | None:
    high, wide = sprite.shape[:2]
    corners = np.array([[0, 0, 1], [wide, 0, 1], [wide, high, 1], [0, high, 1.0]]) @ to_canvas.T
    if (corners[:, 2] * corners[0, 2] <= 0).any() or np.abs(corners[:, 2]).min() < 1e-6:
        # It reaches behind the lens: no corner tells where it ends in the picture.
        return slice(0, canvas.shape[0]), slice(0, canvas.shape[1])
    return box_of(as_light(corners[:, :2] / corners[:, 2:]), canvas.shape)


def joined(boxes: Sequence[Box]) -> Box:
    """The smallest box around some boxes."""
    rows, columns = zip(*boxes, strict=True)
    return (
        slice(min(r.start for r in rows), max(r.stop for r in rows)),
        slice(min(c.start for c in columns), max(c.stop for c in columns)),
    )


def mark(labels: NDArray[np.int16], points: Points, label: int) -> None:
    """Writes a number into every pixel of a polygon."""
    cv2.fillPoly(labels, [_fixed(points)], label, cv2.LINE_8, _BITS)

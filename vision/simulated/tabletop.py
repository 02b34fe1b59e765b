"""The bare table under the camera: its surface, where it ends, and a board printed on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.board import Cell
from vision.simulated.camera import View
from vision.simulated.paint import box_of, stencil
from vision.simulated.printed_board import BOARD_CELLS, draw_printed_board
from vision.simulated.scene import TableScene
from vision.simulated.srgb import Linear, Points, as_light, decode
from vision.simulated.surfaces import Surface, draw_surface

_LARGEST_TEXTURE_PX = 1000
_FARTHEST = 120.0
"""How far from the look-at point the table is drawn, in tile edges."""


def draw_table(rng: np.random.Generator, scene: TableScene, view: View) -> Linear:
    """The table without anything on it, in full light; linear BGR, the view's size."""
    seen = _seen(view)
    picture = _stretch(rng, scene.surface, seen, scene.surface_turn_deg, view)
    if scene.table_edge is not None:
        _end_table(rng, picture, scene.table_edge, view)
    if scene.surface is Surface.PRINTED_BOARD:
        _lay_board(rng, picture, scene, view)
    return as_light(cv2.LUT(picture, _decoding_table()))


def _decoding_table() -> Linear:
    return decode(np.arange(256))


def _seen(view: View) -> Points:
    """The table's outline in view, (4, 2) in tile edges."""
    width, height = view.size_wh
    corners = as_light([[0, 0], [width, 0], [width, height], [0, height]])
    middle = np.array(view.pose.look_at)
    places = view.on_table(corners) - middle
    reach = np.linalg.norm(places, axis=1, keepdims=True)
    return as_light(places * np.minimum(1, _FARTHEST / reach) + middle)


def _stretch(
    rng: np.random.Generator, surface: Surface, seen: Points, turn_deg: float, view: View
) -> NDArray[np.uint8]:
    """A surface drawn large enough for the view and projected into it, sRGB."""
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    turned = seen @ spin.T
    low, high = turned.min(axis=0) - 0.5, turned.max(axis=0) + 0.5
    tile_px = min(
        view.focal_px / view.pose.distance, _LARGEST_TEXTURE_PX / float((high - low).max())
    )
    size = (int((high[0] - low[0]) * tile_px) + 1, int((high[1] - low[1]) * tile_px) + 1)
    texture = draw_surface(rng, surface, size, tile_px)
    to_table = np.eye(3)
    to_table[:2, :2] = spin.T / tile_px
    to_table[:2, 2] = spin.T @ low
    warped = cv2.warpPerspective(
        texture,
        view.plane(0.0) @ to_table,
        view.size_wh,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    return np.asarray(warped, np.uint8)


def _end_table(
    rng: np.random.Generator, picture: NDArray[np.uint8], edge: tuple[float, float], view: View
) -> None:
    """Beyond the edge lies the floor or a wall, with a dark rim where they meet."""
    heading, away = np.radians(edge[0]), edge[1]
    out = np.array([np.cos(heading), np.sin(heading)])
    along = np.array([-out[1], out[0]])
    start = np.array(view.pose.look_at) + away * out
    reach = 0.9 * view.pose.distance
    beyond = [start - reach * along, start + reach * along]
    beyond += [p + reach * out for p in beyond[::-1]]
    tone = np.array(rng.uniform((60, 60, 60), (215, 220, 225)), np.float32)
    for spread, colour in ((-0.25, 0.35 * tone), (0.0, tone)):
        places = np.stack(beyond) + (0.0 if spread == 0 else spread) * out
        outline = view.project(np.column_stack([places, np.zeros(4)]))
        box = box_of(outline, picture.shape)
        if box is not None:
            cover = stencil(outline, box)[..., None]
            picture[box] = np.asarray(picture[box] + cover * (colour - picture[box]), np.uint8)


def _lay_board(
    rng: np.random.Generator, picture: NDArray[np.uint8], scene: TableScene, view: View
) -> None:
    """The printed board under the tiles, its cells about where the tiles' cells are."""
    cell_px = int(np.clip(view.focal_px / view.pose.distance, 12, 64))
    board = draw_printed_board(rng, cell_px)
    cells = np.array([tile.cell for tile in scene.tiles] or [Cell(0, 0)], float)
    middle = np.round((cells.min(axis=0) + cells.max(axis=0)) / 2)
    start = (middle - BOARD_CELLS / 2 - 0.5 + rng.uniform(-0.1, 0.1, 2)) * scene.pitch
    turn = np.radians(rng.normal(0, 0.8))
    step = scene.pitch / cell_px
    to_table = np.array(
        [
            [step * np.cos(turn), -step * np.sin(turn), start[0]],
            [step * np.sin(turn), step * np.cos(turn), start[1]],
            [0, 0, 1.0],
        ]
    )
    cv2.warpPerspective(
        board,
        view.plane(0.0) @ to_table,
        view.size_wh,
        dst=picture,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )

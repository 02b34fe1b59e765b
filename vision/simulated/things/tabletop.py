"""The bare table under the camera: its surface, where it ends, and a board printed on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from assistant.board import Cell
from vision.simulated.optics.camera import Matrix, View
from vision.simulated.optics.paint import box_of, stencil
from vision.simulated.optics.srgb import Linear, PictureBgr, Points, as_light, decode
from vision.simulated.scenes.scene import TableScene
from vision.simulated.things.printed_board import BOARD_CELLS, draw_printed_board
from vision.simulated.things.surfaces import Surface, draw_surface

_LARGEST_TEXTURE_PX = 1000
_FARTHEST = 120.0
"""How far from the look-at point the table is drawn, in tile edges."""


@dataclass(frozen=True)
class Tabletop:
    """A table drawn once; any camera may look at it."""

    texture: PictureBgr
    to_table: Matrix
    """From pixels of the texture to tile edges."""
    board: PictureBgr | None
    board_to_table: Matrix
    edge: tuple[float, float] | None
    middle: tuple[float, float]
    """What the edge's distance is counted from."""
    beyond_bgr: tuple[float, float, float]
    """sRGB of what lies beyond the table's edge."""

    def seen_by(self, view: View) -> Linear:
        """The table in full light, nothing on it; linear BGR, the view's size."""
        picture = np.asarray(
            cv2.warpPerspective(
                self.texture,
                view.plane(0.0) @ self.to_table,
                view.size_wh,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT_101,
            ),
            np.uint8,
        )
        if self.edge is not None:
            self._end(picture, self.edge, view)
        if self.board is not None:
            cv2.warpPerspective(
                self.board,
                view.plane(0.0) @ self.board_to_table,
                view.size_wh,
                dst=picture,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_TRANSPARENT,
            )
        return as_light(cv2.LUT(picture, decode(np.arange(256))))

    def _end(self, picture: PictureBgr, edge: tuple[float, float], view: View) -> None:
        """Beyond the edge lies the floor or a wall, with a dark rim where they meet."""
        heading, away = np.radians(edge[0]), edge[1]
        out = np.array([np.cos(heading), np.sin(heading)])
        along = np.array([-out[1], out[0]])
        start = np.array(self.middle) + away * out
        reach = 0.9 * view.pose.distance
        far = [start - reach * along, start + reach * along]
        places = np.stack([*far, far[1] + reach * out, far[0] + reach * out])
        tone = np.array(self.beyond_bgr, np.float32)
        for rim, colour in ((-0.25, 0.35 * tone), (0.0, tone)):
            outline = view.project(np.column_stack([places + rim * out, np.zeros(4)]))
            box = box_of(outline, picture.shape)
            if box is not None:
                cover = stencil(outline, box)[..., None]
                picture[box] = np.asarray(picture[box] + cover * (colour - picture[box]), np.uint8)


def make_tabletop(
    rng: np.random.Generator, scene: TableScene, view: View, spare: float = 0.0
) -> Tabletop:
    """The scene's table, large enough for this view and so many tile edges around it."""
    texture, to_table = _stretch(rng, scene.surface, view, scene.surface_turn_deg, spare)
    board, board_to_table = None, np.eye(3)
    if scene.surface is Surface.PRINTED_BOARD:
        board, board_to_table = _board(rng, scene, view)
    blue, green, red = (float(v) for v in rng.uniform(60, 220) + rng.uniform(-10, 10, 3))
    beyond = (blue, green, red)
    middle = scene.pose.look_at
    return Tabletop(texture, to_table, board, board_to_table, scene.table_edge, middle, beyond)


def _seen(view: View) -> Points:
    """The table's outline in view, (4, 2) in tile edges."""
    width, height = view.size_wh
    corners = as_light([[0, 0], [width, 0], [width, height], [0, height]])
    middle = np.array(view.pose.look_at)
    places = view.on_table(corners) - middle
    reach = np.linalg.norm(places, axis=1, keepdims=True)
    return as_light(places * np.minimum(1, _FARTHEST / reach) + middle)


def _stretch(
    rng: np.random.Generator, surface: Surface, view: View, turn_deg: float, spare: float
) -> tuple[PictureBgr, Matrix]:
    """A surface drawn large enough for the view, sRGB, and where its pixels lie on the table."""
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    turned = _seen(view) @ spin.T
    low, high = turned.min(axis=0) - 0.5 - spare, turned.max(axis=0) + 0.5 + spare
    finest = _LARGEST_TEXTURE_PX / float((high - low).max())
    tile_px = min(view.focal_px / view.pose.distance, finest)
    size = (int((high[0] - low[0]) * tile_px) + 1, int((high[1] - low[1]) * tile_px) + 1)
    to_table = np.eye(3)
    to_table[:2, :2] = spin.T / tile_px
    to_table[:2, 2] = spin.T @ low
    return draw_surface(rng, surface, size, tile_px), to_table


def _board(rng: np.random.Generator, scene: TableScene, view: View) -> tuple[PictureBgr, Matrix]:
    """The printed board under the tiles, its cells about where the tiles' cells are."""
    cell_px = int(np.clip(view.focal_px / view.pose.distance, 12, 64))
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
    return draw_printed_board(rng, cell_px), to_table

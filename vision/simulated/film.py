"""A table that lives: tiles are laid, hands come and go, and every frame is a camera's picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.board import Board, Cell
from assistant.tiles import Tile
from vision.simulated.optics.camera import CameraPose, View
from vision.simulated.optics.light import Light
from vision.simulated.optics.over import glare_over, light_over
from vision.simulated.optics.paint import Box, box_of, joined
from vision.simulated.optics.sensor import Sensor, blurred, expose, finish, metered
from vision.simulated.optics.srgb import Linear, PictureBgr, as_light, decode, encode, thrice
from vision.simulated.people.hands import draw_hand, shadow_of_hand
from vision.simulated.pieces.blocks import Block
from vision.simulated.pieces.cubes import Cube, CubeLook
from vision.simulated.pieces.cubes_drawn import cube_of, on_board
from vision.simulated.pieces.tiles_drawn import face_of, face_size, tile_block
from vision.simulated.render import draw_piece, draw_things, held_piece
from vision.simulated.scenes.scene import HandPose, SimTile, StrayTile, TableScene
from vision.simulated.things.covers import Cover, draw_cover
from vision.simulated.things.tabletop import make_tabletop

_SPARE = 4.0
"""How far the table is drawn beyond the first view, for knocked cameras; tile edges."""


@dataclass(frozen=True, slots=True)
class Shake:
    """How a knocked camera's frame lies against the still one."""

    shift_px: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0


@dataclass(frozen=True)
class _Still:
    """Everything that does not move, drawn once and kept until something changes."""

    light: Linear
    """Linear light before exposure, bent by the lens and out of focus."""
    lamp: Linear
    """The light falling on every pixel."""
    picture: PictureBgr
    """The frame without noise and hands."""
    sensor: Sensor
    scratch: Linear
    """A copy of the light that hands are drawn into."""
    touched: list[Box]
    """Where the copy must be mended after a frame."""


class LiveTable:
    """A simulated table as a camera films it; times in seconds, the same calls the same film."""

    def __init__(self, scene: TableScene, jpeg: bool = False) -> None:
        """Starts with the scene as it lies; `jpeg` sends every frame through JPEG, at a cost."""
        self.scene = scene if jpeg else replace(scene, sensor=replace(scene.sensor, jpeg_quality=0))
        rng = np.random.default_rng(scene.seed)
        self._tabletop = make_tabletop(rng, scene, self._wide(), _SPARE)
        self._faces: dict[tuple[Cell | None, Tile | None], Linear] = {}
        self._still: _Still | None = None

    @property
    def board(self) -> Board:
        """What lies on the table now."""
        return self.scene.board

    def lay(self, tiles: Iterable[SimTile]) -> None:
        """Puts tiles down; one on a taken cell replaces what lay there."""
        fresh = {tile.cell: tile for tile in tiles}
        kept = tuple(tile for tile in self.scene.tiles if tile.cell not in fresh)
        self._change(replace(self.scene, tiles=(*kept, *fresh.values())))

    def take(self, cells: Iterable[Cell]) -> None:
        """Takes tiles off the table."""
        gone = set(cells)
        kept = tuple(tile for tile in self.scene.tiles if tile.cell not in gone)
        self._change(replace(self.scene, tiles=kept))

    def lay_beside(self, strays: Iterable[StrayTile]) -> None:
        """Lets these lie beside the board, and nothing else."""
        self._change(replace(self.scene, strays=tuple(strays)))

    def cover_table(self, cover: Cover) -> None:
        """Spreads a cover under everything."""
        high, wide = self._tabletop.texture.shape[:2]
        tile_px = 1 / float(np.hypot(*self._tabletop.to_table[:2, 0]))
        rng = np.random.default_rng((self.scene.seed, 5))
        texture = draw_cover(rng, cover, (wide, high), tile_px)
        self._tabletop = replace(self._tabletop, texture=texture)
        self._still = None

    def move_camera(self, pose: CameraPose) -> None:
        """Lets the camera look from elsewhere from now on."""
        self._change(replace(self.scene, pose=pose))

    def play_with(self, cubes: CubeLook | None) -> None:
        """Lets the pieces be cubes that look so from now on, or flat tiles."""
        self._faces.clear()
        self._change(replace(self.scene, cubes=cubes))

    def switch_light(self, light: Light) -> None:
        """Changes the room's light from now on."""
        self._change(replace(self.scene, light=light))

    def frame(
        self,
        time_s: float,
        hands: Iterable[HandPose] = (),
        shake: Shake | None = None,
        brightness: float = 1.0,
    ) -> PictureBgr:
        """The picture at a time, sRGB (h, w, 3); `brightness` scales its light as a blink does."""
        still = self._stilled()
        picture = still.picture.copy()
        for hand in hands:
            self._reach_in(picture, still, hand)
        for box in still.touched:
            still.scratch[box] = still.light[box]
        still.touched.clear()
        if brightness != 1.0:
            table = encode(decode(np.arange(256)) * np.float32(brightness)).ravel()
            picture = np.asarray(cv2.LUT(picture, table), np.uint8)
        if shake is not None:
            picture = _shaken(picture, shake)
        rng = np.random.default_rng((self.scene.seed, round(time_s * 1000)))
        return finish(picture, still.sensor, rng)

    def _change(self, scene: TableScene) -> None:
        self.scene = scene
        self._still = None

    def _view(self) -> View:
        return View(self.scene.pose, self.scene.size_wh)

    def _wide(self) -> View:
        view = self._view()
        return view.wider(view.margin_px)

    def _stilled(self) -> _Still:
        if self._still is None:
            scene, view, wide = self.scene, self._view(), self._wide()
            canvas = self._tabletop.seen_by(wide)
            labels = self._draw(canvas, wide)
            lamp = light_over(np.random.default_rng(scene.seed), scene, wide)
            cv2.multiply(canvas, lamp, dst=canvas)
            if scene.glare is not None:
                shine = glare_over(np.random.default_rng(scene.seed), scene, wide, labels)
                cv2.add(canvas, thrice(shine), dst=canvas)
            sensor = metered(scene.sensor, canvas)
            light = blurred(view.bend(canvas), sensor)
            margin = view.margin_px
            lamp = lamp[margin:-margin, margin:-margin]
            self._still = _Still(light, lamp, expose(light, sensor), sensor, light.copy(), [])
        return self._still

    def _draw(self, canvas: Linear, wide: View) -> NDArray[np.int16]:
        """Draws all that lies there; which piece each pixel shows."""
        return draw_things(canvas, self.scene, self._pieces(), wide)

    def _face(self, cell: Cell | None, tile: Tile | None, wear: float) -> Linear:
        """A tile's face, drawn when it is first seen and kept: a tile keeps its scratches."""
        key = (cell, tile)
        if key not in self._faces:
            salt = [ord(letter) for letter in str(tile)] + [abs(v) for v in cell or ()]
            rng = np.random.default_rng([self.scene.seed, *salt])
            size_px = face_size(self._wide())
            self._faces[key] = face_of(rng, self.scene, tile, wear, size_px)
        return self._faces[key]

    def _pieces(self) -> Sequence[Block | Cube]:
        if self.scene.cubes is not None:
            return self._cubes()
        blocks: list[Block] = []
        rng = np.random.default_rng(self.scene.seed)
        for tile in self.scene.tiles:
            face = self._face(tile.cell, tile.tile, tile.wear)
            place = self.scene.place_of(tile)
            blocks.append(tile_block(rng, self.scene, place, tile.turn_deg, face, len(blocks) + 1))
        for stray in self.scene.strays:
            face = self._face(None, stray.tile, stray.wear)
            blocks.append(
                tile_block(rng, self.scene, stray.place, stray.turn_deg, face, len(blocks) + 1)
            )
        return blocks

    def _cubes(self) -> list[Cube]:
        lying = [on_board(self.scene, k) for k in range(len(self.scene.tiles))]
        lying += self.scene.strays
        cubes = []
        for lies in lying:
            if lies.tile is None:
                continue
            salt = sum(ord(letter) << k for k, letter in enumerate(str(lies.tile)))
            order = salt + round(4 * lies.turn_deg) % 360
            drawn = self._painter(lies.wear)
            cubes.append(cube_of(self.scene, self._wide(), lies.tile, lies, order, drawn))
        return cubes

    def _painter(self, wear: float) -> Callable[[Tile], Linear]:
        return lambda tile: self._face(None, tile, wear)

    def _reach_in(self, picture: PictureBgr, still: _Still, hand: HandPose) -> None:
        """Draws a hand over the frame; the lens bends it too little to matter."""
        view, light = self._view(), self.scene.light
        x, y = view.project(np.array([[*hand.place, hand.height]]))[0]
        row, column = (
            int(np.clip(v, 0, n - 1)) for v, n in ((y, len(picture)), (x, picture.shape[1]))
        )
        lamp = still.lamp[row, column]
        boxes = [cover[0] for cover in [shadow_of_hand(still.scratch, hand, view, light)] if cover]
        if hand.held is not None:
            held = held_piece(
                self.scene, view, hand, lambda tile: as_light(self._face(None, tile, 0.1) * lamp)
            )
            draw_piece(still.scratch, np.zeros(picture.shape[:2], np.int16), held, view, light)
            box = box_of(view.project(held.body()), picture.shape)
            boxes += [box] if box else []
        boxes += [cover[0] for cover in [draw_hand(still.scratch, hand, view, lamp)] if cover]
        if boxes:
            around = joined(boxes)
            picture[around] = expose(np.ascontiguousarray(still.scratch[around]), still.sensor)
            still.touched.append(around)


def _shaken(picture: PictureBgr, shake: Shake) -> PictureBgr:
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), shake.turn_deg, 1.0)
    turn = np.column_stack([turn[:, :2], turn[:, 2] + np.array(shake.shift_px)])
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REFLECT_101
    return np.asarray(
        cv2.warpAffine(picture, turn, (width, height), flags=flags, borderMode=border), np.uint8
    )

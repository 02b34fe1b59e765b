"""Patches that are no tile face but might pass for one, for training a reader to say no."""

from __future__ import annotations

from enum import Enum
from functools import cache

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.simulated.optics.noise import smooth_field
from vision.simulated.optics.srgb import Linear, PictureBgr, as_light, decode
from vision.simulated.pieces.inks import PURPLE_SET_INKS, WHITE_SET_INKS
from vision.simulated.pieces.shapes import coverage, outline
from vision.simulated.pieces.tile_art import black_wood
from vision.simulated.things.printed_board import draw_bonus_cell, draw_printed_board
from vision.training.face_bank import FACE_PX, LEVELS, MARGIN_PX, FaceBank, face_bank, table_piece
from vision.training.faces import level_for, random_tile_px, random_view, shoot
from vision.training.other_games import (
    draw_bars,
    draw_coin,
    draw_die,
    draw_gap,
    draw_letter,
    draw_sign,
    draw_sticker,
)
from vision.training.papers import draw_block, draw_code, draw_counter, draw_icons, draw_pips

_CELL_PX = FACE_PX // 2
SIGN_PX = 20.0
"""Smallest edge at which other games' pieces are told from tiles, in pixels of the photo."""
_SHAPES = tuple(Shape)
_INKS_BGR = [ink[::-1] for ink in (*WHITE_SET_INKS.values(), *PURPLE_SET_INKS.values())]


class Negative(Enum):
    """What a patch shows instead of a face."""

    BACK = "back"
    """A tile lying face down."""
    BONUS_CELL = "bonus cell"
    PRINTED_BOARD = "printed board"
    TABLE = "table"
    JUNCTION = "junction"
    """Centred on an edge or a corner between printed tiles."""
    MISFIT = "misfit"
    """Printed tiles cut at the wrong size or turned by 26 to 64 degrees."""
    HALF_TILE = "half tile"
    ICON = "icon"
    """A coloured shape on white paper."""
    OBJECT = "object"
    """A piece of a mug, a phone, a hand."""
    DARK_CLUTTER = "dark clutter"
    TILE_SIDE = "tile side"
    LETTER = "letter"
    """A letter or a digit on a dark tile or a key."""
    DIE = "die"
    """Pips on a dark or a bright die."""
    STICKER = "sticker"
    """A bright square that fills nearly all of its black frame, as on a Rubik's cube."""
    COIN = "coin"
    RING = "ring"
    """A ring, a bar, a triangle, a heart or a lightning bolt: what other games print on black."""
    BARS = "bars"
    """An X, a plus, a T or an H of straight bars on a dark tile: the letters most like a shape."""
    GAP = "gap"
    """A bright piece of the table between dark tiles."""
    PIPS = "pips"
    """A pip of a playing card, or the paper between pips."""
    CODE = "code"
    """Modules of a square code."""
    ICONS = "icons"
    """What a dark screen shows."""
    COUNTER = "counter"
    """The paper inside a letter."""
    BLOCK = "block"
    """A toy block in one tone on the table."""


def random_negative_patch(
    rng: np.random.Generator, size: int = 32, kind: Negative | None = None, wide: bool = False
) -> tuple[PictureBgr, Negative]:
    """One patch without a face: sRGB (size, size, 3) and what it shows.

    `wide` adds the pieces of other games, and heaps to the tiles that are shown in part.
    """
    bank, kinds = face_bank(wide), _WIDE_KINDS if wide else _KINDS
    kind = kind or kinds[rng.integers(len(kinds))]
    tile_px = random_tile_px(rng)
    match kind:
        case Negative.BACK:
            scene, view = _back(rng, bank, tile_px)
        case Negative.JUNCTION | Negative.MISFIT:
            scene, view = _off_the_lattice(rng, bank, kind)
        case Negative.HALF_TILE:
            scene, view = _half_tile(rng, bank)
        case Negative.PRINTED_BOARD:
            scene = _boards()[rng.integers(len(_boards()))]
            unit = _CELL_PX * rng.uniform(0.6, 1.8)
            view = random_view(rng, _anywhere(rng, scene, unit), unit, 0.5)
        case Negative.BONUS_CELL:
            cells = _bonus_cells()
            scene = cells[rng.integers(len(cells))]
            view = random_view(rng, (_CELL_PX, _CELL_PX), _CELL_PX * rng.uniform(0.9, 1.2), 0.1)
        case _:
            scene = _loose_scene(rng, bank, kind)
            jitter = 0.08 if kind in PIECES else 0.2
            # Smaller, an O is a circle.
            tile_px = max(tile_px, SIGN_PX) if kind in PIECES else tile_px
            view = random_view(rng, (_CELL_PX, _CELL_PX), 1.4 * _CELL_PX, jitter)
    return shoot(rng, scene, view, size, tile_px, bank), kind


PIECES = {
    Negative.LETTER: draw_letter,
    Negative.DIE: draw_die,
    Negative.STICKER: draw_sticker,
    Negative.COIN: draw_coin,
    Negative.RING: draw_sign,
    Negative.BARS: draw_bars,
    Negative.GAP: draw_gap,
    Negative.PIPS: draw_pips,
    Negative.CODE: draw_code,
    Negative.ICONS: draw_icons,
    Negative.COUNTER: draw_counter,
    Negative.BLOCK: draw_block,
}
"""Pieces of other games that are cut as exactly as tiles are."""
_KINDS = tuple(kind for kind in Negative if kind not in PIECES)
_LIKEST = (
    *(Negative.BARS, Negative.RING, Negative.STICKER),
    *(Negative.GAP, Negative.PIPS, Negative.COUNTER),
)
_WIDE_KINDS = (
    *Negative,
    *(Negative.LETTER,) * 4,
    *_LIKEST * 2,
)
"""Letters are the commonest of what lies on a table beside tiles."""


def _back(rng: np.random.Generator, bank: FaceBank, tile_px: float) -> tuple[Linear, Linear]:
    level = level_for(tile_px)
    bodies = bank.bodies
    middle = (FACE_PX / 2 + MARGIN_PX) / LEVELS[level]
    view = random_view(rng, (middle, middle), FACE_PX / LEVELS[level], 0.08)
    return bodies[rng.integers(len(bodies))][level], view


def _off_the_lattice(
    rng: np.random.Generator, bank: FaceBank, kind: Negative
) -> tuple[Linear, Linear]:
    """Printed tiles, but not cut along their edges."""
    mosaics = bank.mosaics
    unit = float(_CELL_PX)
    x, y = (unit * (rng.integers(1, 3) + 0.5) for _ in range(2))
    if kind is Negative.JUNCTION:
        far, near = rng.uniform(0.33, 0.5) * unit, rng.uniform(0, 0.5) * unit
        dx, dy = (far, near) if rng.random() < 0.5 else (near, far)
        centre = (float(x + dx * rng.choice([-1, 1])), float(y + dy * rng.choice([-1, 1])))
        view = random_view(rng, centre, unit * rng.uniform(0.9, 1.15), 0.06)
    elif rng.random() < 0.5:
        factor = rng.uniform(0.3, 0.62) if rng.random() < 0.5 else rng.uniform(1.45, 2.1)
        view = random_view(rng, (float(x), float(y)), unit * factor, 0.06)
    else:
        turn = rng.uniform(26, 64)
        view = random_view(rng, (float(x), float(y)), unit, 0.04)
        spin = cv2.getRotationMatrix2D((float(x), float(y)), turn, 1.0)
        view = as_light(spin @ np.vstack([view, [0, 0, 1]]))
    return mosaics[rng.integers(len(mosaics))], view


def _half_tile(rng: np.random.Generator, bank: FaceBank) -> tuple[Linear, Linear]:
    """A tile half in the cut, table in the rest."""
    mosaics = bank.mosaics
    scene = table_piece(rng, bank.tables, 3 * _CELL_PX)
    mosaic = mosaics[rng.integers(len(mosaics))]
    scene[_CELL_PX : 2 * _CELL_PX, _CELL_PX : 2 * _CELL_PX] = mosaic[:_CELL_PX, :_CELL_PX]
    middle = 1.5 * _CELL_PX
    turn = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(0.38, 0.7) * _CELL_PX
    centre = (float(middle + away * np.cos(turn)), float(middle + away * np.sin(turn)))
    return scene, random_view(rng, centre, float(_CELL_PX), 0.08)


def _anywhere(rng: np.random.Generator, scene: Linear, unit: float) -> tuple[float, float]:
    high, wide = scene.shape[:2]
    return (float(rng.uniform(unit, wide - unit)), float(rng.uniform(unit, high - unit)))


@cache
def _boards() -> tuple[Linear, ...]:
    rng = np.random.default_rng(11)
    return tuple(decode(draw_printed_board(rng, _CELL_PX)) for _ in range(3))


@cache
def _bonus_cells() -> tuple[Linear, ...]:
    rng = np.random.default_rng(12)
    cells = []
    for index in range(60):
        paper = np.full((2 * _CELL_PX, 2 * _CELL_PX, 3), 236, np.uint8)
        inner = slice(_CELL_PX // 2, _CELL_PX // 2 + _CELL_PX)
        paper[inner, inner] = draw_bonus_cell(rng, _CELL_PX, "12"[index % 2])
        cells.append(decode(paper))
    return tuple(cells)


def _loose_scene(rng: np.random.Generator, bank: FaceBank, kind: Negative) -> Linear:
    """Scenes drawn afresh each time, two cells wide."""
    size = 2 * _CELL_PX
    match kind:
        case Negative.ICON:
            scene = np.full((size, size, 3), rng.uniform(0.6, 0.95), np.float32)
            return _spotted(rng, scene, outlines=True, count=int(rng.integers(1, 3)))
        case Negative.OBJECT:
            tone = decode(rng.uniform(10, 240, 3))
            scene = as_light(tone * (1 + 0.1 * smooth_field(rng, (size, size), 3)[..., None]))
            return _spotted(rng, scene, outlines=False, count=int(rng.integers(0, 5)))
        case Negative.DARK_CLUTTER:
            scene = black_wood(rng, size, decode(rng.uniform(8, 60, 3)))
            return _spotted(rng, as_light(scene), outlines=False, count=int(rng.integers(1, 6)))
        case Negative.TILE_SIDE:
            return _side_on(rng, bank, size)
        case _ if kind in PIECES:
            scene = table_piece(rng, bank.tables, size)
            return PIECES[kind](rng, scene)
        case _:
            return table_piece(rng, bank.tables, size)


def _spotted(rng: np.random.Generator, scene: Linear, outlines: bool, count: int) -> Linear:
    """Coloured shapes or blots laid over a scene."""
    size = len(scene)
    for _ in range(count):
        ink = decode(_INKS_BGR[rng.integers(len(_INKS_BGR))])
        if outlines:
            shape = _SHAPES[rng.integers(6)]
            turn = rng.uniform(0, 2 * np.pi)
            spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            points = outline(shape) @ spin * rng.uniform(0.3, 1.0)
        else:
            angle = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 9)))
            reach = rng.uniform(0.05, 0.5, len(angle))
            points = reach[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        points = points + rng.uniform(-0.35, 0.35, 2) * (0.4 if outlines else 1.0)
        scene = scene + coverage(as_light(points), size)[..., None] * (ink - scene)
    return scene


def _side_on(rng: np.random.Generator, bank: FaceBank, size: int) -> Linear:
    """Sides of a row of tiles, with a strip of their faces and of the table."""
    scene = table_piece(rng, bank.tables, size)
    mosaics = bank.mosaics
    mosaic = mosaics[rng.integers(len(mosaics))]
    rim = int(rng.uniform(0.2, 0.45) * size)
    scene[:rim] = mosaic[_CELL_PX - rim % _CELL_PX : _CELL_PX - rim % _CELL_PX + rim, :size]
    deep = int(rng.uniform(0.15, 0.45) * size)
    side = black_wood(rng, size, decode(rng.uniform(14, 60, 3)))
    scene[rim : rim + deep] = side[:deep]
    for x in range(int(rng.integers(_CELL_PX)), size, _CELL_PX):
        scene[rim : rim + deep, x : x + 2] *= 0.4
    return scene

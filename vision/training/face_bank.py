"""Drawn once, photographed often: prints and tiles among neighbours that patches are cut from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Shape
from vision.reading.shape import SHAPES
from vision.simulated.optics.light import Light, random_light
from vision.simulated.optics.noise import smooth_field
from vision.simulated.optics.srgb import Linear, PictureBgr, Plane, as_light, decode
from vision.simulated.pieces.inks import Inks, random_inks
from vision.simulated.pieces.shapes import PrintStyle, any_style, random_style
from vision.simulated.pieces.tile_art import (
    black_wood,
    draw_face,
    edge_wear,
    outline_alpha,
    print_alpha,
    scuffs,
    shrink,
)
from vision.simulated.things.surfaces import Surface, draw_surface
from vision.training.card_printings import any_outlines

FACE_PX = 64
"""Edge of a tile in the bank, pixels; patches show it at 14 to 80."""
MARGIN_PX = 16
"""What is drawn around a tile, pixels."""
SCENE_PX = FACE_PX + 2 * MARGIN_PX
USUAL_SHARE = 0.4
"""Prints in the proportions that were measured on real tiles; the others are of any printing."""
OTHER_SHARE = 0.25
"""Prints whose outlines are drawn otherwise: clovers of four discs, starbursts turned by half a
point, crosses of any waist."""
PLUMPEST, HALF_TURNED = 0.55, 0.4
"""Radius of such discs at most, in the reach of their clover: beyond, they are one blot. And the
share of such starbursts that is turned."""
ROUNDED_SHARE = 0.2
HEAP_SHARE = 0.3
"""Bodies whose neighbours lie anyhow, as in a heap."""
SCUFF_RIM = 0.07
"""Width of the rim that stays black on a scuffed face, in tile edges: its edges are bevelled."""
LEVELS = (1, 2, 4)
"""The bank at these fractions of its size, so that small patches are averaged, not picked."""


@dataclass(frozen=True, slots=True)
class FaceBank:
    """Everything that is drawn ahead; each entry holds one array a level."""

    prints: dict[Shape, list[tuple[Plane, ...]]]
    """Ink coverage of a face with its margin."""
    bodies: list[tuple[Linear, ...]]
    """A tile without print, its neighbours and the table around it."""
    tables: list[PictureBgr]
    """Stretches of table, a tile's edge measuring FACE_PX / 2."""
    mosaics: list[Linear]
    """Blocks of four by four printed tiles, FACE_PX / 2 a tile."""
    inks: dict[Colour, list[Inks]]
    """Tile sets by their sixth colour."""
    lights: list[Light]
    scuffs: list[tuple[Plane, ...]]
    """How much dust and scratches lie over a face with its margin, 0..1; only where it is wide."""
    wide: bool
    """Whether it holds any printing and heaps, or the usual tiles of one printing on a grid."""


@cache
def face_bank(wide: bool = False, seed: int = 1, mosaics: int = 40) -> FaceBank:
    """The bank of that seed; takes a few seconds once."""
    rng = np.random.default_rng(seed)
    prints, bodies = (400, 400) if wide else (48, 320)
    kinds = [s for s in Surface if s is not Surface.PRINTED_BOARD]
    tables = [draw_surface(rng, kind, (256, 256), FACE_PX / 2) for kind in kinds * 3]
    draw_print = _any_print if wide else _print
    return FaceBank(
        {shape: [draw_print(rng, shape) for _ in range(prints)] for shape in Shape},
        [_levels(draw_body(rng, tables, wide)) for _ in range(bodies)],
        tables,
        [draw_mosaic(rng) for _ in range(mosaics)],
        {p.sixth: [random_inks(rng, p) for _ in range(300)] for p in (WHITE_SET, PURPLE_SET)},
        [random_light(rng) for _ in range(600)],
        [_levels(_scuff(rng)) for _ in range(120 if wide else 0)],
        wide,
    )


def _levels(image: Linear) -> tuple[Linear, ...]:
    return tuple(shrink(image, level) for level in LEVELS)


def _print(rng: np.random.Generator, shape: Shape) -> tuple[Plane, ...]:
    wear = float(rng.beta(0.7, 2.0))
    alpha = print_alpha(rng, shape, random_style(rng), wear, FACE_PX)
    return _levels(as_light(np.pad(alpha, MARGIN_PX)))


def _any_print(rng: np.random.Generator, shape: Shape) -> tuple[Plane, ...]:
    """A print in any proportions."""
    wear = float(rng.beta(0.7, 2.0))
    if rng.random() < OTHER_SHARE:
        polygons = any_outlines(rng, PLUMPEST, HALF_TURNED)[SHAPES.index(shape)]
        alpha = outline_alpha(rng, polygons, wear, FACE_PX)
    else:
        alpha = print_alpha(rng, shape, _style(rng), wear, FACE_PX)
    if rng.random() < ROUNDED_SHARE:
        # Corners that a soft brush or years of play made round.
        soft = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(1.0, 3.0))
        alpha = np.clip(4 * (soft - 0.5) + 0.5, 0, 1) * np.minimum(1, alpha + 0.7)
    return _levels(as_light(np.pad(alpha, MARGIN_PX)))


def _scuff(rng: np.random.Generator) -> Plane:
    """What years in a bag leave on a face, all but its bevelled rim."""
    worn = scuffs(rng, FACE_PX, rim=float(rng.uniform(0.0, SCUFF_RIM)))
    return as_light(np.pad(worn, MARGIN_PX))


def _style(rng: np.random.Generator) -> PrintStyle:
    return random_style(rng) if rng.random() < USUAL_SHARE else any_style(rng)


def draw_body(rng: np.random.Generator, tables: list[PictureBgr], wide: bool = False) -> Linear:
    """An unprinted tile with some neighbours, sides and table around it; linear BGR."""
    black = np.array(random_inks(rng, WHITE_SET).black, np.float32)
    scene = table_piece(rng, tables, SCENE_PX)
    _darken_around(rng, scene)
    wear = float(rng.beta(0.8, 2.0))
    if wide and rng.random() < HEAP_SHARE:
        _heap(rng, scene, black, wear)
        _lay(rng, scene, 0, 0, black, wear)
        return scene
    for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)):
        if rng.random() < (0.5 if dx == 0 or dy == 0 else 0.25):
            _lay(rng, scene, dx, dy, black, wear)
        elif rng.random() < 0.35:
            _side(rng, scene, dx, dy, black)
    _lay(rng, scene, 0, 0, black, wear)
    return scene


def table_piece(rng: np.random.Generator, tables: list[PictureBgr], size_px: int) -> Linear:
    """A piece of some table at some scale and turn; linear BGR (size, size, 3)."""
    table = tables[rng.integers(len(tables))]
    middle = np.array([size_px / 2, size_px / 2]) - 128 + rng.uniform(-30, 30, 2)
    turn = cv2.getRotationMatrix2D((128, 128), rng.uniform(0, 360), rng.uniform(0.7, 2.0))
    turn = np.column_stack([turn[:, :2], turn[:, 2] + middle])
    flags = cv2.INTER_LINEAR
    piece = cv2.warpAffine(table, turn, (size_px, size_px), flags=flags, borderMode=cv2.BORDER_WRAP)
    return decode(piece)


def _darken_around(rng: np.random.Generator, scene: Linear) -> None:
    """The tile's shadow on the table, fallen to one side."""
    mask = np.zeros(scene.shape[:2], np.float32)
    dx, dy = (int(v) for v in rng.uniform(-12, 12, 2))
    inner = slice(MARGIN_PX + dy, MARGIN_PX + FACE_PX + dy)
    mask[inner, MARGIN_PX + dx : MARGIN_PX + FACE_PX + dx] = rng.uniform(0.2, 0.8)
    scene *= 1 - as_light(cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 7)))[..., None]


def _lay(
    rng: np.random.Generator, scene: Linear, dx: int, dy: int, black: Linear, wear: float
) -> None:
    """Draws one black tile into the scene, neighbours a little out of line."""
    face = black_wood(rng, FACE_PX, black)
    face = draw_face(
        face, black, np.zeros(face.shape[:2], np.float32), edge_wear(rng, FACE_PX, wear)
    )
    beside = dx != 0 or dy != 0
    slip = np.array([rng.normal(0, 4) if dy else 0, rng.normal(0, 4) if dx else 0]) * beside
    gap = rng.choice([0.0, 1.0, 3.0]) * beside
    turn = rng.normal(0, 1.5) * beside
    spin = cv2.getRotationMatrix2D((FACE_PX / 2, FACE_PX / 2), turn, 1.0)
    spin[:, 2] += MARGIN_PX + np.array([dx, dy]) * (FACE_PX + gap) + slip
    cv2.warpAffine(face, spin, (SCENE_PX, SCENE_PX), dst=scene, borderMode=cv2.BORDER_TRANSPARENT)


def _heap(rng: np.random.Generator, scene: Linear, black: Linear, wear: float) -> None:
    """Tiles at any angle around the middle, printed ones among them."""
    for _ in range(int(rng.integers(0, 6))):
        face = black_wood(rng, FACE_PX, black)
        ink = np.array(rng.uniform(0.02, 0.9, 3), np.float32)
        alpha = np.zeros(face.shape[:2], np.float32)
        if rng.random() < 0.7:
            alpha = print_alpha(rng, list(Shape)[rng.integers(6)], random_style(rng), wear, FACE_PX)
        face = draw_face(face, ink, alpha, edge_wear(rng, FACE_PX, wear))
        spin = cv2.getRotationMatrix2D((FACE_PX / 2, FACE_PX / 2), rng.uniform(0, 90), 1.0)
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.0, 1.4) * FACE_PX
        way = np.array([np.cos(angle), np.sin(angle)])
        spin[:, 2] = spin[:, 2] + MARGIN_PX + away * way
        size_wh = (SCENE_PX, SCENE_PX)
        cv2.warpAffine(face, spin, size_wh, dst=scene, borderMode=cv2.BORDER_TRANSPARENT)


def _side(rng: np.random.Generator, scene: Linear, dx: int, dy: int, black: Linear) -> None:
    """The tile's side where it is seen obliquely: a dark strip, lighter or darker than the top."""
    if dx != 0 and dy != 0:
        return
    deep = int(rng.uniform(2, MARGIN_PX))
    first, last = MARGIN_PX, MARGIN_PX + FACE_PX
    spans = {-1: slice(first - deep, first), 0: slice(first, last), 1: slice(last, last + deep)}
    place = scene[spans[dy], spans[dx]]
    height, width = place.shape[:2]
    tone = rng.uniform(0.4, 2.2) * (1 + 0.2 * smooth_field(rng, (width, height), 6))
    place[:] = tone[..., None] * black


def draw_mosaic(rng: np.random.Generator) -> Linear:
    """Four by four printed tiles of one set, touching; linear BGR, FACE_PX / 2 a tile."""
    inks = random_inks(rng, WHITE_SET if rng.random() < 0.5 else PURPLE_SET)
    style, size = random_style(rng), FACE_PX // 2
    wear = float(rng.beta(0.8, 2.0))
    mosaic = np.zeros((4 * size, 4 * size, 3), np.float32)
    colours = inks.palette.colours
    for y in range(4):
        for x in range(4):
            shape, colour = list(Shape)[rng.integers(6)], colours[rng.integers(6)]
            body = black_wood(rng, size, np.array(inks.black, np.float32))
            alpha = print_alpha(rng, shape, style, wear, size)
            face = draw_face(body, inks.linear(colour), alpha, edge_wear(rng, size, wear))
            mosaic[y * size : (y + 1) * size, x * size : (x + 1) * size] = face
    return mosaic

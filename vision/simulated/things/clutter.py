"""Things people leave on the table: phones, mugs, boxes, pages, racks with standing tiles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape, Tile
from vision.simulated.optics.camera import View
from vision.simulated.optics.noise import smooth_field
from vision.simulated.optics.paint import mark, paint
from vision.simulated.optics.srgb import Linear, PictureBgr, Points, as_light, decode
from vision.simulated.pieces.blocks import Block, at_height
from vision.simulated.pieces.inks import PURPLE_SET_INKS, WHITE_SET_INKS
from vision.simulated.pieces.shapes import outline
from vision.simulated.pieces.tiles_drawn import face_of
from vision.simulated.scenes.scene import Item, TableScene
from vision.simulated.things.others import DISCS, OTHERS, UNIT_PX
from vision.simulated.things.pages import draw_icon_page, draw_text_page
from vision.simulated.things.surfaces import Surface, draw_surface

KINDS = ("mug", "bowl", "phone", "box", "bag", "icon page", "text page", "rack", "pen")
TRAY = "tray"
"""A low tray that dice are rolled in; what lies in it is drawn over it."""
GAME_BOX = "game box"
"""The game's own box: tiles are printed on its lid."""
_INKS_BGR = [ink[::-1] for ink in (*WHITE_SET_INKS.values(), *PURPLE_SET_INKS.values())]
_SIZES = {
    "phone": (2.2, 4.6, 0.25),
    "box": (7.5, 7.5, 1.6),
    "bag": (5.0, 4.0, 1.2),
    "icon page": (6.2, 8.7, 0.01),
    "text page": (6.2, 8.7, 0.01),
    "pen": (0.3, 4.2, 0.3),
    TRAY: (7.5, 6.0, 0.02),
    GAME_BOX: (7.5, 7.5, 1.6),
}
"""Width, depth and height in tile edges."""
_TEXTURE_PX = 30
"""Pixels of an item's top for one tile edge."""


@dataclass(frozen=True, slots=True)
class Round:
    """An upright cylinder: a mug or a bowl."""

    place: tuple[float, float]
    radius: float
    height: float
    wall: Linear
    inside: Linear


def blocks_of(item: Item, scene: TableScene) -> list[Block]:
    """The blocks an item is made of."""
    rng = np.random.default_rng(item.seed)
    if item.kind == "rack":
        return _rack(rng, item, scene)
    if item.kind in OTHERS:
        (wide, deep, high), draw = OTHERS[item.kind].size, OTHERS[item.kind].draw
        size = (wide * item.size, deep * item.size)
        top = decode(draw(rng, (round(UNIT_PX * size[0]), round(UNIT_PX * size[1]))))
    elif item.kind in _SIZES:
        wide, deep, high = _SIZES[item.kind]
        size = (wide * item.size, deep * item.size)
        lid = item.kind == GAME_BOX
        top = _lid(rng, scene, size) if lid else decode(_top(rng, item.kind, size))
    else:
        return []
    side = as_light(top.reshape(-1, 3).mean(axis=0) * 0.8)
    return [Block(item.place, item.turn_deg, size, high * item.size, top, side)]


def rounds_of(item: Item) -> list[Round]:
    """The cylinders an item is made of."""
    rng = np.random.default_rng(item.seed)
    if item.kind in DISCS:
        disc = DISCS[item.kind]
        tone = np.array(disc.tones[rng.integers(len(disc.tones))], np.float64)
        inner = decode(np.minimum(tone * rng.uniform(0.85, 1.25), 250))
        return [Round(item.place, disc.radius * item.size, disc.height, decode(tone), inner)]
    wall, drink = decode(rng.uniform(20, 240, 3)), decode(rng.uniform(10, 120, 3))
    match item.kind:
        case "mug":
            return [Round(item.place, 1.25 * item.size, 2.6 * item.size, wall, drink)]
        case "bowl":
            return [Round(item.place, 2.4 * item.size, 1.2 * item.size, wall, drink)]
        case _:
            return []


def draw_round(canvas: Linear, labels: NDArray[np.int16], thing: Round, view: View) -> None:
    """Paints a cylinder: wall, rim and what is in it, with its shadow."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    place = np.array(thing.place)
    foot = view.project(at_height(place + 0.85 * thing.radius * ring, 0.0))
    rim = view.project(at_height(place + thing.radius * ring, thing.height))
    inner = view.project(at_height(place + 0.88 * thing.radius * ring, thing.height))
    drink = view.project(at_height(place + 0.85 * thing.radius * ring, 0.75 * thing.height))
    whole = as_light(cv2.convexHull(np.concatenate([foot, rim]))[:, 0])
    paint(canvas, _grown(whole, 1.06), as_light(0.35 * canvas.mean(axis=(0, 1))))
    paint(canvas, whole, as_light(0.7 * thing.wall))
    paint(canvas, rim, thing.wall)
    paint(canvas, inner, as_light(0.5 * thing.wall))
    paint(canvas, drink, thing.inside)
    mark(labels, whole, 0)


def _grown(points: Points, factor: float) -> Points:
    middle = points.mean(axis=0)
    return as_light(middle + factor * (points - middle))


def _rack(rng: np.random.Generator, item: Item, scene: TableScene) -> list[Block]:
    """A wooden rack with tiles standing on it, their faces towards the player behind it."""
    turn = np.radians(item.turn_deg)
    along, back = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    wood = decode(draw_surface(rng, Surface.WOOD, (120, 24), 24))
    middle = np.array(item.place)
    side = as_light(wood.mean(axis=(0, 1)))
    blocks = [Block(_pair(middle), item.turn_deg, (7.0, 1.3), 0.3, wood, side)]
    kinds = scene.inks.palette.kinds
    black = np.array(scene.inks.black, np.float32)
    for slot in range(int(rng.integers(2, 7))):
        place = middle + (slot - 2.5) * 1.05 * along + 0.2 * back
        tile: Tile = kinds[rng.integers(36)]
        face = face_of(rng, scene, tile, 0.1, 64)
        top = as_light(np.ones((4, 8, 1)) * black)
        size = (0.98, scene.tile_thickness)
        blocks.append(Block(_pair(place), item.turn_deg, size, 1.2, top, black, face))
    return blocks


def _pair(place: NDArray[np.float64]) -> tuple[float, float]:
    return (float(place[0]), float(place[1]))


def _top(rng: np.random.Generator, kind: str, size: tuple[float, float]) -> PictureBgr:
    """What an item shows from above, sRGB."""
    wide, high = (max(4, round(s * _TEXTURE_PX)) for s in size)
    match kind:
        case "icon page":
            return draw_icon_page(rng, (wide, high))
        case "text page":
            return draw_text_page(rng, (wide, high))
        case "phone":
            return _phone(rng, (wide, high))
        case "bag" | "tray":
            return draw_surface(rng, Surface.CLOTH, (wide, high), _TEXTURE_PX)
        case "box":
            return _box(rng, (wide, high))
        case _:
            return _plain(rng, (wide, high))


def _lid(rng: np.random.Generator, scene: TableScene, size: tuple[float, float]) -> Linear:
    """A lid with a row of seven tiles printed on it, and three that cross it."""
    wide, high = (max(4, round(s * _TEXTURE_PX)) for s in size)
    lid = decode(_plain(rng, (wide, high)))
    edge = wide // 9
    kinds = scene.inks.palette.kinds
    places = [(k + 1, 4) for k in range(7)] + [(3, 5), (3, 6), (3, 3)]
    for column, row in places:
        face = face_of(rng, scene, kinds[rng.integers(36)], 0.0, edge)
        lid[row * edge : (row + 1) * edge, column * edge : (column + 1) * edge] = face
    return lid


def _plain(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    tone = 1 + 0.05 * smooth_field(rng, size_wh, 4)
    return np.asarray(np.clip(tone[..., None] * rng.uniform(15, 235, 3), 0, 255), np.uint8)


def _phone(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    phone = np.full((size_wh[1], size_wh[0], 3), int(rng.integers(12, 40)), np.uint8)
    if rng.random() < 0.6:
        rim = max(2, size_wh[0] // 16)
        inner = (size_wh[0] - 2 * rim, size_wh[1] - 4 * rim)
        phone[2 * rim : 2 * rim + inner[1], rim : rim + inner[0]] = draw_icon_page(
            rng, inner, inner[0] / 6
        )
    return phone


def _box(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    box = _plain(rng, size_wh)
    shapes = list(Shape)
    for _ in range(int(rng.integers(3, 9))):
        scale = rng.uniform(0.1, 0.35) * min(size_wh)
        points = outline(shapes[rng.integers(6)]) * scale + rng.uniform(0.1, 0.9, 2) * size_wh
        ink = tuple(float(v) for v in _INKS_BGR[rng.integers(len(_INKS_BGR))])
        cv2.fillPoly(box, [np.rint(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    scale = size_wh[0] / 260
    cv2.putText(box, "GAME", (20, size_wh[1] // 2), cv2.FONT_HERSHEY_TRIPLEX, scale, (240,) * 3, 3)
    return box

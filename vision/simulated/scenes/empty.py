"""Pictures without a single tile, each of another kind, on which a reader must find nothing."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.simulated.optics.noise import smooth_field
from vision.simulated.optics.sensor import Sensor, develop
from vision.simulated.optics.srgb import PictureBgr, as_light, decode
from vision.simulated.pieces.inks import PURPLE_SET_INKS
from vision.simulated.render import render
from vision.simulated.scenes.sampling import random_scene
from vision.simulated.scenes.scene import Item, TableScene
from vision.simulated.things.furnishing import random_clutter, random_hands
from vision.simulated.things.others import DISCS, OTHERS
from vision.simulated.things.pages import draw_icon_page, draw_text_page
from vision.simulated.things.surfaces import Surface

_THINGS = ("mug", "phone", "box", "bag", "bowl", "pen")


def empty_pictures(
    seed: int = 1,
    size_wh: tuple[int, int] = (1280, 960),
    others: Container[str] = frozenset({*OTHERS, *DISCS}),
) -> Iterator[tuple[str, PictureBgr]]:
    """Name and picture of every kind, sRGB (h, w, 3); of pieces of other games those named."""
    rng = np.random.default_rng(seed)
    for surface in Surface:
        yield f"bare {surface.value}", render(_bare(seed, surface, size_wh)).picture_bgr
    for thing in _THINGS:
        yield f"table with {thing}", _with_things(rng, seed, (thing,) * 3, size_wh)
    yield "table with everything", _with_things(rng, seed, _THINGS, size_wh)
    yield "table with hands", _with_hands(rng, seed, size_wh)
    pieces = {name: (other.count, max(other.size[:2])) for name, other in OTHERS.items()}
    pieces |= {name: (disc.count, 2 * disc.radius) for name, disc in DISCS.items()}
    for name, (count, wide) in pieces.items():
        if name in others:
            yield name, _with_others(seed, name, count, wide, size_wh)
    for name, picture in _flat_pictures(rng, size_wh):
        yield name, develop(decode(picture), Sensor(), rng)


def _bare(seed: int, surface: Surface, size_wh: tuple[int, int]) -> TableScene:
    nothing = {"clutter_count": 0, "hand_count": 0, "stray_count": 0, "glare": False, "cut": False}
    return random_scene(seed, surface=surface, size_wh=size_wh, tile_count=0, tile_px=60, **nothing)


def _with_things(
    rng: np.random.Generator, seed: int, kinds: tuple[str, ...], size_wh: tuple[int, int]
) -> PictureBgr:
    scene = _bare(seed, list(Surface)[rng.integers(7)], size_wh)
    places = random_clutter(rng, scene, 4 * len(kinds))
    items = [
        Item(kind, item.place, item.turn_deg, item.size, item.seed)
        for kind, item in zip(kinds, places, strict=False)
    ]
    return render(replace(scene, clutter=tuple(items))).picture_bgr


def _with_others(
    seed: int, kind: str, count: int, wide: float, size_wh: tuple[int, int]
) -> PictureBgr:
    """Things of one kind on some table, under some light, in rows or anyhow."""
    rng = np.random.default_rng([seed, *kind.encode()])
    tile_px = float(np.exp(rng.uniform(np.log(34), np.log(80))))
    surfaces = [one for one in Surface if one is not Surface.PRINTED_BOARD]
    wishes = {"clutter_count": 0, "hand_count": 0, "stray_count": 0, "cut": False, "tile_count": 0}
    surface = surfaces[rng.integers(len(surfaces))]
    number = int(rng.integers(1 << 30))
    scene = random_scene(number, surface=surface, size_wh=size_wh, tile_px=tile_px, **wishes)
    step = 1.15 * wide
    across = max(1, round(np.sqrt(count)))
    tidy, items = rng.random() < 0.4, []
    for k in range(count):
        spot = step * (np.array([k % across, k // across]) - (across - 1) / 2)
        if not tidy:
            spot = 1.15 * spot + rng.uniform(-0.15, 0.15, 2) * step
        place = np.array(scene.pose.look_at) + spot
        turn = float(rng.normal(0, 1.0) if tidy else rng.uniform(0, 360))
        thing = int(rng.integers(1 << 30))
        items.append(Item(kind, (float(place[0]), float(place[1])), turn, 1.0, thing))
    return render(replace(scene, clutter=tuple(items))).picture_bgr


def _with_hands(rng: np.random.Generator, seed: int, size_wh: tuple[int, int]) -> PictureBgr:
    scene = _bare(seed, Surface.WOOD, size_wh)
    return render(replace(scene, hands=random_hands(rng, scene, 2))).picture_bgr


def _flat_pictures(
    rng: np.random.Generator, size_wh: tuple[int, int]
) -> Iterator[tuple[str, PictureBgr]]:
    width, height = size_wh
    shape = (height, width, 3)
    yield "black", np.full(shape, 4, np.uint8)
    yield "white", np.full(shape, 250, np.uint8)
    yield "noise", rng.integers(0, 256, shape, np.uint8)
    yield "coloured noise in blots", _blots(rng, size_wh)
    yield "gradient", _gradient(size_wh)
    yield "icons on white", draw_icon_page(rng, size_wh, 60)
    yield "icons on grey", np.asarray(draw_icon_page(rng, size_wh, 90) // 2 + 20, np.uint8)
    yield "text", draw_text_page(rng, size_wh)
    yield "black and white checks", _checks(size_wh, ((20, 20, 20), (235, 235, 235)))
    bright = tuple(tuple(int(v) for v in ink[::-1]) for ink in PURPLE_SET_INKS.values())
    yield "coloured checks", _checks(size_wh, bright)
    yield "dots on black", _dots(rng, size_wh)


def _blots(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    planes = [smooth_field(rng, size_wh, 24) for _ in range(3)]
    return np.asarray(np.clip(128 + 70 * np.stack(planes, axis=-1), 0, 255), np.uint8)


def _gradient(size_wh: tuple[int, int]) -> PictureBgr:
    across = np.linspace(0, 255, size_wh[0])[None, :] * np.ones((size_wh[1], 1))
    down = np.linspace(255, 0, size_wh[1])[:, None] * np.ones((1, size_wh[0]))
    return np.asarray(np.stack([across, down, 255 - across], axis=-1), np.uint8)


def _checks(size_wh: tuple[int, int], colours: tuple[tuple[int, ...], ...]) -> PictureBgr:
    step = 64
    y, x = np.ogrid[: size_wh[1], : size_wh[0]]
    index = (x // step + y // step) % len(colours)
    return np.asarray(np.array(colours, np.uint8)[index])


def _dots(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """Bright lamps in the dark: round and coloured like prints, but on no tile."""
    canvas = np.full((size_wh[1], size_wh[0], 3), 12, np.uint8)
    inks = list(PURPLE_SET_INKS.values())
    for _ in range(60):
        centre = (int(rng.integers(size_wh[0])), int(rng.integers(size_wh[1])))
        ink = tuple(float(v) for v in inks[rng.integers(6)][::-1])
        cv2.circle(canvas, centre, int(rng.integers(4, 60)), ink, -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(canvas, (0, 0), 6)
    return np.asarray(as_light(soft), np.uint8)

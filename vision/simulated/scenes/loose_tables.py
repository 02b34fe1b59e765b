"""Tables on which pieces lie anyhow: apart, in rows before players, in heaps, among letters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.camera import View
from vision.simulated.optics.light import LightKind
from vision.simulated.optics.srgb import as_light
from vision.simulated.scenes.sampling import random_scene
from vision.simulated.scenes.scene import Item, StrayTile, TableScene
from vision.simulated.things.surfaces import Surface

LETTER = "white letters on black tiles"
SIZES_WH = ((1280, 960), (1600, 1200), (1280, 720), (960, 1280))
MARGIN = 0.07
"""Part of the picture along its rim where nothing is laid."""
TRIES = 60

Place = tuple[float, float, float]
"""Right, down in tile edges, and how far turned in degrees."""


class Crowding(Enum):
    """How pieces lie to each other."""

    APART = "apart"
    ROWS = "rows"
    """Rows of three to six, touching or with small gaps, each at its own angle."""
    HEAP = "heap"
    """Close to each other at any angle."""


ROOM = {Crowding.APART: 1.8, Crowding.ROWS: 1.42, Crowding.HEAP: 1.28}
"""How far the middles of pieces lie from each other at least, in tile edges."""


@dataclass(frozen=True, slots=True)
class LooseWishes:
    """What is drawn first and decides the rest."""

    tile_px: float
    crowding: Crowding
    light: LightKind
    count: int
    worn: float
    """How grey the pieces are on the whole, 0 to 1."""
    letters: int
    tilt_deg: float


def random_wishes(rng: np.random.Generator) -> LooseWishes:
    """One more table's."""
    lights, crowds = list(LightKind), list(Crowding)
    return LooseWishes(
        tile_px=float(np.exp(rng.uniform(np.log(28), np.log(110)))),
        crowding=crowds[rng.integers(len(crowds))],
        light=lights[rng.integers(len(lights))],
        count=int(rng.integers(4, 20)),
        worn=float(rng.choice([0.0, rng.uniform(0, 0.3), rng.uniform(0.2, 0.6)])),
        letters=int(rng.choice([0, 0, 3, 6])),
        tilt_deg=float(rng.uniform(0, 30)),
    )


def loose_table(seed: int, wishes: LooseWishes | None = None) -> TableScene:
    """One more table without a grid; the same seed and wishes give the same."""
    rng = np.random.default_rng([seed, 14])
    wishes = wishes or random_wishes(rng)
    surfaces = [one for one in Surface if one is not Surface.CHECKED_CLOTH]
    nothing = {"clutter_count": 0, "hand_count": 0, "stray_count": 0, "cut": False}
    scene = random_scene(
        seed,
        tile_count=0,
        tile_px=wishes.tile_px,
        tilt_deg=wishes.tilt_deg,
        light_kind=wishes.light,
        surface=surfaces[rng.integers(len(surfaces))],
        size_wh=SIZES_WH[rng.integers(len(SIZES_WH))],
        **nothing,
    )
    places = _places(rng, scene, wishes)
    kinds, strays, items = scene.inks.palette.kinds, [], []
    lettered = rng.permutation(len(places))[: wishes.letters].tolist()
    for k, (x, y, turn) in enumerate(places):
        if k in lettered:
            items.append(Item(LETTER, (x, y), turn, 1.0, int(rng.integers(1 << 30))))
            continue
        scuff = float(np.clip(wishes.worn * rng.uniform(0, 2), 0, 0.7))
        tile, wear = kinds[rng.integers(36)], float(rng.beta(1, 4))
        strays.append(StrayTile((x, y), turn, tile, wear, scuff=scuff))
    conditions = {
        "tile size": _band(wishes.tile_px, (28, 40, 56, 80, 110)),
        "crowding": wishes.crowding.value,
        "light": wishes.light.value,
        "worn": _band(100 * wishes.worn, (0, 1, 20, 40, 60)),
        "tilt": _band(wishes.tilt_deg, (0, 10, 20, 30)),
        "letters among them": "yes" if items else "no",
    }
    return replace(scene, strays=tuple(strays), clutter=tuple(items), conditions=conditions)


def _band(value: float, rims: tuple[float, ...]) -> str:
    for low, high in pairwise(rims):
        if value < high:
            return f"{low:g}-{high:g}"
    return f"{rims[-2]:g}-{rims[-1]:g}"


def _places(rng: np.random.Generator, scene: TableScene, wishes: LooseWishes) -> list[Place]:
    """Where pieces lie, none on another and all in the picture."""
    found: list[Place] = []
    view = View(scene.pose, scene.size_wh)
    for _ in range(TRIES):
        more = _next_places(rng, view, found, wishes.crowding)
        if all(_fits(view, place, found, ROOM[wishes.crowding]) for place in more):
            found += more
        if len(found) >= wishes.count + wishes.letters:
            break
    return found[: wishes.count + wishes.letters]


def _next_places(
    rng: np.random.Generator, view: View, found: list[Place], crowding: Crowding
) -> list[Place]:
    """One more piece, or one more row of them."""
    turn = float(rng.uniform(0, 360))
    x, y = _anywhere(rng, view)
    if crowding is Crowding.HEAP and found:
        # Beside one that lies there, as close as two squares at any angle may lie.
        old = found[rng.integers(len(found))]
        way, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.3, 1.55)
        x, y = old[0] + away * np.cos(way), old[1] + away * np.sin(way)
    if crowding is not Crowding.ROWS:
        return [(float(x), float(y), turn)]
    step = 1 + rng.choice([0.0, rng.uniform(0, 0.15)])
    along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    row = [np.array([x, y]) + k * step * along for k in range(int(rng.integers(3, 7)))]
    untidy = [rng.normal(0, 0.02, 2) for _ in row]
    return [
        (float(p[0] + off[0]), float(p[1] + off[1]), float(turn + rng.normal(0, 2)))
        for p, off in zip(row, untidy, strict=True)
    ]


def _anywhere(rng: np.random.Generator, view: View) -> NDArray[np.float64]:
    pixel = rng.uniform(MARGIN, 1 - MARGIN, 2) * view.size_wh
    return np.asarray(view.on_table(as_light(pixel[None]))[0], np.float64)


def _fits(view: View, place: Place, found: list[Place], room: float) -> bool:
    """Whether a piece there is in the picture and lies on no other."""
    flat = np.array([[place[0], place[1], 0.0]])
    pixel = view.project(flat)[0] / np.array(view.size_wh)
    inside = bool((pixel > MARGIN).all() and (pixel < 1 - MARGIN).all())
    return inside and all(np.hypot(place[0] - o[0], place[1] - o[1]) > room for o in found)

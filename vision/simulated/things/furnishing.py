"""What else is on and over a random table: strays, clutter, hands, shadows and glare."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Tile
from vision.simulated.optics.camera import View
from vision.simulated.optics.srgb import as_light, decode
from vision.simulated.scenes.scene import Glare, HandPose, Item, Shade, StrayTile, TableScene
from vision.simulated.things.clutter import KINDS

_TRIES = 40
_REACH = {"box": 6.0, "bag": 4.0, "icon page": 6.0, "text page": 6.0, "rack": 4.2, "mug": 2.2}
"""How much room a kind needs around its middle, in tile edges; 3 where not named."""


def _seen_place(rng: np.random.Generator, scene: TableScene) -> NDArray[np.float64]:
    """A place on the table somewhere in the picture."""
    pixel = rng.uniform(0.02, 0.98, 2) * scene.size_wh
    return np.asarray(
        View(scene.pose, scene.size_wh).on_table(as_light(pixel[None]))[0], np.float64
    )


def _free_place(
    rng: np.random.Generator, scene: TableScene, taken: list[NDArray[np.float64]], room: float
) -> tuple[float, float] | None:
    """A place in the picture at least that far from all that is taken."""
    for _ in range(_TRIES):
        place = _seen_place(rng, scene)
        if all(np.linalg.norm(place - other) > room for other in taken):
            return (float(place[0]), float(place[1]))
    return None


def _taken(scene: TableScene) -> list[NDArray[np.float64]]:
    board = [np.array(scene.place_of(tile)) for tile in scene.tiles]
    return board + [np.array(stray.place) for stray in scene.strays]


def random_strays(rng: np.random.Generator, scene: TableScene, count: int) -> tuple[StrayTile, ...]:
    """Tiles beside the board: half of them face down, the others anyhow turned."""
    taken = _taken(scene)
    kinds = scene.inks.palette.kinds
    strays = []
    for _ in range(count):
        place = _free_place(rng, scene, taken, 2.6)
        if place is None:
            continue
        tile: Tile | None = kinds[rng.integers(36)] if rng.random() < 0.5 else None
        strays.append(StrayTile(place, float(rng.uniform(0, 360)), tile, float(rng.beta(1, 4))))
        taken.append(np.array(place))
    return tuple(strays)


def random_clutter(rng: np.random.Generator, scene: TableScene, count: int) -> tuple[Item, ...]:
    """Things where the board leaves room for them."""
    taken = _taken(scene)
    items = []
    for _ in range(count):
        kind = KINDS[rng.integers(len(KINDS))]
        size = float(rng.uniform(0.8, 1.2))
        place = _free_place(rng, scene, taken, _REACH.get(kind, 3.0) * size)
        if place is None:
            continue
        turn = float(rng.uniform(0, 360))
        items.append(Item(kind, place, turn, size, int(rng.integers(1 << 30))))
        taken.append(np.array(place))
    return tuple(items)


def random_hands(rng: np.random.Generator, scene: TableScene, count: int) -> tuple[HandPose, ...]:
    """Hands over the table, reaching in from outside; they may cover tiles."""
    hands = []
    middle = np.array(scene.pose.look_at)
    for _ in range(count):
        place = _seen_place(rng, scene)
        outward = place - middle
        heading = float(np.degrees(np.arctan2(outward[1], outward[0])) + rng.normal(0, 25))
        hands.append(random_hand(rng, (float(place[0]), float(place[1])), heading))
    return tuple(hands)


def random_hand(
    rng: np.random.Generator, place: tuple[float, float], heading_deg: float
) -> HandPose:
    """Somebody's hand at a place."""
    sleeve = decode(rng.uniform(15, 220, 3))
    return HandPose(
        place,
        heading_deg,
        height=float(rng.uniform(0.6, 2.0)),
        size=float(rng.uniform(0.85, 1.1)),
        skin=round(float(rng.random()), 2),
        sleeve_bgr=(float(sleeve[0]), float(sleeve[1]), float(sleeve[2])),
    )


def shade_and_glare(
    rng: np.random.Generator, shade: bool, glare: bool
) -> tuple[tuple[Shade, ...], Glare | None]:
    """The shadow of somebody leaning over, and a lamp mirrored in the tiles."""
    x, y = (float(v) for v in rng.uniform(0.1, 0.9, 2))
    shades = (
        Shade(
            (x, y),
            float(rng.uniform(0, 360)),
            float(rng.uniform(0.02, 0.3)),
            float(rng.uniform(0.2, 0.65)),
        ),
    )
    u, v = (float(w) for w in rng.uniform(0.2, 0.8, 2))
    spot = Glare((u, v), float(rng.uniform(0.03, 0.14)), float(rng.uniform(0.05, 0.4)))
    return shades if shade else (), spot if glare else None

"""Tables of Qwirkle Cards as they come: rows laid by people, piles, fans, and how all is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import PURPLE_SET, Tile
from vision.simulated.optics.camera import CameraPose, View
from vision.simulated.optics.light import LightKind, random_light
from vision.simulated.optics.sensor import random_sensor
from vision.simulated.pieces.blocks import at_height
from vision.simulated.pieces.card_art import CARD_WH, CardFace, CardStyle, random_card_style
from vision.simulated.scenes.scene import TableScene
from vision.simulated.things.furnishing import shade_and_glare
from vision.simulated.things.surfaces import Surface

_SIZES = ((1280, 960), (1600, 1200), (1920, 1080), (2048, 1536), (2400, 1600))
_TRIES = 60
_RIM = 0.02
"""What stays free around the cards, in longer sides of the picture."""


@dataclass(frozen=True, slots=True)
class SimCard:
    """One card on the table; places in tile edges."""

    place: tuple[float, float]
    turn_deg: float
    tile: Tile | None
    """None lies face down."""
    row: int | None = None
    """The row it belongs to, counted from 0; None for a card that is in no row."""
    wear: float = 0.1


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards face down on each other."""

    place: tuple[float, float]
    turn_deg: float
    height: float
    """In tile edges."""


@dataclass(frozen=True, slots=True)
class CardsLook:
    """How people lay out their cards: what is drawn first and decides the rest."""

    cover: float
    """How much of a card the next one of its row covers; below 0 is a gap."""
    down: bool
    """Whether rows run along the cards' long side."""
    crooked_deg: float
    tilt_deg: float
    card_px: float
    """A card's width in the picture, about."""
    rows: int
    fan: bool
    open_piles: int


@dataclass(frozen=True, slots=True)
class CardsScene:
    """A table of cards, ready to be photographed; cards later in the tuple lie on earlier ones."""

    cards: tuple[SimCard, ...]
    style: CardStyle
    table: TableScene
    """Everything but the cards: table top, camera, light, hands; no tiles."""
    piles: tuple[Pile, ...] = ()
    look: CardsLook | None = None


def random_look(rng: np.random.Generator) -> CardsLook:
    """How one more family lays out its cards."""
    side_by_side = rng.random() < 0.4
    return CardsLook(
        cover=float(-rng.uniform(0.02, 0.15) if side_by_side else rng.uniform(0.0, 0.65)),
        down=bool(rng.random() < 0.35),
        crooked_deg=float(rng.uniform(0.3, 4.0)),
        tilt_deg=float(rng.uniform(0, 40)),
        card_px=float(rng.uniform(60, 140)),
        rows=int(rng.integers(2, 8)),
        fan=bool(rng.random() < 0.5),
        open_piles=int(rng.integers(0, 3)),
    )


def random_cards_scene(seed: int, **overrides: Any) -> CardsScene:
    """One more table of cards; `overrides` fix fields of `CardsLook`, or `face` and `indexed`."""
    rng = np.random.default_rng(seed)
    face: CardFace | None = overrides.pop("face", None)
    indexed: bool | None = overrides.pop("indexed", None)
    style = random_card_style(rng, face, indexed)
    look = replace(random_look(rng), **overrides)
    if not style.index:
        # Without small symbols people leave enough of the large one to be seen.
        look = replace(look, cover=min(look.cover, 0.3 if look.down else 0.5))
    sets = _legal_rows(rng, look.rows)
    cards, taken = _lay_rows(rng, look, sets)
    cards += _open_piles(rng, look, taken)
    piles, fans = _face_down(rng, look, taken)
    return _seen(
        rng, seed, CardsScene((*cards, *fans), style, TableScene((), style.inks), piles, look)
    )


def _legal_rows(rng: np.random.Generator, count: int) -> list[list[Tile]]:
    """Rows as the rules allow them, from one deck of three copies each."""
    left = dict.fromkeys(PURPLE_SET.kinds, 3)
    rows = []
    for _ in range(count):
        tile = PURPLE_SET.kinds[rng.integers(36)]
        same_colour = rng.random() < 0.5
        line = [
            t
            for t in PURPLE_SET.kinds
            if (t.colour is tile.colour if same_colour else t.shape is tile.shape) and left[t]
        ]
        rng.shuffle(line)
        row = line[: int(rng.choice([3, 3, 3, 4, 4, 5, 5, 6]))]
        if len(row) < 3:
            continue
        for t in row:
            left[t] -= 1
        rows.append(row)
    return rows


def _lay_rows(
    rng: np.random.Generator, look: CardsLook, sets: list[list[Tile]]
) -> tuple[list[SimCard], list[NDArray[np.float64]]]:
    """The rows side by side and below each other, pushed about, none on another."""
    cards: list[SimCard] = []
    taken: list[NDArray[np.float64]] = []
    reach = 5.0 + 1.6 * len(sets) * (1 - max(0.0, look.cover) * 0.5)
    for index, tiles in enumerate(sets):
        for _ in range(_TRIES):
            row = _row(rng, look, tiles, rng.uniform(-reach, reach, 2) * (1.2, 0.8), index)
            places = np.array([card.place for card in row])
            if not _clash(places, taken, look):
                cards += row
                taken += list(places)
                break
    return cards, taken


def _row(
    rng: np.random.Generator,
    look: CardsLook,
    tiles: list[Tile],
    start: NDArray[np.float64],
    index: int,
) -> list[SimCard]:
    """One row of cards from a place on; the order in which they cover each other is random."""
    turn = float(rng.normal(0, 1.5 * look.crooked_deg))
    across, long = _axes(turn)
    step = (long * CARD_WH[1] if look.down else across * CARD_WH[0]) * (1 - look.cover)
    row = []
    for k, tile in enumerate(tiles):
        slip = rng.normal(0, 0.02 + 0.012 * look.crooked_deg, 2)
        place = start + k * step + slip
        own = turn + float(rng.normal(0, 0.5 * look.crooked_deg))
        row.append(
            SimCard((float(place[0]), float(place[1])), own, tile, index, float(rng.beta(1, 4)))
        )
    return row if rng.random() < 0.6 else row[::-1]


def _axes(turn_deg: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    turn = np.radians(turn_deg)
    return np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])


def _clash(places: NDArray[np.float64], taken: list[NDArray[np.float64]], look: CardsLook) -> bool:
    """Whether cards would touch others, or come so near that nobody could tell the rows apart."""
    if not taken:
        return False
    away = np.abs(places[:, None] - np.array(taken)[None])
    room = np.array(CARD_WH) * ((1.5, 1.15) if not look.down else (1.18, 1.4))
    return bool((away < room).all(axis=2).any())


def _free(
    rng: np.random.Generator, taken: list[NDArray[np.float64]], room: float
) -> NDArray[np.float64] | None:
    spread = np.ptp(np.array(taken), axis=0).max() / 2 + 5 if taken else 6.0
    middle = np.mean(taken, axis=0) if taken else np.zeros(2)
    for _ in range(_TRIES):
        place = middle + rng.uniform(-spread, spread, 2)
        if all(np.linalg.norm(place - other) > room for other in taken):
            taken.append(place)
            return np.asarray(place, np.float64)
    return None


def _open_piles(
    rng: np.random.Generator, look: CardsLook, taken: list[NDArray[np.float64]]
) -> list[SimCard]:
    """Qwirkles that players took: one open card each, in no row."""
    cards = []
    for _ in range(look.open_piles):
        place = _free(rng, taken, 4.6)
        if place is not None:
            tile = PURPLE_SET.kinds[rng.integers(36)]
            turn = float(rng.uniform(0, 360))
            cards.append(SimCard((float(place[0]), float(place[1])), turn, tile, None))
    return cards


def _face_down(
    rng: np.random.Generator, look: CardsLook, taken: list[NDArray[np.float64]]
) -> tuple[tuple[Pile, ...], list[SimCard]]:
    """The pile to draw from, and fanned hands face down."""
    piles, fans = [], []
    for kind in ["pile"] + (["fan"] * int(rng.integers(1, 4)) if look.fan else []):
        place = _free(rng, taken, 4.6)
        if place is None:
            continue
        turn = float(rng.uniform(0, 360))
        if kind == "pile":
            piles.append(
                Pile((float(place[0]), float(place[1])), turn, float(rng.uniform(0.05, 0.9)))
            )
            continue
        for k in range(int(rng.integers(4, 10))):
            own = turn + 9.0 * k
            _, long = _axes(own)
            at = place + 1.6 * long - 1.6 * _axes(turn + 30)[1]
            fans.append(SimCard((float(at[0]), float(at[1])), own, None, None))
    return tuple(piles), fans


def _seen(rng: np.random.Generator, seed: int, scene: CardsScene) -> CardsScene:
    """The scene with its table, camera and light."""
    look = scene.look or random_look(rng)
    kind = LightKind(rng.choice([k.value for k in LightKind]))
    tile_px = look.card_px / CARD_WH[0]
    size = _SIZES[rng.integers(len(_SIZES))]
    tops = [s for s in Surface if s is not Surface.PRINTED_BOARD]
    shades, glare = shade_and_glare(rng, bool(rng.random() < 0.2), bool(rng.random() < 0.1))
    table = TableScene(
        (),
        scene.style.inks,
        surface=tops[rng.integers(len(tops))],
        surface_turn_deg=float(rng.uniform(0, 180)),
        light=random_light(rng, kind),
        sensor=random_sensor(rng, tile_px, kind is LightKind.DUSK),
        shades=shades,
        glare=glare,
        size_wh=size,
        seed=seed,
    )
    return replace(scene, table=replace(table, pose=_pose(rng, scene, look, size)))


def _pose(
    rng: np.random.Generator, scene: CardsScene, look: CardsLook, size_wh: tuple[int, int]
) -> CameraPose:
    """A camera that shows cards about as large as wished, all open ones in the picture."""
    places = np.array([card.place for card in scene.cards if card.tile is not None])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    focal = float(rng.uniform(0.75, 1.15))
    pose = CameraPose(
        (float(middle[0]), float(middle[1])),
        focal * max(size_wh) * CARD_WH[0] / look.card_px,
        look.tilt_deg,
        float(rng.uniform(0, 360)),
        float(rng.normal(0, 2)),
        focal,
        float(rng.uniform(-0.06, 0.02)),
    )
    corners = np.concatenate(
        [places + d for d in ((-1.7, -1.7), (1.7, -1.7), (1.7, 1.7), (-1.7, 1.7))]
    )
    size = np.array(size_wh)
    for _ in range(80):
        view = View(pose, size_wh)
        seen = view.through_lens(view.project(at_height(corners, 0.0)))
        if bool((seen > _RIM * size.max()).all()) and bool((seen < size - _RIM * size.max()).all()):
            break
        pose = replace(pose, distance=pose.distance * 1.04)
    return pose

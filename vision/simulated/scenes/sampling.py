"""Tables as they come: a random scene over the whole range of conditions, from one seed."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from assistant.board import EMPTY_BOARD, Board, Cell
from assistant.tiles import PURPLE_SET, WHITE_SET, Palette
from vision.simulated.optics.framing import frame
from vision.simulated.optics.light import LightKind, random_light
from vision.simulated.optics.sensor import random_sensor
from vision.simulated.pieces.growth import grow_board
from vision.simulated.pieces.inks import random_inks
from vision.simulated.pieces.layout import Untidiness, lay_out
from vision.simulated.pieces.shapes import random_style
from vision.simulated.scenes.bands import conditions_of, tile_px_of
from vision.simulated.scenes.scene import TableScene
from vision.simulated.things.furnishing import (
    random_clutter,
    random_hands,
    random_strays,
    shade_and_glare,
)
from vision.simulated.things.surfaces import Surface

_SIZES = ((1280, 960), (960, 1280), (1280, 720), (1600, 1200), (1446, 1920))
_SMALLEST_PX = 25.0
_ROOM = 0.86
"""The share of the picture a board may fill."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is drawn first and decides the rest; each can be given to `random_scene`."""

    size_wh: tuple[int, int]
    tile_px: float
    tile_count: int
    tilt_deg: float
    light_kind: LightKind
    surface: Surface
    palette: Palette
    groups: int
    clutter_count: int
    hand_count: int
    stray_count: int
    shade: bool
    glare: bool
    wear: float
    untidiness: Untidiness
    cut: bool
    """Whether the picture's edge cuts the board."""


def random_scene(seed: int, **overrides: Any) -> TableScene:
    """One more table; `overrides` fix fields of `Wishes` or of the scene itself."""
    rng = np.random.default_rng(seed)
    wished = {f.name for f in fields(Wishes)}
    wishes = replace(_wishes(rng), **{k: v for k, v in overrides.items() if k in wished})
    scene = _scene(rng, seed, wishes)
    least = min(_SMALLEST_PX, 0.8 * wishes.tile_px)
    while tile_px_of(scene) < least and wishes.tile_count > 1:
        # The board was so wide that the camera had to step back too far.
        wishes = replace(wishes, tile_count=wishes.tile_count // 2)
        scene = _scene(rng, seed, wishes)
    scene = replace(
        scene, **{k: v for k, v in overrides.items() if k not in wished or k == "size_wh"}
    )
    return replace(scene, conditions=conditions_of(scene))


def _wishes(rng: np.random.Generator) -> Wishes:
    kinds, surfaces = list(LightKind), list(Surface)
    return Wishes(
        size_wh=_SIZES[rng.choice(5, p=[0.4, 0.15, 0.2, 0.1, 0.15])],
        tile_px=float(np.exp(rng.uniform(np.log(25), np.log(300)))),
        tile_count=1 + int(69 * rng.random() ** 1.3),
        tilt_deg=float(rng.uniform(0, 45)) if rng.random() < 0.7 else float(rng.uniform(0, 8)),
        light_kind=kinds[rng.integers(len(kinds))],
        surface=surfaces[rng.integers(len(surfaces))],
        palette=WHITE_SET if rng.random() < 0.5 else PURPLE_SET,
        groups=int(rng.choice([1, 2, 3], p=[0.75, 0.15, 0.1])),
        clutter_count=int(rng.choice([0, 1, 2, 3], p=[0.45, 0.25, 0.2, 0.1])),
        hand_count=int(rng.random() < 0.12),
        stray_count=int(rng.choice([0, 1, 3, 6], p=[0.7, 0.1, 0.1, 0.1])),
        shade=bool(rng.random() < 0.3),
        glare=bool(rng.random() < 0.12),
        wear=float(rng.beta(1.0, 3.0)),
        untidiness=_untidiness(rng),
        cut=bool(rng.random() < 0.06),
    )


def _untidiness(rng: np.random.Generator) -> Untidiness:
    return Untidiness(
        jitter=float(rng.uniform(0.003, 0.03)),
        bend=float(rng.uniform(0, 0.35)) if rng.random() < 0.5 else 0.0,
        row_step=float(rng.uniform(0.05, 0.25)) if rng.random() < 0.3 else 0.0,
        turn_deg=float(rng.uniform(0.3, 1.8)) if rng.random() < 0.75 else float(rng.uniform(2, 6)),
    )


def _scene(rng: np.random.Generator, seed: int, wishes: Wishes) -> TableScene:
    board = _groups(rng, wishes)
    gap = float(rng.uniform(0.0, 0.05)) if rng.random() < 0.7 else float(rng.uniform(0.05, 0.16))
    tiles = lay_out(rng, board, replace(wishes.untidiness, wear=wishes.wear), 1 + gap)
    dark = wishes.light_kind is LightKind.DUSK
    scene = TableScene(
        tiles,
        random_inks(rng, wishes.palette),
        random_style(rng),
        wishes.surface,
        surface_turn_deg=float(rng.uniform(0, 180)),
        tile_gap=gap,
        tile_thickness=float(rng.uniform(0.28, 0.5)),
        light=random_light(rng, wishes.light_kind),
        sensor=random_sensor(rng, wishes.tile_px, dark),
        size_wh=wishes.size_wh,
        seed=seed,
    )
    scene = replace(scene, pose=frame(rng, scene, wishes.tile_px, wishes.tilt_deg, wishes.cut))
    shades, glare = shade_and_glare(rng, wishes.shade, wishes.glare)
    edge = (float(rng.uniform(0, 360)), float(rng.uniform(6, 14))) if rng.random() < 0.2 else None
    scene = replace(scene, shades=shades, glare=glare, table_edge=edge)
    scene = replace(scene, strays=random_strays(rng, scene, wishes.stray_count))
    scene = replace(scene, clutter=random_clutter(rng, scene, wishes.clutter_count))
    return replace(scene, hands=random_hands(rng, scene, wishes.hand_count))


def _groups(rng: np.random.Generator, wishes: Wishes) -> Board:
    """One board, or several that do not touch."""
    if wishes.tile_count == 0:
        return EMPTY_BOARD
    room = _ROOM * min(wishes.size_wh) / wishes.tile_px
    groups = wishes.groups if room >= 8 else 1
    across = max(1, int(room / groups) - 1 if groups > 1 else int(room))
    deep = max(1, int(room))
    board = EMPTY_BOARD
    left = 0
    for _ in range(groups):
        part = grow_board(rng, wishes.palette, max(1, wishes.tile_count // groups), (across, deep))
        low = min(cell.x for cell in part.tiles)
        shift = Cell(left - low, int(rng.integers(-1, 2)) if groups > 1 else 0)
        board = Board({**board.tiles, **{_moved(c, shift): t for c, t in part.tiles.items()}})
        left = max(cell.x for cell in board.tiles) + 2 + int(rng.integers(0, 2))
    return board


def _moved(cell: Cell, shift: Cell) -> Cell:
    return Cell(cell.x + shift.x, cell.y + shift.y)

"""Tables of Qwirkle Cubes as they come: a grid of cubes and the players' open hands around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.board import Board, Cell
from assistant.tiles import PURPLE_SET, Tile
from vision.simulated.optics.camera import CameraPose, View
from vision.simulated.optics.light import LightKind, random_light
from vision.simulated.optics.sensor import random_sensor
from vision.simulated.pieces.blocks import at_height
from vision.simulated.pieces.cubes import random_cube_look
from vision.simulated.pieces.growth import grow_board
from vision.simulated.pieces.inks import random_inks
from vision.simulated.pieces.layout import Untidiness, lay_out
from vision.simulated.pieces.shapes import random_style
from vision.simulated.scenes.bands import conditions_of
from vision.simulated.scenes.scene import Item, StrayTile, TableScene
from vision.simulated.things.clutter import TRAY
from vision.simulated.things.surfaces import Surface

HAND = 6
"""Cubes that lie before a player."""
COPIES = 15
"""Of each kind there may be so many: a set has fifteen cubes of a colour, whatever is up."""
_SIZES = ((1280, 960), (1920, 1080), (1600, 1200), (1280, 720))
_LIGHTS = tuple(kind for kind in LightKind if kind is not LightKind.DUSK)
_SURFACES = tuple(one for one in Surface if one is not Surface.PRINTED_BOARD)
_RIM_PX = 12
_STEP_BACK = 1.03
Places = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CubeWishes:
    """What is drawn first and decides the rest of a table of cubes."""

    tilt_deg: float
    players: int
    cubes: int
    """On the grid."""
    tidy: bool
    """Whether the hands lie in rows."""
    tray: bool
    leaning: bool
    """Whether a cube of a hand leans."""


def random_cubes(seed: int, tilt_deg: float | None = None) -> TableScene:
    """One more table of cubes, all of it in the picture."""
    rng = np.random.default_rng(seed)
    tilt = float(rng.uniform(0, 50)) if tilt_deg is None else tilt_deg
    wishes = CubeWishes(
        tilt,
        players=int(rng.integers(2, 5)),
        cubes=int(rng.integers(3, 34)),
        tidy=bool(rng.random() < 0.25),
        tray=bool(rng.random() < 0.1),
        leaning=bool(rng.random() < 0.1),
    )
    return cube_table(rng, seed, wishes)


def cube_table(rng: np.random.Generator, seed: int, wishes: CubeWishes) -> TableScene:
    """A table of cubes under a random light and camera."""
    size = _SIZES[rng.integers(len(_SIZES))]
    board = grow_board(rng, PURPLE_SET, wishes.cubes, (9, 7), COPIES)
    untidy = Untidiness(float(rng.uniform(0.003, 0.02)), turn_deg=float(rng.uniform(0.3, 1.5)))
    gap = float(rng.uniform(0.0, 0.04))
    scene = TableScene(
        lay_out(rng, board, untidy, 1 + gap),
        random_inks(rng, PURPLE_SET),
        random_style(rng),
        _SURFACES[rng.integers(len(_SURFACES))],
        surface_turn_deg=float(rng.uniform(0, 180)),
        tile_gap=gap,
        tile_thickness=1.0,
        cubes=random_cube_look(rng),
        light=random_light(rng, _LIGHTS[rng.integers(len(_LIGHTS))]),
        sensor=random_sensor(rng, 60.0),
        size_wh=size,
        seed=seed,
    )
    strays = open_hands(rng, board, wishes.players, scene.pitch, wishes.tidy)
    if wishes.leaning and strays:
        strays = (replace(strays[0], lean_deg=float(rng.uniform(8, 30))), *strays[1:])
    scene = replace(scene, strays=strays, pose=_framed(rng, scene, strays, wishes.tilt_deg))
    if wishes.tray and strays:
        middle = np.mean([stray.place for stray in strays[:HAND]], axis=0)
        tray = Item(TRAY, (float(middle[0]), float(middle[1])), float(rng.uniform(0, 360)))
        scene = replace(scene, clutter=(tray,))
    return replace(scene, conditions=conditions_of(scene))


def open_hands(
    rng: np.random.Generator, board: Board, players: int, pitch: float, tidy: bool = False
) -> tuple[StrayTile, ...]:
    """Six cubes before each of the players, who sit around the grid; player after player."""
    cells = np.array(list(board.tiles) or [Cell(0, 0)], float) * pitch
    low, high = cells.min(axis=0), cells.max(axis=0)
    middle, half = (low + high) / 2, (high - low) / 2
    first = float(rng.uniform(0, 360))
    kinds = PURPLE_SET.kinds
    strays: list[StrayTile] = []
    taken = [*cells]
    for seat in range(players):
        heading = np.radians(first + 360 * seat / players + rng.uniform(-12, 12))
        out = np.array([np.cos(heading), np.sin(heading)])
        away = float(np.hypot(*(half * out))) + rng.uniform(3.2, 4.5)
        turn = float(rng.uniform(0, 90))
        for place in _hand(rng, middle + away * out, heading, taken, tidy):
            tile: Tile = kinds[rng.integers(len(kinds))]
            own = turn + float(rng.normal(0, 2)) if tidy else float(rng.uniform(0, 360))
            strays.append(StrayTile((float(place[0]), float(place[1])), own, tile, 0.05))
            taken.append(place)
    return tuple(strays)


def _hand(
    rng: np.random.Generator, middle: Places, heading: float, taken: list[Places], tidy: bool
) -> list[Places]:
    """Places for a hand's cubes, none inside another."""
    out = np.array([np.cos(heading), np.sin(heading)])
    along = np.array([-out[1], out[0]])
    places: list[Places] = []
    for slot in range(HAND):
        reach = 1.0
        while True:
            across, back = (slot - 2.5) * 1.5, float(rng.normal(0, 0.15 if tidy else 0.7 * reach))
            place = middle + across * along + back * out
            place = place + (0 if tidy else rng.normal(0, 0.25 * reach, 2))
            room = 1.48 if not tidy else 1.42
            near = [*places, *taken]
            if all(np.hypot(*(place - other)) > room for other in near):
                places.append(place)
                break
            reach *= 1.05
            if tidy or reach > 3:
                middle = middle + 0.2 * out
    return places


def _framed(
    rng: np.random.Generator, scene: TableScene, strays: tuple[StrayTile, ...], tilt_deg: float
) -> CameraPose:
    """A pose that shows every cube as large as the picture allows."""
    places = np.array([scene.place_of(t) for t in scene.tiles] + [s.place for s in strays])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    corners = np.concatenate([places + d for d in ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8))])
    solid = np.concatenate([at_height(corners, 0.0), at_height(corners, 1.0)])
    focal = float(rng.uniform(0.7, 1.15))
    pose = CameraPose(
        (float(middle[0]), float(middle[1])),
        9.0,
        tilt_deg,
        float(rng.uniform(0, 360)),
        float(rng.normal(0, 3)),
        focal,
        float(rng.uniform(-0.04, 0.02)),
    )
    size = np.array(scene.size_wh)
    for _ in range(90):
        view = View(pose, scene.size_wh)
        seen = view.through_lens(view.project(solid))
        low, high = seen.min(axis=0), seen.max(axis=0)
        if (low > _RIM_PX).all() and (high < size - 1 - _RIM_PX).all():
            break
        pose = replace(pose, distance=pose.distance * _STEP_BACK)
    return pose

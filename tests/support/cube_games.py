"""Games of Cubes as photos of the settled table after each turn, open hands in every one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from assistant.board import EMPTY_BOARD, Board, Placement
from assistant.moves.search import legal_moves
from assistant.rules.cubes import BOOK
from assistant.tiles import PURPLE_SET, Shape, Tile
from vision.simulated import SimTile, StrayTile, TableScene, render
from vision.simulated.optics.srgb import PictureBgr
from vision.simulated.people.playing import laid_by_hand
from vision.simulated.pieces.growth import grow_board
from vision.simulated.scenes.cube_tables import CubeWishes, cube_table, open_hands

HAND_SIZE = BOOK.hand_size
GOOD_MOVES = 8
"""A player takes one of the best so many moves."""


@dataclass(frozen=True, slots=True)
class CubeTurn:
    """One turn: what was rolled first and then laid, and the table after it."""

    player: int
    rolled: int
    placement: Placement
    board: Board
    hands: tuple[tuple[Tile, ...], ...]
    picture_bgr: PictureBgr


def cube_turns(seed: int, tilt_deg: float, players: int = 2, turns: int = 6) -> Iterator[CubeTurn]:
    """A game of so many turns, each photographed by a camera that somebody holds there."""
    rng = np.random.default_rng(seed)
    space = grow_board(rng, PURPLE_SET, 5 + 3 * turns, (9, 7), 15)
    wishes = CubeWishes(
        tilt_deg, players, len(space), tidy=bool(rng.random() < 0.3), tray=False, leaning=False
    )
    room = cube_table(rng, seed, wishes)
    lying = list(open_hands(np.random.default_rng(seed), space, players, room.pitch, wishes.tidy))
    room = replace(room, tiles=(), strays=(), clutter=())
    book = replace(BOOK, palette=PURPLE_SET)
    board, tiles = EMPTY_BOARD, list[SimTile]()
    for turn in range(turns):
        player = turn % players
        own = range(player * HAND_SIZE, (player + 1) * HAND_SIZE)
        rolled = 0
        for _ in range(12):
            hand = [lying[k].tile for k in own if lying[k].tile]
            # Beyond this room hands lie, and no cube can stand in another.
            moves = tuple(
                move
                for move in legal_moves(board, hand, book)
                if all(placed.cell in space for placed in move.placement)
            )[:GOOD_MOVES]
            if moves:
                break
            rolled += HAND_SIZE
            for k in own:
                lying[k] = _rolled(rng, lying[k])
        if not moves:
            return  # a dead end, or the room is full
        move = moves[int(rng.integers(len(moves)))].placement
        board = board.with_tiles(move)
        tiles += [laid_by_hand(rng, placed, 0.7) for placed in move]
        for placed in move:
            k = next(k for k in own if lying[k].tile == placed.tile)
            lying[k] = _drawn(rng, lying[k])
        scene = _photographed(rng, room, tuple(tiles), tuple(lying), seed * 100 + turn)
        hands = tuple(
            tuple(one.tile for one in lying[p * HAND_SIZE : (p + 1) * HAND_SIZE] if one.tile)
            for p in range(players)
        )
        yield CubeTurn(player, rolled, move, board, hands, render(scene).picture_bgr)


def _rolled(rng: np.random.Generator, cube: StrayTile) -> StrayTile:
    """The same cube with another symbol up, lying otherwise."""
    assert cube.tile is not None
    shapes = list(Shape)
    tile = Tile(cube.tile.colour, shapes[int(rng.integers(6))])
    return replace(cube, tile=tile, turn_deg=float(rng.uniform(0, 360)))


def _drawn(rng: np.random.Generator, cube: StrayTile) -> StrayTile:
    """A cube from the bag where another one lay."""
    kinds = PURPLE_SET.kinds
    tile = kinds[int(rng.integers(len(kinds)))]
    return replace(cube, tile=tile, turn_deg=float(rng.uniform(0, 360)))


def _photographed(
    rng: np.random.Generator,
    room: TableScene,
    tiles: tuple[SimTile, ...],
    strays: tuple[StrayTile, ...],
    seed: int,
) -> TableScene:
    """The table as a hand-held camera sees it, never twice from quite the same place."""
    pose = room.pose
    aside = rng.normal(0, 0.15, 2)
    pose = replace(
        pose,
        look_at=(pose.look_at[0] + float(aside[0]), pose.look_at[1] + float(aside[1])),
        yaw_deg=pose.yaw_deg + float(rng.normal(0, 1.5)),
        tilt_deg=max(0.0, pose.tilt_deg + float(rng.normal(0, 1.0))),
        distance=pose.distance * float(rng.uniform(1.0, 1.05)),
    )
    return replace(room, tiles=tiles, strays=strays, pose=pose, seed=seed)

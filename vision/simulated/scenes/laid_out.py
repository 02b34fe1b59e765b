"""Tables for learning and for measuring what was learned: one set, one room, one camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assistant.board import Cell, Placed
from assistant.tiles import Colour, Shape, Tile
from vision.simulated.people.playing import laid_by_hand
from vision.simulated.pieces.growth import grow_board
from vision.simulated.scenes.scene import SimTile, StrayTile, TableScene

FIT_WH = (14, 9)
"""Cells within which a game stays, so that the camera sees all of it."""


def laid_out(room: TableScene, tiles: Sequence[Tile], seed: int, columns: int = 6) -> TableScene:
    """These tiles in a block in the middle of a room's table, as a hand lays them."""
    rows = -(-len(tiles) // columns)
    left, top = -(min(columns, len(tiles)) // 2), -(rows // 2)
    placed = [
        Placed(Cell(left + k % columns, top + k // columns), tile) for k, tile in enumerate(tiles)
    ]
    return _with(room, placed, seed)


def all_kinds(room: TableScene, seed: int) -> TableScene:
    """The 36 different tiles of the room's set, in any order."""
    kinds = list(room.inks.palette.kinds)
    order = np.random.default_rng(seed).permutation(len(kinds))
    return laid_out(room, [kinds[k] for k in order], seed)


def each_colour(room: TableScene, seed: int) -> TableScene:
    """One tile of each colour in a row, in any order and of any shape."""
    rng = np.random.default_rng(seed)
    colours: list[Colour] = list(room.inks.palette.colours)
    shapes = list(Shape)
    tiles = [Tile(colours[k], shapes[int(rng.integers(6))]) for k in rng.permutation(6)]
    return laid_out(room, tiles, seed)


def in_play(room: TableScene, seed: int, count: int = 30) -> TableScene:
    """A table in the middle of a game in the same room."""
    rng = np.random.default_rng(seed)
    board = grow_board(rng, room.inks.palette, count, FIT_WH)
    middle = [round((min(v) + max(v)) / 2) for v in zip(*board.tiles, strict=True)]
    placed = [Placed(Cell(c.x - middle[0], c.y - middle[1]), tile) for c, tile in board]
    return _with(room, placed, seed)


def face_down(scene: TableScene, index: int) -> TableScene:
    """The same table with one tile of the block turned over."""
    tile = scene.tiles[index]
    kept = tuple(one for k, one in enumerate(scene.tiles) if k != index)
    blank = StrayTile(scene.place_of(tile), tile.turn_deg)
    return replace(scene, tiles=kept, strays=(*scene.strays, blank))


def _with(room: TableScene, placed: Sequence[Placed], seed: int) -> TableScene:
    rng = np.random.default_rng(seed)
    tiles: tuple[SimTile, ...] = tuple(laid_by_hand(rng, one) for one in placed)
    return replace(room, tiles=tiles, seed=seed)

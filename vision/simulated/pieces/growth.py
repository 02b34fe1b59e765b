"""Boards as games leave them: grown turn by turn by the rule of the lines."""

from __future__ import annotations

from collections import Counter

import numpy as np

from assistant.board import ACROSS, DOWN, EMPTY_BOARD, Board, Cell, Placed
from assistant.tiles import Palette, Tile

_COPIES = 3
_LONGEST = 6


def grow_board(
    rng: np.random.Generator,
    palette: Palette,
    tiles: int,
    fit_wh: tuple[int, int],
    copies: int = _COPIES,
) -> Board:
    """A board of about that many tiles that stays within so many cells; may end with fewer."""
    board = EMPTY_BOARD
    supply = Counter(dict.fromkeys(palette.kinds, copies))
    stuck = 0
    while len(board) < tiles and stuck < 30:
        laid = _turn(rng, board, supply, tiles - len(board), fit_wh)
        stuck = 0 if laid else stuck + 1
        board = board.with_tiles(laid)
        supply.subtract(placed.tile for placed in laid)
    return board


def _turn(
    rng: np.random.Generator,
    board: Board,
    supply: Counter[Tile],
    most: int,
    fit_wh: tuple[int, int],
) -> list[Placed]:
    """One turn: up to four tiles in a line, each legal where it lies."""
    open_cells = sorted(board.open_cells())
    cell = open_cells[rng.integers(len(open_cells))]
    direction = ACROSS if rng.random() < 0.5 else DOWN
    laid: list[Placed] = []
    wanted = min(most, int(rng.choice([1, 2, 3, 4], p=[0.3, 0.35, 0.25, 0.1])))
    used = Counter[Tile]()
    while len(laid) < wanted and _fits(board, cell, fit_wh):
        choices = _fitting(board, cell, supply - used)
        if not choices:
            break
        tile = choices[rng.integers(len(choices))]
        used[tile] += 1
        laid.append(Placed(cell, tile))
        board = board.with_tiles(laid[-1:])
        cell = cell.step(direction)
        if cell in board:
            break
    return laid


def _fits(board: Board, cell: Cell, fit_wh: tuple[int, int]) -> bool:
    xs = [c.x for c in board.tiles] + [cell.x]
    ys = [c.y for c in board.tiles] + [cell.y]
    return max(xs) - min(xs) < fit_wh[0] and max(ys) - min(ys) < fit_wh[1]


def _fitting(board: Board, cell: Cell, supply: Counter[Tile]) -> list[Tile]:
    """The kinds still in supply that may lie on a cell."""
    lines = [_beside(board, cell, direction) for direction in (ACROSS, DOWN)]
    return [
        tile for tile, left in supply.items() if left > 0 and all(_joins(tile, ln) for ln in lines)
    ]


def _beside(board: Board, cell: Cell, direction: Cell) -> list[Tile]:
    """The tiles that would be in one line with a tile on this cell."""
    found = []
    for way in (1, -1):
        near = cell.step(direction, way)
        while (tile := board.tile_at(near)) is not None:
            found.append(tile)
            near = near.step(direction, way)
    return found


def _joins(tile: Tile, line: list[Tile]) -> bool:
    """Whether a tile and these make one line: all of a colour or all of a shape, none twice."""
    if tile in line or len(line) >= _LONGEST or len(set(line)) != len(line):
        return False
    return len({t.colour for t in line} | {tile.colour}) == 1 or (
        len({t.shape for t in line} | {tile.shape}) == 1
    )

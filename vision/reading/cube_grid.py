"""Which cubes form the game's grid: touching ones, turned alike, in lines that a game may have."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assistant.board import ACROSS, DOWN, Board, Cell
from assistant.tiles import Shape, Tile
from vision.reading.prints import Floats

TOUCH = (0.84, 1.2)
"""How far apart neighbours lie, in edges."""
OFF = 0.24
"""How far a neighbour may lie from the cell where it is expected, in edges."""
FOLLOWS = 0.3
"""How much of the way to a neighbour the next steps follow, so that rows may bend."""
MIXED = 0.35
"""What a line that no game has leaves of a group's worth, a line."""
FAR_OUT = 0.04
"""What each edge of distance from the middle of all cubes takes off a group's worth."""
STRAY_REACH, STRAY_OFF = 3, 0.2
"""Cubes behind a hand still are of the grid: so many cells away, so near to a cell of it."""
ALIGNED, ASKEW = np.radians(6), np.radians(12)
"""Turned as the grid is, and surely not so."""
COMPANY = 2.2
"""But not where one that lies askew is this near, in edges: they are of somebody's open hand."""


@dataclass(frozen=True, slots=True)
class GridOfCubes:
    """The cells of those cubes that form the grid."""

    cells: dict[int, Cell]
    turn: float
    """Of its rows on the plane of the tops, radians."""


def find_grid(places: Floats, tiles: Sequence[Tile], turns: Floats) -> GridOfCubes:
    """The grid among cubes at places (N, 2) of the plane; `turns` (N,), NaN where unknown."""
    groups: list[GridOfCubes] = []
    for one, other in _pairs(places, turns):
        # Neighbours on the cells of a group would only find the same group again.
        if not any(_are_beside(group, one, other) for group in groups):
            groups.append(_grown(places, turns, one, other))
    if not groups:
        return GridOfCubes({}, 0.0)
    middle = places.mean(axis=0)
    best = max(groups, key=lambda group: _worth(group, places, tiles, middle))
    return _joined(best, places, turns)


def _pairs(places: Floats, turns: Floats) -> list[tuple[int, int]]:
    """Neighbours that touch along an edge, as far as their turns are known."""
    way = places[None] - places[:, None]
    far = np.hypot(way[..., 0], way[..., 1])
    angle = np.arctan2(way[..., 1], way[..., 0])
    pairs = []
    for i, j in zip(*np.nonzero(np.triu((far > TOUCH[0]) & (far < TOUCH[1]), 1)), strict=True):
        askew = [_apart(turns[k], angle[i, j]) for k in (i, j) if not np.isnan(turns[k])]
        if all(one < np.radians(15) for one in askew):
            pairs.append((int(i), int(j)))
    return pairs


def _apart(turn: float, other: float) -> float:
    """How far two turns differ where quarter turns look alike."""
    return float(abs((turn - other + np.pi / 4) % (np.pi / 2) - np.pi / 4))


def _grown(places: Floats, turns: Floats, first: int, second: int) -> GridOfCubes:
    """All cubes that lie cell by cell beside these two."""
    way = places[second] - places[first]
    start = way / np.hypot(*way)
    cells, steps = {first: Cell(0, 0)}, {first: start}
    taken = {Cell(0, 0)}
    waiting = deque([first])
    while waiting:
        k = waiting.popleft()
        right = steps[k]
        down = np.array([-right[1], right[0]])
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            expected = dx * right + dy * down
            away = np.hypot(*(places - places[k] - expected).T)
            away[list(cells)] = np.inf
            near = int(np.argmin(away))
            cell = Cell(cells[k].x + dx, cells[k].y + dy)
            if away[near] > OFF or cell in taken:
                continue
            if not np.isnan(turns[near]) and _apart(turns[near], _angle(right)) > np.radians(20):
                continue
            seen = (places[near] - places[k]) / np.hypot(*(places[near] - places[k]))
            turn = seen @ np.array([[dx, -dy], [dy, dx]])
            followed = (1 - FOLLOWS) * right + FOLLOWS * turn
            cells[near], steps[near] = cell, followed / np.hypot(*followed)
            taken.add(cell)
            waiting.append(near)
    return GridOfCubes(cells, _angle(np.mean(list(steps.values()), axis=0)))


def _are_beside(group: GridOfCubes, one: int, other: int) -> bool:
    """Whether two cubes lie on cells of a group that share an edge."""
    cell, beside = group.cells.get(one), group.cells.get(other)
    return cell is not None and beside in cell.neighbours


def _angle(way: Floats) -> float:
    return float(np.arctan2(way[1], way[0]))


def _worth(group: GridOfCubes, places: Floats, tiles: Sequence[Tile], middle: Floats) -> float:
    board = Board({cell: tiles[k] for k, cell in group.cells.items()})
    mixed = sum(not _is_line(line) for line in _lines(board))
    out = float(np.hypot(*(places[list(group.cells)].mean(axis=0) - middle)))
    return len(group.cells) * MIXED ** min(mixed, 3) * max(0.2, 1 - FAR_OUT * out)


def _lines(board: Board) -> list[list[Tile]]:
    """Every run of two or more in a row or column."""
    lines = []
    for direction in (ACROSS, DOWN):
        for cell in board.tiles:
            if cell.step(direction, -1) in board:
                continue
            line = []
            while (tile := board.tile_at(cell)) is not None:
                line.append(tile)
                cell = cell.step(direction)
            if len(line) > 1:
                lines.append(line)
    return lines


def _is_line(line: list[Tile]) -> bool:
    """Whether a game may have this line; before turns are known a diamond may be a square."""
    shapes = [Shape.SQUARE if t.shape is Shape.DIAMOND else t.shape for t in line]
    alike = len(set(shapes)) == 1 or len({tile.colour for tile in line}) == 1
    return alike and len(line) <= 6


def _joined(group: GridOfCubes, places: Floats, turns: Floats) -> GridOfCubes:
    """The grid and those cubes that lie on its cells beyond a gap, as behind a hand."""
    cells = dict(group.cells)
    cos, sin = np.cos(group.turn), np.sin(group.turn)
    upright = places @ np.array([[cos, -sin], [sin, cos]])
    others = [k for k in range(len(places)) if k not in cells]
    waiting = [k for k in others if _is_aligned(k, others, places, turns, group.turn)]
    askew = [k for k in others if _apart(turns[k], group.turn) > ASKEW]
    waiting = [k for k in waiting if all(_far(places, k, m) > COMPANY for m in askew)]
    found = True
    while found:
        found = False
        for k in waiting:
            cell = _cell_beside(k, cells, upright)
            if cell is not None:
                cells[k] = cell
                waiting.remove(k)
                found = True
                break
    return GridOfCubes(cells, group.turn)


def _is_aligned(k: int, others: list[int], places: Floats, turns: Floats, turn: float) -> bool:
    """Whether a cube is turned as the grid is, by itself or by another that it touches."""
    if not np.isnan(turns[k]):
        return bool(_apart(turns[k], turn) < ALIGNED)
    beside = (m for m in others if m != k and TOUCH[0] < _far(places, k, m) < TOUCH[1])
    return any(_apart(_angle(places[m] - places[k]), turn) < ALIGNED for m in beside)


def _far(places: Floats, one: int, other: int) -> float:
    return float(np.hypot(*(places[one] - places[other])))


def _cell_beside(k: int, cells: dict[int, Cell], upright: Floats) -> Cell | None:
    """The free cell near the grid on which a cube lies."""
    rows = list(cells)
    near = rows[int(np.argmin(np.hypot(*(upright[rows] - upright[k]).T)))]
    way = upright[k] - upright[near]
    whole = np.rint(way).astype(int)
    cell = Cell(cells[near].x + int(whole[0]), cells[near].y + int(whole[1]))
    fits = np.abs(way - whole).max() < STRAY_OFF and np.abs(whole).sum() <= STRAY_REACH
    return cell if fits and cell not in cells.values() else None

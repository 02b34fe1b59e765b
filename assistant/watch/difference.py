"""The difference between the known board and what now lies there: which cells make up the move."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from assistant.board import Cell

MOST_TILES = 6
NEAR_CELLS = 2
"""A tile this far from the grid, with one empty cell between, may be meant as part of the game."""

Group = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Difference:
    """The new cells of a table, told apart by what they can be."""

    added: Group
    """What a player placed, as far as the grid tells."""
    apart: Group = frozenset()
    """Near the grid without touching it, beside what was placed."""
    choices: int = 1
    """How many groups could be the opening move."""


def connected_to(grid: Collection[Cell], cells: Collection[Cell]) -> Group:
    """The cells that touch the grid, directly or through one another."""
    reached: set[Cell] = set()
    waiting = [cell for cell in cells if any(near in grid for near in cell.neighbours)]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting.extend(near for near in cell.neighbours if near in cells)
    return frozenset(reached)


def groups_of(cells: Collection[Cell]) -> list[Group]:
    """The cells in groups that touch, the largest first."""
    left, groups = set(cells), []
    while left:
        seed = min(left)
        group = connected_to({seed}, left) | {seed}
        groups.append(group)
        left -= group
    return sorted(groups, key=lambda group: (-len(group), min(group)))


def is_one_line(cells: Iterable[Cell]) -> bool:
    """Whether all cells share a row or a column."""
    cells = tuple(cells)
    return len({cell.x for cell in cells}) <= 1 or len({cell.y for cell in cells}) <= 1


def difference(grid: Collection[Cell], new: Collection[Cell], middle: Cell) -> Difference:
    """What was placed among the cells that are new; `middle` is the picture's middle."""
    if not grid:
        return _opening(new, middle)
    added = connected_to(grid, new)
    near = [
        group
        for group in groups_of(set(new) - added)
        if len(group) <= MOST_TILES and _distance(group, {*grid, *added}) <= NEAR_CELLS
    ]
    if not near:
        return Difference(added)
    if not added:
        return Difference(near[0], frozenset().union(*near[1:]))
    in_line = [group for group in near if is_one_line(added | group)]
    others = [group for group in near if group not in in_line]
    return Difference(added.union(*in_line), frozenset().union(*others))


def _opening(new: Collection[Cell], middle: Cell) -> Difference:
    """The group that is the first move, or the table of a game that is under way."""
    groups = groups_of(new)
    if not groups:
        return Difference(frozenset())
    large = [group for group in groups if len(group) > MOST_TILES or not is_one_line(group)]
    ranked = sorted(large or groups, key=lambda group: _distance(group, {middle}))
    first = max(large, key=len) if large else ranked[0]
    return Difference(first, choices=len(ranked))


def _distance(group: Iterable[Cell], grid: Collection[Cell]) -> int:
    """The steps of a king from a group to the nearest tile of the grid."""
    return min(max(abs(a.x - b.x), abs(a.y - b.y)) for a in group for b in grid)

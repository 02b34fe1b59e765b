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
    """How many groups could be the move."""


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


def difference(
    grid: Collection[Cell], new: Collection[Cell], loose: Collection[Cell] = ()
) -> Difference:
    """What was placed among the new cells; what joins tiles that lay loose before was not."""
    added = connected_to(grid, new)
    near = [
        group
        for group in unheld_groups(set(new) - added, loose)
        if len(group) <= MOST_TILES and distance(group, {*grid, *added}) <= NEAR_CELLS
    ]
    if not near:
        return Difference(added)
    if not added:
        return Difference(near[0], frozenset().union(*near[1:]))
    in_line = [group for group in near if is_one_line(added | group)]
    others = [group for group in near if group not in in_line]
    return Difference(added.union(*in_line), frozenset().union(*others))


def unheld_groups(cells: Collection[Cell], loose: Collection[Cell]) -> list[Group]:
    """The groups of cells that touch no tile which lay loose before, as in a player's row."""
    return groups_of(set(cells) - connected_to(loose, cells))


def distance(group: Iterable[Cell], grid: Collection[Cell]) -> int:
    """The steps of a king from a group to the nearest tile of the grid."""
    return min(max(abs(a.x - b.x), abs(a.y - b.y)) for a in group for b in grid)

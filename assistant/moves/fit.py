"""Which kinds of tile fit each open cell of a board, as bit masks.

A line is legal exactly when every two of its tiles share one attribute and differ in the other,
so the kinds that may join a line are the intersection of the kinds that go with each of its tiles.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from assistant.board import Board, Cell
from assistant.rules.book import LONGEST_LINE
from assistant.tiles import Attribute, Colour, Shape, Tile

KINDS = tuple(Tile(colour, shape) for colour in Colour for shape in Shape)
"""Every kind of tile, purple and white both; a kind's place here is its bit."""
KIND_OF = {tile: kind for kind, tile in enumerate(KINDS)}
EVERY_KIND = (1 << len(KINDS)) - 1
GOES_WITH = tuple(
    sum(1 << kind for kind, other in enumerate(KINDS) if tile != other and tile.shares(other))
    for tile in KINDS
)
"""For each kind, the kinds that may lie in one line with it."""
ATTRIBUTES: tuple[Attribute, ...] = (*Colour, *Shape)
SHARES = tuple(
    tuple(
        ATTRIBUTES.index(tile.colour if tile.colour is other.colour else tile.shape)
        for other in KINDS
    )
    for tile in KINDS
)
"""For two kinds that go together, the place among the attributes of what they share."""


class Run(NamedTuple):
    """A stretch of cells in one row or column, and what may join the tiles in it."""

    first: int
    """The lattice key of its first cell."""
    last: int
    length: int
    kinds: int
    """The kinds in it."""
    fits: int
    """The kinds that may join it: none when it is full or breaks the rules."""


Runs = dict[int, Run]
"""Runs by the key of an open cell."""


@dataclass(frozen=True, slots=True)
class NumberedBoard:
    """A board with its cells numbered row by row, and the runs at each open cell."""

    left: int
    top: int
    width: int
    """A step across is 1, a step down is the width."""
    kinds: dict[int, int]
    """The kind on each taken cell."""
    before: dict[int, Runs]
    """By step: the run that ends just before a cell."""
    after: dict[int, Runs]
    """By step: the run that starts just after a cell."""
    joined: dict[int, Runs]
    """By step: the line that a tile on the cell would make, where it makes one."""

    @property
    def steps(self) -> tuple[int, int]:
        """One cell to the right, and one cell down."""
        return 1, self.width

    def across(self, step: int) -> int:
        """The step at right angles to this one."""
        return self.width + 1 - step

    def cell(self, key: int) -> Cell:
        """The cell with this number."""
        return Cell(key % self.width + self.left, key // self.width + self.top)

    def fits(self) -> dict[int, int]:
        """The kinds that may be laid alone on each open cell; an empty board opens the origin."""
        if not self.kinds:
            return {-self.top * self.width - self.left: EVERY_KIND}
        across, down = (self.joined[step] for step in self.steps)
        fits = {key: run.fits for key, run in across.items()}
        for key, run in down.items():
            fits[key] = fits.get(key, EVERY_KIND) & run.fits
        return fits


def numbered_board(board: Board) -> NumberedBoard:
    """Number the cells of a board and find its runs."""
    # The margin keeps a line that grows out of one row from running into the next one's numbers.
    margin = LONGEST_LINE + 1
    xs = [cell.x for cell in board.tiles] or [0]
    ys = [cell.y for cell in board.tiles] or [0]
    left, top = min(xs) - margin, min(ys) - margin
    width = max(xs) - left + margin + 1
    kinds = {
        (cell.y - top) * width + cell.x - left: KIND_OF[tile] for cell, tile in board.tiles.items()
    }
    before: dict[int, Runs] = {1: {}, width: {}}
    after: dict[int, Runs] = {1: {}, width: {}}
    for step in before:
        for key in kinds:
            if key - step not in kinds:
                run = _run_from(key, step, kinds)
                after[step][key - step] = before[step][run.last + step] = run
    joined = {step: _join(before[step], after[step]) for step in before}
    return NumberedBoard(left, top, width, kinds, before, after, joined)


def _join(before: Runs, after: Runs) -> Runs:
    """The lines that appear when a tile is laid between or beside runs."""
    joined = {
        key: Run(run.first, key, run.length + 1, run.kinds, run.fits) for key, run in before.items()
    }
    for key, run in after.items():
        other = before.get(key)
        if other is None:
            joined[key] = Run(key, run.last, run.length + 1, run.kinds, run.fits)
        else:
            length = other.length + 1 + run.length
            agree = length <= LONGEST_LINE and not run.kinds & ~other.fits
            fits = other.fits & run.fits if agree else 0
            joined[key] = Run(other.first, run.last, length, other.kinds | run.kinds, fits)
    return joined


def _run_from(first: int, step: int, kinds: dict[int, int]) -> Run:
    key, length, own, fits = first, 0, 0, EVERY_KIND
    while (kind := kinds.get(key)) is not None:
        fits = fits & GOES_WITH[kind] if fits >> kind & 1 else 0
        own |= 1 << kind
        length += 1
        key += step
    return Run(first, key - step, length, own, fits if length < LONGEST_LINE else 0)


def mask_of(tiles: Iterable[Tile]) -> int:
    """The kinds among these tiles."""
    mask = 0
    for tile in tiles:
        mask |= 1 << KIND_OF[tile]
    return mask

"""The board: tiles on an unbounded grid, never changed, only replaced by the board after a move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from assistant.tiles import NotationError, Tile, parse_tile


class Cell(NamedTuple):
    """A place on the grid; x grows to the right, y grows downwards."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    def step(self, direction: Cell, count: int = 1) -> Cell:
        """The cell that many steps further in a direction."""
        return Cell(self.x + direction.x * count, self.y + direction.y * count)

    @property
    def neighbours(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The four cells that share an edge with this one."""
        x, y = self
        return (Cell(x + 1, y), Cell(x, y + 1), Cell(x - 1, y), Cell(x, y - 1))


ACROSS = Cell(1, 0)
DOWN = Cell(0, 1)
DIRECTIONS = (ACROSS, DOWN)


class Placed(NamedTuple):
    """One tile on one cell."""

    cell: Cell
    tile: Tile

    def __str__(self) -> str:
        return f"{self.tile}@{self.cell}"


Placement = tuple[Placed, ...]
"""The tiles of one turn, in the order they were laid; that order never changes a ruling."""


@dataclass(frozen=True, slots=True)
class Board:
    """All tiles on the table by cell."""

    tiles: Mapping[Cell, Tile]

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[Placed]:
        """Every tile, row by row from the top left."""
        for cell in sorted(self.tiles, key=lambda cell: (cell.y, cell.x)):
            yield Placed(cell, self.tiles[cell])

    def __contains__(self, cell: object) -> bool:
        return cell in self.tiles

    def __hash__(self) -> int:
        return hash(frozenset(self.tiles.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and dict(self.tiles) == dict(other.tiles)

    def __str__(self) -> str:
        return format_board(self)

    def tile_at(self, cell: Cell) -> Tile | None:
        """The tile on a cell, if there is one."""
        return self.tiles.get(cell)

    def with_tiles(self, placement: Iterable[Placed]) -> Board:
        """The board after these tiles were laid; a tile on a taken cell replaces what lay there."""
        return Board({**self.tiles, **{placed.cell: placed.tile for placed in placement}})

    def without(self, cells: Iterable[Cell]) -> Board:
        """The board after the tiles on these cells were taken away."""
        gone = set(cells)
        return Board({cell: tile for cell, tile in self.tiles.items() if cell not in gone})

    def line_through(self, cell: Cell, direction: Cell) -> tuple[Cell, ...]:
        """The unbroken run of tiles through a taken cell, from its first to its last cell."""
        if cell not in self.tiles:
            return ()
        first = cell
        while (before := first.step(direction, -1)) in self.tiles:
            first = before
        line = [first]
        while (after := line[-1].step(direction)) in self.tiles:
            line.append(after)
        return tuple(line)

    def open_cells(self) -> frozenset[Cell]:
        """The empty cells beside a tile; on an empty board, the origin alone."""
        if not self.tiles:
            return frozenset({Cell(0, 0)})
        beside = {near for cell in self.tiles for near in cell.neighbours}
        return frozenset(beside - self.tiles.keys())


EMPTY_BOARD = Board({})
NO_TILE = ".."


def parse_cell(text: str) -> Cell:
    """A cell from 'x,y'."""
    try:
        x, y = text.split(",")
        return Cell(int(x), int(y))
    except ValueError:
        raise NotationError("not_a_cell", repr(text.strip())) from None


def format_placement(placement: Iterable[Placed]) -> str:
    """'ro@0,0 rs@1,0': the tiles of a turn in one line."""
    return " ".join(str(placed) for placed in placement)


def parse_placement(text: str) -> Placement:
    """The tiles of a turn from 'ro@0,0 rs@1,0'."""
    placement = []
    for word in text.split():
        tile, at, cell = word.partition("@")
        if not at:
            raise NotationError("not_placed", repr(word))
        placement.append(Placed(parse_cell(cell), parse_tile(tile)))
    return tuple(placement)


def format_board(board: Board) -> str:
    """A diagram: '@x,y' of the top left cell, then one line a row, '..' for no tile."""
    if not board:
        return ""
    left, right = min(c.x for c in board.tiles), max(c.x for c in board.tiles)
    top, bottom = min(c.y for c in board.tiles), max(c.y for c in board.tiles)
    rows = []
    for y in range(top, bottom + 1):
        row = (board.tile_at(Cell(x, y)) for x in range(left, right + 1))
        rows.append(" ".join(NO_TILE if tile is None else str(tile) for tile in row))
    return "\n".join([f"@{left},{top}", *rows])


def parse_board(text: str) -> Board:
    """A board from its diagram; without an '@x,y' line the top left cell is 0,0."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    corner = Cell(0, 0)
    if lines and lines[0].startswith("@"):
        corner = parse_cell(lines.pop(0)[1:])
    tiles = {
        Cell(corner.x + x, corner.y + y): parse_tile(word)
        for y, line in enumerate(lines)
        for x, word in enumerate(line.split())
        if word != NO_TILE
    }
    return Board(tiles)

"""What differs between the games that are played on a grid, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from assistant.board import Cell
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Colour, Palette, Tile

LONGEST_LINE = 6
QWIRKLE_BONUS = 6


class TieBreak(Enum):
    """Who starts among players with equally large sets; editions differ."""

    OLDEST = "oldest"
    YOUNGEST = "youngest"


class Limit(Enum):
    """What a set has only so many of."""

    KIND = "kind"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class GridGame:
    """What differs between the games that are played on a grid."""

    name: str
    rules: Mapping[Fault, str] = field(hash=False)
    """The rulebook's number for each fault."""
    copies: int
    """How many of each kind, or of each colour, the set has."""
    limit: Limit
    tile_count: int
    tie_break: TieBreak
    hand_size: int = 6
    palette: Palette | None = None
    """The set's colours; None while nobody has said, and then only purple beside white is wrong."""

    def limited(self, tile: Tile) -> Tile | Colour:
        """What the set has only so many of, for this tile."""
        return tile if self.limit is Limit.KIND else tile.colour

    def violation(
        self,
        fault: Fault,
        cells: Iterable[Cell] = (),
        tiles: Iterable[Tile] = (),
        count: int = 0,
    ) -> Violation:
        """The fault under this game's rule number."""
        return Violation(fault, self.rules[fault], tuple(cells), tuple(tiles), count)

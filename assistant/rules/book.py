"""A rulebook as one value: all that differs between the games stands in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from assistant.board import Cell
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Colour, Palette, Tile

LONGEST_LINE = 6
QWIRKLE_BONUS = 6


class Rulebook(Enum):
    """The name of a game, as records and the command line spell it."""

    CLASSIC = "classic"
    CUBES = "cubes"
    CARDS = "cards"


class TieBreak(Enum):
    """Who starts among players with equally large sets; editions differ."""

    OLDEST = "oldest"
    YOUNGEST = "youngest"


class Limit(Enum):
    """What a set has only so many of."""

    KIND = "kind"
    COLOUR = "colour"


class Layout(Enum):
    """How the pieces lie, and so which referee rules and how a camera looks at them."""

    GRID = "grid"
    """On the cells of a grid, where they stay."""
    ROWS = "rows"
    """In rows that a turn may take apart and lay anew."""


class Trade(Enum):
    """What a player may swap with the bag."""

    SOME = "some"
    """Some or all tiles, and the turn is over (C7)."""
    WHOLE_HAND = "whole_hand"
    """The whole hand by somebody who cannot play, and the turn goes on (K6)."""
    NEVER = "never"


class Blocked(Enum):
    """Whether the game is over when nobody can place any more."""

    NEVER = "never"
    BY_EDITION = "by_edition"
    """Some editions say so, others do not: a setting (C12)."""
    ALWAYS = "always"
    """By the house ruling on the dead end (U5)."""


class Deed(Enum):
    """What a rulebook has a rule about, beside the laying itself."""

    TURN = "turn"
    OPENING = "opening"
    TRADE = "trade"
    ROLL = "roll"
    PASS = "pass"
    END = "end"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Book:
    """One game: its numbers, what may be done in it, how it opens and ends."""

    name: Rulebook
    letter: str
    """Its rules are numbered with this letter: C4, U8, K4."""
    rules: Mapping[Fault, str] = field(hash=False)
    """The rulebook's number for each fault."""
    deeds: Mapping[Deed, str] = field(hash=False)
    """The rulebook's number for what is done beside laying."""
    copies: int
    """How many of each kind, or of each colour, the set has."""
    limit: Limit
    tile_count: int
    tie_break: TieBreak
    hand_size: int
    layout: Layout
    trade: Trade
    rolls: bool = False
    """Whether the pieces are cubes that are rolled again (U4)."""
    smallest_opening: int = 1
    """Hands without so many matching pieces are dealt again (K2)."""
    going_out_bonus: int | None = None
    """Points for the player whose last tile ends the game; None where going out ends nothing."""
    blocked: Blocked = Blocked.NEVER
    last_round: bool = False
    """Whether everybody has one more turn after the last piece was drawn (K7)."""
    unit: str = "points"
    """What totals count."""
    lone_tile_points: int = 1
    """What a lone first tile pays: the rulebooks are silent (C10)."""
    min_players: int = 2
    max_players: int = 4
    house_players: int = 6
    """The most that play by the house rule."""
    palette: Palette | None = None
    """The set's colours; None while nobody has said, and then only purple beside white is wrong."""

    @property
    def is_grid(self) -> bool:
        """Whether the pieces lie on a grid."""
        return self.layout is Layout.GRID

    def most_players(self, up_to_six: bool) -> int:
        """How many can sit down, by the rulebook or by the house rule."""
        return self.house_players if up_to_six else self.max_players

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

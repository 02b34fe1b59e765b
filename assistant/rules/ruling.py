"""Rulings: what a referee answers to a move, with every reason and every line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from assistant.board import Cell
from assistant.tiles import Attribute, Tile


class Fault(Enum):
    """One way in which a move breaks a rule, told apart the way players argue."""

    NOTHING_PLACED = "nothing_placed"
    OCCUPIED = "occupied"
    NOT_ONE_LINE = "not_one_line"
    GAP = "gap"
    TOUCHES_NOTHING = "touches_nothing"
    MIXED_LINE = "mixed_line"
    TWICE_IN_LINE = "twice_in_line"
    TOO_LONG = "too_long"
    SHARES_NOTHING = "shares_nothing"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_TILES = "too_many_tiles"
    WRONG_COLOUR_SET = "wrong_colour_set"
    OPENING_TOO_SMALL = "opening_too_small"
    OPENING_TOO_LARGE = "opening_too_large"
    ROW_TOO_SHORT = "row_too_short"
    CARD_MISSING = "card_missing"
    CARD_FROM_NOWHERE = "card_from_nowhere"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule, where it is broken, and by which tiles."""

    fault: Fault
    rule: str
    """The number of the rule in the rulebook's list: C4, U8, K4."""
    cells: tuple[Cell, ...] = ()
    """The cells to point at, the offending tile's first; empty for card rows."""
    tiles: tuple[Tile, ...] = ()
    """The tiles the sentence names: the twin, the copies too many, the row."""
    count: int = 0
    """A number the sentence names, such as a row's length or the copies a set has."""


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line made or extended by a move, and what it pays."""

    cells: tuple[Cell, ...]
    shares: Attribute | None
    """What its tiles have in common; None for a lone first tile or a line that breaks the rules."""
    points: int
    """Its length, and six more for a Qwirkle."""

    @property
    def is_qwirkle(self) -> bool:
        """Whether the line is complete with six tiles, and none of them wrong."""
        return len(self.cells) == 6 and self.shares is not None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's whole answer to one move."""

    violations: tuple[Violation, ...]
    lines: tuple[ScoredLine, ...]
    """Every line the move made or extended, also when it was refused."""
    points: int
    """What the move pays: nothing when not legal; the bonus for going out is the game's."""

    @property
    def is_legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations

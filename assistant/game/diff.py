"""Changes: what a correction of the past did to the turns and totals after it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from assistant.board import Cell, Placed
from assistant.game.events import (
    Corrected,
    Entry,
    TilesPlaced,
    move_of,
    placement_of,
    with_changes,
)
from assistant.game.state import Game, Turn
from assistant.tiles import Tile


@dataclass(frozen=True, slots=True)
class TurnChange:
    """One entry of the score sheet that came out differently."""

    before: Turn | None
    """None for an entry that the correction brought in."""
    after: Turn | None
    """None for an entry that the correction took out."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that differs between two tellings of one game."""

    turns: tuple[TurnChange, ...]
    totals: dict[str, tuple[int, int]]
    """Before and after, for the players whose total changed."""

    def __bool__(self) -> bool:
        return bool(self.turns or self.totals)


def changes(before: Game, after: Game) -> Changes:
    """What came out differently, turn by turn; entries are matched from both ends of the sheet."""
    same_start, same_end = _untouched(before.turns, after.turns)
    middles = zip_longest(
        before.turns[same_start : len(before.turns) - same_end],
        after.turns[same_start : len(after.turns) - same_end],
    )
    tail = zip(
        before.turns[len(before.turns) - same_end :],
        after.turns[len(after.turns) - same_end :],
        strict=True,
    )
    pairs = [*zip(before.turns[:same_start], after.turns, strict=False), *middles, *tail]
    turns = tuple(TurnChange(old, new) for old, new in pairs if _outcome(old) != _outcome(new))
    old_totals = list(before.totals.values())
    totals = {
        seat.name: (old, seat.total)
        for seat, old in zip(after.seats, old_totals, strict=True)
        if seat.total != old
    }
    return Changes(turns, totals)


def turn_of(game: Game, cell: Cell) -> Turn | None:
    """The turn that laid the tile on a cell, if a turn did."""
    for turn in reversed(game.turns):
        if (turn.is_legal or turn.stands) and any(p.cell == cell for p in placement_of(turn.event)):
            return turn
    return None


def retiled(turn: Turn, cell: Cell, tile: Tile | None) -> Corrected:
    """The correction that one cell of a turn really held this tile, or none."""
    if not isinstance(move_of(turn.event), TilesPlaced):
        raise ValueError(f"turn {turn.number} placed no tiles")
    kept = tuple(placed for placed in placement_of(turn.event) if placed.cell != cell)
    placement = kept if tile is None else (*kept, Placed(cell, tile))
    return Corrected(turn.number, (with_changes(turn.event, placement=placement),))


def _untouched(old: tuple[Turn, ...], new: tuple[Turn, ...]) -> tuple[int, int]:
    """How many entries say the same at the start of both sheets, and then at their end."""
    shortest = min(len(old), len(new))
    start = 0
    while start < shortest and old[start].event == new[start].event:
        start += 1
    end = 0
    while end < shortest - start and old[-1 - end].event == new[-1 - end].event:
        end += 1
    return start, end


def _outcome(turn: Turn | None) -> tuple[Entry, int, bool, bool] | None:
    return None if turn is None else (turn.event, turn.points, turn.is_legal, turn.stands)

"""What became of a game, in the few numbers that lists and statistics need."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from assistant.game.events import Rulebook
from assistant.game.state import Game, Turn
from assistant.rules.books import book_of
from assistant.rules.cards import CardsRuling
from assistant.rules.ruling import Ruling

FEWEST_ROUNDS = 3
"""A game that was broken off before everybody had so many turns is nobody's win and no record."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What became of one player."""

    name: str
    total: int
    won: bool = False
    best_turn: int = 0
    """What the best turn paid."""
    qwirkles: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """A game without its turns."""

    rules: Rulebook
    seats: tuple[SeatSummary, ...]
    """In clockwise order."""
    turns: int = 0
    finished: bool = False
    simulated: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who sat down, in clockwise order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's total, in clockwise order."""
        return {seat.name: seat.total for seat in self.seats}

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; nobody before the end."""
        return tuple(seat.name for seat in self.seats if seat.won)

    @property
    def counts(self) -> bool:
        """Whether it is over and was long enough to be anybody's win."""
        return self.finished and self.turns >= FEWEST_ROUNDS * len(self.seats)

    @property
    def has_points(self) -> bool:
        """Whether turns pay points, which those of Cards do not."""
        return _has_points(self.rules)


@cache
def _has_points(rules: Rulebook) -> bool:
    return book_of(rules).unit == "points"


def summary_of(game: Game) -> Summary:
    """What became of this game so far."""
    best: Counter[str] = Counter()
    qwirkles: Counter[str] = Counter()
    for turn in game.turns:
        player = turn.event.player
        if turn.ruling is not None:
            best[player] = max(best[player], turn.points)
        qwirkles[player] += qwirkles_in(turn)
    seats = tuple(
        SeatSummary(
            seat.name,
            seat.total,
            seat.name in game.winners,
            best[seat.name],
            qwirkles[seat.name],
        )
        for seat in game.seats
    )
    return Summary(
        game.settings.rules, seats, len(game.turns), game.finished, game.settings.simulated
    )


def qwirkles_in(turn: Turn) -> int:
    """How many Qwirkles a turn completed, where it counted."""
    if not turn.is_legal:
        return 0
    match turn.ruling:
        case Ruling(lines=lines):
            return sum(line.is_qwirkle for line in lines)
        case CardsRuling(qwirkles=qwirkles):
            return qwirkles
        case None:
            return 0

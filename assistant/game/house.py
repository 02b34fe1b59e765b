"""The records of the house: the best that was ever played here, who beats whom, and streaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from assistant.game.events import Rulebook
from assistant.game.summary import SeatSummary, Summary

SHORTEST_STREAK = 2
MOST_PAIRS = 12


class Feat(Enum):
    """What there is a record of."""

    TOTAL = "total"
    TURN = "turn"
    QWIRKLES = "qwirkles"


@dataclass(frozen=True, slots=True)
class HouseRecord:
    """The most that anybody ever reached in one game."""

    feat: Feat
    rules: Rulebook
    player: str
    value: int
    number: int
    """The game's number."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who met in more than one game."""

    one: str
    other: str
    games: int
    won: tuple[int, int]
    """How often each of them was ahead of the other; the rest were ties."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Wins in a row."""

    player: str
    longest: int
    goes_on: bool
    """Whether the player's latest game belongs to it."""


@dataclass(frozen=True, slots=True)
class House:
    """What the games of one house tell."""

    records: tuple[HouseRecord, ...] = ()
    pairs: tuple[Pair, ...] = ()
    streaks: tuple[Streak, ...] = ()


def house_of(games: Iterable[tuple[int, Summary]]) -> House:
    """What these games tell, the oldest first, each with its number; simulated ones count not."""
    played = [(number, game) for number, game in games if game.counts and not game.simulated]
    summaries = [game for _, game in played]
    return House(_records(played), _pairs(summaries), _streaks(summaries))


def _records(played: Sequence[tuple[int, Summary]]) -> tuple[HouseRecord, ...]:
    """The best of each feat and rulebook; the first to reach it keeps it."""
    best: dict[tuple[Rulebook, Feat], HouseRecord] = {}
    for number, game in played:
        for seat in game.seats:
            for feat, value in _feats(game, seat):
                before = best.get((game.rules, feat))
                if value and (before is None or value > before.value):
                    record = HouseRecord(feat, game.rules, seat.name, value, number)
                    best[game.rules, feat] = record
    return tuple(best[rules, feat] for rules in Rulebook for feat in Feat if (rules, feat) in best)


def _feats(game: Summary, seat: SeatSummary) -> tuple[tuple[Feat, int], ...]:
    if not game.has_points:
        return ((Feat.QWIRKLES, seat.qwirkles),)
    return (
        (Feat.TOTAL, seat.total),
        (Feat.TURN, seat.best_turn),
        (Feat.QWIRKLES, seat.qwirkles),
    )


def _pairs(games: Sequence[Summary]) -> tuple[Pair, ...]:
    """Everybody against everybody, those who met most often first."""
    met: dict[tuple[str, str], list[int]] = {}
    for game in games:
        totals = game.totals
        for one, other in combinations(sorted(totals), 2):
            games_won = met.setdefault((one, other), [0, 0, 0])
            games_won[0] += 1
            games_won[1] += totals[one] > totals[other]
            games_won[2] += totals[other] > totals[one]
    pairs = [
        Pair(one, other, count, (won, lost))
        for (one, other), (count, won, lost) in met.items()
        if count > 1
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, pair.one, pair.other))[:MOST_PAIRS])


def _streaks(games: Sequence[Summary]) -> tuple[Streak, ...]:
    """Everybody's longest row of wins, the longest first."""
    running: dict[str, int] = {}
    longest: dict[str, int] = {}
    for game in games:
        for seat in game.seats:
            running[seat.name] = running.get(seat.name, 0) + 1 if seat.won else 0
            longest[seat.name] = max(longest.get(seat.name, 0), running[seat.name])
    streaks = [
        Streak(name, most, running[name] == most)
        for name, most in longest.items()
        if most >= SHORTEST_STREAK
    ]
    return tuple(sorted(streaks, key=lambda streak: (-streak.longest, streak.player)))

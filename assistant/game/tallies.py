"""Tallies: what became of everybody over all games that were played to their end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.game.events import Started
from assistant.game.state import Game, Turn
from assistant.game.summary import SeatSummary, Summary

BEST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Tally:
    """One player over many games."""

    name: str
    games: int = 0
    wins: int = 0
    """Shared ones count for everybody who shares."""
    scored_games: int = 0
    """Those with points, which Cards have not."""
    points: int = 0
    best_turn: int = 0
    qwirkles: int = 0

    @property
    def average(self) -> float | None:
        """Points a game; None for somebody who only played Cards."""
        return self.points / self.scored_games if self.scored_games else None


def tallies(games: Iterable[Summary]) -> tuple[Tally, ...]:
    """Everybody who finished a game that counts, most wins first, then by name."""
    played: dict[str, list[tuple[SeatSummary, bool]]] = {}
    for game in games:
        if game.counts:
            has_points = game.has_points
            for seat in game.seats:
                played.setdefault(seat.name, []).append((seat, has_points))
    found = (_tally(name, seats) for name, seats in played.items())
    return tuple(sorted(found, key=lambda tally: (-tally.wins, tally.name)))


def best_turns(game: Game) -> tuple[Turn, ...]:
    """The moves that paid most, the earlier of equals first."""
    paid = [turn for turn in game.turns if turn.ruling is not None and turn.points > 0]
    return tuple(sorted(paid, key=lambda turn: -turn.points)[:BEST_SHOWN])


def rematch_of(game: Game) -> Started:
    """The same game again: those who left stay away, and the next one clockwise opens."""
    stayed = tuple(seat.name for seat in game.seats if not seat.has_left)
    players = stayed if len(stayed) >= game.book.min_players else game.players
    opener = game.players.index(game.started.opener)
    order = game.players[opener + 1 :] + game.players[: opener + 1]
    first = next(name for name in order if name in players)
    return Started(
        replace(game.settings, up_to_six=len(players) > game.book.max_players), players, first
    )


def _tally(name: str, played: list[tuple[SeatSummary, bool]]) -> Tally:
    scored = [seat for seat, has_points in played if has_points]
    return Tally(
        name,
        games=len(played),
        wins=sum(seat.won for seat, _ in played),
        scored_games=len(scored),
        points=sum(seat.total for seat in scored),
        best_turn=max((seat.best_turn for seat in scored), default=0),
        qwirkles=sum(seat.qwirkles for seat, _ in played),
    )

"""Tallies: what became of everybody over all games that were played to their end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.game.events import Started
from assistant.game.state import Game, Turn
from assistant.rules.cards import CardsRuling
from assistant.rules.ruling import Ruling

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


def tallies(games: Iterable[Game]) -> tuple[Tally, ...]:
    """Everybody who finished a game, most wins first, then by name."""
    found: dict[str, Tally] = {}
    for game in games:
        if game.finished:
            for name in game.players:
                found[name] = _with(found.get(name, Tally(name)), game)
    return tuple(sorted(found.values(), key=lambda tally: (-tally.wins, tally.name)))


def best_turns(game: Game) -> tuple[Turn, ...]:
    """The moves that paid most, the earlier of equals first."""
    paid = [turn for turn in game.turns if turn.ruling is not None and turn.points > 0]
    return tuple(sorted(paid, key=lambda turn: -turn.points)[:BEST_SHOWN])


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


def _with(tally: Tally, game: Game) -> Tally:
    turns = [turn for turn in game.turns if turn.event.player == tally.name]
    scored = game.book.unit == "points"
    best = max((turn.points for turn in turns if turn.ruling is not None), default=0)
    return replace(
        tally,
        games=tally.games + 1,
        wins=tally.wins + (tally.name in game.winners),
        scored_games=tally.scored_games + scored,
        points=tally.points + (game.totals[tally.name] if scored else 0),
        best_turn=max(tally.best_turn, best if scored else 0),
        qwirkles=tally.qwirkles + sum(qwirkles_in(turn) for turn in turns),
    )

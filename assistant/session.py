"""The session: the one owner of what goes on at the table now, asked and told by every phone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from assistant.events import CardsLaid, Event, Started, TilesPlaced
from assistant.game import Accepted, Game, answer
from assistant.refusals import Refusal, Refused
from assistant.store import Store, StoredGame
from assistant.table import Turn

RESUME_WITHIN_S = 6 * 3600.0
"""An open game this fresh goes on by itself after a restart; an older one is only offered."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Start a new game; one that is still open is kept and can be resumed."""

    started: Started


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a kept game."""

    number: int


@dataclass(frozen=True, slots=True)
class Tell:
    """Add an event to the game on the table."""

    event: Event


Action = Begin | Resume | Tell


@dataclass(frozen=True, slots=True)
class Moment:
    """All that phones are shown, as it is at one revision."""

    revision: int
    """Grows with everything that can be seen to change, across restarts too."""
    game_since: int
    """The revision that brought the game to what it is; the check against overwriting unseen."""
    number: int | None = None
    """The game's number in the store."""
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The action was carried out, and is on the disk."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody else was quicker: nothing was changed, look at this first."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class Illegal:
    """The rules speak against the move: take it back, mend it, or let it stand."""

    turn: Turn


Answer = Done | Stale | Illegal | Refused


class Session:
    """The game on the table behind a lock; every change is one revision, told to all who wait."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._changed = threading.Condition()
        self._closed = False
        # Revisions begin at the clock, so that a phone never takes an old one for a newer one
        # after a restart; no table makes a thousand of them a second.
        first = int(clock() * 1000)
        self._moment = Moment(first, first)
        latest = store.latest_unfinished()
        if latest is not None and clock() - latest.last_s < RESUME_WITHIN_S:
            self._moment = replace(self._moment, number=latest.number, game=latest.game)

    @property
    def now(self) -> Moment:
        """What phones are shown now."""
        return self._moment

    @property
    def closed(self) -> bool:
        """Whether the program is about to end."""
        return self._closed

    def do(self, action: Action, expected_revision: int) -> Answer:
        """Carry out what a phone asks that has seen this revision, or say why not."""
        with self._changed:
            if expected_revision < self._moment.game_since:
                return Stale(self._moment)
            match action:
                case Begin(started):
                    return self._begin(started)
                case Resume(number):
                    return self._show(number, self._store.game(number))
                case Tell(event):
                    return self._tell(event)

    def wait(self, after_revision: int, timeout_s: float) -> Moment:
        """What phones are shown, once it is newer than this revision or the time is over."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._moment.revision > after_revision, timeout_s
            )
            return self._moment

    def close(self) -> None:
        """Send everybody who waits away."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def games(self) -> tuple[StoredGame, ...]:
        """Every kept game, the one that was played last first."""
        return self._store.games()

    def game(self, number: int) -> Game:
        """A kept game."""
        return self._store.game(number)

    def _begin(self, started: Started) -> Answer:
        match answer(None, started):
            case Accepted(game):
                return self._show(self._store.begin(started), game)
            case refused:
                return refused

    def _tell(self, event: Event) -> Answer:
        before, number = self._moment.game, self._moment.number
        if before is None or number is None:
            return Refused(Refusal.NOT_STARTED)
        answered = answer(before, event)
        if isinstance(answered, Refused):
            return answered
        after = answered.game
        if isinstance(event, TilesPlaced | CardsLaid) and not after.turns[-1].is_legal:
            # The tiles go back to the hand and the same player tries again: nothing to keep.
            return Illegal(after.turns[-1])
        self._store.append(number, event)
        return self._show(number, after)

    def _show(self, number: int, game: Game) -> Done:
        revision = self._moment.revision + 1
        self._moment = replace(
            self._moment, revision=revision, game_since=revision, number=number, game=game
        )
        self._changed.notify_all()
        return Done(self._moment)

"""Every kept game as it ended or stands, folded from its events only once."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from assistant.game.state import Game
from assistant.storage.store import Store, StoredGame, UnreadableError


class GameCache:
    """Remembers what the store's games came to; any thread may ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._folded: dict[int, tuple[int, StoredGame]] = {}
        """By number: how many events it was folded from, and the game."""
        self._damaged: dict[int, UnreadableError] = {}

    @property
    def damaged(self) -> tuple[UnreadableError, ...]:
        """The games that were found to be unreadable so far."""
        with self._lock:
            return tuple(self._damaged.values())

    def games(self) -> tuple[StoredGame, ...]:
        """Every kept game, the one that was played last first."""
        return tuple(self._newest_first())

    def game(self, number: int) -> Game:
        """One kept game; StoreError if there is none of this number."""
        return self._store.game(number)

    def open_since(self, earliest_s: float, *, simulated: bool = False) -> StoredGame | None:
        """The game that was played last, if it is still open and not older than this.

        A simulated one goes on with the simulated table only, and a real one without it.
        """
        for stored in self._newest_first():
            if stored.last_s < earliest_s:
                return None
            if not stored.game.finished and stored.game.settings.simulated == simulated:
                return stored
        return None

    def _newest_first(self) -> Iterator[StoredGame]:
        for listed in self._store.listing():
            with self._lock:
                events, known = self._folded.get(listed.number, (0, None))
            if known is None or events != listed.events:
                try:
                    game = self._store.game(listed.number)
                except UnreadableError as error:
                    # One damaged game is named and left alone; all others are as they were.
                    with self._lock:
                        self._damaged[listed.number] = error
                    continue
                known = StoredGame(listed.number, game, listed.began_s, listed.last_s)
                with self._lock:
                    self._folded[listed.number] = (listed.events, known)
            yield known

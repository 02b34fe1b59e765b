"""The kept games: what the store and the pictures of turns know, with and without a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assistant.game.state import Game
from assistant.storage.backups import Backups
from assistant.storage.errors import UnreadableError
from assistant.storage.listing import StoredGame
from assistant.storage.picture_memory import PictureMemory
from assistant.storage.store import KeptEvent, Store
from assistant.storage.turn_pictures import EVIDENCE, TurnPictures
from assistant.words import Sentence

RESUME_WITHIN_S = 6 * 3600.0
"""An open game this fresh goes on by itself after a restart; an older one is only offered."""


class KeptGames:
    """Every game of this computer, for reading; the session alone changes the one on the table."""

    def __init__(self, store: Store, turn_pictures: Sequence[TurnPictures] = ()) -> None:
        self.store = store
        self.memory = PictureMemory()
        """The pictures of the turn that is on."""
        self.unreadable: tuple[Sentence, ...] = ()
        """Why games cannot go on that should have."""
        self._turn_pictures = turn_pictures

    def games(self) -> tuple[StoredGame, ...]:
        """Every kept game, the one that was played last first."""
        return self.store.games()

    def game(self, number: int) -> Game:
        """A kept game."""
        return self.store.game(number)

    def deeds(self, number: int) -> tuple[KeptEvent, ...]:
        """Everything that was told of a kept game, with when and by which phone."""
        return self.store.kept_events(number)

    @property
    def backups(self) -> Backups | None:
        """The backups of the kept games; None where games are not kept."""
        return self.store.backups

    def copy(self, to: Path) -> Path:
        """A copy of all games as they are now, in one file."""
        return self.store.copy(to)

    def picture(self, number: int, turn: int) -> bytes | None:
        """The table after a turn as JPEG, where a picture of it was kept."""
        kept = (
            pictures.picture(number, turn)
            for pictures in self._turn_pictures
            if pictures.purpose is EVIDENCE
        )
        return next(kept, None)

    def still_open(self, now_s: float, *, simulated: bool) -> tuple[int, Game] | None:
        """The game that was played last, if it is still open and fresh.

        A simulated one goes on with the simulated table only, and a real one without it.
        """
        for stored in self.store.games():
            if stored.last_s < now_s - RESUME_WITHIN_S:
                return None
            if stored.summary.finished or stored.summary.simulated != simulated:
                continue
            try:
                return stored.number, self.store.game(stored.number)
            except UnreadableError as error:
                # Of a newer program, for instance; the others can be played all the same.
                self.unreadable = (*self.unreadable, error.sentence)
        return None

    def follow(self, number: int, game: Game) -> None:
        """Keep the pictures of the turns that the game now has."""
        for pictures in self._turn_pictures:
            pictures.follow(number, game, self.memory)

    def delete(self, number: int) -> None:
        """Delete a game and its pictures for good."""
        self.store.delete(number)
        for pictures in self._turn_pictures:
            if pictures.purpose is EVIDENCE:
                pictures.delete(number)

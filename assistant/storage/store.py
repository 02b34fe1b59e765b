"""The store: every event of every game in one SQLite file, durable before it is acknowledged."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from assistant.game.events import Event, Started
from assistant.game.history import fold
from assistant.game.state import Game
from assistant.game.summary import summary_of
from assistant.records.events_json import write_event
from assistant.storage.backups import Backups, copy_store
from assistant.storage.database import Database
from assistant.storage.errors import StoreError, UnreadableError, plain_errors
from assistant.storage.integrity import DamagedError, check, fill_in, is_damage, make_owners
from assistant.storage.listing import StoredGame, not_after, read_listed
from assistant.storage.restoring import Restored, read_backup
from assistant.storage.rows import Row
from assistant.storage.salvage import few_named, rebuild
from assistant.storage.schema import NewerError, migrate
from assistant.storage.statements import (
    data_version,
    decode_event,
    insert_all,
    insert_row,
    select_events,
    update_summary,
)
from assistant.words import Sentence
from assistant.words.files import file_sentence

FILE_NAME = "games.sqlite"
IN_MEMORY = Path(":memory:")


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """One event with when it was told, and by which phone."""

    event: Event
    at_s: float
    who: str


class Store:
    """Many games in one file; any thread may call it."""

    def __init__(
        self, folder: Path | None, clock: Callable[[], float] = time.time, *, mend: bool = True
    ) -> None:
        """The store of a folder; None keeps games no longer than the program runs.

        A damaged one is made anew from what can be read; only who has the folder to itself mends.
        """
        self.path = IN_MEMORY if folder is None else folder / FILE_NAME
        self.backups = None if folder is None else Backups(folder, clock)
        self.losses: tuple[Sentence, ...] = ()
        """What was found damaged when it was opened, and what that cost."""
        self.database = Database(self.path)
        self._clock = clock
        self._games: dict[int, StoredGame] = {}
        self._newest_first: tuple[StoredGame, ...] | None = None
        self._others = 0
        """Changes with every commit of another program."""
        with plain_errors(self.path):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                make_owners(self.path)
            try:
                self._open(mend=mend)
            except (sqlite3.DatabaseError, DamagedError, UnicodeDecodeError) as error:
                if not mend or self.backups is None or not is_damage(error, self.path):
                    raise
                found = rebuild(self.path, self.backups)
                self._open(mend=True)
                self.losses = (*found, *self.losses)
            if folder is not None:
                self.database.stay_here()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def begin(self, started: Started, who: str = "") -> int:
        """A new game with its first event; its number is the answer."""
        with self.database.transaction() as file:
            number = file.execute("INSERT INTO game DEFAULT VALUES").lastrowid
            assert number is not None
            row = self._insert(file, number, 1, started, who)
            listed = StoredGame(number, summary_of(fold((started,))), 1, row.at_s, row.at_s)
            update_summary(file, listed)
        self._list(listed)
        return number

    def append(self, game: int, *events: Event, after: Game | None = None, who: str = "") -> int:
        """More events, all on the disk when this returns or none; the last one's place in the game.

        Whoever is interrupted between two events that belong together would have half of them.
        `after` is the game that they lead to, where it is known.
        """
        _check_number(game)
        with self.database.transaction() as file:
            asked = "SELECT max(number), min(at_s) FROM event WHERE game = ?"
            place, began_s = file.execute(asked, (game,)).fetchone()
            if place is None:
                raise StoreError("store.no_game", game=game)
            last_s = 0.0
            for event in events:
                place += 1
                last_s = self._insert(file, game, place, event, who).at_s
            summary = summary_of(after or fold(select_events(file, game)))
            listed = StoredGame(game, summary, place, began_s, last_s)
            update_summary(file, listed)
        self._list(listed)
        return int(place)

    def delete(self, game: int) -> None:
        """Delete a game for good; its number is never given to another one."""
        _check_number(game)
        with self.database.transaction() as file:
            file.execute("DELETE FROM event WHERE game = ?", (game,))
            if not file.execute("DELETE FROM game WHERE id = ?", (game,)).rowcount:
                raise StoreError("store.no_game", game=game)
        with self.database.reading():
            self._games.pop(game, None)
            self._newest_first = None

    def events(self, game: int) -> tuple[Event, ...]:
        """All events of a game, in the order they were told."""
        return tuple(kept.event for kept in self.kept_events(game))

    def kept_events(self, game: int) -> tuple[KeptEvent, ...]:
        """All events of a game with when and by whom they were told."""
        _check_number(game)
        asked = "SELECT number, told, at_s, who FROM event WHERE game = ? ORDER BY number"
        with self.database.reading() as file:
            rows = file.execute(asked, (game,)).fetchall()
        if not rows:
            raise StoreError("store.no_game", game=game)
        return tuple(
            KeptEvent(decode_event(game, number, encoded), at_s, who)
            for number, encoded, at_s, who in rows
        )

    def game(self, game: int) -> Game:
        """A game as its events tell it."""
        try:
            return fold(self.events(game))
        except ValueError as error:
            raise UnreadableError("store.game_unreadable", game=game, reason=error) from error

    def games(self) -> tuple[StoredGame, ...]:
        """Every game as the list shows it, the one that was played last first; none is folded."""
        with self.database.reading() as file:
            if data_version(file) != self._others:
                self._load(file)
            if self._newest_first is None:
                newest = sorted(self._games.values(), key=lambda one: (one.last_s, one.number))
                self._newest_first = tuple(reversed(newest))
            return self._newest_first

    def back_up(self) -> None:
        """Make today's backup, if there is none yet and anything to keep."""
        if self.backups is None or not self.backups.is_due or not self.games():
            return
        with plain_errors(self.path):
            self.backups.make_daily(self.path)

    def copy(self, to: Path) -> Path:
        """A copy of all games as they are now, in one file."""
        with plain_errors(self.path):
            return copy_store(self.path, to)

    def restore(self, path: Path) -> tuple[Sentence, ...]:
        """Have the games of a backup instead of those kept now, which become a backup themselves.

        StoreError where the file holds none; what of it could not be read is the answer.
        """
        return self.replace(self.backup(path))

    def backup(self, path: Path) -> Restored:
        """What a backup has to go back to; StoreError where that is nothing."""
        try:
            found = read_backup(path)
        except OSError as error:
            raise StoreError(file_sentence(error, path)) from error
        except (sqlite3.Error, UnicodeDecodeError):
            found = Restored({}, ())
        if not found.games:
            raise StoreError("store.no_backup", path=path.name)
        return found

    def replace(self, found: Restored) -> tuple[Sentence, ...]:
        """Have these games instead of those kept now: all of them, or none."""
        if self.backups is not None:
            with plain_errors(self.path):
                self.backups.make_before(self.path, "restore")
        with self.database.transaction() as file:
            insert_all(file, {listed.number: rows for listed, rows in found.games.items()})
            for listed in found.games:
                update_summary(file, listed)
        with self.database.reading() as file:
            self._load(file)
        lost = [Sentence("store.lost_game", (("game", game),)) for game in found.lost]
        return tuple(few_named(lost))

    def _open(self, *, mend: bool) -> None:
        file = self.database.open()
        try:
            migrate(file, self._before_migration)
            self._check(file, mend=mend)
            self._load(file)
        except NewerError:
            file.close()
            raise StoreError("store.newer", path=self.path) from None
        except BaseException:
            file.close()
            raise

    def _check(self, file: sqlite3.Connection, *, mend: bool) -> None:
        try:
            check(file)
        except DamagedError:
            if mend:
                raise
            self.losses = (Sentence("store.damaged_some", (("path", self.path),)),)
        else:
            fill_in(file)

    def _before_migration(self, version: int) -> None:
        if self.backups is not None:
            self.backups.make_before(self.path, f"version-{version}")

    def _load(self, file: sqlite3.Connection) -> None:
        """Take in what became of each game; those that do not say are told once, and then do."""
        self._others = data_version(file)
        self._games, self._newest_first = {}, None
        unsummed = []
        now_s = self._clock()
        for number, text in file.execute("SELECT id, summary FROM game").fetchall():
            listed = read_listed(number, text)
            if listed is None:
                unsummed.append(number)
            else:
                self._games[number] = not_after(listed, now_s)
        for number in unsummed:
            self._fold_again(file, number, now_s)

    def _fold_again(self, file: sqlite3.Connection, number: int, now_s: float) -> None:
        """Sum up a game from its events; one that cannot be told is left out of the list."""
        asked = "SELECT count(*), min(at_s), max(at_s) FROM event WHERE game = ?"
        events, began_s, last_s = file.execute(asked, (number,)).fetchone()
        try:
            summary = summary_of(fold(select_events(file, number)))
        except (ValueError, UnreadableError) as error:
            reason = str(error).rstrip(".")
            sentence = Sentence("store.game_unreadable", (("game", number), ("reason", reason)))
            self.losses = (*self.losses, sentence)
            return
        listed = StoredGame(number, summary, events, began_s, last_s)
        update_summary(file, listed)
        self._games[number] = not_after(listed, now_s)

    def _list(self, listed: StoredGame) -> None:
        with self.database.reading():
            self._games[listed.number] = listed
            self._newest_first = None

    def _insert(
        self, file: sqlite3.Connection, game: int, number: int, event: Event, who: str
    ) -> Row:
        encoded = json.dumps(write_event(event), ensure_ascii=False, separators=(",", ":"))
        row = Row(number, encoded, float(self._clock()), who)
        insert_row(file, game, row)
        return row


def default_folder() -> Path:
    """The platform's folder for what this program keeps."""
    # Imported here: a store in a told folder needs nothing but the standard library.
    from platformdirs import user_data_path

    return user_data_path("qwirkle-table", appauthor=False)


def _check_number(game: int) -> None:
    """Refuse numbers that SQLite cannot hold, which are those of no game."""
    if not 0 < game < 2**63:
        raise StoreError("store.no_game", game=game)

"""The store: every event of every game in one SQLite file, durable before it is acknowledged."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import NamedTuple

from assistant.game.events import Event, Started
from assistant.game.history import fold
from assistant.game.state import Game
from assistant.records.events_json import read_event, write_event
from assistant.words import PlainError
from assistant.words.files import file_sentence

FILE_NAME = "games.sqlite"
IN_MEMORY = Path(":memory:")
BUSY_S = 10.0
"""How long to wait for another process that is writing; one commit takes milliseconds."""

MIGRATIONS = (
    (
        "CREATE TABLE game (id INTEGER PRIMARY KEY AUTOINCREMENT)",
        """CREATE TABLE event (
            game INTEGER NOT NULL REFERENCES game (id),
            number INTEGER NOT NULL,
            told TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
    ),
    ("ALTER TABLE event ADD COLUMN at_s REAL NOT NULL DEFAULT 0",),
)
"""Each step brings a store to the next version; the version is the number of steps made."""

TROUBLES = {
    sqlite3.SQLITE_NOTADB: "store.damaged",
    sqlite3.SQLITE_CORRUPT: "store.damaged",
    sqlite3.SQLITE_CANTOPEN: "store.no_permission",
    sqlite3.SQLITE_READONLY: "store.no_permission",
    sqlite3.SQLITE_PERM: "store.no_permission",
    sqlite3.SQLITE_FULL: "store.full",
    sqlite3.SQLITE_IOERR: "store.disk",
    sqlite3.SQLITE_BUSY: "store.busy",
    sqlite3.SQLITE_LOCKED: "store.busy",
}


class StoreError(PlainError):
    """The store cannot be read or written, told as a sentence for the table."""


class UnreadableError(StoreError):
    """One game that cannot be read, among others that can."""


class Listed(NamedTuple):
    """One game as the store lists it; times in seconds since 1970."""

    number: int
    events: int
    began_s: float
    last_s: float


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game in the list of all games."""

    number: int
    game: Game
    began_s: float
    """When its first event was told, in seconds since 1970; 0 where not known."""
    last_s: float
    """The same for its latest event."""


class Store:
    """Many games in one file; any thread may call it."""

    def __init__(self, folder: Path | None, clock: Callable[[], float] = time.time) -> None:
        """The store of a folder; None keeps games no longer than the program runs."""
        self.path = IN_MEMORY if folder is None else folder / FILE_NAME
        self._clock = clock
        self._lock = Lock()
        self._place: tuple[int, int] | None = None
        with self._plain_errors():
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            # Autocommit: every transaction below is begun and ended in plain sight.
            self._file = sqlite3.connect(
                self.path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self._file.close()
                raise
            self._place = None if folder is None else _place_of(self.path)

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
        self._file.close()

    def begin(self, started: Started) -> int:
        """A new game with its first event; its number is the answer."""
        with self._transaction() as file:
            number = file.execute("INSERT INTO game DEFAULT VALUES").lastrowid
            assert number is not None
            self._insert(number, 1, started)
        return number

    def append(self, game: int, *events: Event) -> int:
        """More events, all on the disk when this returns or none; the last one's place in the game.

        Whoever is interrupted between two events that belong together would have half of them.
        """
        _check_number(game)
        with self._transaction() as file:
            row = file.execute("SELECT max(number) FROM event WHERE game = ?", (game,)).fetchone()
            if row[0] is None:
                raise StoreError("store.no_game", game=game)
            place: int = row[0]
            for event in events:
                place += 1
                self._insert(game, place, event)
        return place

    def delete(self, game: int) -> None:
        """Delete a game for good; its number is never given to another one."""
        _check_number(game)
        with self._transaction() as file:
            file.execute("DELETE FROM event WHERE game = ?", (game,))
            if not file.execute("DELETE FROM game WHERE id = ?", (game,)).rowcount:
                raise StoreError("store.no_game", game=game)

    def events(self, game: int) -> tuple[Event, ...]:
        """All events of a game, in the order they were told."""
        _check_number(game)
        rows = self._rows("SELECT number, told FROM event WHERE game = ? ORDER BY number", game)
        if not rows:
            raise StoreError("store.no_game", game=game)
        return tuple(_event(game, number, encoded) for number, encoded in rows)

    def game(self, game: int) -> Game:
        """A game as its events tell it."""
        try:
            return fold(self.events(game))
        except ValueError as error:
            raise UnreadableError("store.game_unreadable", game=game, reason=error) from error

    def listing(self) -> tuple[Listed, ...]:
        """Every game without telling it, the one that was played last first."""
        rows = self._rows(
            "SELECT game, count(*), min(at_s), max(at_s) FROM event GROUP BY game "
            "ORDER BY 4 DESC, 1 DESC"
        )
        return tuple(Listed(*row) for row in rows)

    def _insert(self, game: int, number: int, event: Event) -> None:
        encoded = json.dumps(write_event(event), ensure_ascii=False, separators=(",", ":"))
        self._file.execute(
            "INSERT INTO event (game, number, told, at_s) VALUES (?, ?, ?, ?)",
            (game, number, encoded, self._clock()),
        )

    def _rows(self, question: str, *parts: object) -> list[tuple[int, ...]]:
        with self._lock, self._plain_errors():
            return self._file.execute(question, parts).fetchall()

    def _prepare(self) -> None:
        self._file.execute("PRAGMA journal_mode = WAL")
        # FULL flushes the log at every commit: an acknowledged event survives a power cut.
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("PRAGMA foreign_keys = ON")
        with self._transaction() as file:
            version: int = file.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                raise StoreError("store.newer", path=self.path)
            for step in MIGRATIONS[version:]:
                for statement in step:
                    file.execute(statement)
            file.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._plain_errors():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield self._file
                self._file.execute("COMMIT")
                self._check_place()
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def _check_place(self) -> None:
        """Refuse to acknowledge what was written into a file that is no longer in its folder."""
        if self._place is not None and self._place != _place_of(self.path):
            raise StoreError("store.vanished", path=self.path)

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        """What SQLite or the disk complains about, as one sentence."""
        try:
            yield
        except OSError as error:
            raise StoreError(file_sentence(error, self.path.parent)) from error
        except sqlite3.Error as error:
            raise store_error(error, self.path) from error


def _place_of(path: Path) -> tuple[int, int]:
    """Which file lies there: the folder or file may be deleted or replaced while it is open."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (status.st_dev, status.st_ino)


def store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """What SQLite complains about, as one sentence."""
    # The lower byte of the code is the kind of trouble, the rest its detail.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if key := TROUBLES.get(kind):
        return StoreError(key, path=path)
    return StoreError("store.unusable", path=path, reason=error)


def default_folder() -> Path:
    """The platform's folder for what this program keeps."""
    # Imported here: a store in a told folder needs nothing but the standard library.
    from platformdirs import user_data_path

    return user_data_path("qwirkle-table", appauthor=False)


def _check_number(game: int) -> None:
    """Refuse numbers that SQLite cannot hold, which are those of no game."""
    if not 0 < game < 2**63:
        raise StoreError("store.no_game", game=game)


def _event(game: int, number: int, encoded: object) -> Event:
    try:
        return read_event(json.loads(str(encoded)))
    except ValueError as error:
        raise UnreadableError(
            "store.event_unreadable", game=game, number=number, reason=error
        ) from error

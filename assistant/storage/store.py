"""The store: every event of every game in one SQLite file, durable before it is acknowledged."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import TracebackType

from assistant.game.events import Event, Started
from assistant.game.history import fold
from assistant.game.state import Game
from assistant.game.summary import summary_of
from assistant.records.codec import reason_of
from assistant.records.events_json import read_event, write_event
from assistant.storage.backups import Backups, copy_store
from assistant.storage.integrity import DamagedError, check, fill_in, is_damage, make_owners
from assistant.storage.listing import StoredGame, not_after, read_listed, write_listed
from assistant.storage.restoring import Restored, read_backup
from assistant.storage.rows import Row, checksum
from assistant.storage.salvage import few_named, salvage
from assistant.storage.schema import NewerError, migrate
from assistant.words import PlainError, Sentence
from assistant.words.files import file_sentence

FILE_NAME = "games.sqlite"
IN_MEMORY = Path(":memory:")
BUSY_S = 5.0
"""How long to wait for another process that is writing; one commit takes milliseconds."""
BUSY_AGAIN_S = 0.3
"""The same where somebody has just waited in vain: deeds queue for each other."""

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
        self.on_commit: Callable[[], None] = lambda: None
        """Called when something more is on the disk."""
        self._clock = clock
        self._lock = Lock()
        self._place: tuple[int, int] | None = None
        self._games: dict[int, StoredGame] = {}
        self._newest_first: tuple[StoredGame, ...] | None = None
        self._others = 0
        """Changes with every commit of another program."""
        with self._plain_errors():
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                make_owners(self.path)
            try:
                self._open(mend=mend)
            except (sqlite3.DatabaseError, DamagedError, UnicodeDecodeError) as error:
                if not mend or self.backups is None or not is_damage(error, self.path):
                    raise
                self._rebuild(self.backups)
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

    def begin(self, started: Started, who: str = "") -> int:
        """A new game with its first event; its number is the answer."""
        with self._transaction() as file:
            number = file.execute("INSERT INTO game DEFAULT VALUES").lastrowid
            assert number is not None
            row = self._insert(number, 1, started, who)
            listed = StoredGame(number, summary_of(fold((started,))), 1, row.at_s, row.at_s)
            self._summarise(listed)
        self._list(listed)
        return number

    def append(self, game: int, *events: Event, after: Game | None = None, who: str = "") -> int:
        """More events, all on the disk when this returns or none; the last one's place in the game.

        Whoever is interrupted between two events that belong together would have half of them.
        `after` is the game that they lead to, where it is known.
        """
        _check_number(game)
        with self._transaction() as file:
            asked = "SELECT max(number), min(at_s) FROM event WHERE game = ?"
            place, began_s = file.execute(asked, (game,)).fetchone()
            if place is None:
                raise StoreError("store.no_game", game=game)
            last_s = 0.0
            for event in events:
                place += 1
                last_s = self._insert(game, place, event, who).at_s
            summary = summary_of(after or fold(self._events(game)))
            listed = StoredGame(game, summary, place, began_s, last_s)
            self._summarise(listed)
        self._list(listed)
        return int(place)

    def delete(self, game: int) -> None:
        """Delete a game for good; its number is never given to another one."""
        _check_number(game)
        with self._transaction() as file:
            file.execute("DELETE FROM event WHERE game = ?", (game,))
            if not file.execute("DELETE FROM game WHERE id = ?", (game,)).rowcount:
                raise StoreError("store.no_game", game=game)
        with self._lock:
            self._games.pop(game, None)
            self._newest_first = None

    def events(self, game: int) -> tuple[Event, ...]:
        """All events of a game, in the order they were told."""
        return tuple(kept.event for kept in self.kept_events(game))

    def kept_events(self, game: int) -> tuple[KeptEvent, ...]:
        """All events of a game with when and by whom they were told."""
        _check_number(game)
        asked = "SELECT number, told, at_s, who FROM event WHERE game = ? ORDER BY number"
        with self._lock, self._plain_errors():
            rows = self._file.execute(asked, (game,)).fetchall()
        if not rows:
            raise StoreError("store.no_game", game=game)
        return tuple(
            KeptEvent(_event(game, number, encoded), at_s, who)
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
        with self._lock, self._plain_errors():
            self._catch_up()
            if self._newest_first is None:
                newest = sorted(self._games.values(), key=lambda one: (one.last_s, one.number))
                self._newest_first = tuple(reversed(newest))
            return self._newest_first

    def back_up(self) -> None:
        """Make today's backup, if there is none yet and anything to keep."""
        if self.backups is None or not self.backups.is_due or not self.games():
            return
        with self._plain_errors():
            self.backups.make_daily(self.path)

    def settle(self) -> None:
        """Have all that was committed in the one file, not in the log beside it.

        Whoever copies that file then has every game, and nothing is lost with the log.
        """
        with self._lock, suppress(sqlite3.Error):  # it is durable in the log; later will do
            self._file.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def copy(self, to: Path) -> Path:
        """A copy of all games as they are now, in one file."""
        with self._plain_errors():
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
            with self._plain_errors():
                self.backups.make_before(self.path, "restore")
        with self._transaction():
            self._fill({listed.number: rows for listed, rows in found.games.items()})
            for listed in found.games:
                self._summarise(listed)
        with self._lock, self._plain_errors():
            self._load()
        lost = [Sentence("store.lost_game", (("game", game),)) for game in found.lost]
        return tuple(few_named(lost))

    def _open(self, *, mend: bool) -> None:
        # Autocommit: every transaction below is begun and ended in plain sight.
        self._file = sqlite3.connect(
            self.path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
        )
        try:
            self._file.execute("PRAGMA journal_mode = WAL")
            # FULL flushes the log at every commit: an acknowledged event survives a power cut.
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.execute("PRAGMA foreign_keys = ON")
            migrate(self._file, self._before_migration)
            self._check(mend=mend)
            with self._lock:
                self._load()
        except NewerError:
            self._file.close()
            raise StoreError("store.newer", path=self.path) from None
        except BaseException:
            self._file.close()
            raise

    def _check(self, *, mend: bool) -> None:
        try:
            check(self._file)
        except DamagedError:
            if mend:
                raise
            self.losses = (Sentence("store.damaged_some", (("path", self.path),)),)
        else:
            fill_in(self._file)

    def _before_migration(self, version: int) -> None:
        if self.backups is not None:
            self.backups.make_before(self.path, f"version-{version}")

    def _rebuild(self, backups: Backups) -> None:
        """A new file with all that can be read of the damaged one."""
        saved = salvage(self.path, backups)
        fresh = self.path.with_name(self.path.name + ".mended")
        for ending in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + ending).unlink(missing_ok=True)
        make_owners(fresh)
        self._file = sqlite3.connect(fresh, isolation_level=None)
        try:
            migrate(self._file, lambda _: None)
            self._file.execute("BEGIN")
            self._fill(saved.games)
            self._file.execute("COMMIT")
        finally:
            self._file.close()
        for ending in ("-wal", "-shm"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        fresh.replace(self.path)
        self._open(mend=True)
        self.losses = (*saved.sentences, *self.losses)

    def _fill(self, games: Mapping[int, Iterable[Row]]) -> None:
        """Make these all the games there are, within the caller's transaction."""
        self._file.execute("DELETE FROM event")
        self._file.execute("DELETE FROM game")
        for game, rows in games.items():
            self._file.execute("INSERT INTO game (id) VALUES (?)", (game,))
            for row in rows:
                self._write(game, row)

    def _load(self) -> None:
        """Take in what became of each game; those that do not say are told once, and then do."""
        self._others = self._file.execute("PRAGMA data_version").fetchone()[0]
        self._games, self._newest_first = {}, None
        unsummed = []
        now_s = self._clock()
        for number, text in self._file.execute("SELECT id, summary FROM game").fetchall():
            listed = read_listed(number, text)
            if listed is None:
                unsummed.append(number)
            else:
                self._games[number] = not_after(listed, now_s)
        for number in unsummed:
            self._fold_again(number, now_s)

    def _fold_again(self, number: int, now_s: float) -> None:
        """Sum up a game from its events; one that cannot be told is left out of the list."""
        asked = "SELECT count(*), min(at_s), max(at_s) FROM event WHERE game = ?"
        events, began_s, last_s = self._file.execute(asked, (number,)).fetchone()
        try:
            summary = summary_of(fold(self._events(number)))
        except (ValueError, UnreadableError) as error:
            reason = str(error).rstrip(".")
            sentence = Sentence("store.game_unreadable", (("game", number), ("reason", reason)))
            self.losses = (*self.losses, sentence)
            return
        listed = StoredGame(number, summary, events, began_s, last_s)
        self._summarise(listed)
        self._games[number] = not_after(listed, now_s)

    def _catch_up(self) -> None:
        """Load again where another program has written."""
        if self._file.execute("PRAGMA data_version").fetchone()[0] != self._others:
            self._load()

    def _list(self, listed: StoredGame) -> None:
        with self._lock:
            self._games[listed.number] = listed
            self._newest_first = None

    def _events(self, game: int) -> list[Event]:
        asked = "SELECT number, told FROM event WHERE game = ? ORDER BY number"
        return [_event(game, *row) for row in self._file.execute(asked, (game,))]

    def _insert(self, game: int, number: int, event: Event, who: str) -> Row:
        encoded = json.dumps(write_event(event), ensure_ascii=False, separators=(",", ":"))
        row = Row(number, encoded, float(self._clock()), who)
        self._write(game, row)
        return row

    def _write(self, game: int, row: Row) -> None:
        self._file.execute(
            "INSERT INTO event (game, number, told, at_s, who, checksum) VALUES (?, ?, ?, ?, ?, ?)",
            (game, *row, checksum(game, row)),
        )

    def _summarise(self, listed: StoredGame) -> None:
        text = write_listed(listed)
        self._file.execute("UPDATE game SET summary = ? WHERE id = ?", (text, listed.number))

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._plain_errors():
            self._begin_writing()
            try:
                yield self._file
                self._file.execute("COMMIT")
                self._check_place()
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise
        self.on_commit()

    def _begin_writing(self) -> None:
        try:
            self._file.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            # Who comes next while the file is still taken need not wait as long once more.
            self._wait_for_others(BUSY_AGAIN_S)
            raise
        self._wait_for_others(BUSY_S)

    def _wait_for_others(self, patience_s: float) -> None:
        self._file.execute(f"PRAGMA busy_timeout = {round(1000 * patience_s)}")

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
        except (DamagedError, UnicodeDecodeError) as error:
            raise StoreError("store.damaged", path=self.path) from error
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
    except (ValueError, RecursionError) as error:
        reason = reason_of(error) if isinstance(error, ValueError) else Sentence("json.nested")
        raise UnreadableError(
            "store.event_unreadable", game=game, number=number, reason=reason
        ) from error

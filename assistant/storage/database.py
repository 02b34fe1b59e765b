"""The store's one SQLite file: opened durably, written in whole transactions, by any thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from assistant.storage.errors import StoreError, plain_errors

BUSY_S = 5.0
"""How long to wait for another process that is writing; one commit takes milliseconds."""
BUSY_AGAIN_S = 0.3
"""The same where somebody has just waited in vain: deeds queue for each other."""


class Database:
    """A connection behind a lock; what goes wrong with it is a StoreError."""

    def __init__(self, path: Path) -> None:
        """The file at this path, once it is opened."""
        self.path = path
        self.on_commit: Callable[[], None] = lambda: None
        """Called when something more is on the disk."""
        self._lock = Lock()
        self._place: tuple[int, int] | None = None

    def open(self) -> sqlite3.Connection:
        """Connect; the caller has the connection to itself until it lets others in."""
        # Autocommit: every transaction is begun and ended in plain sight.
        self._file = sqlite3.connect(
            self.path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
        )
        try:
            self._file.execute("PRAGMA journal_mode = WAL")
            # FULL flushes the log at every commit: an acknowledged event survives a power cut.
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            self._file.close()
            raise
        return self._file

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def stay_here(self) -> None:
        """From now on nothing is acknowledged that is not in the file at this very place."""
        self._place = _place_of(self.path)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, with nobody else writing meanwhile."""
        with self._lock, plain_errors(self.path):
            yield self._file

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The connection for changes: all of them are on the disk in the end, or none."""
        with self.reading() as file:
            self._begin_writing()
            try:
                yield file
                file.execute("COMMIT")
                self._check_place()
            except BaseException:
                if file.in_transaction:
                    file.execute("ROLLBACK")
                raise
        self.on_commit()

    def settle(self) -> None:
        """Have all that was committed in the one file, not in the log beside it.

        Whoever copies that file then has every game, and nothing is lost with the log.
        """
        with self._lock, suppress(sqlite3.Error):  # it is durable in the log; later will do
            self._file.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

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


def _place_of(path: Path) -> tuple[int, int]:
    """Which file lies there: the folder or file may be deleted or replaced while it is open."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (status.st_dev, status.st_ino)

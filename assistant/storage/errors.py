"""What the store, its file or the disk complains about, as one sentence for the table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.storage.integrity import DamagedError
from assistant.words import PlainError
from assistant.words.files import file_sentence

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


def store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """What SQLite complains about, as one sentence."""
    # The lower byte of the code is the kind of trouble, the rest its detail.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if key := TROUBLES.get(kind):
        return StoreError(key, path=path)
    return StoreError("store.unusable", path=path, reason=error)


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """What SQLite or the disk complains about the file at this path, as one sentence."""
    try:
        yield
    except OSError as error:
        raise StoreError(file_sentence(error, path.parent)) from error
    except (DamagedError, UnicodeDecodeError) as error:
        raise StoreError("store.damaged", path=path) from error
    except sqlite3.Error as error:
        raise store_error(error, path) from error

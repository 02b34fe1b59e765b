"""Whether the store's file is as it was written, and for its owner alone."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

from assistant.records.events_json import read_event
from assistant.storage.rows import Row, checksum

NOT_DAMAGE = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
)


class DamagedError(Exception):
    """The file holds something that was not written so."""


def check(file: sqlite3.Connection) -> None:
    """DamagedError where anything in the file is not as it was written."""
    if file.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise DamagedError
    game = place = 0
    asked = "SELECT game, number, told, at_s, who, checksum FROM event ORDER BY game, number"
    for owner, *values, kept in file.execute(asked):
        game, place = (game, place + 1) if owner == game else (owner, 1)
        row = Row(*values)
        if row.number != place or not _is_whole(game, row, kept):
            raise DamagedError
    alone = "SELECT count(*) FROM event WHERE game NOT IN (SELECT id FROM game)"
    empty = "SELECT count(*) FROM game WHERE id NOT IN (SELECT game FROM event)"
    if any(file.execute(asked).fetchone() != (0,) for asked in (alone, empty)):
        raise DamagedError


def fill_in(file: sqlite3.Connection) -> None:
    """Give rows of older programs, which are whole, their checksums."""
    file.create_function("checksum_of", 5, lambda game, *row: checksum(game, Row(*row)))
    file.execute(
        "UPDATE event SET checksum = checksum_of(game, number, told, at_s, who) "
        "WHERE checksum IS NULL"
    )


def is_damage(error: Exception, path: Path) -> bool:
    """Whether it is the file's content that is wrong, and not the disk or a permission."""
    if isinstance(error, DamagedError):
        return True
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if kind in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        # A changed head can make a file of ours look like one of a future SQLite.
        return path.is_file() and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    if kind == sqlite3.SQLITE_IOERR:
        return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ
    return kind not in NOT_DAMAGE


def _is_whole(game: int, row: Row, kept: object) -> bool:
    """Whether a row is as it was written; of older programs, whether it can be read."""
    if kept is not None:
        return kept == checksum(game, row)
    try:
        read_event(json.loads(row.encoded))
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def make_owners(path: Path) -> None:
    """Let nobody but the owner of the folder read a file; it is made where it is not there."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    if os.name == "posix":
        path.chmod(0o600)

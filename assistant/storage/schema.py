"""The tables of the store, and the steps that bring an older one to what they are now."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

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
    (
        # Which phone, or the camera; what the row's checksum was; what became of the game.
        "ALTER TABLE event ADD COLUMN who TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE event ADD COLUMN checksum INTEGER",
        "ALTER TABLE game ADD COLUMN summary TEXT NOT NULL DEFAULT ''",
    ),
)
"""Each step brings a store to the next version; the version is the number of steps made."""


class NewerError(Exception):
    """The store was written by a newer version of this program."""


def migrate(file: sqlite3.Connection, before: Callable[[int], None]) -> None:
    """Bring the tables to what they are now; `before` is called with the version that it has been.

    To be called within no transaction; all steps are made or none.
    """
    version: int = file.execute("PRAGMA user_version").fetchone()[0]
    if version == len(MIGRATIONS):
        return
    if _tables(file) == _tables_of_now():
        # One changed byte of the file's head is no reason to take it for another version.
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        return
    if version > len(MIGRATIONS):
        raise NewerError
    if version:
        before(version)
    file.execute("BEGIN IMMEDIATE")
    try:
        # Asked again: another program may have been quicker.
        version = file.execute("PRAGMA user_version").fetchone()[0]
        for step in MIGRATIONS[version:]:
            for statement in step:
                file.execute(statement)
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def _tables(file: sqlite3.Connection) -> list[tuple[str, str]]:
    asked = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name IN ('game', 'event')"
    return sorted(file.execute(asked).fetchall())


def _tables_of_now() -> list[tuple[str, str]]:
    file = sqlite3.connect(":memory:")
    try:
        for step in MIGRATIONS:
            for statement in step:
                file.execute(statement)
        return _tables(file)
    finally:
        file.close()

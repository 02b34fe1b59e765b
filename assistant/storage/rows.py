"""Events as rows of the store: each with a checksum that tells whether it is as it was written."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from assistant.records.events_json import read_event
from assistant.storage.listing import read_listed

MOST_EVENTS = 100_000
"""Of one game; what is numbered beyond is damage."""
MOST_ROW_BYTES = 1_000_000
"""An event that lays all cards of a table has some thousands."""
MORE = ("at_s", "who", "checksum")
"""What the first versions did not keep with an event."""


class Row(NamedTuple):
    """One event as it is kept."""

    number: int
    """Its place in the game, counted from 1."""
    encoded: str
    """The event as JSON."""
    at_s: float
    """When it was told, in seconds since 1970; 0 where not known."""
    who: str = ""
    """The phone that told it, or nothing where none did."""


Rows = dict[int, dict[int, Row]]
"""The readable events of each game, by their place in it."""


def checksum(game: int, row: Row) -> int:
    """A number that changes with anything in the row."""
    return zlib.crc32(f"{game} {row.number} {row.at_s!r} {row.who} {row.encoded}".encode())


@dataclass(slots=True)
class Found:
    """What can be read of a store that may be damaged."""

    rows: Rows = field(default_factory=dict)
    listed: frozenset[int] = frozenset()
    """The games that it has."""
    is_whole_list: bool = False
    """Whether there can be no others."""
    had: dict[int, int] = field(default_factory=dict)
    """How many events each game had, as far as can be told."""


def read_rows(path: Path) -> Found:
    """What can be read of a store, also of one that is damaged or of an older version."""
    found = Found()
    file = sqlite3.connect(path)
    file.text_factory = bytes
    file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_ROW_BYTES)
    try:
        # What a stranger's file defines beside its tables is not run.
        file.execute("PRAGMA trusted_schema = OFF")
        if not all(_is_table(file, name) for name in ("event", "game")):
            return found
        columns = {bytes(column[1]) for column in file.execute("PRAGMA table_info(event)")}
        if not {b"game", b"number", b"told"} <= columns:
            return found
        more = (name if name.encode() in columns else "NULL" for name in MORE)
        asked = f"SELECT game, number, told, {', '.join(more)} FROM event"
        listed, is_whole = _numbers(file, "SELECT id FROM game")
        of_events, are_whole = _numbers(file, "SELECT DISTINCT game FROM event")
        found.listed, found.is_whole_list = frozenset(listed | of_events), is_whole and are_whole
        for game in found.listed:
            found.rows[game] = {}
            found.had[game] = _counted(file, game)
            _read_game(file, f"{asked} WHERE game = ? ORDER BY number", game, found)
        return found
    finally:
        file.close()


def _is_table(file: sqlite3.Connection, name: str) -> bool:
    """Whether it is a table with rows of its own: a view may tell of rows without end."""
    asked = "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?"
    found = file.execute(asked, (name,)).fetchone()
    return found is not None and isinstance(found[0], int) and found[0] > 0


def _read_game(file: sqlite3.Connection, asked: str, game: int, found: Found) -> None:
    try:
        for values in file.execute(asked, (game,)):
            if row := _row(game, values):
                found.rows[game][row.number] = row
            number = values[1]
            if isinstance(number, int) and number <= MOST_EVENTS:
                found.had[game] = max(found.had[game], number)
    except (sqlite3.DatabaseError, OverflowError):
        # It broke off: at least one more was there.
        found.had[game] = max(found.had[game], max(found.rows[game], default=0) + 1)


def _counted(file: sqlite3.Connection, game: int) -> int:
    """How many events a game had by its summary; 0 where that cannot be read."""
    try:
        kept = file.execute("SELECT summary FROM game WHERE id = ?", (game,)).fetchone()
        listed = kept and read_listed(game, bytes(kept[0]).decode())
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError):
        return 0
    return listed.events if listed else 0


def _row(game: int, values: tuple[object, ...]) -> Row | None:
    """One row, if it is as it was written."""
    match values:
        case (
            int(owner),
            int(number),
            bytes(encoded),
            float() | int() | None as at_s,
            bytes() | None as who,
            int() | None as kept,
        ) if owner == game and 0 < number <= MOST_EVENTS:
            pass
        case _:
            return None
    try:
        row = Row(number, encoded.decode(), float(at_s or 0), (who or b"").decode())
        if kept is None:
            read_event(json.loads(row.encoded))
    except (ValueError, RecursionError):
        return None
    return row if kept is None or kept == checksum(game, row) else None


def _numbers(file: sqlite3.Connection, asked: str) -> tuple[set[int], bool]:
    """The numbers of games, and whether these are all."""
    found: set[int] = set()
    try:
        for (number,) in file.execute(asked):
            if isinstance(number, int) and 0 < number < 2**31:
                found.add(number)
    except sqlite3.DatabaseError:
        return found, False
    return found, True


def joined(kept: Mapping[int, Row], backup: Mapping[int, Row]) -> list[Row]:
    """A game from its first event to the first that neither has; what both have is the kept one."""
    if 1 in kept and 1 in backup and kept[1] != backup[1]:
        backup = {}  # another game that had this number
    rows: list[Row] = []
    while row := kept.get(len(rows) + 1) or backup.get(len(rows) + 1):
        rows.append(row)
    return rows

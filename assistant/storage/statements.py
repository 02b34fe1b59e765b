"""The store's statements: events and summaries written and read within a caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping

from assistant.game.events import Event
from assistant.records.codec import reason_of
from assistant.records.events_json import read_event
from assistant.storage.errors import UnreadableError
from assistant.storage.listing import StoredGame, write_listed
from assistant.storage.rows import Row, checksum
from assistant.words import Sentence


def insert_row(file: sqlite3.Connection, game: int, row: Row) -> None:
    """Write one event of a game."""
    file.execute(
        "INSERT INTO event (game, number, told, at_s, who, checksum) VALUES (?, ?, ?, ?, ?, ?)",
        (game, *row, checksum(game, row)),
    )


def insert_all(file: sqlite3.Connection, games: Mapping[int, Iterable[Row]]) -> None:
    """Make these all the games there are."""
    file.execute("DELETE FROM event")
    file.execute("DELETE FROM game")
    for game, rows in games.items():
        file.execute("INSERT INTO game (id) VALUES (?)", (game,))
        for row in rows:
            insert_row(file, game, row)


def update_summary(file: sqlite3.Connection, listed: StoredGame) -> None:
    """Keep with a game what became of it."""
    text = write_listed(listed)
    file.execute("UPDATE game SET summary = ? WHERE id = ?", (text, listed.number))


def select_events(file: sqlite3.Connection, game: int) -> list[Event]:
    """All events of a game, in the order they were told."""
    asked = "SELECT number, told FROM event WHERE game = ? ORDER BY number"
    return [decode_event(game, *row) for row in file.execute(asked, (game,))]


def data_version(file: sqlite3.Connection) -> int:
    """A number that changes with every commit of another program."""
    return int(file.execute("PRAGMA data_version").fetchone()[0])


def decode_event(game: int, number: int, encoded: object) -> Event:
    """One event of a game; UnreadableError names the one that cannot be read."""
    try:
        return read_event(json.loads(str(encoded)))
    except (ValueError, RecursionError) as error:
        reason = reason_of(error) if isinstance(error, ValueError) else Sentence("json.nested")
        raise UnreadableError(
            "store.event_unreadable", game=game, number=number, reason=reason
        ) from error

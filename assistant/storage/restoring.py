"""Backups read before anything is replaced: only games that can be told and shown are taken."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from assistant.game.events import Started
from assistant.game.history import fold
from assistant.game.objections import start_objection
from assistant.game.summary import summary_of
from assistant.records.events_json import read_event
from assistant.storage.listing import StoredGame
from assistant.storage.rows import Row, joined, read_rows
from assistant.storage.salvage import copied

MOST_EVENTS = 10_000
"""Of one game: thirty evenings' worth; what follows is left out."""
LONGEST_WHO = 100
"""Letters; a phone's name has at most 24."""
LATEST_S = 4e9
"""Seconds since 1970: the year 2096. Beyond, no calendar need show it."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The games of a backup, each with what lists show of it."""

    games: dict[StoredGame, list[Row]]
    lost: tuple[int, ...]
    """The games that it has and that cannot be told."""


def read_backup(path: Path) -> Restored:
    """The games of a backup, also of a damaged one; nothing of it is changed."""
    with copied(path) as copy:
        found = read_rows(copy)
    games, lost = {}, []
    for game in sorted(found.listed):
        rows = [_shown(row) for row in joined(found.rows[game], {})[:MOST_EVENTS]]
        if listed := _listed(game, rows):
            games[listed] = rows
        else:
            lost.append(game)
    return Restored(games, tuple(lost))


def _shown(row: Row) -> Row:
    """The row with a time and a phone that pages can show."""
    is_time = math.isfinite(row.at_s) and 0 <= row.at_s <= LATEST_S
    return row._replace(at_s=row.at_s if is_time else 0.0, who=row.who[:LONGEST_WHO])


def _listed(game: int, rows: list[Row]) -> StoredGame | None:
    """What became of a game; None where its events tell none."""
    if not rows:
        return None
    try:
        started, *more = (read_event(json.loads(row.encoded)) for row in rows)
        if not isinstance(started, Started) or start_objection(started):
            return None
        told = fold((started, *more))
    except (ValueError, RecursionError):
        return None
    times = [row.at_s for row in rows]
    return StoredGame(game, summary_of(told), len(rows), min(times), max(times))

"""Keys of a written game that nobody knows, so that a slip of the pen is named and not dropped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from assistant.records.events_json import DEEDS

RECORD = frozenset(
    [
        "version",
        "rules",
        "players",
        "turns",
        "settings",
        "first",
        "declared",
        "start",
        "finished",
        "by",
    ]
)
SETTINGS = frozenset(
    [
        "sixth",
        "tie_break",
        "blocked_end",
        "up_to_six",
        "no_bonus",
        "no_opening_set",
        "lone_tile_free",
        "handicap",
        "teams",
        "turn_s",
        "simulated",
    ]
)
TURN = frozenset({"player", "rows", "reason", "stands", "out_of_turn", "hand", *DEEDS})
TILE = frozenset({"x", "y", "colour", "shape"})


def unknown_keys(record: object) -> tuple[str, ...]:
    """Every key that is not understood, each once, in the order of the record."""
    return tuple(dict.fromkeys(_unknown(record)))


def _unknown(record: object) -> Iterator[str]:
    if not isinstance(record, dict):
        return
    yield from _beside(record, RECORD)
    yield from _beside(record.get("settings"), SETTINGS)
    yield from _of_tiles(record.get("start"))
    for turn in _list(record.get("turns")):
        yield from _beside(turn, TURN)
        if isinstance(turn, dict):
            for pieces in ("placed", "laid", "rows"):
                yield from _of_tiles(turn.get(pieces))


def _of_tiles(value: object) -> Iterator[str]:
    for one in _list(value):
        yield from _of_tiles(one) if isinstance(one, list) else _beside(one, TILE)


def _beside(value: object, known: frozenset[str]) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (_legible(str(key)) for key in value if key not in known)


def _legible(key: str) -> str:
    """A key as it can be told in one line: with its control characters written out."""
    return key if key.isprintable() else json.dumps(key)[1:-1]


def _list(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else ()

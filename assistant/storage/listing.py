"""What became of each game, as the store keeps it with the game and lists show it."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, replace

from assistant.game.summary import Summary
from assistant.records.codec import a_number, an_object, field
from assistant.records.summary_json import read_summary, write_summary


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game in the list of all games."""

    number: int
    summary: Summary
    events: int
    began_s: float
    """When its first event was encoded, in seconds since 1970; 0 where not known."""
    last_s: float
    """The same for its latest event."""


def write_listed(listed: StoredGame) -> str:
    """A listed game as text, with a checksum in front."""
    encoded = write_summary(listed.summary) | {
        "events": listed.events,
        "began_s": listed.began_s,
        "last_s": listed.last_s,
    }
    text = json.dumps(encoded, ensure_ascii=False, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x} {text}"


def read_listed(number: int, kept: object) -> StoredGame | None:
    """What became of a game; None where that is not kept, or not as it was written."""
    try:
        crc, _, text = str(kept).partition(" ")
        if crc != f"{zlib.crc32(text.encode()):08x}":
            return None
        encoded = an_object(json.loads(text), "a summary")
        times = [float(str(encoded[name])) for name in ("began_s", "last_s")]
        return StoredGame(number, read_summary(encoded), field(encoded, "events", a_number), *times)
    except (ValueError, KeyError):
        return None


def not_after(listed: StoredGame, now_s: float) -> StoredGame:
    """A game that a wrong clock dated into the future counts as the last one played until now."""
    if listed.last_s <= now_s:
        return listed
    return replace(listed, last_s=now_s, began_s=min(listed.began_s, now_s))

"""What reads a photo of each game, or a sentence where nothing does."""

from __future__ import annotations

from assistant.game.events import Rulebook
from assistant.words import PlainError
from vision.reading.readers import READERS, Reader


def reader_of(rules: Rulebook) -> Reader:
    """What reads photos of this game; a sentence where nothing does."""
    if rules.value not in READERS:
        raise PlainError("read.not_seen")
    return READERS[rules.value]

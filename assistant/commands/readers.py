"""What reads a photo of each game, in one place for every command that names the rules."""

from __future__ import annotations

from assistant.game.events import Rulebook
from vision.reading.readers import READERS, Reader


def reader_of(rules: Rulebook) -> Reader:
    """What reads photos of this game."""
    return READERS[rules.value]

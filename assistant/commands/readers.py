"""What reads a photo of each game, in one place for every command that names the rules."""

from __future__ import annotations

from collections.abc import Callable

from assistant.game.events import Rulebook
from assistant.words import PlainError
from vision.observation import Observation
from vision.pictures.load import PictureBgr
from vision.reading.read import read_picture

READERS: dict[Rulebook, Callable[[PictureBgr], Observation]] = {
    Rulebook.CLASSIC: read_picture,
    Rulebook.CUBES: read_picture,
}


def reader_of(rules: Rulebook) -> Callable[[PictureBgr], Observation]:
    """What reads photos of this game; a sentence where nothing does."""
    if rules not in READERS:
        raise PlainError("read.not_seen")
    return READERS[rules]

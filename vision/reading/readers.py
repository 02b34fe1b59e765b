"""What reads a picture of each game, by the name of its rules."""

from __future__ import annotations

from collections.abc import Callable

from assistant.tiles import Palette
from vision.observation import Observation
from vision.reading.colour import Inks
from vision.reading.cubes import read_cubes
from vision.reading.prints import Picture
from vision.reading.read import read_picture

Reader = Callable[[Picture, Palette | None, Inks | None], Observation]

CLASSIC = "classic"
READERS: dict[str, Reader] = {CLASSIC: read_picture, "cubes": read_cubes}


def reader_for(rules: str) -> Reader:
    """What reads pictures of this game; flat tiles where nothing knows its pieces."""
    return READERS.get(rules, read_picture)

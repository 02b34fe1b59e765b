"""What reads a picture of each game, by the name of its rules."""

from __future__ import annotations

from collections.abc import Callable

from assistant.tiles import Palette
from vision.observation import Observation
from vision.pictures.load import PictureBgr
from vision.reading.cards import read_cards
from vision.reading.cubes import read_cubes
from vision.reading.inks import Inks
from vision.reading.read import read_picture

Reader = Callable[[PictureBgr, Palette | None, Inks | None], Observation]

CLASSIC = "classic"


def _read_cards(picture_bgr: PictureBgr, _: Palette | None, __: Inks | None) -> Observation:
    """Cards bring their own inks: their paper tells the light."""
    return read_cards(picture_bgr)


READERS: dict[str, Reader] = {
    CLASSIC: read_picture,
    "cubes": read_cubes,
    "cards": _read_cards,
}


def reader_for(rules: str) -> Reader:
    """What reads pictures of this game; flat tiles where nothing knows its pieces."""
    return READERS.get(rules, read_picture)

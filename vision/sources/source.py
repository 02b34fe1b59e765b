"""The one protocol of everything that gives pictures: camera, film, folder, phone, drawn table."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, TypeVar

from vision.pictures.load import PictureBgr


class SourceFault(Enum):
    """Why a source cannot be opened; the value is the sentence to show."""

    NOT_ADDRESS = "{name} is not an address"
    SCHEME = "{name}: a camera's address begins with http, https or rtsp"
    NO_HOST = "{name} names no camera after ://"
    NOT_HOME = "{name} is not an address of another device in the home network"
    NO_SIZE = "{name}: a picture of that size holds nothing"
    UNKNOWN = 'no file, folder or camera is called "{name}" (cameras here: {known})'
    NO_CAMERA = 'no file, folder or camera is called "{name}" (no camera is plugged in)'
    NO_FILM = "{name} cannot be played as a film"
    NO_PHOTOS = "{name} holds no photo (JPEG, PNG, WebP or BMP)"


class SourceError(Exception):
    """A source that cannot be opened as it was asked for: its fault, and the sentence as text."""

    def __init__(self, fault: SourceFault, name: object, known: str = "") -> None:
        super().__init__(fault.value.format(name=name, known=known))
        self.fault = fault
        self.name = str(name)
        self.known = known


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture and when it was taken."""

    picture_bgr: PictureBgr
    at_s: float
    """Seconds on the source's own clock, which never runs back."""
    number: int
    """Counts up from 1 over the source's whole life; gaps are pictures nobody asked for."""
    name: str = ""
    """The photo's file name, where it has one."""
    is_photo: bool = False
    """Whether somebody took it because the table lies as it shall; a camera just looks."""
    taken_s: float | None = None
    """When a photo was taken, by any one clock; None where nothing tells."""


class Stage(Enum):
    """How a source is doing, in one word."""

    OPENING = "opening"
    LIVE = "live"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SourceState:
    """How a source is doing, with the reason in words for whoever sets it up."""

    stage: Stage
    reason: str = ""


class Source(Protocol):
    """Gives the newest picture; a lost camera is a state, never an exception."""

    @property
    def name(self) -> str:
        """What to call it on the page."""

    @property
    def state(self) -> SourceState:
        """How it is doing at this moment."""

    def newest(self, after: int = 0, timeout_s: float = 1.0) -> Picture | None:
        """The newest picture with a number above `after`; None if none came in this time."""

    def close(self) -> None:
        """Let go of the camera or file; the state is ENDED afterwards."""


Thing = TypeVar("Thing")


class Newest(Generic[Thing]):
    """A slot that keeps only the newest thing put in, numbered, for whoever waits for it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._number = 0
        self._waiting = 0
        self._thing: Thing | None = None
        self._closed = False

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits at this moment."""
        return self._waiting > 0

    def put(self, thing: Thing) -> int:
        """Replace what was there; the new number."""
        with self._changed:
            self._number += 1
            self._thing = thing
            self._changed.notify_all()
            return self._number

    def take(self, after: int, timeout_s: float) -> tuple[int, Thing] | None:
        """The number and the newest thing, once its number is above `after`."""
        with self._changed:
            self._waiting += 1
            try:
                self._changed.wait_for(lambda: self._closed or self._number > after, timeout_s)
            finally:
                self._waiting -= 1
            if self._thing is None or self._number <= after:
                return None
            return self._number, self._thing

    def close(self) -> None:
        """Send everybody who waits away."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

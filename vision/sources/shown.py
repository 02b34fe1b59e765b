"""Pictures that exist already or are drawn, shown at their own pace or as fast as read."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from vision.pictures.load import PictureBgr
from vision.sources.source import Picture, SourceState, Stage

LATE_S = 0.1
"""A paced picture later than this is passed over, as a live camera's would be."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture that can be had, and its time."""

    at_s: float
    take: Callable[[], PictureBgr | None]
    """The picture; None where there is no more. Good until the next shot is asked for."""
    name: str = ""
    is_photo: bool = False
    """Whether it is the settled table, as somebody took it."""
    taken_s: float | None = None
    """When somebody took it, where that is known."""


class ShownSource:
    """Shots one by one: paced by their times, or each as soon as it is asked for.

    Unpaced it is a replay for exactly one reader: every picture is given, once, in order.
    """

    def __init__(
        self,
        name: str,
        shots: Iterable[Shot],
        *,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._shots: Iterator[Shot] = iter(shots)
        self._paced = paced
        self._clock = clock
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._state = SourceState(Stage.OPENING)
        self._pending: Shot | None = None
        self._started_s: float | None = None
        self._shown: Picture | None = None

    @property
    def state(self) -> SourceState:
        """Opening before the first picture, ended after the last."""
        return self._state

    def newest(self, after: int = 0, timeout_s: float = 1.0) -> Picture | None:
        """The picture that is due; unpaced, the next one."""
        with self._lock:
            if self._shown is not None and self._shown.number > after:
                return self._shown
            shot = self._due_shot(self._clock() + timeout_s)
            if shot is None:
                return None
            picture_bgr = shot.take()
            if picture_bgr is None:
                self._end()
                return None
            number = 1 if self._shown is None else self._shown.number + 1
            self._shown = Picture(
                picture_bgr, shot.at_s, number, shot.name, shot.is_photo, shot.taken_s
            )
            self._state = SourceState(Stage.LIVE)
            return self._shown

    def close(self) -> None:
        """Stop showing, also for a reader who waits at this moment."""
        self._closing.set()
        with self._lock:
            self._end()

    def _due_shot(self, until_s: float) -> Shot | None:
        """The next shot, waiting until it is due and passing over those long due."""
        while not self._closing.is_set():
            shot = self._pending or next(self._shots, None)
            if shot is None:
                self._end()
                return None
            self._pending = shot
            now_s = self._clock()
            if self._started_s is None:
                self._started_s = now_s - shot.at_s
            early_s = self._started_s + shot.at_s - now_s if self._paced else 0.0
            left_s = max(0.0, until_s - now_s)  # getting the shot may have taken all of it
            if early_s > left_s:
                self._closing.wait(left_s)
                return None
            if self._closing.wait(max(0.0, early_s)):
                return None
            self._pending = None
            if early_s > -LATE_S or now_s >= until_s:
                return shot
        return None

    def _end(self) -> None:
        self._state = SourceState(Stage.ENDED)
        if isinstance(self._shots, Generator):
            self._shots.close()
        self._shots = iter(())
        self._pending = None


def drawn_source(
    name: str, draw: Callable[[float], PictureBgr | None], fps: float = 12.0, *, paced: bool = True
) -> ShownSource:
    """A table that is drawn as it is at the time asked for; it ends when `draw` gives None."""

    def shots() -> Iterator[Shot]:
        for frame in count():
            at_s = frame / fps
            yield Shot(at_s, lambda at_s=at_s: draw(at_s))  # type: ignore[misc]

    return ShownSource(name, shots(), paced=paced)

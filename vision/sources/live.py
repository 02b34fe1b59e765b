"""A live camera watched by a thread: only the newest frame kept, retried when it is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from assistant.worker import Worker
from vision.pictures.load import PictureBgr, decode_frame
from vision.sources.exposure import Locks
from vision.sources.source import Newest, Picture, Source, SourceState, Stage

FIRST_RETRY_S = 0.5
LONGEST_RETRY_S = 10.0
"""A camera plugged in again is seen within this time; each failed try doubles the wait."""
STALE_S = 3.0
"""No frame for this long is a lost camera, even where its driver still hangs in a read."""


class CameraLostError(Exception):
    """The connection failed; the text says how. Caught by the watching thread alone."""


class Unasked(Enum):
    """A frame that came while nobody wanted one, and was not decoded."""

    FRAME = "a frame"


class Feed(Protocol):
    """One connection to a camera, good until it fails."""

    def read(self, wanted: Callable[[], bool]) -> PictureBgr | bytes | Unasked | None:
        """The next frame, as pixels or still encoded; None at the end. CameraLostError if cut.

        A feed that must decode asks first whether anybody wants this frame: decoding thirty
        a second for a table that is looked at ten times a second would be most of the work.
        """

    def close(self) -> None:
        """Let go of the connection."""


def locks_of(source: Source) -> Locks | None:
    """What is held still of this camera's exposure; None where nobody can."""
    return source.locks if isinstance(source, LiveSource) else None


class LiveSource:
    """A camera that is opened, watched, lost and found again by a thread of its own."""

    def __init__(
        self,
        name: str,
        connect: Callable[[], Feed],
        *,
        clock: Callable[[], float] = time.monotonic,
        first_retry_s: float = FIRST_RETRY_S,
        longest_retry_s: float = LONGEST_RETRY_S,
        stale_s: float = STALE_S,
    ) -> None:
        self.name = name
        self._connect = connect
        self._clock = clock
        self._first_retry_s = first_retry_s
        self._longest_retry_s = longest_retry_s
        self._stale_s = stale_s
        self._frames: Newest[tuple[float, PictureBgr | bytes]] = Newest()
        self._state = SourceState(Stage.OPENING)
        self._last_s = 0.0
        self._broken_s: float | None = None
        """Since when no frame that somebody asked for could be decoded."""
        self._feed: Feed | None = None
        self._worker = Worker(f"camera {name}", self._watch, self._fail)
        self._worker.start()

    @property
    def state(self) -> SourceState:
        """How the camera is doing; silence counts as lost."""
        state, silent_s = self._state, self._clock() - self._last_s
        if state.stage is Stage.LIVE and silent_s > self._stale_s:
            return SourceState(Stage.LOST, f"no picture for {silent_s:.0f} s")
        broken_s = self._broken_s
        if broken_s is not None and self._clock() - broken_s > self._stale_s:
            return SourceState(Stage.LOST, "the camera's pictures cannot be taken in")
        return state

    @property
    def locks(self) -> Locks | None:
        """What is held still of the camera while it is open; None for feeds that cannot tell."""
        locks: Locks | None = getattr(self._feed, "locks", None)
        return locks

    def newest(self, after: int = 0, timeout_s: float = 1.0) -> Picture | None:
        """The newest frame that decodes; frames nobody asked for are never decoded."""
        until_s = time.monotonic() + timeout_s
        while True:
            taken = self._frames.take(after, max(0.0, until_s - time.monotonic()))
            if taken is None:
                return None
            after, (at_s, frame) = taken
            picture_bgr = decode_frame(frame) if isinstance(frame, bytes) else frame
            if picture_bgr is not None:
                self._broken_s = None
                return Picture(picture_bgr, at_s, after)
            self._broken_s = self._broken_s or self._clock()

    def close(self) -> None:
        """Stop watching; a driver that hangs is left to its daemon thread."""
        self._worker.close()
        self._frames.close()
        self._worker.join(2.0)
        self._state = SourceState(Stage.ENDED)

    def _watch(self) -> None:
        """Connect and read, again and again, until closed or at the feed's own end."""
        wait_s = self._first_retry_s
        while not self._worker.is_closing:
            frames_before = self._last_s
            try:
                self._feed = feed = self._connect()
                try:
                    self._read_all(feed)
                finally:
                    self._feed = None
                    feed.close()
                break
            except CameraLostError as lost:
                self._state = SourceState(Stage.LOST, str(lost))
            if self._last_s != frames_before:
                wait_s = self._first_retry_s
            self._worker.rest(wait_s)
            wait_s = min(2 * wait_s, self._longest_retry_s)
        self._state = SourceState(Stage.ENDED)

    def _fail(self, failing: bool) -> None:
        """A failure nobody thought of is a lost camera too, and is tried again."""
        if failing:
            self._state = SourceState(Stage.LOST, "the camera's pictures cannot be taken in")

    def _read_all(self, feed: Feed) -> None:
        """Keep the newest frame until the feed ends, fails or is no longer wanted."""
        while not self._worker.is_closing:
            frame = feed.read(lambda: self._frames.is_wanted)
            if frame is None or self._worker.is_closing:
                return
            self._last_s = self._clock()
            self._state = SourceState(Stage.LIVE)
            if not isinstance(frame, Unasked):
                self._frames.put((self._last_s, frame))

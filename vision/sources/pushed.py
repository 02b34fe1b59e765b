"""A phone as camera: stills that its browser sends, only the newest kept, silence noticed."""

from __future__ import annotations

import time
from collections.abc import Callable

from vision.pictures.load import PictureBgr, decode_frame
from vision.sources.source import Newest, Picture, SourceState, Stage

SILENT_S = 4.0
"""The phone tells twice a second that nothing has changed; after so long it sleeps or is away."""


class PushedSource:
    """Whatever phone sends stills; a table at rest is told without sending its picture again."""

    def __init__(self, name: str = "phone", clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self._clock = clock
        self._frames: Newest[tuple[float, bytes]] = Newest()
        self._encoded = b""
        self._decoded: tuple[bytes, PictureBgr | None] = (b"", None)
        self._heard_s: float | None = None
        self._is_closed = False

    @property
    def state(self) -> SourceState:
        """Opening until a phone sends; lost while it is silent."""
        if self._is_closed:
            return SourceState(Stage.ENDED)
        if self._heard_s is None:
            return SourceState(Stage.OPENING)
        if self._clock() - self._heard_s > SILENT_S:
            return SourceState(Stage.LOST, "the phone sleeps or is out of the network")
        if self._decoded[0] and self._decoded[1] is None:
            return SourceState(Stage.LOST, "the phone's pictures cannot be taken in")
        return SourceState(Stage.LIVE)

    def push(self, encoded: bytes) -> None:
        """One more still as JPEG; nothing is decoded before somebody looks."""
        self._encoded = encoded
        self.rest()

    def rest(self) -> bool:
        """The table lies as in the last still; whether there was one."""
        if not self._encoded:
            return False
        self._heard_s = self._clock()
        self._frames.put((self._heard_s, self._encoded))
        return True

    def newest(self, after: int = 0, timeout_s: float = 1.0) -> Picture | None:
        """The newest still that decodes."""
        taken = self._frames.take(after, timeout_s)
        if taken is None:
            return None
        number, (at_s, encoded) = taken
        if self._decoded[0] is not encoded:
            self._decoded = (encoded, decode_frame(encoded))
        picture_bgr = self._decoded[1]
        return None if picture_bgr is None else Picture(picture_bgr, at_s, number)

    def close(self) -> None:
        """Take no more stills."""
        self._is_closed = True
        self._frames.close()

"""OpenCV's own player, opened without its chatter on the console."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.pictures.load import PictureBgr
from vision.sources.exposure import ExposureKeeper, Locks
from vision.sources.live import CameraLostError, Unasked

SILENT = "the camera stopped sending pictures"


def open_capture(
    what: str | int, backend: int, settings: Sequence[int] = ()
) -> cv2.VideoCapture | None:
    """A capture that is open, or None; why it is not is for the caller to say, in one sentence."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    capture = cv2.VideoCapture(what, backend, settings)
    if capture.isOpened():
        return capture
    capture.release()
    return None


def retrieve_pixels(capture: cv2.VideoCapture) -> PictureBgr | None:
    """The frame that was grabbed last."""
    came, frame = capture.retrieve()
    return frame.astype(np.uint8, copy=False) if came and frame is not None else None


class CaptureFeed:
    """Frames of a webcam or of a stream that OpenCV can play."""

    def __init__(
        self,
        capture: cv2.VideoCapture,
        keeper: ExposureKeeper | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._capture = capture
        self._keeper = keeper
        self._clock = clock

    @property
    def locks(self) -> Locks | None:
        """What is held still of the camera; None where that is not for us to say."""
        return None if self._keeper is None else self._keeper.locks

    def read(self, wanted: Callable[[], bool]) -> PictureBgr | Unasked:
        """The next frame; the driver's own timeout ends a wait for nothing."""
        if not self._capture.grab():
            raise CameraLostError(SILENT)
        if not wanted():
            return Unasked.FRAME
        frame = retrieve_pixels(self._capture)
        if frame is None:
            raise CameraLostError(SILENT)
        if self._keeper is not None:
            self._keeper.see(frame, self._clock())
        return frame

    def close(self) -> None:
        """Give the device back, as it was found."""
        if self._keeper is not None:
            self._keeper.let_go()
        self._capture.release()

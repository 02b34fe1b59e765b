"""USB and built-in cameras: their names, and a connection to one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.sources.capture import CaptureFeed, open_capture
from vision.sources.exposure import ExposureKeeper
from vision.sources.live import CameraLostError, Feed

VIDEO_DEVICES = Path("/sys/class/video4linux")
GUESSED_NUMBERS = range(4)
"""Tried where the system does not list its cameras; few computers have more."""


@dataclass(frozen=True, slots=True)
class Webcam:
    """A camera of this computer."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Wish:
    """What to ask of a camera; it gives the nearest it can."""

    size_wh: tuple[int, int] = (1920, 1080)
    fps: float = 30.0


def list_webcams(devices: Path = VIDEO_DEVICES) -> tuple[Webcam, ...]:
    """The cameras the system lists; empty where it lists none (Linux alone has such a list)."""
    webcams = []
    for folder in devices.glob("video*"):
        try:
            # A camera has several devices; the first, of index 0, is the one with pictures.
            if (folder / "index").read_text().strip() == "0":
                number = int(folder.name.removeprefix("video"))
                webcams.append(Webcam(number, (folder / "name").read_text().strip()))
        except (OSError, ValueError):
            continue  # unplugged while we looked
    return tuple(sorted(webcams, key=lambda webcam: webcam.number))


def numbers_to_try() -> tuple[int, ...]:
    """Which camera numbers may answer, the likeliest first."""
    if sys.platform == "linux":
        return tuple(webcam.number for webcam in list_webcams())
    return tuple(GUESSED_NUMBERS)


def webcam_connector(wanted: int | str, wish: Wish) -> Callable[[], Feed]:
    """A way to connect to the camera of this number or name, also after it was replugged.

    A replugged camera often comes back under another number, so its name is remembered.
    """
    name = wanted if isinstance(wanted, str) else None

    def connect() -> Feed:
        nonlocal name
        listed = list_webcams()
        number = _number_of(wanted, name, listed)
        name = next((webcam.name for webcam in listed if webcam.number == number), name)
        return _open_device(number, wish)

    return connect


def _number_of(wanted: int | str, name: str | None, listed: tuple[Webcam, ...]) -> int:
    """The number under which the camera is found now."""
    if isinstance(wanted, int):
        here = next((webcam for webcam in listed if webcam.number == wanted), None)
        if sys.platform != "linux" or (here and name in (None, here.name)):
            return wanted
    for webcam in listed:
        if name is not None and name.lower() in webcam.name.lower():
            return webcam.number
    missing = f"camera {wanted}" if isinstance(wanted, int) else f'camera "{wanted}"'
    raise CameraLostError(f"{missing} is not plugged in")


def _open_device(number: int, wish: Wish) -> Feed:
    """Open one device with the size and rate wished for."""
    backend = {
        "linux": cv2.CAP_V4L2,
        "win32": cv2.CAP_DSHOW,  # the newer one takes ten seconds to open
        "darwin": cv2.CAP_AVFOUNDATION,
    }.get(sys.platform, cv2.CAP_ANY)
    capture = open_capture(number, backend)
    if capture is None:
        raise CameraLostError(f"camera {number} does not open; another program may be using it")
    # Compressed, because raw pictures of this size do not fit through the cable at 30 a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.size_wh[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.size_wh[1])
    capture.set(cv2.CAP_PROP_FPS, wish.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return CaptureFeed(capture, ExposureKeeper(capture, backend))

"""From the words after --source to a source: auto, a camera, URL, file, phone or demo."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from urllib.parse import urlsplit

from vision.sources.files import PHOTO_ENDINGS, PhotosSource, film_source, folder_source
from vision.sources.home_network import may_be_home
from vision.sources.live import LiveSource
from vision.sources.network import network_connector
from vision.sources.pushed import PushedSource
from vision.sources.source import Source, SourceError, SourceFault
from vision.sources.webcam import Wish, list_webcams, numbers_to_try, webcam_connector

ANSWER_S = 2.0
"""How long `auto` waits for each camera's first picture."""
STREAM_SCHEMES = ("http", "https", "rtsp")
_WISH = re.compile(r"(?P<camera>.+?)@(?P<w>\d+)x(?P<h>\d+)(?:@(?P<fps>\d+(?:\.\d+)?))?")


@dataclass(frozen=True, slots=True)
class Opened:
    """The source that was opened, and a sentence where it is not the one expected."""

    source: Source
    notice: str = ""


class CameraKind(Enum):
    """What a camera hangs on, and so what can be wrong with it."""

    OWN = "own"
    """This computer."""
    NETWORK = "network"
    PHONE = "phone"


def kind_of(spec: str) -> CameraKind:
    """Which kind these words ask for."""
    if spec == "phone":
        return CameraKind.PHONE
    return CameraKind.NETWORK if "://" in spec else CameraKind.OWN


def open_source(
    spec: str,
    demo: Callable[[], Source],
    *,
    paced: bool = True,
    answer_s: float = ANSWER_S,
    home_only: bool = False,
) -> Opened:
    """Open what `spec` names; SourceError says in a sentence why it cannot be.

    A camera may be followed by its size and rate: `0@1280x720@15`. `demo` makes the simulated
    table; it is called only where that is what was asked for or no camera answers. At home only,
    a camera by its address is one of the home network's other devices.
    """
    spec = spec.strip()
    if spec == "auto":
        return _first_that_answers(demo, answer_s)
    if spec == "demo":
        return Opened(demo())
    if spec == "phone":
        return Opened(PushedSource())
    if "://" in spec:
        return Opened(_network_camera(spec, home_only=home_only))
    path = Path(spec).expanduser()
    if spec and path.exists():
        return Opened(_recording(path, paced=paced))
    return Opened(_webcam(spec))


def _first_that_answers(demo: Callable[[], Source], answer_s: float) -> Opened:
    """The first camera that shows something in time; else the demo, and why."""
    numbers = numbers_to_try()
    for number in numbers:
        camera = LiveSource(f"camera {number}", webcam_connector(number, Wish()))
        if camera.newest(timeout_s=answer_s) is not None:
            return Opened(camera)
        camera.close()
    found = "No camera answers" if numbers else "No camera is plugged in"
    return Opened(demo(), f"{found}, so a simulated table is shown.")


def _network_camera(url: str, *, home_only: bool) -> Source:
    """A camera by its address; whether it answers is a matter of its state."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise SourceError(SourceFault.NOT_ADDRESS, without_password(url)) from None
    if parts.scheme.lower() not in STREAM_SCHEMES:
        raise SourceError(SourceFault.SCHEME, without_password(url))
    if not host:
        raise SourceError(SourceFault.NO_HOST, without_password(url))
    if home_only and not may_be_home(host):
        raise SourceError(SourceFault.NOT_HOME, host)
    return LiveSource(host, network_connector(url, home_only=home_only))


def without_password(url: str) -> str:
    """An address as it may be shown: what stands before the @ is for the camera alone."""
    scheme, split, rest = url.partition("://")
    before, at, after = rest.rpartition("@")
    return f"{scheme}{split}{after}" if at and "/" not in before else url


def _recording(path: Path, *, paced: bool) -> Source:
    """A folder of photos, a photo or a film."""
    if path.is_dir():
        return folder_source(path, paced=paced)
    if path.suffix.lower() in PHOTO_ENDINGS:
        return PhotosSource(path.name, (path,), paced=paced)
    return film_source(path, paced=paced)


def _webcam(spec: str) -> Source:
    """A camera of this computer by number or by part of its name, with size and rate."""
    asked = _WISH.fullmatch(spec)
    camera, wish = (asked["camera"], Wish()) if asked else (spec, Wish())
    if asked:
        size_wh = (int(asked["w"]), int(asked["h"]))
        if not all(size_wh):
            raise SourceError(SourceFault.NO_SIZE, spec)
        wish = Wish(size_wh, float(asked["fps"] or wish.fps))
    if camera.isascii() and camera.isdigit():
        return LiveSource(f"camera {int(camera)}", webcam_connector(int(camera), wish))
    names = [webcam.name for webcam in list_webcams()]
    if camera and any(camera.lower() in name.lower() for name in names):
        return LiveSource(camera, webcam_connector(camera, wish))
    fault = SourceFault.UNKNOWN if names else SourceFault.NO_CAMERA
    raise SourceError(fault, spec, ", ".join(names))

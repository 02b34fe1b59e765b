"""Cameras on the network: MJPEG streams and snapshots over HTTP, and streams OpenCV plays."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit, urlunsplit

import cv2

from vision.sources.capture import CaptureFeed, open_capture
from vision.sources.home_network import NotHomeError, connect_home, home_addresses
from vision.sources.live import CameraLostError, Feed

SILENCE_S = 3.0
"""A stream that sends nothing for this long is cut; a Wi-Fi hiccup is shorter."""
SNAPSHOT_EVERY_S = 0.2
"""Between two snapshots: 5 a second is enough to see hands come and go."""
RTSP_PORT = 554
LONGEST_FRAME = 30_000_000
"""Bytes; no camera's JPEG is larger, so what is longer is no picture."""


class Stream(Protocol):
    """The bytes of an answered request."""

    def readline(self, limit: int = -1, /) -> bytes:
        """Up to and with the next line feed."""

    def read(self, amount: int | None = None, /) -> bytes:
        """So many bytes, or fewer at the end."""

    def close(self) -> None:
        """Hang up."""


class MjpegFeed:
    """The pictures of a multipart stream, one after the other, still encoded."""

    def __init__(self, stream: Stream, boundary: bytes) -> None:
        self._stream = stream
        self._boundary = boundary.strip(b'-"')  # cameras disagree on whose dashes are whose
        self._at_boundary = False

    def read(self, wanted: Callable[[], bool]) -> bytes:  # noqa: ARG002 - reading costs nothing
        """The next part that is a JPEG."""
        try:
            frame = self._read_part()
        except TimeoutError:
            raise CameraLostError("the camera stopped sending pictures") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CameraLostError(f"the stream broke off ({error})") from None
        if not frame.startswith(b"\xff\xd8"):
            raise CameraLostError("the camera sends something other than JPEG pictures")
        return frame

    def close(self) -> None:
        """Hang up."""
        self._stream.close()

    def _read_part(self) -> bytes:
        """One part: its headers, then its body by length or up to the next boundary."""
        if not self._at_boundary:
            self._read_to_boundary()
        self._at_boundary = False
        size = None
        while line := self._read_line().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        return self._read_to_boundary() if size is None else self._read_exactly(size)

    def _read_line(self) -> bytes:
        line = self._stream.readline(65536)
        if not line:
            raise CameraLostError("the camera ended the stream")
        return line

    def _read_exactly(self, size: int) -> bytes:
        if not 0 < size <= LONGEST_FRAME:
            raise ValueError(f"a picture of {size} bytes")
        frame = self._stream.read(size)
        if len(frame) < size:
            raise CameraLostError("the camera ended the stream")
        return frame

    def _read_to_boundary(self) -> bytes:
        lines: list[bytes] = []
        length = 0
        while not self._is_boundary(line := self._read_line()):
            lines.append(line)
            length += len(line)
            if length > LONGEST_FRAME:
                raise ValueError("a picture without an end")
        self._at_boundary = True
        return b"".join(lines).removesuffix(b"\n").removesuffix(b"\r")

    def _is_boundary(self, line: bytes) -> bool:
        return line.startswith(b"--") and line.lstrip(b"-").startswith(self._boundary)


class SnapshotFeed:
    """A camera that gives one JPEG a request, asked again and again."""

    def __init__(self, ask: Callable[[], http.client.HTTPResponse], every_s: float) -> None:
        self._ask = ask
        self._every_s = every_s

    def read(self, wanted: Callable[[], bool]) -> bytes:  # noqa: ARG002 - it must be heard from
        """One more snapshot, after a pause."""
        time.sleep(self._every_s)
        try:
            with self._ask() as response:
                return response.read(LONGEST_FRAME)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CameraLostError(_why(error)) from None

    def close(self) -> None:
        """Nothing stays open between two requests."""


def network_connector(
    url: str, silence_s: float = SILENCE_S, *, home_only: bool = False
) -> Callable[[], Feed]:
    """A way to connect to the camera at this address; at home only, to no other network's."""
    if urlsplit(url).scheme.lower() == "rtsp":
        return lambda: _play_stream(_at_home(url) if home_only else url, silence_s)

    def connect() -> Feed:
        ask = _asker(url, silence_s, home_only)
        try:
            response = ask()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CameraLostError(_why(error)) from None
        kind = response.headers.get_content_type()
        boundary = response.headers.get_param("boundary")
        if kind.startswith("multipart/") and isinstance(boundary, str):
            return MjpegFeed(response, boundary.encode())
        response.close()
        if kind.startswith("image/"):
            return SnapshotFeed(ask, SNAPSHOT_EVERY_S)
        if kind.startswith("text/"):
            raise CameraLostError("this address shows a web page, not a camera's stream")
        if home_only:
            # A film may be a list of other addresses, and OpenCV's player asks nobody.
            raise CameraLostError("a film over http is opened with --source only")
        return _play_stream(url, silence_s)

    return connect


def _at_home(url: str) -> str:
    """The address with the host's checked number in place of its name."""
    parts = urlsplit(url)
    try:
        number = home_addresses(parts.hostname or "", parts.port or RTSP_PORT)[0]
    except OSError as error:
        raise CameraLostError(_why(error)) from None
    shown = f"[{number}]" if ":" in number else number
    user, at, _ = parts.netloc.rpartition("@")
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=f"{user}{at}{shown}{port}"))


class _FewRedirects(urllib.request.HTTPRedirectHandler):
    """A camera sends on once, to a session of its own, if at all."""

    max_redirections = 3
    max_repeats = 2


class _HomeConnection(http.client.HTTPConnection):
    """A connection that is made to the home's devices only, wherever it is redirected."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self._create_connection = connect_home


class _HomeSecureConnection(http.client.HTTPSConnection):
    """The same with TLS."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self._create_connection = connect_home


class _HomeHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_HomeConnection, req)


class _HomeSecureHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_HomeSecureConnection, req)


def _asker(url: str, silence_s: float, home_only: bool) -> Callable[[], http.client.HTTPResponse]:
    """A way to request this address, with the name and password written into it."""
    parts = urlsplit(url)
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    # A camera is in the room, never behind a proxy.
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.ProxyHandler({}),
        _FewRedirects(),
    ]
    if home_only:
        handlers += [_HomeHandler(), _HomeSecureHandler()]
    if parts.username is not None:
        passwords = urllib.request.HTTPPasswordMgrWithPriorAuth()
        user, word = unquote(parts.username), unquote(parts.password or "")
        passwords.add_password(None, bare, user, word)
        handlers.append(urllib.request.HTTPBasicAuthHandler(passwords))
        handlers.append(urllib.request.HTTPDigestAuthHandler(passwords))
    opener = urllib.request.build_opener(*handlers)

    def ask() -> http.client.HTTPResponse:
        response: http.client.HTTPResponse = opener.open(bare, timeout=silence_s)
        return response

    return ask


def _why(error: Exception) -> str:
    """An error of the network in words."""
    match error:
        case NotHomeError() | urllib.error.URLError(reason=NotHomeError()):
            return "the address is not one of the home network"
        case urllib.error.HTTPError(code=401 | 403):
            return "the camera wants a name and password (http://name:password@…)"
        case urllib.error.HTTPError():
            return f"the camera answers {error.code} {error.reason}"
        case urllib.error.URLError(reason=TimeoutError()) | TimeoutError():
            return "the camera does not answer"
        case urllib.error.URLError():
            return f"the camera cannot be reached ({error.reason})"
    return f"the camera cannot be reached ({error})"


def _play_stream(url: str, silence_s: float) -> Feed:
    """A stream in a format that only OpenCV's player knows."""
    limit_ms = int(1000 * silence_s)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit_ms]
    capture = open_capture(url, cv2.CAP_FFMPEG, limits)
    if capture is None:
        raise CameraLostError("the camera cannot be reached")
    return CaptureFeed(capture)

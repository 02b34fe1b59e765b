"""A connection: it gets a thread once the head of a request is there, and only for so long."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from contextlib import suppress
from typing import Any

from cheroot.makefile import StreamReader, StreamWriter
from cheroot.server import HTTPConnection, HTTPRequest

from assistant.web.visitors import Visitors

PATIENCE_S = 10
"""A sender or reader who is silent for so long is hung up on, and a head is to come within it."""
REQUEST_S, SLOWEST_UPLOAD = 10.0, 50_000
ANSWER_S, SLOWEST_DOWNLOAD = 15.0, 20_000
"""A body is to come, and an answer to be taken, within so many seconds and one more for so many
bytes: the worst Wi-Fi of a home is faster."""
MOST_HEADER_BYTES = 16 * 1024
"""Gathered for each connection before a thread looks at it; browsers send one or two thousand."""
AT_ONCE_BYTES = 16 * 1024
END_OF_HEAD = b"\r\n\r\n"
LAST_WORDS_S = 0.5
DROPPED_BYTES, MOST_DROPPED = 65536, 16
"""Of a refused body so much is read and dropped, for so long: who sees the line cut while sending
sees no answer."""
MOST_LINGERING = 16
"""For so many at once; each holds a thread that others may need."""


class Gathered(socket.SocketIO):
    """A socket as a file, with what was already gathered from it before all else."""

    def __init__(self, line: socket.socket) -> None:
        super().__init__(line, "r")
        self.head = bytearray()

    def readinto(self, buffer: Any) -> int | None:
        """Fill the buffer with what there is."""
        if not self.head:
            return super().readinto(buffer)
        count = min(len(buffer), len(self.head))
        buffer[:count] = self.head[:count]
        del self.head[:count]
        return count


class Reader(StreamReader):
    """The requests of a connection as a file."""

    def __init__(self, line: socket.socket, size: int) -> None:
        self.gathered = Gathered(line)
        super(StreamReader, self).__init__(self.gathered, size)
        self.bytes_read = 0

    @property
    def has_more(self) -> bool:
        """Whether something came after the request that was read."""
        return bool(self.gathered.head) or bool(self.has_data())  # type: ignore[no-untyped-call]


def _file(line: socket.socket, mode: str, size: int) -> Any:
    return Reader(line, size) if "r" in mode else StreamWriter(line, mode, size)


class Asked(HTTPRequest):
    """A request; what cannot be understood is refused, whatever the parser makes of it."""

    def parse_request(self) -> None:
        """Read the head."""
        try:
            super().parse_request()
        except (ValueError, UnboundLocalError):
            # `GET //[`, or a second line of a header before any first one.
            self.simple_response("400 Bad Request")

    def simple_response(self, status: Any, msg: str = "") -> None:
        """The parser's own refusals: nobody's browser is told these."""
        if str(status)[:1] in "45":
            self.conn.strike()
        super().simple_response(status, msg)


class Connection(HTTPConnection):
    """A connection that is counted for as long as it is open, and ended when its time is up."""

    RequestHandlerClass = Asked
    lingering = threading.BoundedSemaphore(MOST_LINGERING)
    entered: Visitors | None = None
    is_player = False

    def __init__(self, server: Any, line: socket.socket, _makefile: Any = None) -> None:
        super().__init__(server, line, _file)
        self._is_greeted = not isinstance(line, ssl.SSLSocket)
        self._due_s: float | None = None
        self.body: Any = None
        """The body of the request that is being answered, until the answer begins."""

    def gather(self) -> bool:
        """Take what has come of the next request, without waiting for more.

        Whether a thread should look at it: the head is whole, far too long, or ended early.
        ConnectionError where nobody is there any more.
        """
        head = self.rfile.gathered.head
        if not head:
            self.last_used = time.time()
        self.socket.settimeout(0)
        try:
            if not self._is_greeted:
                self.socket.do_handshake()
                self._is_greeted = True
            while len(head) <= MOST_HEADER_BYTES:
                searched = max(0, len(head) - len(END_OF_HEAD))
                more = self.socket.recv(AT_ONCE_BYTES)
                head += more
                if not more or head.find(END_OF_HEAD, searched) >= 0:
                    break
            if not head:
                raise ConnectionResetError
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return False
        except OSError as error:
            raise ConnectionResetError from error
        self.socket.settimeout(PATIENCE_S)
        return True

    def communicate(self) -> bool:
        """Answer one request; whether the connection stays."""
        self.body = None
        self.allow(REQUEST_S)
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self._due_s = None

    @property
    def _broke_off(self) -> bool:
        """Whether it began to ask and then kept everybody waiting."""
        has_begun = bool(self.rfile.gathered.head) or not self._is_greeted
        return has_begun and time.time() - (self.last_used or 0) >= PATIENCE_S

    def allow(self, allowed_s: float | None) -> None:
        """Give what goes on now so many seconds from now on; None is no limit."""
        self._due_s = None if allowed_s is None else time.monotonic() + allowed_s

    def is_overdue(self, now_s: float) -> bool:
        """Whether its time is up; what the program itself reckons takes as long as it takes."""
        is_reckoning = self.body is not None and getattr(self.body, "remaining", 0) <= 0
        return self._due_s is not None and now_s > self._due_s and not is_reckoning

    def strike(self) -> None:
        """What was asked came to nothing; a player's may, now and then."""
        if not self.is_player:
            self.server.visitors.manners.strike(self.remote_addr)

    def cut(self) -> None:
        """End it, whatever it is doing: who reads or writes is told that nobody is there."""
        with suppress(OSError):
            # Not the socket's own: with TLS that would take the line from under who uses it.
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        if self.entered is not None:
            self.entered.leave(self)
            self.entered = None
            if self._broke_off:
                self.strike()
        super().close()
        if not self.linger:
            return
        if not self.lingering.acquire(blocking=False):
            self.socket.close()
            return
        try:
            self._hang_up()
        finally:
            self.lingering.release()

    def _hang_up(self) -> None:
        """Let the answer arrive before the line is cut; what is still being sent is dropped."""
        until_s = time.monotonic() + LAST_WORDS_S
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)
            for _ in range(MOST_DROPPED):
                self.socket.settimeout(max(0.0, until_s - time.monotonic()))
                if not self.socket.recv(DROPPED_BYTES):
                    break
        self.socket.close()

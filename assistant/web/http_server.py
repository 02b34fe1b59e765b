"""The HTTP and HTTPS servers: bounded in connections, bodies and patience, whoever comes."""

from __future__ import annotations

import ipaddress
import logging
import socket
import ssl
import sys
import threading
from collections import Counter
from contextlib import suppress
from typing import Any

from cheroot.server import HTTPConnection
from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Gateway_10, Server
from flask import Flask

LOG = logging.getLogger("qwirkle.web")
PATIENCE_S = 10
"""A sender or reader who is silent for so long is hung up on."""
MOST_CONNECTIONS = 1000
"""A browser holds up to six."""
MOST_OF_ONE_ADDRESS = 64
"""Of connections from one computer or phone, this one aside: ten browsers."""
MOST_HEADER_BYTES = 64 * 1024
MOST_UPLOAD_BYTES = 32 * 1024 * 1024
"""A phone's photo is up to 15 MB; the page makes it smaller before sending."""


LAST_WORDS_S = 0.3
DROPPED_BYTES, MOST_DROPPED = 65536, 16
"""Of a refused body so much is read and dropped: who sees the line cut while sending sees no
answer."""


class Visitors:
    """Who is connected at the moment; those who come once too often are not let in."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether one more connection from this address is let in."""
        with self._lock:
            most = MOST_CONNECTIONS if _is_here(address) else MOST_OF_ONE_ADDRESS
            if self._of[address] >= most or self._of.total() >= MOST_CONNECTIONS:
                return False
            self._of[address] += 1
            return True

    def leave(self, address: str) -> None:
        """One connection from this address has ended."""
        with self._lock:
            self._of[address] -= 1
            if self._of[address] <= 0:
                del self._of[address]


class Connection(HTTPConnection):
    """A connection that is counted for as long as it is open."""

    entered: Visitors | None = None

    def close(self) -> None:
        """Hang up."""
        if self.entered is not None:
            self.entered.leave(self.remote_addr)
            self.entered = None
        super().close()
        if self.linger:
            self._hang_up()

    def _hang_up(self) -> None:
        """Let the answer arrive before the line is cut; what is still being sent is dropped."""
        with suppress(OSError):
            self.socket.settimeout(LAST_WORDS_S)
            self.socket.shutdown(socket.SHUT_WR)
            for _ in range(MOST_DROPPED):
                if not self.socket.recv(DROPPED_BYTES):
                    break
        self.socket.close()


class Gateway(Gateway_10):
    """Between a request and the app: what was refused is not read to its end."""

    def start_response(self, status: str, headers: Any, exc_info: Any = None) -> Any:
        """The status and headers of an answer, from the app."""
        if status[:1] in "45" and (
            b"Content-Length" in self.req.inheaders or self.req.chunked_read
        ):
            self.req.close_connection = True
            self.req.conn.linger = True
        return super().start_response(status, headers, exc_info)


class HttpServer(Server):
    """One port; a connection takes a thread only once it has asked for something."""

    ConnectionClass = Connection

    def __init__(self, app: Flask, listener: socket.socket, threads: int) -> None:
        address = listener.getsockname()[:2]
        super().__init__(
            address,
            app,
            numthreads=threads,
            server_name="",
            request_queue_size=128,
            timeout=PATIENCE_S,
            shutdown_timeout=1,
        )
        self.gateway = Gateway
        self.keep_alive_conn_limit = MOST_CONNECTIONS
        self.max_request_header_size = MOST_HEADER_BYTES
        self.max_request_body_size = MOST_UPLOAD_BYTES
        self.visitors = Visitors()
        self._listener = listener

    def bind(self, family: int, kind: int, proto: int = 0) -> socket.socket:  # noqa: ARG002
        """The socket is there already: only who listens has the port."""
        self.socket = self._listener
        return self._listener

    def process_conn(self, conn: Connection) -> None:
        """A connection that came, or that has something to say."""
        if conn.last_used is not None:
            super().process_conn(conn)
        elif self.visitors.enter(conn.remote_addr):
            conn.entered = self.visitors
            self.put_conn(conn)
        else:
            conn.close()

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        """What the server has to say goes to the log; a visitor who hangs up is no failure."""
        if isinstance(sys.exc_info()[1], OSError):
            level, traceback = logging.INFO, False
        LOG.log(level, msg, exc_info=traceback)


class HttpsServer(HttpServer):
    """A second port with TLS, its requests answered by the threads of the first."""

    def __init__(
        self, app: Flask, listener: socket.socket, first: HttpServer, context: ssl.SSLContext
    ) -> None:
        super().__init__(app, listener, threads=1)
        self.ssl_adapter = Adapter(context)
        self.visitors = first.visitors
        self._first = first

    def process_conn(self, conn: Connection) -> None:
        """A connection that came, or that has something to say."""
        if conn.last_used is None:
            super().process_conn(conn)
        else:
            self._first.process_conn(conn)


class Adapter(BuiltinSSLAdapter):
    """TLS whose handshake is done by the thread that answers: a slow one holds up nobody else."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.context = context

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """The socket with TLS around it, and what the app is to know of it."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False

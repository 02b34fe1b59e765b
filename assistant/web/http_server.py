"""The HTTP and HTTPS servers: bounded in connections, bodies and patience, whoever comes."""

from __future__ import annotations

import logging
import socket
import ssl
import sys
import time
from collections.abc import Iterable
from email.utils import formatdate
from typing import Any

from cheroot.connections import ConnectionManager
from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Gateway_10, Server
from flask import Flask

from assistant.web.connection import (
    ANSWER_S,
    MOST_HEADER_BYTES,
    PATIENCE_S,
    REQUEST_S,
    SLOWEST_DOWNLOAD,
    SLOWEST_UPLOAD,
    Connection,
)
from assistant.web.threads import Threads
from assistant.web.visitors import Visitors, most_connections

LOG = logging.getLogger("qwirkle.web")
MOST_UPLOAD_BYTES = 32 * 1024 * 1024
"""A phone's photo is up to 15 MB; the page makes it smaller before sending."""
BACKLOG = 1024
"""Connections that the system holds until they are let in; who finds no room tries again after a
second, players too."""
IDLE_THREADS, IS_PLAYER = "qwirkle.idle_threads", "qwirkle.is_player"
"""What the app is told by its server: how many threads are idle; and tells it: a key was shown."""
EVENTS = "text/event-stream"
ILL_MANNERED = frozenset({"400", "413", "421", "429"})
"""Answers to what no page of ours asks for."""
AT_THE_DOOR = 32
"""Lines that are kept waiting between two looks at those that are there."""
GLANCE_S = 0.05
"""How often who accepts looks up from waiting: so long it takes to end."""


class Gateway(Gateway_10):
    """Between a request and the app: nothing is read that the app does not ask for."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override]
        """What the app is told of the request."""
        conn, pool = self.req.conn, self.req.server.pool
        conn.body = self.req.rfile
        conn.allow(REQUEST_S + getattr(self.req.rfile, "remaining", 0) / SLOWEST_UPLOAD)

        def is_player() -> None:
            conn.is_player = True
            conn.server.visitors.manners.trust(conn.remote_addr)

        told: dict[str, Any] = super().get_environ()  # type: ignore[no-untyped-call]
        return told | {IDLE_THREADS: lambda: pool.idle, IS_PLAYER: is_player}

    def respond(self) -> None:
        """Have the app answer; what says not how long it is could be of any length."""
        if self.req.chunked_read:
            self.req.close_connection = self.req.conn.linger = True
            self.req.conn.strike()
            self.req.simple_response("411 Length Required")
            self.req.ready = False
            return
        super().respond()

    def start_response(
        self, status: str, headers: Iterable[tuple[str, str]], exc_info: Any = None
    ) -> Any:
        """The status and headers of an answer, from the app."""
        headers = [*headers, ("Date", _date())]
        written = super().start_response(status, headers, exc_info)
        conn = self.req.conn
        if getattr(self.req.rfile, "remaining", 0) > 0:
            # A body that the app has not asked for is not taken in to be thrown away.
            self.req.close_connection = conn.linger = True
            conn.strike()
        elif status[:3] in ILL_MANNERED:
            conn.strike()
        conn.body = None
        kinds = {name.lower(): value for name, value in headers}
        if kinds.get("content-type", "").startswith(EVENTS):
            conn.allow(None)
        else:
            conn.allow(ANSWER_S + (self.remaining_bytes_out or 0) / SLOWEST_DOWNLOAD)
        return written


def _date() -> str:
    """The time as answers tell it; in years that no calendar has, the first one that it had."""
    try:
        return formatdate(usegmt=True)
    except (ValueError, OverflowError, OSError):
        return formatdate(0, usegmt=True)


class Entrance(ConnectionManager):
    """Where lines come in: who is kept waiting costs no more than that."""

    def _from_server_socket(self, server_socket: socket.socket) -> Connection | None:
        for _ in range(AT_THE_DOOR):
            try:
                line, address = server_socket.accept()
            except BlockingIOError:
                return None
            except OSError:  # no more files, or already gone
                time.sleep(GLANCE_S)
                return None
            if self.server.visitors.admits(line, address[0]):
                came = Accepted(line, address)
                conn: Connection | None = super()._from_server_socket(came)  # type: ignore[misc]
                return conn
        return None


class Accepted:
    """A listening socket to whose door exactly this line has come."""

    def __init__(self, line: socket.socket, address: Any) -> None:
        self._came = line, address

    def accept(self) -> tuple[socket.socket, Any]:
        """The line, and from where it came."""
        return self._came


class HttpServer(Server):
    """One port; a connection takes a thread only once it has asked for something."""

    ConnectionClass = Connection
    expiration_interval = GLANCE_S

    def __init__(self, app: Flask, listener: socket.socket, threads: int) -> None:
        address = listener.getsockname()[:2]
        super().__init__(
            address,
            app,
            numthreads=threads,
            server_name="",
            request_queue_size=BACKLOG,
            timeout=PATIENCE_S,
            shutdown_timeout=1,
        )
        self.gateway = Gateway
        self.keep_alive_conn_limit = most_connections()
        self.max_request_header_size = MOST_HEADER_BYTES
        self.max_request_body_size = MOST_UPLOAD_BYTES
        self.visitors = Visitors()
        self.requests = self.pool = Threads(self, threads)
        self._listener = listener

    def bind(self, family: int, kind: int, proto: int = 0) -> socket.socket:  # noqa: ARG002
        """The socket is there already: only who listens has the port."""
        self.socket = self._listener
        return self._listener

    def prepare(self) -> None:
        """Be ready to accept, without ever waiting for who has gone again."""
        super().prepare()
        self._connections.close()  # type: ignore[has-type]
        self._listener.setblocking(False)
        self._connections = Entrance(self)

    def process_conn(self, conn: Connection) -> None:
        """A connection that came, or that has something to say."""
        if conn.entered is None:
            self._welcome(conn)
            return
        try:
            is_asked = conn.gather()
        except ConnectionError:
            conn.close()
            return
        if is_asked:
            self.answer(conn)
        else:
            since_s = conn.last_used
            super().put_conn(conn)
            conn.last_used = since_s

    def _welcome(self, conn: Connection) -> None:
        if self.visitors.enter(conn):
            conn.entered = self.visitors
            self.put_conn(conn)
        else:
            conn.close()

    def answer(self, conn: Connection) -> None:
        """Have a thread answer what was asked."""
        super().process_conn(conn)

    def put_conn(self, conn: Connection) -> None:
        """Wait for the next request; who sent more than one at once is hung up on."""
        if conn.rfile.has_more:
            conn.close()
        else:
            super().put_conn(conn)

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
        self.visitors, self.pool = first.visitors, first.requests
        self._first = first

    def answer(self, conn: Connection) -> None:
        """Have a thread of the first server answer what was asked."""
        self._first.answer(conn)


class Adapter(BuiltinSSLAdapter):
    """TLS whose handshake goes on as its parts arrive: a slow one holds up nobody else."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.context = context

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """The socket with TLS around it, and what the app is to know of it."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}

"""Serving: the address phones use, the key of the table, and the server around the pages."""

from __future__ import annotations

import errno
import os
import secrets
import socket
import ssl
import time
from functools import partial
from pathlib import Path

from flask import Flask

from assistant.web.http_server import HttpServer, HttpsServer
from assistant.web.live import MOST_STREAMS
from assistant.web.phones import KEY_FILE, write_owners
from assistant.worker import Worker

NEXT_PORTS = 20
"""How many ports after a busy one are tried."""
SPARE_THREADS = 64
"""For everything that is not a stream; a page takes milliseconds, a slow upload its time."""
THREADS = MOST_STREAMS + SPARE_THREADS
HOME_ENDINGS = ("local", "lan", "home", "home.arpa", "internal", "fritz.box")
"""What routers add to a computer's name. All but the last are for homes alone; `fritz.box` can be
owned, and is by who makes that router, so it is trusted as far as the router is."""
WAKE_S = 0.5
READY_S = 0.005
PATIENCE_S = 1.0
LOOK_AROUND_S = 0.5
"""How often it is looked for connections whose time is up."""


class Serving:
    """The servers around the pages, each accepting in a thread of its own."""

    def __init__(
        self,
        app: Flask,
        listener: socket.socket,
        secure: tuple[socket.socket, ssl.SSLContext] | None = None,
        threads: int = THREADS,
    ) -> None:
        self.first = HttpServer(app, listener, threads)
        self._servers = [self.first]
        if secure is not None:
            self._servers.append(HttpsServer(app, secure[0], self.first, secure[1]))
        self._workers = [Worker("serving", partial(_serve, server)) for server in self._servers]
        self._patience = Worker("patience", self._end_overdue)

    def start(self) -> None:
        """Answer from now on."""
        for server, worker in zip(self._servers, self._workers, strict=True):
            worker.start()
            while worker.is_alive and not server.ready:
                time.sleep(READY_S)
        self._patience.start()

    def wait(self) -> None:
        """Stay until the server ends; Ctrl-C gets through at once."""
        while self._workers[0].is_alive:
            self._workers[0].join(WAKE_S)

    def stop(self) -> None:
        """Let go of the ports; who is still being answered has a moment to get it."""
        for server, worker in zip(reversed(self._servers), reversed(self._workers), strict=True):
            worker.close()
            server.stop()
            worker.join(PATIENCE_S)
        self._patience.close()
        self.first.visitors.close()

    def _end_overdue(self) -> None:
        while not self._patience.is_closing:
            self.first.visitors.end_overdue()
            self._patience.rest(LOOK_AROUND_S)


def _serve(server: HttpServer) -> None:
    """Start the threads that answer, and accept.

    From a daemon's thread they are daemons too: Ctrl-C while they start leaves none behind.
    """
    if not server.ready:
        server.prepare()
    server.serve()


def listen(host: str, port: int) -> socket.socket:
    """A socket on this port, or on one of the next where it is taken; OSError if none is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + NEXT_PORTS if port else 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            # Only who listens has the port: two that start together could both be bound to it.
            listener.listen()
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE or candidate == port + NEXT_PORTS - 1:
                raise
            continue
        return listener
    raise AssertionError("the loop returns or raises")


def own_address() -> str:
    """The number by which the home network knows this computer; its own where it has none."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Nothing is sent: this only asks which way packets to the outside would leave.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
    finally:
        probe.close()


def own_names() -> tuple[str, ...]:
    """The names by which the home network may know this computer."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    return (name, short, *(f"{short}.{ending}" for ending in HOME_ENDINGS))


def table_key(folder: Path) -> str:
    """The key of this table; kept, so that phones stay players when the program is restarted."""
    path = folder / KEY_FILE
    try:
        kept = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    if len(kept) >= 16:
        return kept
    key = secrets.token_urlsafe(12)
    write_owners(path, key + "\n")
    return key

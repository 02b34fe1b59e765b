"""What is left for players while strangers, or one phone, ask for all that there is."""

from __future__ import annotations

import threading

from flask import g, request

from assistant.web.errors import WebError
from assistant.web.http_server import IDLE_THREADS, IS_PLAYER
from assistant.web.pace import Pace
from assistant.web.seats import Seats
from assistant.web.visitors import HERE

NEVER_BUSY = frozenset({"pages.join"})
"""How a phone becomes a player's, also while strangers take all they can."""
KEPT_THREADS = 32
"""So many of the server's threads are for players: with fewer idle, others are asked to wait."""
MOST_STRANGERS, GATE_S = 4, 2.0
"""So many requests of strangers are answered at once, and for so long the others wait: what is
reckoned for many at once is slow for everybody."""
REQUESTS_AT_ONCE, REQUESTS_A_SECOND = 400, 40.0
"""Of strangers at one address: a page and all that belongs to it is sixty."""
MOST_BODIES, MOST_OF_STRANGERS, MOST_OF_ONE_PHONE = 48, 12, 12
"""How many requests with a body may be under way at once; browsers send up to six."""


class Crowding:
    """Looks at each request before it is answered, and turns away who takes too much."""

    def __init__(self) -> None:
        self._bodies = Seats(MOST_BODIES, MOST_OF_STRANGERS, MOST_OF_ONE_PHONE)
        self._gate = threading.BoundedSemaphore(MOST_STRANGERS)
        self._pace = Pace(REQUESTS_AT_ONCE, REQUESTS_A_SECOND)

    def check(self, key: str) -> None:
        """Players go on at once; strangers one after the other, while there are threads left."""
        if key:
            tell = request.environ.get(IS_PLAYER)
            if tell is not None:
                tell()
        elif request.endpoint not in NEVER_BUSY:
            self._check_stranger(request.remote_addr or "")

    def _check_stranger(self, address: str) -> None:
        if address not in HERE and not self._pace.take(address):
            raise WebError(429, "busy")
        idle = request.environ.get(IDLE_THREADS)
        if idle is None:  # not behind our own server: nothing to share
            return
        if idle() < KEPT_THREADS:
            raise WebError(503, "busy")
        if not request.content_length:  # who sends a body is counted there, and may be slow
            if not self._gate.acquire(timeout=GATE_S):
                raise WebError(503, "busy")
            g.is_at_gate = True

    def check_body(self, key: str) -> None:
        """A body is taken in only while few others are; it may take its time.

        Counted by address, since one phone can join many times; here they may all share one.
        """
        if request.content_length:
            address = request.remote_addr or ""
            sender = address if key and address not in HERE else key
            if not self._bodies.take(sender):
                raise WebError(429, "busy")
            g.sends_body = sender

    def let_go(self, _error: BaseException | None) -> None:
        """The request has been answered, or its stream begins."""
        if g.pop("is_at_gate", False):
            self._gate.release()
        if "sends_body" in g:
            self._bodies.leave(g.pop("sends_body"))

"""Who may do what: the key makes a player, a foreign site or a rebinding name gets nothing."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from assistant.web.errors import WebError
from assistant.web.http_server import MOST_UPLOAD_BYTES

COOKIE = "qwirkle_key"
COOKIE_AGE_S = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""How a computer calls itself."""
UPLOADS = {
    "pictures.photo": MOST_UPLOAD_BYTES,
    "hand.photo": MOST_UPLOAD_BYTES,
    "setup.take": 2_000_000,
    "phone.still": 4_000_000,
}
"""The routes that take files, and how long they may be."""
OPEN_TO_WATCHERS = frozenset({"pages.choose_language"})
"""The changing routes that touch nothing but the asking browser's own cookies."""


@dataclass(frozen=True, slots=True)
class Door:
    """How phones get in."""

    key: str
    """Whoever has it is a player."""
    address: str
    """The address for phones, without the key."""
    names: Collection[str] = ()
    """Names of this computer under which pages may be asked for; numbers always may."""
    secure: str = ""
    """The address by https, where there is one: phones may be cameras there."""
    data: Path | None = None
    """Where the authority of our own certificate lies; None where somebody gave one."""


class Guard:
    """The checks before every answer, and the headers after it."""

    def __init__(self, door: Door) -> None:
        self._key = door.key
        self._names = {name.lower() for name in door.names} | {"localhost"}

    def watch_over(self, app: Flask) -> None:
        """Stand before every route of an app."""
        app.before_request(self._check)
        app.after_request(_with_headers)

    def is_key(self, offered: str) -> bool:
        """Whether this is the table's key."""
        return hmac.compare_digest(offered.encode(), self._key.encode())

    def is_player(self) -> bool:
        """Whether the browser that asks has the key."""
        return self.is_key(request.cookies.get(COOKIE, ""))

    def is_here(self) -> bool:
        """Whether the browser runs on the table's own computer and asks for it as such.

        It is told where the key is, but not let in: other people may use this computer too, and
        what a tunnel or a proxy passes on comes from here as well.
        """
        return _is_loopback(request.remote_addr or "") and _host_of(request) in HERE

    def let_in(self, response: Response) -> Response:
        """Make the asking browser a player's."""
        response.set_cookie(
            COOKIE, self._key, max_age=COOKIE_AGE_S, httponly=True, samesite="Lax", path="/"
        )
        return response

    def _check(self) -> None:
        if not self._knows(request):
            raise WebError(421, "wrong_host")
        if request.method not in CHANGING:
            return
        if not _same_origin(request):
            raise WebError(403, "wrong_origin")
        if request.endpoint not in OPEN_TO_WATCHERS and not self.is_player():
            raise WebError(403, "watching_only")
        if request.endpoint in UPLOADS:
            request.max_content_length = UPLOADS[request.endpoint]

    def _knows(self, asked: Request) -> bool:
        """Whether the page was asked for by a number or by a name of this computer.

        A foreign name that was made to point here is how a web site reaches into a home.
        """
        host = _host_of(asked)
        if host in self._names:
            return True
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return False
        return True


def _host_of(asked: Request) -> str:
    """The name or number that the page was asked for by; nothing where it is none."""
    try:
        return (urlsplit(f"//{asked.host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _same_origin(asked: Request) -> bool:
    origin = asked.headers.get("Origin")
    if origin is None:
        return asked.headers.get("Sec-Fetch-Site") == "same-origin"
    try:
        return urlsplit(origin).netloc.lower() == asked.host.lower()
    except ValueError:
        return False


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if not response.cache_control.no_cache and response.cache_control.max_age is None:
        response.headers.setdefault("Cache-Control", "no-store")
    return response

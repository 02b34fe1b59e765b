"""Who may do what: the key makes a player, a foreign site or a rebinding name gets nothing."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from assistant.web.crowding import Crowding
from assistant.web.errors import WebError
from assistant.web.http_server import MOST_UPLOAD_BYTES
from assistant.web.phones import Phone, Phones
from assistant.web.wrong_keys import WrongKeys

COOKIE, WATCH_COOKIE = "qwirkle_key", "qwirkle_watch"
PHONE = "phone:"
"""Before a phone's name in the history of a game."""
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
    "keeping.restore": MOST_UPLOAD_BYTES,
    "phone.still": 4_000_000,
}
"""The routes that take files, and how long they may be."""
OPEN_TO_WATCHERS = frozenset({"pages.choose_language"})
"""The changing routes that touch nothing but the asking browser's own cookies."""
OPEN_TO_ALL = frozenset({"static", "pages.join", "pages.watch", "phone.authority", None})
"""What also those may open who may not watch: nothing of the game is in it."""


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
    kept: Path | None = None
    """Where the table's key and the phones are kept; None keeps them no longer than it runs."""
    on_new_key: Callable[[str], None] = lambda _key: None
    """Called with the table's new key, when it is changed."""


class Guard:
    """The checks before every answer, and the headers after it."""

    def __init__(self, door: Door) -> None:
        self.phones = Phones(door.key, door.kept, door.on_new_key)
        self._wrong = WrongKeys()
        self._crowding = Crowding()
        self._names = {name.lower() for name in door.names} | {"localhost"}

    def watch_over(self, app: Flask) -> None:
        """Stand before every route of an app."""
        app.before_request(self._check)
        app.after_request(_with_headers)
        app.teardown_request(self._crowding.let_go)

    def phone(self) -> Phone | None:
        """The phone that asks, where it is one of the table's by a key of its own."""
        return self.phones.with_key(request.cookies.get(COOKIE, ""))

    def is_player(self) -> bool:
        """Whether the browser that asks has a key: its own, or the table's."""
        return bool(self.key())

    def key(self) -> str:
        """The key of the browser that asks; nothing where it is a wrong one."""
        key = request.cookies.get(COOKIE, "")
        return key if self._plays(key) else ""

    def watching(self) -> Callable[[], bool]:
        """Whether the browser that asks may still look on, to be asked at any later time."""
        key, link = request.cookies.get(COOKIE, ""), request.cookies.get(WATCH_COOKIE, "")
        phones = self.phones
        return lambda: not phones.by_link or self._plays(key) or phones.is_watch_key(link)

    def _plays(self, key: str) -> bool:
        return self.phones.is_table_key(key) or self.phones.with_key(key) is not None

    def who(self) -> str:
        """Who asks for a change, as the history of the game names it."""
        phone = self.phone()
        if phone is None:
            return ""
        self.phones.did(phone.id)
        return f"{PHONE}{phone.name}"

    def check_key(self, is_right: bool) -> None:
        """Refuse a wrong key; who offers many has to wait before the next is looked at."""
        address, now_s = request.remote_addr or "", time.monotonic()
        if self._wrong.wait_s(address, now_s):
            raise WebError(429, "wait_for_key")
        if not is_right:
            self._wrong.count(address, now_s)
            raise WebError(403, "wrong_key")

    def is_here(self) -> bool:
        """Whether the browser runs on the table's own computer and asks for it as such.

        It is told where the key is, but not let in: other people may use this computer too, and
        what a tunnel or a proxy passes on comes from here as well.
        """
        return _is_loopback(request.remote_addr or "") and _host_of(request) in HERE

    def let_in(self, response: Response) -> Response:
        """Make the asking browser a player's, with a key of its own."""
        phone = self.phone() or self.phones.join(request.headers.get("User-Agent", ""))
        return self.let_in_as(phone, response)

    def let_in_as(self, phone: Phone, response: Response) -> Response:
        """Have the asking browser show this phone's key from now on."""
        return _with_cookie(response, COOKIE, phone.key)

    def let_watch(self, response: Response) -> Response:
        """Let the asking browser look on."""
        return _with_cookie(response, WATCH_COOKIE, self.phones.watch_key)

    def _check(self) -> None:
        if not self._knows(request):
            raise WebError(421, "wrong_host")
        self._crowding.check(self.key())
        if request.method not in CHANGING:
            if request.endpoint not in OPEN_TO_ALL and not self.watching()():
                raise WebError(403, "watch_link")
            return
        if not _same_origin(request):
            raise WebError(403, "wrong_origin")
        if request.endpoint not in OPEN_TO_WATCHERS and not self.is_player():
            if request.cookies.get(COOKIE):
                self._check_cookie()
            raise WebError(403, "watching_only")
        if request.endpoint in UPLOADS:
            request.max_content_length = UPLOADS[request.endpoint]
        self._crowding.check_body(self.key())

    def _check_cookie(self) -> None:
        """A wrong key in a cookie counts as one that was offered at the door."""
        address, now_s = request.remote_addr or "", time.monotonic()
        if self._wrong.wait_s(address, now_s):
            raise WebError(429, "wait_for_key")
        self._wrong.count(address, now_s)

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


def _with_cookie(response: Response, name: str, key: str) -> Response:
    response.set_cookie(name, key, max_age=COOKIE_AGE_S, httponly=True, samesite="Lax", path="/")
    return response


def _host_of(asked: Request) -> str:
    """The name or number that the page was asked for by; nothing where it is none."""
    try:
        return (urlsplit(f"//{asked.host}").hostname or "").lower()
    except ValueError:
        return ""


def secure_address(door: Door) -> str:
    """The address by https as the asking phone knows this computer; nothing where there is none.

    Its key is for that name alone, and another number may have come since the program began.
    """
    if not door.secure:
        return ""
    host, port = _host_of(request), door.secure.rpartition(":")[2]
    return f"https://{f'[{host}]' if ':' in host else host}:{port}"


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

"""The phones that play: each with a key of its own, a name, and the time of its last deed."""

from __future__ import annotations

import hmac
import json
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from assistant.storage.errors import StoreError
from assistant.words.files import file_sentence

LOG = logging.getLogger("qwirkle.web")
PHONES_FILE, KEY_FILE = "phones.json", "key"
LONGEST_NAME = 24
MOST_PHONES = 300
"""More than sit at any table; then those that did nothing for longest make room."""
KINDS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}
"""What a browser says of its device, the first that fits, and what the phone is called first."""


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone, tablet or computer that was let in."""

    id: str
    """Names it on pages; who has it can do nothing with it."""
    key: str
    """What its browser shows; never on a page."""
    name: str
    joined_s: float
    """Seconds since 1970."""
    last_s: float = 0.0
    """When it did something last; 0 where never."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept about phones."""

    phones: tuple[Phone, ...] = ()
    watch_key: str = ""
    by_link: bool = False
    """Whether only those with the link may watch."""


class Phones:
    """Who may play and who may watch, in files that only the owner of the folder reads."""

    def __init__(
        self,
        key: str,
        folder: Path | None = None,
        on_new_key: Callable[[str], None] = lambda _key: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Without a folder nothing outlives the program."""
        self._folder = folder
        self._on_new_key = on_new_key
        self._clock = clock
        self._lock = threading.Lock()
        self._key = key
        self._kept = _read(folder)
        if not self._kept.watch_key:
            self._kept = replace(self._kept, watch_key=secrets.token_urlsafe(12))

    @property
    def key(self) -> str:
        """The table's key: whoever scans it is let in."""
        return self._key

    @property
    def watch_key(self) -> str:
        """What the link to watch holds."""
        return self._kept.watch_key

    @property
    def by_link(self) -> bool:
        """Whether only those with the link may watch."""
        return self._kept.by_link

    def all(self) -> tuple[Phone, ...]:
        """Every phone that may play, the one that did something last first."""
        return tuple(sorted(self._kept.phones, key=lambda one: -max(one.last_s, one.joined_s)))

    def with_key(self, key: str) -> Phone | None:
        """The phone whose own key this is."""
        offered = key.encode()
        found = (one for one in self._kept.phones if hmac.compare_digest(one.key.encode(), offered))
        return next(found, None)

    def is_table_key(self, offered: str) -> bool:
        """Whether this is the table's key."""
        return hmac.compare_digest(offered.encode(), self._key.encode())

    def is_watch_key(self, offered: str) -> bool:
        """Whether this is the key of the link to watch."""
        return hmac.compare_digest(offered.encode(), self._kept.watch_key.encode())

    def join(self, agent: str) -> Phone:
        """Let a phone in; its browser says what it is."""
        now_s = self._clock()
        with self._lock:
            name = _free_name(_kind_of(agent), [one.name for one in self._kept.phones])
            phone = Phone(secrets.token_hex(4), secrets.token_urlsafe(18), name, now_s)
            newest = sorted(self._kept.phones, key=lambda one: -max(one.last_s, one.joined_s))
            try:
                self._keep(replace(self._kept, phones=(*newest[: MOST_PHONES - 1], phone)))
            except StoreError:
                # A full disk keeps nobody from playing: it scans again after the next start.
                LOG.warning("a phone that joined is known no longer than the program runs")
        return phone

    def rename(self, phone: str, name: str) -> None:
        """Call a phone by this name; ValueError where it is none, or another phone's."""
        name = " ".join(name.split())
        with self._lock:
            taken = [one.name for one in self._kept.phones if one.id != phone]
            if not 0 < len(name) <= LONGEST_NAME or name in taken or not name.isprintable():
                raise ValueError("no name for a phone")
            self._change(phone, lambda one: replace(one, name=name))

    def did(self, phone: str) -> None:
        """A phone did something just now; the disk is told with the next change of the list."""
        now_s = self._clock()
        with self._lock:
            self._kept = self._with(phone, lambda one: replace(one, last_s=now_s))

    def shut_out(self, phone: str) -> None:
        """A phone is a watching one from now on."""
        with self._lock:
            left = tuple(one for one in self._kept.phones if one.id != phone)
            self._keep(replace(self._kept, phones=left))

    def change_key(self, stays: str) -> None:
        """A new key for the table and for watching: nobody but this phone stays in."""
        with self._lock:
            # In force at once, also where the disk cannot be told of it.
            self._key = secrets.token_urlsafe(12)
            left = tuple(one for one in self._kept.phones if one.id == stays)
            self._kept = Kept(left, secrets.token_urlsafe(12), self._kept.by_link)
            if self._folder is not None:
                self._write(KEY_FILE, self._key + "\n")
            self._keep(self._kept)
        try:
            self._on_new_key(self._key)
        except OSError as error:
            raise StoreError(file_sentence(error)) from error

    def watch_by_link(self, by_link: bool) -> None:
        """Whether only those with the link may watch from now on."""
        with self._lock:
            self._keep(replace(self._kept, by_link=by_link))

    def _with(self, phone: str, change: Callable[[Phone], Phone]) -> Kept:
        phones = (change(one) if one.id == phone else one for one in self._kept.phones)
        return replace(self._kept, phones=tuple(phones))

    def _change(self, phone: str, change: Callable[[Phone], Phone]) -> None:
        self._keep(self._with(phone, change))

    def _keep(self, kept: Kept) -> None:
        self._kept = kept
        if self._folder is not None:
            self._write(PHONES_FILE, json.dumps(asdict(kept), ensure_ascii=False))

    def _write(self, name: str, text: str) -> None:
        assert self._folder is not None
        try:
            write_owners(self._folder / name, text)
        except OSError as error:
            raise StoreError(file_sentence(error, self._folder / name)) from error


def write_owners(path: Path, text: str) -> None:
    """Write a file that only its owner reads, and that is never seen half written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    with os.fdopen(os.open(half, flags, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    half.replace(path)


def _read(folder: Path | None) -> Kept:
    """What was kept; nothing where it cannot be read: phones scan the code again."""
    if folder is None:
        return Kept()
    try:
        encoded = json.loads((folder / PHONES_FILE).read_text(encoding="utf-8"))
        phones = tuple(_phone(one) for one in encoded["phones"][:MOST_PHONES])
        return Kept(phones, str(encoded["watch_key"]), bool(encoded["by_link"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Kept()


def _phone(encoded: dict[str, object]) -> Phone:
    phone = Phone(
        str(encoded["id"]),
        str(encoded["key"]),
        str(encoded["name"])[:LONGEST_NAME],
        float(str(encoded["joined_s"])),
        float(str(encoded["last_s"])),
    )
    if not phone.key.isascii() or len(phone.key) < 16:
        raise ValueError("no key of a phone")
    return phone


def _kind_of(agent: str) -> str:
    return next((kind for word, kind in KINDS.items() if word in agent), "Browser")


def _free_name(kind: str, taken: list[str]) -> str:
    names = (kind, *(f"{kind} {count}" for count in range(2, MOST_PHONES + 2)))
    return next(name for name in names if name not in taken)

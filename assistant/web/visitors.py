"""Who is connected: bounded in all and by address, and who holds most makes room for others."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import defaultdict
from contextlib import suppress
from typing import Protocol

from assistant.web.manners import MOST_WAITING, Manners, WaitingRoom
from assistant.web.pace import Pace

HERE = frozenset({"127.0.0.1", "::1"})
"""This computer itself, and whatever passes requests on from here."""
MOST_CONNECTIONS = 400 if os.name == "nt" else 1000
"""A browser holds up to six. Windows waits for no more than 512 at once."""
MOST_OF_ONE_ADDRESS = 64
"""Of connections from one computer or phone, this one aside: ten browsers."""
MOST_A_SECOND = 10.0
"""New connections of one address, after the first `MOST_OF_ONE_ADDRESS`; browsers keep theirs."""
FILES_BESIDE = 150
"""Files that are open beside the connections: store, cameras, pictures, threads' own."""
WANTED_FILES = 4096


class Visitor(Protocol):
    """A connection, as far as it is counted and ended."""

    remote_addr: str
    is_player: bool
    """Whether it has shown a key of this table."""

    def is_overdue(self, now_s: float) -> bool:
        """Whether its time is up."""
        ...

    def cut(self) -> None:
        """End it, whatever it is doing."""
        ...


class Visitors:
    """The open connections; who comes once too often is not let in."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: defaultdict[str, list[Visitor]] = defaultdict(list)
        self._most = most_connections()
        self._pace = Pace(MOST_OF_ONE_ADDRESS, MOST_A_SECOND)
        self.manners = Manners()
        beside = most_files() - FILES_BESIDE - self._most
        self._waiting = WaitingRoom(max(1, min(MOST_WAITING, beside)))

    def admits(self, line: socket.socket, address: str) -> bool:
        """Whether a line that has just come is listened to; otherwise it waits, and is let go."""
        if address in HERE:
            return True
        if not self.manners.are_bad(address) and self._pace.take(address):
            return True
        self._waiting.take(line, address)
        return False

    def enter(self, visitor: Visitor) -> bool:
        """Whether one more connection is let in; where all are taken, somebody makes room."""
        with self._lock:
            address = visitor.remote_addr
            if address not in HERE and len(self._of.get(address, ())) >= MOST_OF_ONE_ADDRESS:
                return False
            if sum(map(len, self._of.values())) >= self._most and not self._make_room():
                return False
            self._of[address].append(visitor)
            return True

    def leave(self, visitor: Visitor) -> None:
        """This connection has ended."""
        with self._lock:
            there = self._of.get(visitor.remote_addr, [])
            with suppress(ValueError):
                there.remove(visitor)
            if not there:
                self._of.pop(visitor.remote_addr, None)

    def end_overdue(self) -> None:
        """End every connection whose time is up."""
        now_s = time.monotonic()
        with self._lock:
            overdue = [one for of in self._of.values() for one in of if one.is_overdue(now_s)]
        for one in overdue:
            if not one.is_player:
                self.manners.strike(one.remote_addr)
            one.cut()
        self._waiting.let_go()

    def close(self) -> None:
        """Hang up on all who wait."""
        self._waiting.let_go(0.0)

    def _make_room(self) -> bool:
        """End the oldest connection without a key, of the address that holds most of those."""
        strangers = [[one for one in of if not one.is_player] for of in self._of.values()]
        most = max(strangers, key=len, default=[])
        if not most:
            return False
        self._of[most[0].remote_addr].remove(most[0])
        most[0].cut()
        return True


def most_connections() -> int:
    """How many connections this computer lets the program have, after asking for enough."""
    return max(FILES_BESIDE // 3, min(MOST_CONNECTIONS, most_files() - FILES_BESIDE))


def most_files() -> int:
    """How many files and connections this computer lets the program have, after asking."""
    try:
        import resource
    except ImportError:  # Windows counts no files
        return WANTED_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files < WANTED_FILES:
        wanted = WANTED_FILES if most == resource.RLIM_INFINITY else min(WANTED_FILES, most)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return min(files, WANTED_FILES)

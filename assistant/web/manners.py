"""Addresses whose connections come to nothing: they are kept waiting before anything is read."""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

MOST_STRIKES, FORGOTTEN_S = 8, 60.0
"""So many requests of an address may come to nothing, until nothing more did for so long."""
PLAYER_S = 3600.0
"""For so long an address is trusted after a key was shown from there."""
MOST_ADDRESSES = 2000
WAITING_S = 10.0
"""Who is kept waiting hears nothing for so long and is then hung up on; hung up on at once, most
strangers only come the sooner again."""
MOST_WAITING = 1500
MOST_OF_ONE_ADDRESS = 200

Value = TypeVar("Value")


class Manners:
    """Counts by address what came to nothing: half a head, a body nobody wanted, babble."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._strikes: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._players: OrderedDict[str, float] = OrderedDict()

    def strike(self, address: str) -> None:
        """Something from this address came to nothing."""
        now_s = self._clock()
        with self._lock:
            strikes, last_s = self._strikes.pop(address, (0, now_s))
            strikes = 0 if now_s - last_s > FORGOTTEN_S else strikes
            _keep(self._strikes, address, (strikes + 1, now_s))

    def trust(self, address: str) -> None:
        """A key was shown from this address."""
        with self._lock:
            self._players.pop(address, None)
            _keep(self._players, address, self._clock())

    def are_bad(self, address: str) -> bool:
        """Whether this address is to wait."""
        now_s = self._clock()
        with self._lock:
            if now_s - self._players.get(address, -PLAYER_S) < PLAYER_S:
                return False
            strikes, last_s = self._strikes.get(address, (0, now_s))
        return strikes >= MOST_STRIKES and now_s - last_s <= FORGOTTEN_S


class WaitingRoom:
    """Lines that nobody listens to: each costs the system a file and the program nothing."""

    def __init__(self, most: int = MOST_WAITING, clock: Callable[[], float] = time.monotonic):
        self._most, self._clock = most, clock
        self._lock = threading.Lock()
        self._lines: deque[tuple[float, str, socket.socket]] = deque()
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._lines)

    def take(self, line: socket.socket, address: str) -> None:
        """Let a line wait for nothing; where all is taken, who waits longest is let go."""
        with self._lock:
            if self._of[address] >= min(MOST_OF_ONE_ADDRESS, self._most):
                line.close()
                return
            if len(self._lines) >= self._most:
                self._let_go_first()
            self._lines.append((self._clock(), address, line))
            self._of[address] += 1

    def let_go(self, waited_s: float = WAITING_S) -> None:
        """Hang up on all who have waited for so long."""
        until_s = self._clock() - waited_s
        with self._lock:
            while self._lines and self._lines[0][0] <= until_s:
                self._let_go_first()

    def _let_go_first(self) -> None:
        _, address, line = self._lines.popleft()
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]
        with suppress(OSError):
            line.close()


def _keep(kept: OrderedDict[str, Value], address: str, value: Value) -> None:
    kept[address] = value
    while len(kept) > MOST_ADDRESSES:
        kept.popitem(last=False)

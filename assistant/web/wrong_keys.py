"""Who offers wrong keys is asked to wait: by address, so that one stranger holds up nobody else."""

from __future__ import annotations

import threading
from collections import OrderedDict

FREE_TRIES = 5
"""A cookie of last year, a code of another table, a typing mistake."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 10.0
"""Doubled with each further wrong key; short enough that a room behind one address gets in."""
FORGOTTEN_AFTER_S = 600.0
MOST_ADDRESSES = 1000


class WrongKeys:
    """Counts wrong keys by address; any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """By address: how many wrong keys in a row, and when the last one came."""

    def wait_s(self, address: str, now_s: float) -> float:
        """How long this address has to wait before it may offer another key; 0 is not at all."""
        with self._lock:
            tries, last_s = self._tries.get(address, (0, now_s))
        if tries < FREE_TRIES:
            return 0.0
        pause_s = min(FIRST_WAIT_S * 2.0 ** min(tries - FREE_TRIES, 10), LONGEST_WAIT_S)
        return max(0.0, last_s + pause_s - now_s)

    def count(self, address: str, now_s: float) -> None:
        """A wrong key came from this address."""
        with self._lock:
            tries, last_s = self._tries.pop(address, (0, now_s))
            if now_s - last_s > FORGOTTEN_AFTER_S:
                tries = 0
            self._tries[address] = (tries + 1, now_s)
            while len(self._tries) > MOST_ADDRESSES:
                self._tries.popitem(last=False)

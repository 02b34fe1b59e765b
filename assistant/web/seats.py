"""Seats for what holds a thread for long: bounded in all, for strangers, and for each phone."""

from __future__ import annotations

import threading
from collections import Counter


class Seats:
    """So many may sit at once; some seats are kept for players, and no phone takes very many."""

    def __init__(self, in_all: int, for_strangers: int, for_one_phone: int) -> None:
        self._in_all, self._for_strangers = in_all, for_strangers
        self._for_one_phone = for_one_phone
        self._lock = threading.Lock()
        self._taken: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Whether there is a seat for the phone with this key; strangers have none."""
        with self._lock:
            most = self._for_one_phone if key else self._for_strangers
            if self._taken[key] >= most or self._taken.total() >= self._in_all:
                return False
            self._taken[key] += 1
            return True

    def leave(self, key: str) -> None:
        """A seat of this phone is free again."""
        with self._lock:
            self._taken[key] -= 1
            if self._taken[key] <= 0:
                del self._taken[key]

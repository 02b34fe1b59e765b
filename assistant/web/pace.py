"""How fast one address may come and ask: a store of tries that fills up again by and by."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_ADDRESSES = 2000


class Pace:
    """So many at once, then so many a second; each address for itself."""

    def __init__(
        self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._at_once, self._a_second, self._clock = float(at_once), a_second, clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By address: how many tries were left, and when."""

    def take(self, address: str) -> bool:
        """Whether this address may try once more now."""
        now_s = self._clock()
        with self._lock:
            left, at_s = self._left.pop(address, (self._at_once, now_s))
            left = min(self._at_once, left + (now_s - at_s) * self._a_second)
            self._left[address] = (max(0.0, left - 1.0) if left >= 1.0 else left, now_s)
            while len(self._left) > MOST_ADDRESSES:
                self._left.popitem(last=False)
        return left >= 1.0

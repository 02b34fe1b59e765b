"""Memory that was let go goes back to the system, which otherwise keeps it for each thread."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from assistant.worker import Worker

EVERY_S = 30.0
"""How often: five minutes with a hundred phones left 18 MB lying unused."""
MOST_POOLS = 4
"""Of memory, shared by more than two hundred threads; each keeps what was ever used in it."""
M_ARENA_MAX = -8
"""The number of that setting in the C library of Linux."""


class MemoryKeeper:
    """Gives back what is free now and then, for as long as the program runs."""

    def __init__(self, every_s: float = EVERY_S, give_back: Callable[[], None] | None = None):
        self._every_s = every_s
        self._give_back = give_back or _give_back()
        self._worker = Worker("memory", self._keep)
        if self._give_back is not None:
            self._worker.start()

    def close(self) -> None:
        """Leave it at that."""
        self._worker.close()
        self._worker.join()

    def _keep(self) -> None:
        while not self._worker.is_closing:
            self._worker.rest(self._every_s)
            if self._give_back is not None:
                self._give_back()


def _give_back() -> Callable[[], None] | None:
    """How this system takes free memory back; None where it does so by itself or cannot."""
    try:
        library = ctypes.CDLL(None)
        trim, choose = library.malloc_trim, library.mallopt
    except (AttributeError, OSError, TypeError):  # neither Windows, macOS nor musl has it
        return None
    choose(M_ARENA_MAX, MOST_POOLS)
    return lambda: trim(0)

"""The threads that answer: who answered last answers next, and the others stay cold."""

from __future__ import annotations

import threading
from collections import deque
from queue import SimpleQueue
from typing import Any

from cheroot.workers.threadpool import ThreadPool


class LatestFirst:
    """Work for threads that wait for it: the one that began to wait last has it first.

    Each thread that ever answers keeps what the C library stores for it in small pieces. Where two
    hundred take turns, a deed with a hundred phones costs 30 kB; where few are needed, 10 kB.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._work: deque[Any] = deque()
        self._waiting: list[SimpleQueue[Any]] = []

    def put(self, work: Any, block: bool = True, timeout: float | None = None) -> None:  # noqa: ARG002
        """Hand it to a thread, or keep it for the next that has time."""
        with self._lock:
            if self._waiting:
                self._waiting.pop().put(work)
            else:
                self._work.append(work)

    def get(self) -> Any:
        """The oldest work there is, or the next that comes."""
        with self._lock:
            if self._work:
                return self._work.popleft()
            handed: SimpleQueue[Any] = SimpleQueue()
            self._waiting.append(handed)
        return handed.get()

    def qsize(self) -> int:
        """How much nobody has time for."""
        return len(self._work)


class Threads(ThreadPool):
    """A pool of so many threads, of which as few as possible are used."""

    def __init__(self, server: Any, count: int) -> None:
        super().__init__(server, min=count)
        self._queue = LatestFirst()
        self.get = self._queue.get

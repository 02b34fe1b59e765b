"""What was committed is brought from the log into the one file, at once and with nobody waiting."""

from __future__ import annotations

import threading

from assistant.storage.store import Store
from assistant.worker import Worker

LOOK_S = 1.0
"""How long it takes to notice that the program ends."""


class Settling:
    """Settles a store after every commit, in a thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._news = threading.Event()
        self._worker = Worker("settling", self._settle_all)
        store.database.on_commit = self._news.set
        self._news.set()
        self._worker.start()

    def close(self) -> None:
        """Leave the store to itself."""
        self._worker.close()
        self._news.set()
        self._worker.join()

    def _settle_all(self) -> None:
        while not self._worker.is_closing:
            if self._news.wait(LOOK_S):
                self._news.clear()
                self._store.database.settle()

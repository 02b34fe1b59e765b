"""The backup that is made by itself, once a day for as long as the program runs."""

from __future__ import annotations

from collections.abc import Callable

from assistant.storage.store import Store
from assistant.worker import Worker

EVERY_S = 600.0
"""A day that began while the program ran is noticed within this time."""


class DailyBackup:
    """Looks now and then whether today's backup is there, in a thread of its own."""

    def __init__(
        self, store: Store, on_trouble: Callable[[bool], None], every_s: float = EVERY_S
    ) -> None:
        self._store = store
        self._every_s = every_s
        self._worker = Worker("backup", self._keep_backed_up, on_trouble)
        self._worker.start()

    def close(self) -> None:
        """Look no more."""
        self._worker.close()
        self._worker.join()

    def _keep_backed_up(self) -> None:
        while not self._worker.is_closing:
            self._store.back_up()
            self._worker.well()
            self._worker.rest(self._every_s)

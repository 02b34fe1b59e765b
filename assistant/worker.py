"""A thread with an owner: what it fails at is logged and told, and it begins again by itself."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 30.0
"""A worker that fails again and again is started ever more rarely, up to this; nobody gains from
a thousand failures a second, and whatever was in its way may be gone by then."""
SHOWN_S = 10.0
"""A failure is told for at least so long: people look at their phones now and then."""
LOG = logging.getLogger("qwirkle")


class Worker:
    """Runs one job in a thread of its own until the job is done or the worker is closed.

    The job may block, may end by itself, and should look at `is_closing` now and then. It calls
    `well` after each piece of work that went well, so that a trouble which is over is told as over.
    """

    def __init__(
        self,
        name: str,
        job: Callable[[], None],
        on_trouble: Callable[[bool], None] = lambda _failing: None,
        *,
        first_wait_s: float = FIRST_WAIT_S,
        longest_wait_s: float = LONGEST_WAIT_S,
        shown_s: float = SHOWN_S,
    ) -> None:
        self.name = name
        self._job = job
        self._on_trouble = on_trouble
        self._first_wait_s = first_wait_s
        self._longest_wait_s = longest_wait_s
        self._shown_s = shown_s
        self._wait_s = first_wait_s
        self._failed_s: float | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def is_closing(self) -> bool:
        """Whether the job should come to its end."""
        return self._closing.is_set()

    @property
    def is_alive(self) -> bool:
        """Whether the job is still to be done."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def rest(self, wait_s: float) -> None:
        """Wait for so long, or until the worker is closed."""
        self._closing.wait(wait_s)

    def close(self) -> None:
        """Ask the job to end."""
        self._closing.set()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for the job's end; a job that closes its own worker does not wait for itself."""
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout_s)

    def well(self) -> None:
        """Some work went well: what was told of an older failure is taken back."""
        if self._failed_s is None or time.monotonic() - self._failed_s < self._shown_s:
            return
        self._failed_s, self._wait_s = None, self._first_wait_s
        self._on_trouble(False)

    def _run(self) -> None:
        while not self.is_closing:
            try:
                self._job()
            except Exception:  # the one place where a thread's failure ends: nobody is above it
                LOG.exception("%s failed; it begins again in %.1f s", self.name, self._wait_s)
            else:
                return
            self._failed_s = time.monotonic()
            self._on_trouble(True)
            self._closing.wait(self._wait_s)
            self._wait_s = min(2 * self._wait_s, self._longest_wait_s)

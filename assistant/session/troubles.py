"""What does not work at the moment: one sentence a part of the program, for every phone."""

from __future__ import annotations

import threading
from collections.abc import Callable

from assistant.words import Sentence

Listener = Callable[[tuple[Sentence, ...]], None]


class Troubles:
    """Any thread may tell of its trouble, or that it is over; who listens hears all there are."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sentences: dict[str, Sentence] = {}
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call this with every change; what is told already is told again."""
        with self._lock:
            self._listeners.append(listener)
            now = tuple(self._sentences.values())
        if now:
            listener(now)

    def report(self, about: str, trouble: Sentence | None) -> None:
        """This is wrong with a part of the program; None is nothing any more."""
        with self._lock:
            if self._sentences.get(about) == trouble:
                return
            if trouble is None:
                del self._sentences[about]
            else:
                self._sentences[about] = trouble
            now, listeners = tuple(self._sentences.values()), tuple(self._listeners)
        for listener in listeners:
            listener(now)

    def of_worker(self, name: str) -> Callable[[bool], None]:
        """Where the worker of this name tells whether it is failing."""

        def report(failing: bool) -> None:
            self.report(name, Sentence(f"worker.{name}") if failing else None)

        return report

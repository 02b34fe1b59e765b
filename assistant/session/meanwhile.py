"""Pictures that come while another one is read, so that a slow computer misses no hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

from vision.observation import Observation
from vision.sources.source import Picture

GLANCE_S = 0.2
"""Between two looks while a picture is read: five a second are as many as the camera checks want.
Readings shorter than this are simply waited for."""
MOST_KEPT = 12
"""Beyond so many pictures, some 30 MB, every other one goes. A hand stays for longer than is then
between them, and stillness, which is unknown after a pause of 1.5 s, stays known for 8 s."""


class Meanwhile:
    """Has pictures read by a thread of its own, and goes on looking in the caller's."""

    def __init__(self, newest: Callable[[], Picture | None]) -> None:
        self._newest = newest
        self._kept: deque[Picture] = deque()
        self._reader = ThreadPoolExecutor(1, "reading")

    def __bool__(self) -> bool:
        """Whether pictures are waiting that came meanwhile."""
        return bool(self._kept)

    def take(self) -> Picture:
        """The oldest of them."""
        return self._kept.popleft()

    def reading(self, look: Callable[[], Observation]) -> Observation:
        """What a look sees; it fails in the caller's thread as if it had been done there."""
        seen: Future[Observation] = self._reader.submit(look)
        while not wait((seen,), GLANCE_S).done:
            picture = self._newest()
            if picture is not None:
                self._keep(picture)
        return seen.result()

    def close(self) -> None:
        """Nothing more is read."""
        self._reader.shutdown(wait=False)

    def _keep(self, picture: Picture) -> None:
        self._kept.append(picture)
        if len(self._kept) > MOST_KEPT:
            self._kept = deque(list(self._kept)[1::2])

"""The moments: what phones are shown now, what they were shown lately, and who waits for more."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace

from assistant.session.moment import Moment

KEPT_MOMENTS = 32
"""A phone that is a few revisions behind still gets each of them."""


class Moments:
    """Shown by one, read and waited for by many; the newest can be read without waiting."""

    def __init__(self, first: Moment) -> None:
        self._changed = threading.Condition()
        """Held for an instant by whoever shows a new moment, and by all who wait for one."""
        self._now = first
        self._recent = deque([first], maxlen=KEPT_MOMENTS)
        self._closed = False

    @property
    def now(self) -> Moment:
        """What phones are shown now."""
        return self._now

    @property
    def closed(self) -> bool:
        """Whether the program is about to end."""
        return self._closed

    def show(self, moment: Moment, *, is_game_new: bool = False) -> Moment:
        """Make this the present moment, one revision later, and tell everybody who waits."""
        revision = self._now.revision + 1
        since = revision if is_game_new else moment.game_since
        shown = replace(moment, revision=revision, game_since=since)
        with self._changed:
            self._now = shown
            self._recent.append(shown)
            self._changed.notify_all()
        return shown

    def wait(self, after_revision: int, timeout_s: float) -> Moment:
        """The moment after this revision once there is one, or the present one in the end.

        Who falls far behind is shown the present one at once.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._now.revision > after_revision, timeout_s
            )
            if after_revision + 1 < self._recent[0].revision:
                return self._now
            later = (moment for moment in self._recent if moment.revision > after_revision)
            return next(later, self._now)

    def recall(self, revision: int) -> Moment | None:
        """What phones were shown at a revision, if that was lately."""
        with self._changed:
            return next((one for one in self._recent if one.revision == revision), None)

    def close(self) -> None:
        """Send everybody who waits away."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

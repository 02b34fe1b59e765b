"""Exposure and white balance held still while a game is watched, where the camera allows it."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr

Levels = NDArray[np.float64]
"""(3,) log of the mean level of blue, green and red."""

SETTLED_S = 2.0
"""So long the picture must have kept its brightness before it is held there."""
STEADY = 0.04
"""Log levels by which a settled picture may wander: noise, and a lamp's flicker."""
PROVED_S = 1.0
"""After locking, pictures of so long decide whether the camera did what it says."""
JUMP = 0.12
"""Log levels: a lock that changes brightness or tint by more did not hold what was there."""
OTHER_LIGHT = 0.4
"""Log levels from those at the lock that are another light, to be metered anew."""
MOST_TRIES = 2
"""A hand may have come in between; a second failure is the camera's."""
EVERY_S = 0.2
"""Between two pictures that are measured."""
SPARSE = 16
"""Every so manieth pixel each way is measured."""


class Hold(Enum):
    """How it stands with one automatic setting of a camera."""

    AUTOMATIC = "automatic"
    """Still, or again, left to the camera until the picture has settled."""
    LOCKED = "locked"
    REFUSED = "refused"
    """The camera does not let it be locked, or not without changing the picture."""


@dataclass(frozen=True, slots=True)
class Locks:
    """What is held still of a camera."""

    exposure: Hold = Hold.AUTOMATIC
    white_balance: Hold = Hold.AUTOMATIC


class Controls(Protocol):
    """The part of OpenCV's capture that is needed here."""

    def get(self, prop: int, /) -> float:
        """A property's value; 0 or less where the camera has none."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a value; whether it was taken is known by reading it again."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One automatic setting: how a backend switches it, and what it then holds."""

    switch: int
    automatic: tuple[float, ...]
    """Values of the switch that leave it to the camera."""
    manual: float
    held: int
    """The property whose value is to stay as it was."""


WHITE_BALANCE = Setting(cv2.CAP_PROP_AUTO_WB, (1.0,), 0.0, cv2.CAP_PROP_WB_TEMPERATURE)
SETTINGS = {
    # As the kernel counts: 0 and 3 are automatic, 1 is manual.
    cv2.CAP_V4L2: (
        Setting(cv2.CAP_PROP_AUTO_EXPOSURE, (3.0, 0.0), 1.0, cv2.CAP_PROP_EXPOSURE),
        WHITE_BALANCE,
    ),
    cv2.CAP_DSHOW: (
        Setting(cv2.CAP_PROP_AUTO_EXPOSURE, (1.0,), 0.0, cv2.CAP_PROP_EXPOSURE),
        WHITE_BALANCE,
    ),
}
"""Exposure and white balance by backend; macOS lets nobody set them."""


class ExposureKeeper:
    """Locks a camera once its picture has settled, proves it, and lets go when the light changes.

    All calls come from the thread that reads the camera.
    """

    def __init__(self, camera: Controls, backend: int) -> None:
        self._camera = camera
        self._settings = SETTINGS.get(backend, ())
        first = Hold.AUTOMATIC if self._settings else Hold.REFUSED
        self._holds = [first, first]
        self._changed: dict[int, float] = {}
        """Switches that were turned here, with what they stood at."""
        self._seen: deque[tuple[float, Levels]] = deque()
        self._locked_at: tuple[float, Levels] | None = None
        self._proved = False
        self._tries = 0

    @property
    def locks(self) -> Locks:
        """What is held now."""
        return Locks(self._holds[0], self._holds[1])

    def see(self, picture_bgr: PictureBgr, at_s: float) -> None:
        """One more picture; now and then the camera is locked, or let go."""
        if not self._settings or (self._seen and at_s - self._seen[-1][0] < EVERY_S):
            return
        small = picture_bgr[::SPARSE, ::SPARSE].reshape(-1, 3).mean(axis=0)
        self._seen.append((at_s, np.log(np.maximum(small, 1.0))))
        while self._seen[0][0] < at_s - SETTLED_S:
            self._seen.popleft()
        try:
            self._go_on(at_s)
        except cv2.error:
            self._refuse()

    def let_go(self) -> None:
        """Leave the camera as it was found, for the next program that uses it."""
        changed, self._changed = self._changed, {}
        with suppress(cv2.error):
            for switch, before in changed.items():
                self._camera.set(switch, before)

    def _go_on(self, at_s: float) -> None:
        if self._locked_at is None:
            if Hold.AUTOMATIC in self._holds and self._is_settled(at_s):
                self._lock(at_s)
            return
        locked_s, before = self._locked_at
        now = np.median([levels for seen_s, levels in self._seen if seen_s > locked_s], axis=0)
        if not self._proved:
            if at_s - locked_s >= PROVED_S:
                self._prove(before, now)
        elif self._is_settled(at_s) and np.abs(now - before).max() > OTHER_LIGHT:
            self._begin_anew()

    def _is_settled(self, at_s: float) -> bool:
        if at_s - self._seen[0][0] < SETTLED_S - 2 * EVERY_S:
            return False
        return float(np.ptp([levels for _, levels in self._seen], axis=0).max()) < STEADY

    def _lock(self, at_s: float) -> None:
        """Turn every automatic setting off where the camera says that it does."""
        self._holds = [self._hold(setting) for setting in self._settings]
        if Hold.LOCKED in self._holds:
            self._locked_at, self._proved = (at_s, self._seen[-1][1]), not self._changed

    def _hold(self, setting: Setting) -> Hold:
        """Lock one setting; one that somebody locked before is left as it is."""
        before = self._camera.get(setting.switch)
        if before == setting.manual and setting.manual > 0:
            return Hold.LOCKED
        if before not in setting.automatic:
            return Hold.REFUSED
        value = self._camera.get(setting.held)
        self._camera.set(setting.switch, setting.manual)
        if self._camera.get(setting.switch) != setting.manual:
            self._camera.set(setting.switch, before)
            return Hold.REFUSED
        self._changed[setting.switch] = before
        self._camera.set(setting.held, value)
        return Hold.LOCKED

    def _prove(self, before: Levels, now: Levels) -> None:
        """Keep the lock if the picture stayed as it was; else give it back and try once more."""
        if np.abs(now - before).max() <= JUMP:
            self._proved, self._tries = True, 0
            return
        self._tries += 1
        if self._tries >= MOST_TRIES:
            self._refuse()
        else:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Let the camera meter again; it is locked once that has settled."""
        self.let_go()
        self._holds = [Hold.AUTOMATIC, Hold.AUTOMATIC]
        self._locked_at = None
        self._seen.clear()

    def _refuse(self) -> None:
        self.let_go()
        self._holds = [Hold.REFUSED, Hold.REFUSED]
        self._settings = ()

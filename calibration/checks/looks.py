"""What is kept of each picture of a camera to judge the camera itself: a few dozen numbers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.scene.sharpness import measure_sharpness

GRID_WH = (16, 12)
"""Patches in which the light is followed: a hand covers some of them, a lamp changes all."""
ROWS_A_PATCH = 10
"""Rows of pixels that a patch is measured by; all of them would cost four times as much."""
WINDOW_S = 6.0
"""How far back a camera is judged: automatic exposure takes some seconds to show its swing."""
EVERY_S = 0.08
"""Between two looks that are measured; the others are only counted."""
LIGHTEST = 240.0
"""Patches above this level are cut off and do not follow the light; nor do those below..."""
DARKEST = 8.0


@dataclass(frozen=True, slots=True)
class Look:
    """One picture, measured."""

    at_s: float
    size_wh: tuple[int, int]
    patches: NDArray[np.float32]
    """(12, 16, 3) mean level of each patch, BGR."""
    sharpness: float | None
    """Steepness of the strongest edges, where there is any."""

    @property
    def level(self) -> float:
        """The brightest channel of the picture's brighter patches, 0 to 255."""
        return float(np.percentile(self.patches.max(axis=2), 90))

    @property
    def colourfulness(self) -> float:
        """How far the channels of the most colourful patches differ, in levels."""
        return float(np.percentile(np.ptp(self.patches, axis=2), 98))

    def gain_over(self, other: Look) -> NDArray[np.float64]:
        """(3,) log gain of blue, green and red against another look, whatever moved in between."""
        before, now = other.patches, self.patches
        usable = (before > DARKEST) & (before < LIGHTEST) & (now > DARKEST) & (now < LIGHTEST)
        gains = [
            float(np.median(np.log(now[..., c][usable[..., c]] / before[..., c][usable[..., c]])))
            if usable[..., c].any()
            else 0.0
            for c in range(3)
        ]
        return np.array(gains)


def look_at(picture_bgr: PictureBgr, at_s: float) -> Look:
    """Measure one picture."""
    high, wide = picture_bgr.shape[:2]
    # The same few rows of every picture tell its light as well as all of them do.
    rows = picture_bgr[:: max(1, high // (GRID_WH[1] * ROWS_A_PATCH))]
    patches = cv2.resize(rows, GRID_WH, interpolation=cv2.INTER_AREA).astype(np.float32)
    return Look(at_s, (wide, high), patches, measure_sharpness(picture_bgr))


class Looks:
    """The last seconds of one camera."""

    def __init__(self) -> None:
        self._looks: deque[Look] = deque()
        self._times: deque[float] = deque()

    def see(self, picture_bgr: PictureBgr, at_s: float) -> None:
        """One more picture."""
        if self._times and at_s < self._times[-1]:
            self.forget()
        self._times.append(at_s)
        if not self._looks or at_s - self._looks[-1].at_s >= EVERY_S:
            self._looks.append(look_at(picture_bgr, at_s))
        while self._times and self._times[0] < at_s - WINDOW_S:
            self._times.popleft()
        while self._looks[0].at_s < at_s - WINDOW_S:
            self._looks.popleft()

    def forget(self) -> None:
        """Begin anew, as with another camera."""
        self._looks.clear()
        self._times.clear()

    @property
    def looks(self) -> tuple[Look, ...]:
        """The measured pictures, oldest first."""
        return tuple(self._looks)

    @property
    def rate(self) -> float:
        """Pictures a second."""
        if len(self._times) < 2:
            return 0.0
        return (len(self._times) - 1) / max(self._times[-1] - self._times[0], 1e-3)

    @property
    def watched_s(self) -> float:
        """How long the camera has been watched, within the window."""
        return self._times[-1] - self._times[0] if self._times else 0.0

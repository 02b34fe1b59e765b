"""Places at the picture's border that move all the time: players' hands, a screen, a candle."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.thumbnail import Mask

MEMORY_S = 20.0
"""Time constant of what is remembered of motion; a hand's visit to the board is far shorter."""
RESTLESS_SHARE = 0.15
"""Share of that time in motion from which on a place is restless: 3 s without a pause."""
BORDER_SHARE = 0.2
"""Of each side: where restless places may lie while the board's own place is not known."""
REACH_PX = 5
"""Of the glimpse: a fidgeting hand moves this much beyond where it was."""


class RestlessPlaces:
    """Learns where motion never ends, outside the board alone; no game waits for it."""

    def __init__(self) -> None:
        self._moving: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self._quiet: Mask | None = None

    def see(self, motion: Mask, passed_s: float) -> None:
        """Remember where something moved in the time that passed."""
        if self._moving.shape != motion.shape:
            self._moving = np.zeros(motion.shape, np.float32)
        share = 1 - math.exp(-min(passed_s, MEMORY_S / 10) / MEMORY_S)
        cv2.accumulateWeighted(motion, self._moving, share)
        self._quiet = None

    def calm(self, mask: Mask, board_xyxy: tuple[int, int, int, int] | None) -> Mask:
        """The mask without the restless places; the board itself is never one of them."""
        if self._moving.shape != mask.shape:
            return mask
        if self._quiet is None:
            self._quiet = self._find_quiet(board_xyxy)
        return mask & self._quiet

    def _find_quiet(self, board_xyxy: tuple[int, int, int, int] | None) -> Mask:
        height, width = self._moving.shape
        reach = np.ones((REACH_PX, REACH_PX), np.uint8)
        most = cv2.dilate(self._moving, reach)
        restless = (most > RESTLESS_SHARE).astype(np.uint8)
        if board_xyxy is None:
            x, y = int(width * BORDER_SHARE), int(height * BORDER_SHARE)
            board_xyxy = x, y, width - x, height - y
        left, top, right, bottom = board_xyxy
        restless[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = 0
        return np.asarray(1 - restless, np.uint8)

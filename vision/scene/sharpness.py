"""How sharp a picture is, and whether that is less than this camera usually gives."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.pictures.load import PictureBgr

ROWS = 32
"""Rows of the full picture looked at: enough to cross the tiles, too few to cost anything."""
EVERY_S = 0.25
"""Between two looks; focus does not change faster."""
NEAR_PX, FAR_PX = 2, 12
"""An edge is sharp when the step across the near distance is most of that across the far one."""
STRONGEST = 0.995
"""Quantile of the far steps from which on they count as edges."""
LEAST_STEP_LEVELS = 25.0
"""A weaker step is grain or noise; a picture without a stronger one has no sharpness to tell."""
BLUR_DROP = 0.55
"""A picture with less than this of the usual sharpness is blurred (focus hunting gives 0.4)."""
USUAL_S = 10.0
"""The usual sharpness follows with this time constant, so that blur never stops a game."""


def measure_sharpness(picture_bgr: PictureBgr) -> float | None:
    """Steepness of the strongest edges, 0 to 1; 1 is an edge within two pixels; None without any.

    For every edge the steepest near step within the far one is taken, so that the number of
    edges in sight does not matter.
    """
    step = max(1, picture_bgr.shape[0] // ROWS)
    rows = cv2.cvtColor(picture_bgr[step // 2 :: step], cv2.COLOR_BGR2GRAY)
    if rows.shape[1] <= 2 * FAR_PX:
        return None
    far = cv2.absdiff(rows[:, FAR_PX:], rows[:, :-FAR_PX])
    near = cv2.absdiff(rows[:, NEAR_PX:], rows[:, :-NEAR_PX])
    window = np.ones((1, FAR_PX - NEAR_PX + 1), np.uint8)
    steepest = cv2.dilate(near, window, anchor=(0, 0))[:, : far.shape[1]]
    order = far.size - int((1 - STRONGEST) * far.size) - 1
    least = max(LEAST_STEP_LEVELS, float(np.partition(far.ravel(), order)[order]))
    edges = far >= least
    if not edges.any():
        return None
    return min(1.0, float(np.median(steepest[edges] / far[edges])))


class SharpnessWatch:
    """The sharpness of the latest pictures against the usual one."""

    def __init__(self) -> None:
        self.now = 0.0
        self._usual = 0.0
        self._last_s = -math.inf

    @property
    def is_blurred(self) -> bool:
        """Whether it has dropped far below the usual."""
        return self.now < BLUR_DROP * self._usual

    def see(self, picture_bgr: PictureBgr, at_s: float) -> None:
        """Look at one more picture, if it is time to."""
        passed_s = at_s - self._last_s
        if passed_s < EVERY_S:
            return
        self._last_s = at_s
        measured = measure_sharpness(picture_bgr)
        if measured is None:
            return
        self.now = measured
        share = 1 - math.exp(-passed_s / USUAL_S)
        # Up at once, down slowly: the best picture tells what the camera can do.
        self._usual = max(self.now, self._usual + share * (self.now - self._usual))

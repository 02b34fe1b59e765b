"""Arms: where something that reaches over the table comes in, and what it looks like there."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.report import ArmInView
from vision.scene.thumbnail import Glimpse, Mask, areas_at_edge

RIM_PX = 2
"""Of the glimpse: so near to the rim an arm crosses it."""
SLEEVE_PX = 14
"""Of the glimpse: so far in an arm is its sleeve."""
TOUCHED_PX = 4
"""Of the glimpse: an arm covers so much of what it lays, the smallest tile has as many."""
MOST_SEEN = 200
"""Arms that are remembered: half a minute of two arms at the fewest pictures."""


class ArmsSeen:
    """The arms in view since the table was last still, and where each of them was."""

    def __init__(self) -> None:
        self._seen: list[tuple[ArmInView, Mask]] = []

    def add(self, arm: ArmInView, area: Mask) -> None:
        """One more arm, over this area of the glimpse."""
        self._seen = [*self._seen[1 - MOST_SEEN :], (arm, area)]

    def take(self, changed: Mask) -> tuple[ArmInView, ...]:
        """The arms that were where the table differs by now, or all where none was; forget them.

        A head that leans in and the arm of somebody who watches lay no tiles.
        """
        seen, self._seen = self._seen, []
        inside = changed.copy()
        for area in areas_at_edge(changed, 0):
            inside &= 1 - area  # what reaches in over the edge is no tile
        touched = tuple(
            arm
            for arm, area in seen
            if area.shape == inside.shape and cv2.countNonZero(area & inside) >= TOUCHED_PX
        )
        return touched or tuple(arm for arm, _ in seen)


def arm_of(now: Glimpse, area: Mask, at_s: float) -> ArmInView:
    """The arm that covers this area of a glimpse."""
    high, wide = area.shape
    down, across = np.nonzero(area)
    depth = np.minimum.reduce([down, across, high - 1 - down, wide - 1 - across])
    crosses = depth < max(RIM_PX, int(depth.min()) + 1)
    near = depth < SLEEVE_PX
    light = max(1.0, float(now.max(axis=2).mean()))
    blue, green, red = (float(v) / light / 2 for v in np.median(now[down[near], across[near]], 0))
    rim = float(np.median(across[crosses])) / wide, float(np.median(down[crosses])) / high
    return ArmInView(len(down) / area.size, rim, (blue, green, red), at_s)

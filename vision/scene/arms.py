"""Arms: where something that reaches over the table comes in, and what it looks like there."""

from __future__ import annotations

import numpy as np

from vision.scene.report import ArmInView
from vision.scene.thumbnail import Glimpse, Mask

RIM_PX = 2
"""Of the glimpse: so near to the rim an arm crosses it."""
SLEEVE_PX = 14
"""Of the glimpse: so far in an arm is its sleeve."""


def arm_of(now: Glimpse, area: Mask) -> ArmInView:
    """The arm that covers this area of a glimpse."""
    high, wide = area.shape
    down, across = np.nonzero(area)
    depth = np.minimum.reduce([down, across, high - 1 - down, wide - 1 - across])
    crosses = depth < max(RIM_PX, int(depth.min()) + 1)
    near = depth < SLEEVE_PX
    light = max(1.0, float(now.max(axis=2).mean()))
    blue, green, red = (float(v) / light / 2 for v in np.median(now[down[near], across[near]], 0))
    rim = float(np.median(across[crosses])) / wide, float(np.median(down[crosses])) / high
    return ArmInView(len(down) / area.size, rim, (blue, green, red))

"""Why the whole picture differs from the settled one: a knocked camera or a jump of light."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glimpse import Glimpse, Mask, Reference

PARTS_WH = (6, 4)
"""The picture in parts, to tell a change of all of it from one at a place."""
EDGE_LEVELS = 20.0
"""Steps of the glimpse that move visibly when the camera does."""
FEWEST_PARTS = 4
"""On a plain table with few edges a hand could cover them all, so more than half these change."""
WIDESPREAD = 0.6
"""Share of the parts with edges in them that change when light or camera did."""
SHIFT_PX = 0.4
"""Of the glimpse: a smaller shift of the whole picture is not told from none."""
EXPLAINED = 0.6
"""A shift is believed if no more than this of the changed pixels remain when it is undone."""
ALIKE = 0.75
"""Correlation of relief above which the table is the same under another light."""


def is_widespread(mask: Mask, settled: Reference) -> bool:
    """Whether most parts of the picture that have edges in them differ."""
    edged = _share_a_part((settled.edges > EDGE_LEVELS).view(np.uint8)) > 0.02
    changed = _share_a_part(mask) > 0.01
    return bool((changed & edged).sum() >= WIDESPREAD * max(FEWEST_PARTS, edged.sum()))


def camera_shift(
    now: Glimpse, settled: Reference, noise: float, changed_px: int
) -> tuple[float, float] | None:
    """How far the picture moved, in pixels of the glimpse; None where a shift explains little."""
    x, y = _shift_between(now, settled.glimpse)
    if math.hypot(x, y) < SHIFT_PX:
        return None
    undone = Reference.of(_moved_by(settled.glimpse, x, y)).difference(now, noise)
    return (x, y) if undone.changed_px <= EXPLAINED * changed_px else None


def is_same_table(now: Glimpse, settled: Reference) -> bool:
    """Whether the two differ by their light alone."""
    return _alikeness(now, settled.glimpse) > ALIKE


def _share_a_part(mask: Mask) -> NDArray[np.float32]:
    """How much of each part of the picture a mask covers."""
    shares = cv2.resize(mask.astype(np.float32), PARTS_WH, interpolation=cv2.INTER_AREA)
    return shares.astype(np.float32, copy=False)


def _shift_between(now: Glimpse, before: Glimpse) -> tuple[float, float]:
    """How far the whole picture moved, in pixels of the glimpse, x right and y down."""
    height, width = now.shape[:2]
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    planes = [_relief(glimpse) for glimpse in (before, now)]
    (x, y), _ = cv2.phaseCorrelate(planes[0], planes[1], window)
    return x, y


def _moved_by(glimpse: Glimpse, x_px: float, y_px: float) -> Glimpse:
    """The glimpse as a camera sees it that has moved by so much."""
    height, width = glimpse.shape[:2]
    motion = np.array([[1, 0, x_px], [0, 1, y_px]], np.float32)
    moved = cv2.warpAffine(glimpse, motion, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return moved.astype(np.float32, copy=False)


def _alikeness(now: Glimpse, before: Glimpse) -> float:
    """Correlation of the two pictures' relief: near 1 where only the light differs."""
    first, second = _relief(now), _relief(before)
    norm = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float((first * second).sum()) / norm if norm > 0 else 0.0


def _relief(glimpse: Glimpse) -> NDArray[np.float32]:
    """Grey without the slow changes of light across the picture, strong edges capped."""
    grey = cv2.cvtColor(glimpse, cv2.COLOR_BGR2GRAY)
    relief = np.clip(grey / (cv2.GaussianBlur(grey, (0, 0), 6) + 1) - 1, -0.5, 0.5)
    return np.asarray(relief, np.float32)

"""Why the whole picture differs from the settled one: a knocked camera or a jump of light."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.thumbnail import Glimpse, Mask, Reference

Relief = NDArray[np.float32]
"""Height × width; how much brighter than its surroundings each place is."""

PARTS_WH = (6, 4)
"""The picture in parts, to tell a change of all of it from one at a place."""
EDGE_LEVELS = 20.0
"""Steps of the glimpse that move visibly when the camera does."""
FEWEST_PARTS = 4
"""On a plain table with few edges a hand could cover them all, so more than half these change."""
WIDESPREAD = 0.6
"""Share of the parts with edges in them that change when light or camera did."""
RELIEF_PX = 6.0
"""Of the glimpse: light does not change within this distance, tiles do."""
SMOOTHING_PX = 5
"""Of the glimpse: lets a motion be found over a few pixels."""
SHIFT_PX = 0.4
"""Of the glimpse: a smaller shift of the whole picture is not told from none."""
ALIGNED = 0.6
"""Correlation of relief that a knocked camera's picture reaches when the knock is undone;
0.67 with an arm in view, 0.83 and more without."""
ALIGNED_GAIN = 0.08
"""How much better that must be than without undoing anything."""
ALIKE = 0.75
"""Correlation of relief above which the table is the same under another light."""
ALIKE_THERE = 0.6
"""The same for a part of it: shadows reach 0.9, hands 0.3."""
RELIEF_STEP, STEPPED_SHARE = 0.05, 0.1
"""On a part of a plain table the light alone leaves relief as it was; a hand changes it by this
much over more of the part: 45 % at least, light 0 %."""
THING_STEP, THING_PX = 0.1, 60
"""Light alone changes relief by this much nowhere in a piece of so many pixels of the glimpse; the
fingertips of a hand that comes have hundreds."""


def is_widespread(mask: Mask, settled: Reference) -> bool:
    """Whether most parts of the picture that have edges in them differ."""
    edged = _share_a_part((settled.edges > EDGE_LEVELS).view(np.uint8)) > 0.02
    changed = _share_a_part(mask) > 0.01
    return bool((changed & edged).sum() >= WIDESPREAD * max(FEWEST_PARTS, edged.sum()))


@dataclass(frozen=True, slots=True)
class Knock:
    """The settled table as the camera sees it from where it has been pushed to."""

    settled: Reference
    known: Mask
    """Where the settled picture has something to compare with."""
    shift: tuple[float, float]
    """How far the middle moved, in pixels of the glimpse, x right and y down."""


def find_knock(now: Glimpse, settled: Reference) -> Knock | None:
    """How the camera was pushed, where a push explains the difference."""
    relief, relief_before = _relief(now), _relief(settled.glimpse)
    x, y = _shift_between(relief, relief_before)
    start = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-3)
    everywhere = np.ones(relief.shape, np.uint8)
    try:
        alike, found = cv2.findTransformECC(
            relief, relief_before, start, cv2.MOTION_AFFINE, stop, everywhere, SMOOTHING_PX
        )
    except cv2.error:  # it found no motion that makes them alike
        return None
    motion = np.asarray(found, np.float32)
    height, width = now.shape[:2]
    middle = np.array((width / 2, height / 2, 1))
    shift_x, shift_y = (middle[:2] - motion @ middle).tolist()
    corner = motion @ np.array((0, 0, 1))
    if max(math.hypot(shift_x, shift_y), math.hypot(*corner.tolist())) < SHIFT_PX:
        return None
    if alike < max(ALIGNED, _alikeness(relief, relief_before) + ALIGNED_GAIN):
        return None
    moved = _moved_by(settled.glimpse, motion)
    known = _moved_by(np.ones_like(settled.glimpse), motion)[..., 0] > 0.99
    return Knock(Reference.of(moved), known.view(np.uint8), (shift_x, shift_y))


def is_same_table(now: Glimpse, settled: Glimpse) -> bool:
    """Whether the two differ by their light alone."""
    return _alikeness(_relief(now), _relief(settled)) > ALIKE


def is_same_there(now: Glimpse, settled: Glimpse, area: Mask) -> bool:
    """Whether the two differ by their light alone in this area, as under a shadow."""
    inside = area > 0
    here, before = _relief(now)[inside], _relief(settled)[inside]
    if float(np.mean(np.abs(here - before) > RELIEF_STEP)) < STEPPED_SHARE:
        return True
    return _alikeness(here, before) > ALIKE_THERE


def has_other_things(now: Glimpse, before: Glimpse) -> bool:
    """Whether something has come, gone or moved, whatever the light did meanwhile."""
    _, _, pieces, _ = cv2.connectedComponentsWithStats(_stepped(now, before))
    return bool(pieces[1:, cv2.CC_STAT_AREA].max(initial=0) >= THING_PX)


def other_share(now: Glimpse, before: Glimpse, area: Mask) -> float:
    """How much of an area shows something else than before, whatever the light did meanwhile."""
    return float(_stepped(now, before)[area > 0].mean())


def _stepped(now: Glimpse, before: Glimpse) -> Mask:
    return (cv2.absdiff(_relief(now), _relief(before)) > THING_STEP).view(np.uint8)


def _share_a_part(mask: Mask) -> NDArray[np.float32]:
    """How much of each part of the picture a mask covers."""
    shares = cv2.resize(mask.astype(np.float32), PARTS_WH, interpolation=cv2.INTER_AREA)
    return shares.astype(np.float32, copy=False)


def _shift_between(now: Relief, before: Relief) -> tuple[float, float]:
    """How far the whole picture moved, as a first guess."""
    height, width = now.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before, now, window)
    return x, y


def _moved_by(glimpse: Glimpse, motion: NDArray[np.float32]) -> Glimpse:
    """The glimpse as seen after a motion of the camera, black where it saw nothing before."""
    height, width = glimpse.shape[:2]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(glimpse, motion, (width, height), flags=flags)
    return moved.astype(np.float32, copy=False)


def _alikeness(now: Relief, before: Relief) -> float:
    """Correlation of two reliefs: near 1 where only the light differs."""
    norm = float(np.linalg.norm(now) * np.linalg.norm(before))
    return float((now * before).sum()) / norm if norm > 0 else 0.0


def _relief(glimpse: Glimpse) -> Relief:
    """Grey without the slow changes of light across the picture, strong edges capped."""
    grey = cv2.cvtColor(glimpse, cv2.COLOR_BGR2GRAY)
    relief = np.clip(grey / (cv2.GaussianBlur(grey, (0, 0), RELIEF_PX) + 1) - 1, -0.5, 0.5)
    return np.asarray(relief, np.float32)

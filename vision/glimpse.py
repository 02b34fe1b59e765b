"""A small copy of a picture, and what differs between two of them once the light is taken out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import PictureBgr

Glimpse = NDArray[np.float32]
"""Height × width × 3, blue green red, the longer side LONG_SIDE_PX."""
Mask = NDArray[np.uint8]
"""Height × width, 1 where something is so."""

LONG_SIDE_PX = 160
"""A tile of 25 px in a 1920 px picture is still 2 px wide."""
ROWS_A_PX = 4
"""Rows averaged for one of the glimpse's: skipping the others makes it 3.5 times cheaper."""
FAINTEST_LEVELS = 7.0
"""The least difference that counts; black tiles on the darkest table differ by twice as much."""
NOISE_FACTOR = 7.0
"""Times the noise's deviation: of 40,000 samples a frame none is beyond it in a day."""
SHAKE_PX = 0.15
"""Of the glimpse: how far a trembling camera moves an edge; about 2 px at 1920."""
SOLID_LEVELS = 12.0
"""Beyond the least difference: a shadow's soft rim stays below, sleeves and skin above."""
DARKEST_LEVELS = 12.0
"""Darker samples tell nothing about the light's gain."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How one glimpse differs from an earlier one."""

    gain_bgr: tuple[float, float, float]
    """How much brighter each channel has become all over."""
    noise: float
    """Deviation of the noise in this very pair, in levels."""
    mask: Mask
    """Where the light does not explain the difference."""
    solid: Mask
    """Where the difference is one of things, too strong for a soft shadow."""

    @property
    def changed_px(self) -> int:
        """How many pixels of the glimpse differ."""
        return cv2.countNonZero(self.mask)

    @property
    def light_step(self) -> float:
        """The largest relative change of light in any channel, up or down alike."""
        return max(max(gain, 1 / gain) for gain in self.gain_bgr) - 1


@dataclass(frozen=True, slots=True)
class Blob:
    """One connected area of a mask, in pixels of the glimpse."""

    x: int
    y: int
    width: int
    height: int
    area: int
    at_edge: bool
    """Whether it touches the picture's edge."""


def shrink(picture_bgr: PictureBgr) -> Glimpse:
    """The glimpse of a picture."""
    height, width = picture_bgr.shape[:2]
    scale = max(height, width) / LONG_SIDE_PX
    size_wh = max(1, round(width / scale)), max(1, round(height / scale))
    rows = picture_bgr[:: max(1, int(scale / ROWS_A_PX))]
    small = cv2.resize(rows, size_wh, interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def edge_strength(glimpse: Glimpse) -> NDArray[np.float32]:
    """Levels to the steepest neighbour, over all channels."""
    kernel = np.ones((3, 3), np.uint8)
    steep = cv2.morphologyEx(glimpse, cv2.MORPH_GRADIENT, kernel)
    return _over_channels(steep.astype(np.float32, copy=False))


def compare(now: Glimpse, before: Glimpse, edges: NDArray[np.float32], noise: float) -> Difference:
    """What differs from `before`, whose edge strength is given, beyond the usual noise.

    The gain is a median, so that a hand over less than half the picture does not change it.
    """
    gains = _gain(now, before)
    expected = before * np.array(gains, np.float32)
    difference = _over_channels(cv2.absdiff(now, expected).astype(np.float32, copy=False))
    # The largest of three channels' noise has its median at 1.26 deviations of one channel's.
    sample = difference[::2, ::2].ravel()
    seen_noise = float(np.partition(sample, sample.size // 2)[sample.size // 2]) / 1.26
    beyond = difference - edges * SHAKE_PX - max(FAINTEST_LEVELS, NOISE_FACTOR * noise)
    solid = (beyond > SOLID_LEVELS).view(np.uint8)
    return Difference(gains, seen_noise, (beyond > 0).view(np.uint8), solid)


def find_blobs(mask: Mask) -> tuple[Blob, ...]:
    """The connected areas, those a pixel apart joined."""
    if not mask.any():
        return ()
    joined = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    height, width = mask.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    blobs = []
    for x, y, w, h, area in stats[1:count].tolist():
        at_edge = x == 0 or y == 0 or x + w == width or y + h == height
        blobs.append(Blob(x, y, w, h, area, at_edge))
    return tuple(blobs)


def shift_between(now: Glimpse, before: Glimpse) -> tuple[float, float]:
    """How far the whole picture moved, in pixels of the glimpse, x right and y down."""
    height, width = now.shape[:2]
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    planes = [_relief(glimpse) for glimpse in (before, now)]
    (x, y), _ = cv2.phaseCorrelate(planes[0], planes[1], window)
    return x, y


def moved_by(glimpse: Glimpse, x_px: float, y_px: float) -> Glimpse:
    """The glimpse as a camera sees it that has moved by so much."""
    height, width = glimpse.shape[:2]
    motion = np.array([[1, 0, x_px], [0, 1, y_px]], np.float32)
    moved = cv2.warpAffine(glimpse, motion, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return moved.astype(np.float32, copy=False)


def alikeness(now: Glimpse, before: Glimpse) -> float:
    """Correlation of the two pictures' relief: near 1 where only the light differs."""
    first, second = _relief(now), _relief(before)
    norm = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float((first * second).sum()) / norm if norm > 0 else 0.0


def _relief(glimpse: Glimpse) -> NDArray[np.float32]:
    """Grey without the slow changes of light across the picture, strong edges capped."""
    grey = cv2.cvtColor(glimpse, cv2.COLOR_BGR2GRAY)
    relief = np.clip(grey / (cv2.GaussianBlur(grey, (0, 0), 6) + 1) - 1, -0.5, 0.5)
    return np.asarray(relief, np.float32)


def _gain(now: Glimpse, before: Glimpse) -> tuple[float, float, float]:
    """The median ratio of each channel, from a ninth of the samples."""
    old, new = before[::3, ::3].reshape(-1, 3), now[::3, ::3].reshape(-1, 3)
    ratio = (new + 1) / (old + 1)
    gains = []
    for channel in range(3):
        lit = ratio[old[:, channel] > DARKEST_LEVELS, channel]
        middle = len(lit) // 2
        gains.append(float(np.partition(lit, middle)[middle]) if len(lit) > 20 else 1.0)
    return gains[0], gains[1], gains[2]


def _over_channels(levels: Glimpse) -> NDArray[np.float32]:
    """The largest of the three channels."""
    blue, green, red = cv2.split(levels)
    return cv2.max(cv2.max(blue, green), red).astype(np.float32, copy=False)

"""A small copy of a picture, and what differs between two of them once the light is taken out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr

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
WHITE_LEVELS = 245.0
"""A sample brighter than this was cut off by the camera."""
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

    def times(self, scale: float) -> tuple[int, int, int, int]:
        """x, y, width and height in pixels so many times smaller."""
        left, top = math.floor(self.x * scale), math.floor(self.y * scale)
        return left, top, math.ceil(self.width * scale), math.ceil(self.height * scale)


@dataclass(frozen=True, slots=True)
class Reference:
    """A glimpse that later ones are compared with, and its edges."""

    glimpse: Glimpse
    edges: NDArray[np.float32]

    @classmethod
    def of(cls, glimpse: Glimpse) -> Reference:
        """A reference that is a copy of this glimpse."""
        return cls(glimpse.copy(), edge_strength(glimpse))

    def difference(self, now: Glimpse, noise: float) -> Difference:
        """What differs in a later glimpse, beyond noise of this deviation."""
        return compare(now, self.glimpse, self.edges, noise)

    def become(self, now: Glimpse) -> None:
        """Take a later glimpse for this one: the light is another and nothing else."""
        self.glimpse[:] = now
        self.edges[:] = edge_strength(now)

    def follow(self, now: Glimpse, share: float) -> None:
        """Go along with slow changes of light by this share of the difference."""
        cv2.accumulateWeighted(now, self.glimpse, share)


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
    levels = cv2.absdiff(now, np.minimum(expected, 255))
    # What was white to the limit may have been any brighter: darker light need not show on it.
    levels[(before > WHITE_LEVELS) & (now > expected)] = 0
    difference = _over_channels(levels.astype(np.float32, copy=False))
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
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    return tuple(Blob(*row) for row in stats[1:].tolist())


def areas_at_edge(mask: Mask, least_px: float) -> Iterator[Mask]:
    """The connected areas that touch the picture's edge and have more than so many pixels."""
    if cv2.countNonZero(mask) <= least_px:
        return
    joined = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    _, labels = cv2.connectedComponents(joined)
    for label in np.unique(np.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1]))):
        area = mask & (labels == label).view(np.uint8)
        if label != 0 and cv2.countNonZero(area) > least_px:
            yield area


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

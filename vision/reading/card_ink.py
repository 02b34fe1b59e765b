"""Where the ink of cards lies, which symbols it forms and on which cards: told by a small net."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cut import resized
from vision.reading.nets import net_of
from vision.reading.prints import Floats

WEIGHTS = Path(__file__).with_name("card_ink.onnx")
"""Trained on drawn tables by `vision.training.learn_card_ink`."""
SHRUNK = 0.5
"""The net is shown the working picture at this size, where cards are not small on it."""
STEP_PX = 8
"""Sides of what it is shown are whole multiples of this."""
GROUND, LARGE, SMALL = range(3)
"""What a pixel is: no ink of a card, that of its large symbol, that of a small one."""
KINDS = 3
OF_CARD = 4
"""The last planes tell of the card: the way to its middle and the heading of its long side. Between
these and the kinds the net has learned to tell shapes, too; silhouettes tell them better."""
UNIT_PX = 32.0
"""Ways to the middles of cards are told in this unit, in pixels of what the net is shown."""
INKED, HARDLY = 0.5, 0.25
"""So likely ink are the pixels of a symbol; and of one that the net hardly tells."""
WELL_TOLD = 0.45
"""A patch of the second kind of which a larger share is of the first is told well by that alone:
what lies around it is blur. A smaller share is pieces of a thin symbol."""
LEAST_PX = 4
"""Fewer of the net's pixels are no symbol."""
LEAST_ACROSS_PX, WELL_ACROSS_PX = 13.0, 17.0
"""Where nearly all large symbols are smaller, as roots of areas, the net is shown so many more of
the picture's pixels that the largest are as large as the second. Of symbols 5 to 9 pixels large it
was sure by 0.6 in the median of the worst tenths, of the same ones half as large again by 0.8."""
MOST_ACROSS_PX, BEST_ACROSS_PX = 22.0, 16.0
"""Where some are larger, a picture on which they are as large as it tells them best."""
BRIGHTEST, BRIGHT, MOST_GAIN = 99.5, 230.0, 4.0
"""This percentile of a picture's brightest channel is made so bright where it is less, with such a
gain at most: rooms are dim, and the net need not know."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One patch of ink as the net tells of it, in pixels of the working picture."""

    box: tuple[int, int, int, int]
    """Left, top, width and height."""
    mask: NDArray[np.uint8]
    """Its pixels in the box, 0 or 255."""
    likely: float
    """How likely it is ink of a card."""
    large: float
    """How likely it is of a large symbol, where it is ink."""
    card_px: Floats
    """(2,) the middle of its card."""
    along: Floats
    """(2,) cosine and sine of twice the heading of the card's long side, shorter where unsure."""


def find_spots(working: PictureBgr) -> list[Spot]:
    """All ink of cards on a picture."""
    spots = _spots_at(working, SHRUNK)
    across = [SHRUNK * np.count_nonzero(spot.mask) ** 0.5 for spot in spots if spot.large > 0.5]
    if not across:
        return spots
    usual = float(np.quantile(across, 0.9))
    if usual < LEAST_ACROSS_PX:
        nearer = _spots_at(working, min(1.0, SHRUNK * WELL_ACROSS_PX / usual))
        return [_as_likely_as_both(spot, spots) for spot in nearer]
    return spots if usual < MOST_ACROSS_PX else _spots_at(working, SHRUNK * BEST_ACROSS_PX / usual)


def _as_likely_as_both(spot: Spot, before: list[Spot]) -> Spot:
    """A spot, as likely as it and one of another look that lies there, where that is likelier."""
    left, top, wide, high = spot.box
    x, y = left + wide / 2, top + high / 2
    there = [
        one.likely
        for one in before
        if 0 <= x - one.box[0] <= one.box[2] and 0 <= y - one.box[1] <= one.box[3]
    ]
    return replace(spot, likely=max(spot.likely, (spot.likely + max(there, default=0.0)) / 2))


def _spots_at(working: PictureBgr, scale: float) -> list[Spot]:
    small = brightened(resized(working, scale))
    high, wide = small.shape[:2]
    below, beside = -high % STEP_PX, -wide % STEP_PX
    shown = cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    planes = np.asarray(shown.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
    told = net_of(WEIGHTS).maps(planes)[0].astype(np.float64)
    kinds = _softmax(_unfolded(told[: 4 * KINDS]))[:, :high, :wide]
    labels, boxes = _patches(1 - kinds[GROUND])
    return [
        _spot(working, scale, told, kinds, labels, index, box)
        for index, box in enumerate(boxes, start=1)
        if box[cv2.CC_STAT_AREA] >= LEAST_PX
    ]


def _patches(inked: Floats) -> tuple[NDArray[np.int32], list[list[int]]]:
    """(h, w) which patch of ink each pixel is of, 0 for none, and the box and area of each.

    Pieces of what the net hardly tells are one patch.
    """
    surely = (inked > INKED).astype(np.uint8)
    count, around = cv2.connectedComponents((inked > HARDLY).astype(np.uint8), connectivity=8)
    areas = np.bincount(around.ravel(), minlength=count)
    told = np.bincount(around.ravel(), surely.ravel(), minlength=count) / np.maximum(areas, 1)
    pieced = told < WELL_TOLD
    pieced[0] = False
    patches = np.where(pieced[around], 1, surely).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(patches, connectivity=8)
    return np.asarray(labels, np.int32), stats[1:].tolist()


def brightened(picture_bgr: PictureBgr) -> PictureBgr:
    """A picture of a dim room as one of a bright room."""
    brightest = float(np.percentile(picture_bgr[::3, ::3].max(axis=2), BRIGHTEST))
    gain = min(MOST_GAIN, max(1.0, BRIGHT / max(brightest, 1.0)))
    return np.asarray(cv2.convertScaleAbs(picture_bgr, alpha=gain), np.uint8)


def _spot(
    working: PictureBgr,
    scale: float,
    told: Floats,
    kinds: Floats,
    labels: NDArray[np.int32],
    index: int,
    stats: list[int],
) -> Spot:
    x, y, wide, high, _ = stats
    own = labels[y : y + high, x : x + wide] == index
    ys, xs = np.nonzero(own)
    ys, xs = ys + y, xs + x
    ink = kinds[:, ys, xs]
    # Told for the upper left of each four.
    ways_x, ways_y, cosines, sines = told[-OF_CARD:, ys // 2, xs // 2]
    ways = np.stack([ways_x, ways_y]) * UNIT_PX
    middle = np.median(ways + np.stack([xs // 2 * 2, ys // 2 * 2]), axis=1)
    left, top = round(x / scale), round(y / scale)
    right = min(working.shape[1], round((x + wide) / scale))
    bottom = min(working.shape[0], round((y + high) / scale))
    mask = cv2.resize(
        own.astype(np.uint8) * 255, (right - left, bottom - top), interpolation=cv2.INTER_LINEAR
    )
    return Spot(
        (left, top, right - left, bottom - top),
        np.asarray(cv2.threshold(mask, 127, 255, cv2.THRESH_BINARY)[1], np.uint8),
        float(1 - ink[GROUND].mean()),
        float(ink[LARGE].sum() / (ink[LARGE].sum() + ink[SMALL].sum())),
        (middle + 0.5) / scale - 0.5,
        np.array([cosines.mean(), sines.mean()]),
    )


def _unfolded(planes: Floats) -> Floats:
    """(n, 2h, 2w) of planes (4n, h, w): each four are the four pixels of one place."""
    n, high, wide = len(planes) // 4, *planes.shape[1:]
    four = planes.reshape(n, 2, 2, high, wide).transpose(0, 3, 1, 4, 2)
    return np.asarray(four.reshape(n, 2 * high, 2 * wide), np.float64)


def _softmax(scores: Floats) -> Floats:
    likely = np.exp(scores - scores.max(axis=0))
    return np.asarray(likely / likely.sum(axis=0), np.float64)

"""What symbols stand on: a card's paper ends soon, a cloth's ground goes on to the rim."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr

SHRUNK = 0.5
"""Grounds are told apart on a picture of this size: grain is gone, the rims of cards are not."""
STEP = 4
"""Neighbouring pixels of one ground differ by less, in 255ths."""
WIDE, WIDEST = 0.04, 0.2
"""A ground that covers this share of the picture and meets its rim is the table's, and so is any
that covers the second: a row of six large cards covers 0.13."""
RING_PX = 3
"""The ground is looked at so far around a symbol, in pixels of the shrunk picture."""


def on_table(
    picture_bgr: PictureBgr, masks: Sequence[tuple[int, int, NDArray[np.uint8]]]
) -> NDArray[np.bool_]:
    """(N,) whether blobs, each with its left, its top and itself, are printed on the table."""
    labels, of_table = _grounds(picture_bgr)
    return np.array([_stands_on(labels, of_table, *mask) for mask in masks], np.bool_)


def _grounds(picture_bgr: PictureBgr) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Every pixel's ground by number, 0 for edges, and which of them are the table's."""
    small = cv2.resize(picture_bgr, None, fx=SHRUNK, fy=SHRUNK, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 1.0)
    right = cv2.absdiff(small[:, 1:], small[:, :-1]).max(axis=2)
    down = cv2.absdiff(small[1:], small[:-1]).max(axis=2)
    plain = np.ones(small.shape[:2], np.uint8)
    plain[:, 1:][right >= STEP] = 0
    plain[1:][down >= STEP] = 0
    _, labels, stats, _ = cv2.connectedComponentsWithStats(plain, connectivity=4)
    high, wide = plain.shape
    left, top, w, h, area = stats.T
    at_rim = (left == 0) | (top == 0) | (left + w == wide) | (top + h == high)
    share = area / plain.size
    of_table = (at_rim & (share > WIDE)) | (share > WIDEST)
    of_table[0] = False
    return np.asarray(labels, np.int32), np.asarray(of_table, np.bool_)


def _stands_on(
    labels: NDArray[np.int32],
    of_table: NDArray[np.bool_],
    left: int,
    top: int,
    mask: NDArray[np.uint8],
) -> bool:
    """Whether most of the ground around a blob is the table's."""
    pad = RING_PX + 2
    own = cv2.resize(mask, None, fx=SHRUNK, fy=SHRUNK, interpolation=cv2.INTER_AREA)
    own = cv2.copyMakeBorder(own, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    around = cv2.dilate(own, np.ones((2 * RING_PX + 1,) * 2, np.uint8))
    y, x = np.nonzero((around > 127) & (own <= 127))
    y, x = y + round(top * SHRUNK) - pad, x + round(left * SHRUNK) - pad
    inside = (y >= 0) & (x >= 0) & (y < labels.shape[0]) & (x < labels.shape[1])
    found = labels[y[inside], x[inside]]
    found = found[found > 0]
    return len(found) > 0 and float(of_table[found].mean()) > 0.5

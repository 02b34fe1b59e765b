"""Coloured prints: what glare or wear dims, with more of a colour than what is around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.medians import median
from vision.reading.prints import (
    COARSE,
    MOST_PRINTS,
    NO_PRINTS,
    WINDOW,
    Floats,
    Mat,
    Prints,
    above,
    brightest_channel,
    by_strips,
    coarse,
    lie_beside,
    prints_in,
    small_thresholds,
    unlike_wood,
)

BLOB_SIDE, BLOB_SQUEEZED, BLOB_FILLS, BLOB_GROUND = (0.25, 1.3), 0.35, 0.3, 0.85
"""Longer side of a print's colour in the coarse picture, in tiles; the shorter side against it;
how much of both it fills; how bright the darkest beside it is against it."""
SOME_CONTRAST = 0.7
"""Where no tile is known, colour is looked for where the darkest is so dark against the brightest
near it: a worn tile on wood has 0.65, a red number on a printed board 0.74."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies around the known tiles of a picture, looked at once for all ways to be coloured."""

    picture_bgr: PictureBgr
    small_bgr: PictureBgr
    """The picture, COARSE times smaller, as are the next two."""
    bright: PictureBgr
    """Its brightest channel."""
    where: PictureBgr
    """255 outside the known tiles; where none is known, where something dark lies beside something
    bright."""
    edge: float
    """Of the known tiles, in the small picture; 0 where none is known."""


def ground_beside(picture_bgr: PictureBgr, known: Floats) -> Ground:
    """The ground of a picture beside the tiles that are known, quadrilaterals (N, 4, 2)."""
    part = 1 / COARSE
    small = np.asarray(
        cv2.resize(picture_bgr, None, fx=part, fy=part, interpolation=cv2.INTER_LINEAR), np.uint8
    )
    bright = brightest_channel(small)
    if not len(known):
        light = cv2.convertScaleAbs(cv2.dilate(bright, WINDOW), alpha=SOME_CONTRAST)
        dark = cv2.compare(cv2.erode(bright, WINDOW), light, cv2.CMP_LT)
        return Ground(picture_bgr, small, bright, np.asarray(dark, np.uint8), 0.0)
    places = (known + 0.5) / COARSE - 0.5
    where = np.full(bright.shape, 255, np.uint8)
    cv2.fillPoly(where, list(np.rint(places).astype(np.int32)), (0,))
    edge = median(np.hypot(*(places[:, 1] - places[:, 0]).T))
    return Ground(picture_bgr, small, bright, where, edge)


def find_coloured_prints(ground: Ground) -> Prints:
    """Every coloured shape on grey: glare hides that a print is bright, not its colour."""
    return _coloured_on(ground, _colourfulness)


def find_faint_prints(ground: Ground, prints: Prints) -> Prints:
    """Those that are no brighter than their worn tile and less coloured than a table of wood.

    Only where none of the prints lies.
    """
    found = _coloured_on(ground, unlike_wood)
    if not len(found) or not len(prints):
        return found
    return found.subset(lie_beside(found, prints, ground.picture_bgr.shape))


def _coloured_on(ground: Ground, measure: Callable[[PictureBgr], PictureBgr]) -> Prints:
    """Shapes with more of a colour than what is around them."""
    where = _colour_on(ground, measure(ground.small_bgr))
    x, y, wide, high = cv2.boundingRect(where)
    if not wide:
        return NO_PRINTS
    margin = WINDOW.shape[0]
    left, top = max(0, x - margin), max(0, y - margin)
    where = where[top : y + high + margin, left : x + wide + margin]
    rows = slice(COARSE * top, COARSE * (top + where.shape[0]))
    columns = slice(COARSE * left, COARSE * (left + where.shape[1]))
    found = _coloured_in(measure(ground.picture_bgr[rows, columns]), where)
    return replace(found, centres_px=found.centres_px + COARSE * np.array([left, top]))


def _coloured_in(colour: PictureBgr, where: PictureBgr) -> Prints:
    """The same where a coarse mask says so; `colour` is how much each place has of it."""
    mask = above(colour, next(small_thresholds(coarse(colour))))
    size_wh = (mask.shape[1], mask.shape[0])
    cv2.bitwise_and(mask, cv2.resize(where, size_wh, interpolation=cv2.INTER_NEAREST), mask)
    return prints_in(mask, colour, 0.0).darkest(MOST_PRINTS)


def _colour_on(ground: Ground, colour: PictureBgr) -> PictureBgr:
    """Coarse mask of coloured blobs on the ground, as large as the known tiles' prints."""
    mask = np.asarray(cv2.compare(colour, next(small_thresholds(colour)), cv2.CMP_GT), np.uint8)
    cv2.bitwise_and(mask, ground.where, mask)
    if ground.edge:
        mask = _large_as_prints(mask, ground)
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8)


def _large_as_prints(mask: PictureBgr, ground: Ground) -> PictureBgr:
    """The blobs of a mask that could be prints beside the known tiles."""
    count, which, stats, _ = cv2.connectedComponentsWithStats(mask, ltype=cv2.CV_16U)
    sides = np.sort(stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]], axis=1)
    longest = (BLOB_SIDE[0] * ground.edge, BLOB_SIDE[1] * ground.edge + 2)
    fits = (sides[:, 1] >= longest[0]) & (sides[:, 1] <= longest[1])
    fits &= sides[:, 0] >= BLOB_SQUEEZED * sides[:, 1]
    fits &= stats[:, cv2.CC_STAT_AREA] >= BLOB_FILLS * sides.prod(axis=1)
    chosen = np.zeros_like(mask)
    places = np.flatnonzero(mask)
    blobs = np.asarray(which, np.uint16).ravel()[places]
    fits &= _on_darker_ground(ground.bright, places, blobs, count)
    chosen.ravel()[places[fits[blobs]]] = 255
    return chosen


def _on_darker_ground(
    bright: PictureBgr, places: NDArray[np.int64], blobs: NDArray[np.uint16], count: int
) -> NDArray[np.bool_]:
    """Whether each of so many blobs, whose places are told, has something darker beside it.

    A print has, and a mark on paper has not.
    """
    darkest = np.asarray(cv2.erode(bright, np.ones((5, 5), np.uint8)), np.uint8)
    own = np.bincount(blobs, bright.ravel()[places], count)
    beside = np.bincount(blobs, darkest.ravel()[places], count)
    return np.asarray(beside < BLOB_GROUND * own, np.bool_)


def _colourfulness(picture_bgr: PictureBgr) -> PictureBgr:
    """How far the largest channel is above the smallest."""

    def measure(blue: Mat, green: Mat, red: Mat, into: Mat) -> None:
        most = cv2.max(cv2.max(blue, green), red)
        cv2.subtract(most, cv2.min(cv2.min(blue, green, blue), red, blue), into)

    return by_strips(picture_bgr, measure)

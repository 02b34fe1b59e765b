"""Finding tile faces: every print that stands bright on black, and the face cut out around it.

All six shapes have fourfold symmetry, so whatever the angle of view, a print's centroid is its
face's centre and its second moments tell how the face is squeezed and how large it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr

Floats = NDArray[np.float64]

WINDOW = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11))
"""Neighbourhood in which black and print are told apart: 44 px of the working picture."""
SMALLEST_CONTRAST = 1.5
SMALLEST_RISE = 12
"""A place is worth a look where its brightest is 1.5 times its darkest, and 12 levels more."""
HIGH_SHARE = 0.62
"""Second threshold, nearer to the print: parts a print from a bright table it touches."""
SMALLEST_AREA_PX = 16.0
COMPACT = (6.5, 12.75)
"""Area over root determinant of the moments: 8.3 for a crisscross to 12.57 for a circle."""
MOST_SQUEEZED = 1.6
"""Largest (trace / 2)² / determinant of the moments: a tile seen at 60 degrees has 1.56."""
DARK_AROUND = 0.66
"""The band around a print is at most this bright against the print (black tiles: 0.1 to 0.5)."""
BLACK_PART, BLACK_AROUND = 0.2, 0.2
"""Or so much of it is this black: the arms of a clover reach the edge of a tile that lies alone."""
MOST_PRINTS = 300
"""Only so many on the darkest ground are looked at: the largest set has 108 tiles."""
MOST_COMPARED = 2000
"""And only so many are compared with each other: a cloth of dots has thousands."""
RIM_POINTS = 24
REACH = 0.6
"""A cut face shows this much of a tile's edge to each side of the centre."""
FACE_PX = 32
"""Edge of a cut face in pixels."""

COMPACTS = np.array([8.5, 10.0, 10.85, 12.0, 12.56])
SPREADS = np.array([0.172, 0.152, 0.186, 0.175, 0.195])
"""Root second moment over tile edge for crisscross, starburst, clover, square or diamond, circle,
by their compactness: measured on both tile sets, within 4 % of each other."""


@dataclass(frozen=True, slots=True)
class Prints:
    """Candidates for printed shapes, one row each."""

    centres_px: Floats
    """(N, 2)"""
    moments_px2: Floats
    """(N, 2, 2) second central moments over area."""
    edges_px: Floats
    """(N,) the edge of a tile that carries such a print, seen without perspective."""
    grounds: Floats
    """(N,) brightness of what the print stands on, 0 to 255."""

    def __len__(self) -> int:
        return len(self.centres_px)

    def subset(self, rows: NDArray[np.bool_]) -> Prints:
        """The prints of the chosen rows."""
        return Prints(
            self.centres_px[rows], self.moments_px2[rows], self.edges_px[rows], self.grounds[rows]
        )

    def darkest(self, most: int) -> Prints:
        """No more than so many, those on the darkest ground, in their order."""
        if len(self) <= most:
            return self
        rows = np.zeros(len(self), np.bool_)
        rows[np.argsort(self.grounds, kind="stable")[:most]] = True
        return self.subset(rows)

    def with_more(self, more: Prints) -> Prints:
        """These prints and then those."""
        names = self.__slots__
        return Prints(*(np.concatenate([getattr(self, n), getattr(more, n)]) for n in names))

    def grown(self, shaved_px: float) -> Prints:
        """The prints as they were before so many pixels were shaved off them."""
        spreads = np.sqrt(np.sqrt(np.maximum(np.linalg.det(self.moments_px2), 1e-9)))
        larger = 1 + shaved_px / (2 * spreads)
        moments = self.moments_px2 * larger[:, None, None] ** 2
        return Prints(self.centres_px, moments, self.edges_px * larger, self.grounds)

    def known_in(self, others: Prints, alike: float) -> NDArray[np.bool_]:
        """Which of these are among the others: at the same place, about as large."""
        away = np.abs(self.centres_px[:, None] - others.centres_px[None]).max(axis=2)
        ratio = np.abs(np.log(self.edges_px[:, None] / others.edges_px[None]))
        near = (away < 0.25 * self.edges_px[:, None]) & (ratio < np.log(alike))
        return np.asarray(near.any(axis=1), np.bool_)


def find_prints(picture_bgr: PictureBgr, most_squeezed: float = MOST_SQUEEZED) -> Prints:
    """Every bright shape on black, in pixels of the picture (tiles of 12 to 250 px)."""
    bright = brightest_channel(picture_bgr)
    low, high = _thresholds(bright)
    above = np.asarray(cv2.compare(bright, low, cv2.CMP_GT), np.uint8)
    first = _prints_in(above, bright, 0.0, most_squeezed)
    parted = cv2.erode(cv2.compare(bright, high, cv2.CMP_GT), np.ones((3, 3), np.uint8))
    second = _prints_in(np.asarray(parted, np.uint8), bright, 1.0, most_squeezed)
    first, second = first.darkest(MOST_COMPARED), second.darkest(MOST_COMPARED)
    if len(first) and len(second):
        away = np.abs(second.centres_px[:, None] - first.centres_px[None]).max(2)
        second = second.subset((away > 0.4 * first.edges_px[None]).all(1))
    both = first.with_more(second)
    return both.darkest(MOST_PRINTS)


def find_coloured_prints(picture_bgr: PictureBgr) -> Prints:
    """Every coloured shape on grey: glare hides that a print is bright, not its colour."""
    blue, green, red = cv2.split(picture_bgr)
    least = cv2.min(cv2.min(blue, green), red)
    colour = np.asarray(cv2.subtract(brightest_channel(picture_bgr), least), np.uint8)
    low, _ = _thresholds(colour)
    mask = np.asarray(cv2.compare(colour, low, cv2.CMP_GT), np.uint8)
    return _prints_in(mask, colour, 0.0).darkest(MOST_PRINTS)


def brightest_channel(picture_bgr: PictureBgr) -> PictureBgr:
    """The largest of blue, green and red: every print is bright in it, the black is not."""
    blue, green, red = cv2.split(picture_bgr)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def brightness(faces_bgr: PictureBgr) -> PictureBgr:
    """The brightest channel of cut faces: (N, FACE_PX, FACE_PX)."""
    rows = faces_bgr.reshape(-1, FACE_PX, 3)
    if not len(rows):
        return np.zeros((0, FACE_PX, FACE_PX), np.uint8)
    return brightest_channel(rows).reshape(-1, FACE_PX, FACE_PX)


def _thresholds(bright: PictureBgr) -> tuple[PictureBgr, PictureBgr]:
    """Two thresholds between black and print, following the light over the picture."""
    small = cv2.resize(bright, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    dark = cv2.erode(small, WINDOW).astype(np.float32)
    light = cv2.dilate(small, WINDOW).astype(np.float32)
    flat = light < SMALLEST_CONTRAST * dark + SMALLEST_RISE
    found = []
    for level in (np.sqrt((dark + 4) * (light + 4)), dark + HIGH_SHARE * (light - dark)):
        level[flat] = 255
        level = np.minimum(cv2.blur(level, (5, 5)), 255).astype(np.uint8)
        found.append(np.asarray(cv2.resize(level, bright.shape[::-1]), np.uint8))
    return found[0], found[1]


def _prints_in(
    mask: PictureBgr, bright: PictureBgr, shaved_px: float, most_squeezed: float = MOST_SQUEEZED
) -> Prints:
    """The print-like blobs of a mask whose edges were shaved by so many pixels."""
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rows, rims = [], []
    for contour, (_, _, _, parent) in zip(contours, [] if tree is None else tree[0], strict=True):
        if parent != -1 or len(contour) < 10:
            continue
        m = cv2.moments(contour)
        area = m["m00"]
        if area < SMALLEST_AREA_PX:
            continue
        xx, xy, yy = m["mu20"] / area, m["mu11"] / area, m["mu02"] / area
        root = (max(xx * yy - xy * xy, 1e-9)) ** 0.5
        compact = area / root
        if COMPACT[0] < compact < COMPACT[1] and (xx + yy) ** 2 < 4 * most_squeezed * root**2:
            rows.append((m["m10"] / area, m["m01"] / area, xx, xy, yy, root**0.5, compact))
            rims.append(contour[np.arange(RIM_POINTS) * len(contour) // RIM_POINTS, 0])
    if not rows:
        return Prints(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
    table = np.array(rows)
    inside, grounds = _levels(table, np.array(rims, np.float64), bright, shaved_px)
    stands = grounds <= DARK_AROUND * inside
    table, grounds = table[stands], grounds[stands]
    grown = 1 + shaved_px / (2 * table[:, 5])
    edges = table[:, 5] * grown / np.interp(table[:, 6], COMPACTS, SPREADS)
    moments = table[:, [2, 3, 3, 4]].reshape(-1, 2, 2) * grown[:, None, None] ** 2
    return Prints(table[:, :2], moments, edges, grounds)


def _levels(
    table: Floats, rims: Floats, bright: PictureBgr, shaved_px: float
) -> tuple[Floats, Floats]:
    """How bright each print is inside, and how bright the band just outside its rim."""
    centres, spreads = table[:, None, :2], table[:, 5]
    high, wide = bright.shape

    def seen(scale: Floats) -> PictureBgr:
        points = np.rint(centres + (rims - centres) * scale[:, None, None]).astype(int)
        x, y = points[..., 0].clip(0, wide - 1), points[..., 1].clip(0, high - 1)
        return np.asarray(np.sort(bright[y, x], axis=1), np.uint8)

    outside = seen(np.maximum(1.22, 1 + (2 + shaved_px) / spreads))
    inside = seen(np.full(len(table), 0.6))[:, RIM_POINTS // 2].astype(np.float64)
    around = outside[:, RIM_POINTS // 2].astype(np.float64)
    black = outside[:, int(BLACK_PART * RIM_POINTS)].astype(np.float64)
    return inside, np.where(black <= BLACK_AROUND * inside, black, around)


def cut_faces(picture_bgr: PictureBgr, centres_px: Floats, frames_px: Floats) -> PictureBgr:
    """Faces seen straight on, (N, FACE_PX, FACE_PX, 3), from centres (N, 2) and frames (N, 2, 2).

    A frame's columns are the steps in pixels to the next cell to the right and the next below.
    """
    if not len(centres_px):
        return np.zeros((0, FACE_PX, FACE_PX, 3), np.uint8)
    steps = ((np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1) * REACH
    across, down = np.meshgrid(steps, steps)
    grid = np.stack([across, down], axis=-1).reshape(-1, 2)
    points = centres_px[:, None] + grid @ frames_px.transpose(0, 2, 1)
    # One row a face: OpenCV takes fewer than 32,768 rows.
    maps = points.astype(np.float32)
    x, y = maps[..., 0], maps[..., 1]
    cut = cv2.remap(picture_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8).reshape(-1, FACE_PX, FACE_PX, 3)

"""Finding tile faces: every print that stands bright on black, and the face cut out around it.

All six shapes have fourfold symmetry, so whatever the angle of view, a print's centroid is its
face's centre and its second moments tell how the face is squeezed and how large it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.medians import ranked

Floats = NDArray[np.float64]
Mat = cv2.typing.MatLike

COARSE = 4
"""Neighbourhoods are looked at in a picture so many times smaller."""
WINDOW = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11))
"""Neighbourhood in which black and print are told apart: 44 px of the working picture."""
STRIP_PX = 1 << 16
"""As many pixels of a picture are looked at in one go."""
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
MANY_PAIRS = 100_000
"""More pairs of prints than this are compared by painting them."""
PRINTED = 0.75
"""The part of a tile's edge that its print fills, and a little around it."""
RIM_POINTS, INSIDE = 24, 0.6
"""Places of a print's rim at which its band is looked at, and how far out it is looked into."""
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
        return self if len(self) <= most else self.subset(self.are_darkest(most))

    def are_darkest(self, most: int) -> NDArray[np.bool_]:
        """Which they are: no more than so many."""
        rows = np.zeros(len(self), np.bool_)
        rows[np.argsort(self.grounds, kind="stable")[:most]] = True
        return rows

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
        away = distances(self.centres_px, others.centres_px)
        ratio = np.abs(np.log(self.edges_px[:, None] / others.edges_px[None]))
        near = (away < 0.25 * self.edges_px[:, None]) & (ratio < np.log(alike))
        return np.asarray(near.any(axis=1), np.bool_)


NO_PRINTS = Prints(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))


def find_prints(picture_bgr: PictureBgr, most_squeezed: float = MOST_SQUEEZED) -> Prints:
    """Every bright shape on black, in pixels of the picture (tiles of 12 to 250 px)."""
    return prints_on(brightest_channel(picture_bgr), most_squeezed)


def prints_on(bright: PictureBgr, most_squeezed: float = MOST_SQUEEZED) -> Prints:
    """The same from the picture's brightest channel."""
    low, high = small_thresholds(coarse(bright))
    # One mask after the other in the same place: fresh memory costs as much as the work.
    mask = above(bright, low)
    first = prints_in(mask, bright, 0.0, most_squeezed)
    above(bright, high, mask)
    cv2.erode(mask, np.ones((3, 3), np.uint8), mask)
    second = prints_in(mask, bright, 1.0, most_squeezed)
    first, second = first.darkest(MOST_COMPARED), second.darkest(MOST_COMPARED)
    if len(first) and len(second):
        second = second.subset(lie_beside(second, first, bright.shape))
    both = first.with_more(second)
    return both.darkest(MOST_PRINTS)


def distances(first: NDArray[Any], second: NDArray[Any]) -> NDArray[Any]:
    """(N, M) how far points (N, 2) lie from others (M, 2): across or down, whichever is more."""
    across, down = (np.abs(first[:, k, None] - second[:, k]) for k in range(2))
    return np.asarray(np.maximum(across, down, out=across))


def ways_between(first: NDArray[Any], second: NDArray[Any]) -> NDArray[Any]:
    """(N, M) how far points (N, 2) lie from others (M, 2): across and down together."""
    across, down = (np.abs(first[:, k, None] - second[:, k]) for k in range(2))
    return np.asarray(np.add(across, down, out=across))


def levels_at(picture: PictureBgr, points_px: Floats) -> PictureBgr:
    """What a picture shows at points (…, 2); of those beside it, what its rim shows."""
    high, wide = picture.shape[:2]
    x, y = (np.rint(points_px[..., k]).astype(np.intp) for k in range(2))
    np.minimum(np.maximum(x, 0, out=x), wide - 1, out=x)
    np.minimum(np.maximum(y, 0, out=y), high - 1, out=y)
    return np.asarray(picture[y, x], np.uint8)


def lie_beside(prints: Prints, known: Prints, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which prints lie in none that is known."""
    if len(prints) * len(known) < MANY_PAIRS:
        away = distances(prints.centres_px, known.centres_px)
        return np.asarray((away > 0.4 * known.edges_px[None]).all(1), np.bool_)
    covered = np.zeros(shape[:2], np.uint8)
    reach = 0.4 * known.edges_px[:, None]
    corners = np.rint(np.concatenate([known.centres_px - reach, known.centres_px + reach], axis=1))
    for left, top, right, bottom in corners.astype(int).tolist():
        cv2.rectangle(covered, (left, top), (right, bottom), 1, -1)
    return np.asarray(levels_at(covered, prints.centres_px) == 0, np.bool_)


def unlike_wood(picture_bgr: PictureBgr) -> PictureBgr:
    """How far a colour is from grey and from brown: a table of wood has hardly more than black.

    Orange has as little, but orange is bright.
    """

    def measure(blue: Mat, green: Mat, red: Mat, into: Mat) -> None:
        cool = cv2.subtract(blue, cv2.addWeighted(red, 0.5, green, 0.5, 0))
        off_green = cv2.absdiff(green, cv2.addWeighted(red, 0.5, blue, 0.5, 0))
        cv2.max(cool, off_green, into)

    return by_strips(picture_bgr, measure)


def print_places(picture_bgr: PictureBgr) -> list[tuple[tuple[float, float], ...]]:
    """The corners of a square around every shape that stands bright on something darker."""
    prints = find_prints(picture_bgr)
    x, y = prints.centres_px.T
    reach = PRINTED / 2 * prints.edges_px
    corners = [(x + a * reach, y + b * reach) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    places = np.stack([np.stack(corner, axis=1) for corner in corners], axis=1).tolist()
    return [tuple((u, v) for u, v in place) for place in places]


def brightest_channel(picture_bgr: PictureBgr) -> PictureBgr:
    """The largest of blue, green and red: every print is bright in it, the black is not."""

    def measure(blue: Mat, green: Mat, red: Mat, into: Mat) -> None:
        cv2.max(cv2.max(blue, green, blue), red, into)

    return by_strips(picture_bgr, measure)


def by_strips(picture_bgr: PictureBgr, measure: Callable[[Mat, Mat, Mat, Mat], None]) -> PictureBgr:
    """What is measured on blue, green and red, into a picture of one channel.

    By strips, whose channels stay in the processor's cache and need no new memory: four times as
    fast.
    """
    measured = np.empty(picture_bgr.shape[:2], np.uint8)
    high = max(1, STRIP_PX // max(picture_bgr.shape[1], 1))
    planes = np.empty((3, min(high, len(picture_bgr)), picture_bgr.shape[1]), np.uint8)
    for top in range(0, len(picture_bgr) if picture_bgr.size else 0, high):
        rows = slice(top, top + high)
        strip = picture_bgr[rows]
        blue, green, red = cv2.split(strip, list(planes[:, : len(strip)]))
        measure(blue, green, red, measured[rows])
    return measured


def brightness(faces_bgr: PictureBgr) -> PictureBgr:
    """The brightest channel of cut faces: (N, FACE_PX, FACE_PX)."""
    return brightest_channel(faces_bgr.reshape(-1, FACE_PX, 3)).reshape(-1, FACE_PX, FACE_PX)


def above(bright: PictureBgr, level: PictureBgr, mask: PictureBgr | None = None) -> PictureBgr:
    """255 where a picture is brighter than a coarse threshold, in the mask where one is given."""
    large = np.asarray(cv2.resize(level, bright.shape[::-1], dst=mask), np.uint8)
    return np.asarray(cv2.compare(bright, large, cv2.CMP_GT, large), np.uint8)


def coarse(picture: PictureBgr) -> PictureBgr:
    """The picture in which neighbourhoods are looked at."""
    part = 1 / COARSE
    return np.asarray(cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA))


def small_thresholds(small: PictureBgr) -> Iterator[PictureBgr]:
    """Two thresholds between black and print in a coarse picture, following its light."""
    dark = cv2.erode(small, WINDOW).astype(np.float32)
    light = cv2.dilate(small, WINDOW).astype(np.float32)
    flat = light < SMALLEST_CONTRAST * dark + SMALLEST_RISE
    between = (dark + 4) * (light + 4)
    yield _smooth_level(np.sqrt(between, out=between), flat)
    light -= dark
    light *= HIGH_SHARE
    yield _smooth_level(np.add(dark, light, out=light), flat)


def _smooth_level(level: NDArray[np.float32], flat: NDArray[np.bool_]) -> PictureBgr:
    """A threshold without steps, out of reach where the picture is flat."""
    np.copyto(level, 255, where=flat)
    smooth = cv2.blur(level, (5, 5), dst=level)
    return np.minimum(smooth, 255, out=smooth).astype(np.uint8)


def prints_in(
    mask: PictureBgr, bright: PictureBgr, shaved_px: float, most_squeezed: float = MOST_SQUEEZED
) -> Prints:
    """The print-like blobs of a mask whose edges were shaved by so many pixels."""
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    # Only outer contours have no parent; what is shorter than ten points is noise.
    parents = [] if tree is None else tree[0, :, 3].tolist()
    outer = [c for c, parent in zip(contours, parents, strict=True) if parent < 0 and len(c) >= 10]
    if not outer:
        return NO_PRINTS
    counts = np.array([len(contour) for contour in outer])
    points = np.concatenate(outer)[:, 0].astype(np.int32, copy=False)
    starts = np.concatenate([[0], counts.cumsum()[:-1]])
    table = _moments(points, starts, counts)
    area, root, compact = table[:, 7], table[:, 5] ** 2, table[:, 6]
    fits = (area >= SMALLEST_AREA_PX) & (compact > COMPACT[0]) & (compact < COMPACT[1])
    fits &= (table[:, 2] + table[:, 4]) ** 2 < 4 * most_squeezed * root**2
    if not fits.any():
        return NO_PRINTS
    along = np.arange(RIM_POINTS) * counts[fits, None] // RIM_POINTS
    rims, table = points[starts[fits, None] + along], table[fits]
    inside, grounds = _levels(table, rims, bright, shaved_px)
    stands = grounds <= DARK_AROUND * inside
    table, grounds = table[stands], grounds[stands]
    grown = 1 + shaved_px / (2 * table[:, 5])
    edges = table[:, 5] * grown / np.interp(table[:, 6], COMPACTS, SPREADS)
    moments = table[:, [2, 3, 3, 4]].reshape(-1, 2, 2) * grown[:, None, None] ** 2
    return Prints(table[:, :2], moments, edges, grounds)


def _moments(
    points: NDArray[np.int32], starts: NDArray[np.int64], counts: NDArray[np.int64]
) -> Floats:
    """(N, 8) of polygons that follow one another.

    Centre x and y, moments xx, xy, yy over the area, root of their root determinant,
    area over that determinant's root, and area.
    """
    # Around points of their own, so that nothing large is subtracted: sides from and to these are
    # worth nothing.
    home = points[starts]
    x, y = np.ascontiguousarray((points - np.repeat(home, counts, axis=0)).T, np.float64)
    u, v = (np.append(one[1:], 0.0) for one in (x, y))
    u[starts[1:] - 1] = v[starts[1:] - 1] = 0.0
    terms = np.empty((6, len(x)))
    cross, across, down, xx, yy, xy = terms
    np.subtract(x * v, u * y, out=cross)
    np.add(x, u, out=across)
    np.add(y, v, out=down)
    np.subtract(across * across, x * u, out=xx)
    np.subtract(down * down, y * v, out=yy)
    np.add(across * down, x * y + u * v, out=xy)
    terms[1:] *= cross
    sums = np.add.reduceat(terms, starts, axis=1)
    twice = np.where(np.abs(sums[0]) > 1e-9, sums[0], 1e-9)
    area = np.abs(sums[0]) / 2
    cx, cy = sums[1:3] / twice / 3
    xx, yy = sums[3] / twice / 6 - cx * cx, sums[4] / twice / 6 - cy * cy
    xy = sums[5] / twice / 12 - cx * cy
    root = np.sqrt(np.maximum(xx * yy - xy * xy, 1e-9))
    centres = np.stack([cx, cy]) + home.T
    return np.stack([*centres, xx, xy, yy, np.sqrt(root), area / root, area], axis=1)


def _levels(
    table: Floats, rims: NDArray[np.int32], bright: PictureBgr, shaved_px: float
) -> tuple[Floats, Floats]:
    """How bright each print is inside, and how bright the band just outside its rim."""
    away = rims - table[:, None, :2]
    beyond = np.maximum(1.22, 1 + (2 + shaved_px) / table[:, 5])[:, None, None]
    points = np.stack([INSIDE * away, beyond * away]) + table[:, None, :2]
    half, some = ranked(
        levels_at(bright, points), (RIM_POINTS // 2, int(BLACK_PART * RIM_POINTS)), axis=2
    )
    inside, around, black = (each.astype(np.float64) for each in (*half, some[1]))
    return inside, np.where(black <= BLACK_AROUND * inside, black, around)


def square_maps(
    centres_px: Floats, frames_px: Floats, side_px: int, reach: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(N, side_px²) x and y in the picture of the pixels of a square around each centre.

    In its frame, where it reaches so far to each side.
    """
    steps = (((np.arange(side_px) + 0.5) / side_px * 2 - 1) * reach).astype(np.float32)
    centres, frames = centres_px.astype(np.float32), frames_px.astype(np.float32)
    across = frames[:, :, 0, None] * steps + centres[..., None]
    down = frames[:, :, 1, None] * steps
    x, y = (
        (down[:, k, :, None] + across[:, k, None]).reshape(len(centres), side_px**2)
        for k in range(2)
    )
    return x, y


def cut_faces(picture_bgr: PictureBgr, centres_px: Floats, frames_px: Floats) -> PictureBgr:
    """Faces seen straight on, (N, FACE_PX, FACE_PX, 3), from centres (N, 2) and frames (N, 2, 2).

    A frame's columns are the steps in pixels to the next cell to the right and the next below.
    """
    if not len(centres_px):
        return np.zeros((0, FACE_PX, FACE_PX, 3), np.uint8)
    # One row a face: OpenCV takes fewer than 32,768 rows.
    x, y = square_maps(centres_px, frames_px, FACE_PX, REACH)
    cut = cv2.remap(picture_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8).reshape(-1, FACE_PX, FACE_PX, 3)

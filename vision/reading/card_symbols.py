"""Finding the symbols on cards: every patch of ink that stands on plain white or plain black."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.card_grounds import on_table
from vision.reading.card_ink import LEAST_PX, Spot, find_spots
from vision.reading.prints import Floats

BRIGHTEST_SHARE = 0.004
"""So much of the picture is at least as bright as its white paper in each channel."""
MOST_TINTED = 5.0
"""Largest gain with which a lamp's tint is taken off a channel."""
SAMPLE = 160
"""So many pixels of a blob and of the paper around it tell how they look."""
BANDS = ((1, 0.05), (3, 0.14), (4, 0.28))
"""What lies beside a blob begins, ends, and ends farther out, at so many pixels at least and at
such shares of the root of its area."""
LEAST_SATURATION = 0.33
"""Ink is coloured against its paper, white ink is not."""
LIKELY = 0.6
"""What is less likely ink of a card does not tell on what cards are printed."""
GROWN_PX = 2
"""A symbol reaches at most so far beyond what the net calls its ink."""
OTHER_INK = 0.35
"""What lies farther beside the way from paper to ink, in the length of that way, is neither."""
PUREST, HARDLY_INK = 0.2, 0.4
"""Such a share of a patch is likely its ink; what is in its middle is none, where it differs from
the paper by less than so much of what that does."""
LEAST_APART = 5
"""Ink and paper differ by more in one channel, in 255ths."""
PIECE = 0.4
"""A patch of ink has pieces, each of which is at least this share of the largest."""
ONE_PRINT_PX, ONE_INK, ONE_MIDDLE = 5, 40, 0.5
"""Pieces of large symbols are of one where no more lies between them, their inks differ by no more,
in 255ths, and the middles that they tell of their cards by no more of what they are across:
clovers are printed as four discs, too."""
MOST_SYMBOLS = 330
"""Only so many of the likeliest are looked at: 108 cards show at most three symbols each."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """Blobs of ink on paper, one row each, in pixels of the picture."""

    centres_px: Floats
    """(N, 2) the middle of what is seen of each."""
    moments_px2: Floats
    """(N, 2, 2) second central moments over area."""
    areas_px2: Floats
    inks: Floats
    """(N, 3) the ink's BGR."""
    papers: Floats
    """(N, 3) BGR of the paper around it."""
    masks: tuple[tuple[int, int, NDArray[np.uint8]], ...]
    """Left, top and the blob itself, 0 or 255."""
    on_table: NDArray[np.bool_]
    """(N,) whether what is around each goes on over the table."""
    on_white: bool
    picture_bgr: PictureBgr
    """Where they were found; on white without the lamp's tint."""
    beside: Floats
    """(N, 3) BGR right beside the ink, where blur leaves some of it: inks are told against it."""
    likely: Floats
    """(N,) how likely each is ink of a card, by the net that finds it."""
    large: Floats
    """(N,) and, where it is, of a large symbol."""
    cards_px: Floats
    """(N, 2) the middle of its card."""
    along: Floats
    """(N, 2) cosine and sine of twice the heading of its card's long side, shorter where unsure."""

    def __len__(self) -> int:
        return len(self.centres_px)

    @property
    def white(self) -> NDArray[np.bool_]:
        """(N,) whether each is white ink on black."""
        light = np.maximum(self.inks - 0.7 * self.papers, 1e-6)
        grey = 1 - light.min(axis=1) / light.max(axis=1) < LEAST_SATURATION
        return np.asarray(grey & (not self.on_white), np.bool_)

    @property
    def headed(self) -> Floats:
        """(N,) how surely the net tells the heading of its card, from 0 to about 1."""
        return np.asarray(np.linalg.norm(self.along, axis=1), np.float64)

    @property
    def lengthwise(self) -> Floats:
        """(N,) how likely each is ink on something that has a long side."""
        return np.asarray(self.likely * self.headed.clip(max=1), np.float64)

    def subset(self, rows: NDArray[np.bool_]) -> Symbols:
        """The symbols of the chosen rows."""
        masks = tuple(mask for mask, chosen in zip(self.masks, rows, strict=True) if chosen)
        return Symbols(
            self.centres_px[rows],
            self.moments_px2[rows],
            self.areas_px2[rows],
            self.inks[rows],
            self.papers[rows],
            masks,
            self.on_table[rows],
            self.on_white,
            self.picture_bgr,
            self.beside[rows],
            self.likely[rows],
            self.large[rows],
            self.cards_px[rows],
            self.along[rows],
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """A patch of ink as the net tells of it, among what lies around it."""

    spot: Spot
    view: tuple[slice, slice]
    """Rows and columns of the picture."""
    own: NDArray[np.uint8]
    """The patch's pixels there, 0 or 255."""
    away_px: NDArray[np.float32]
    """How far each is from the patch; below 0 where other ink lies."""


@dataclass(frozen=True, slots=True)
class _Blob:
    spot: Spot
    box: tuple[int, int, int, int]
    mask: NDArray[np.uint8]
    ink: Floats
    paper: Floats
    beside: Floats


def find_symbols(picture_bgr: PictureBgr) -> Symbols:
    """Every symbol on the cards of a picture, all of them white or all of them black."""
    spots = sorted(find_spots(picture_bgr), key=lambda spot: -spot.likely)[:MOST_SYMBOLS]
    spots.sort(key=lambda spot: spot.box[:2])
    inked = _inked(picture_bgr, spots)
    places = [_around(inked, spot) for spot in spots]
    on_white = _on_white(picture_bgr, places)
    shown = _untinted(picture_bgr) if on_white else picture_bgr
    blobs = [blob for place in places if (blob := _blob(shown, place, on_white))]
    return _symbols(_pieced_together(blobs), shown, on_white)


def _on_white(picture_bgr: PictureBgr, places: list[_Place]) -> bool:
    """Whether most of the ink is darker than what it stands on.

    Told by the darkest and the brightest channel, not by all: in a lamp's light green on black
    has less of all channels together than the black and the cards' white rims beside it.
    """
    votes = 0.0
    for place in places:
        bgr, own, away = picture_bgr[place.view], place.own, place.away_px
        beside = (away > 0) & (away <= BANDS[2][0] + 2)
        if own.any() and beside.any():
            ink, paper = _middle(bgr[own > 0]), _middle(bgr[beside])
            darker = ink.min() + ink.max() < paper.min() + paper.max()
            weight = max(0.0, place.spot.likely - LIKELY) * np.count_nonzero(own) ** 0.5
            votes += weight if darker else -weight
    return bool(votes > 0)


def _untinted(picture_bgr: PictureBgr) -> PictureBgr:
    """The picture with its white made white: nothing on the table is whiter than paper."""
    coarse = cv2.resize(picture_bgr, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    white = np.percentile(coarse.reshape(-1, 3), 100 * (1 - BRIGHTEST_SHARE), axis=0)
    gain = np.clip(255 / np.maximum(white, 1), 1, MOST_TINTED)
    steps = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture_bgr, steps[None]), np.uint8)


def _inked(picture_bgr: PictureBgr, spots: list[Spot]) -> NDArray[np.uint8]:
    """Where any ink lies, 0 or 255."""
    inked = np.zeros(picture_bgr.shape[:2], np.uint8)
    for spot in spots:
        x, y, wide, high = spot.box
        inked[y : y + high, x : x + wide] |= spot.mask
    return inked


def _around(inked: NDArray[np.uint8], spot: Spot) -> _Place:
    """A patch of ink and what lies around it."""
    rows, columns = inked.shape
    x, y, wide, high = spot.box
    pad = max(6, round(0.3 * np.count_nonzero(spot.mask) ** 0.5) + 2)
    left, top = max(0, x - pad), max(0, y - pad)
    view = (slice(top, min(rows, y + high + pad)), slice(left, min(columns, x + wide + pad)))
    own = np.zeros((view[0].stop - top, view[1].stop - left), np.uint8)
    own[y - top : y - top + high, x - left : x - left + wide] = spot.mask
    away = np.asarray(cv2.distanceTransform(255 - own, cv2.DIST_L2, 3), np.float32)
    away[(inked[view] > 0) & (own == 0)] = -1
    return _Place(spot, view, own, away)


def _blob(picture_bgr: PictureBgr, place: _Place, on_white: bool) -> _Blob | None:
    """The patch of ink itself: what is nearer to its ink than to the paper around it."""
    bgr, own, away = picture_bgr[place.view], place.own, place.away_px
    area = float(np.count_nonzero(own))
    near, close, far = (max(least, round(share * area**0.5)) for least, share in BANDS)
    ring = _sampled((away > near) & (away <= close))
    wider = _sampled((away > near) & (away <= far))
    if not area or not len(wider[0]):
        return None
    paper = _paper(bgr[wider], on_white)
    beside = _middle(bgr[ring]) if len(ring[0]) else paper
    ink = ink_of(bgr, own, paper)
    toward = ink - paper
    if np.abs(toward).max() < LEAST_APART or bool(toward.sum() < 0) != on_white:
        return None
    share = (bgr.astype(np.float32) - paper.astype(np.float32)) @ toward / (toward @ toward)
    mask = ((share > 0.5) & (away >= 0) & (away <= GROWN_PX)).astype(np.uint8)
    mask = _joined_to(mask, own)
    if np.count_nonzero(mask) < LEAST_PX:
        return None
    rows, columns = place.view
    box = (columns.start, rows.start, mask.shape[1], mask.shape[0])
    pure = core_ink(bgr[_sampled(mask > 0)], paper, ink)
    return _Blob(place.spot, box, mask * np.uint8(255), pure, paper, beside)


def ink_of(bgr: PictureBgr, own: NDArray[np.uint8], paper: Floats) -> Floats:
    """The ink of a patch: that in its middle, or where its middle is paper what is least like it.

    The patch of a thin symbol that is cut is more than its tips.
    """
    deep = cv2.distanceTransform(own, cv2.DIST_L2, 3)
    ink = _middle(bgr[_sampled((own > 0) & (deep >= 0.5 * deep.max()))])
    inside = bgr[_sampled(own > 0)]
    away = np.abs(inside - paper).sum(axis=1)
    rank = int((1 - PUREST) * (len(away) - 1))
    purest = _middle(inside[away >= np.partition(away, rank)[rank]])
    is_paper = np.abs(ink - paper).sum() < HARDLY_INK * np.abs(purest - paper).sum()
    return purest if is_paper else ink


def _paper(around_bgr: PictureBgr, on_white: bool) -> Floats:
    """What a patch of ink stands on: the brighter half of what is around it, or the darker half.

    Blur leaves ink in the other half.
    """
    light = around_bgr.astype(np.int32).sum(axis=1)
    order = np.argsort(-light if on_white else light)
    return _middle(around_bgr[order[: len(order) // 2 + 1]])


def _joined_to(mask: NDArray[np.uint8], own: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The parts of a mask that meet most of the net's, no specks."""
    count, labels = cv2.connectedComponents(mask, connectivity=4)
    met = np.bincount(labels[(own > 0) & (mask > 0)].ravel(), minlength=count)
    met[0] = 0
    kept = met > PIECE * max(1, int(met.max()))
    return np.asarray(kept[labels], np.uint8)


def _middle(values: NDArray[np.generic]) -> Floats:
    """(channels,) the median of rows of values; far quicker than `np.median` for a few."""
    half = len(values) // 2
    return np.asarray(np.partition(values, half, axis=0)[half], np.float64)


def core_ink(inside_bgr: PictureBgr, paper: Floats, ink: Floats) -> Floats:
    """The ink's colour where it is purest: thin shapes are mostly blurred into white paper.

    Where a symbol is cut, the rim of the card that covers it runs along it.
    """
    off = inside_bgr.astype(np.float32) - paper.astype(np.float32)
    toward = (ink - paper).astype(np.float32)
    aside = np.linalg.norm(off - np.outer(off @ toward / (toward @ toward), toward), axis=1)
    own = aside < OTHER_INK * float(np.linalg.norm(toward))
    off, inside_bgr = (off[own], inside_bgr[own]) if own.any() else (off, inside_bgr)
    away = np.abs(off).sum(axis=1)
    rank = int(0.6 * (len(away) - 1))
    return _middle(inside_bgr[away >= np.partition(away, rank)[rank]])


def _sampled(where: NDArray[np.bool_]) -> tuple[NDArray[np.intp], ...]:
    """At most about `SAMPLE` of the pixels, spread evenly."""
    found = np.flatnonzero(where)
    return np.unravel_index(found[:: max(1, len(found) // SAMPLE)], where.shape)


def _pieced_together(blobs: list[_Blob]) -> list[_Blob]:
    """The blobs, those that are pieces of one large symbol as one."""
    whole: list[_Blob] = []
    for blob in blobs:
        others = []
        for other in whole:
            if _are_pieces(blob, other):
                blob = _as_one(blob, other)
            else:
                others.append(other)
        whole = [*others, blob]
    return whole


def _are_pieces(blob: _Blob, other: _Blob) -> bool:
    """Whether two blobs are pieces of one large symbol."""
    box = _box_around(blob.box, other.box)
    gap = max(box[2] - blob.box[2] - other.box[2], box[3] - blob.box[3] - other.box[3])
    if gap > ONE_PRINT_PX or min(blob.spot.large, other.spot.large) < 0.5:
        return False
    if np.abs(blob.ink - other.ink).max() > ONE_INK:
        return False
    own, its = _inside(blob, box), _inside(other, box)
    away = cv2.distanceTransform(255 - own, cv2.DIST_L2, 3)[its > 0].min()
    apart = float(np.hypot(*(blob.spot.card_px - other.spot.card_px)))
    across = max(cv2.boundingRect(own | its)[2:])
    return bool(away <= ONE_PRINT_PX and apart < ONE_MIDDLE * across)


def _as_one(blob: _Blob, other: _Blob) -> _Blob:
    """Two pieces of one symbol; what the larger one tells of its card counts."""
    box = _box_around(blob.box, other.box)
    larger = max(blob, other, key=lambda one: np.count_nonzero(one.mask))
    return replace(larger, box=box, mask=_inside(blob, box) | _inside(other, box))


def _box_around(
    box: tuple[int, int, int, int], other: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    x, y = min(box[0], other[0]), min(box[1], other[1])
    right = max(box[0] + box[2], other[0] + other[2])
    bottom = max(box[1] + box[3], other[1] + other[3])
    return x, y, right - x, bottom - y


def _inside(blob: _Blob, box: tuple[int, int, int, int]) -> NDArray[np.uint8]:
    """A blob's mask in a larger box."""
    x, y, wide, high = blob.box
    mask = np.zeros((box[3], box[2]), np.uint8)
    mask[y - box[1] : y - box[1] + high, x - box[0] : x - box[0] + wide] = blob.mask
    return mask


def _symbols(blobs: list[_Blob], picture_bgr: PictureBgr, on_white: bool) -> Symbols:
    centres, moments, areas = [], [], []
    for blob in blobs:
        m = cv2.moments(blob.mask, binaryImage=True)
        area = m["m00"]
        areas.append(area)
        centres.append((blob.box[0] + m["m10"] / area, blob.box[1] + m["m01"] / area))
        xx, xy, yy = m["mu20"] / area, m["mu11"] / area, m["mu02"] / area
        moments.append(((xx + 1e-6, xy), (xy, yy + 1e-6)))
    masks = tuple((blob.box[0], blob.box[1], blob.mask) for blob in blobs)
    return Symbols(
        np.array(centres).reshape(-1, 2),
        np.array(moments).reshape(-1, 2, 2),
        np.array(areas),
        np.array([blob.ink for blob in blobs]).reshape(-1, 3),
        np.array([blob.paper for blob in blobs]).reshape(-1, 3),
        masks,
        on_table(picture_bgr, masks),
        on_white,
        picture_bgr,
        np.array([blob.beside for blob in blobs]).reshape(-1, 3),
        np.array([blob.spot.likely for blob in blobs]),
        np.array([blob.spot.large for blob in blobs]),
        np.array([blob.spot.card_px for blob in blobs]).reshape(-1, 2),
        np.array([blob.spot.along for blob in blobs]).reshape(-1, 2),
    )

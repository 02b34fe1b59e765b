"""Finding the symbols on cards: every blob of ink that stands on plain white or plain black."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.card_grounds import on_table
from vision.reading.prints import Floats

WHITE_LEVELS = (0.1, 0.14, 0.19, 0.25, 0.32, 0.4, 0.48, 0.56, 0.64, 0.72, 0.8, 0.88)
"""Levels of the darkest channel below which ink may lie on white, over the picture's white: one of
them parts the two."""
BRIGHTEST_SHARE = 0.004
"""So much of the picture is at least as bright as its white paper in each channel."""
MOST_TINTED = 5.0
"""Largest gain with which a lamp's tint is taken off a channel."""
SAMPLE = 160
"""So many pixels of a blob and of the paper around it tell how they look."""
BLACK_LEVELS = (22, 34, 48, 66, 90, 120, 155)
"""Levels of chroma above which ink may lie on black."""
PALE_LEVELS = (70, 110, 155)
"""Levels of the darkest channel above which white ink may lie on black."""
WHITE_AGAINST_BLACK = 2.2
"""White ink's darkest channel is at least so many times the black's brightest, and 30 more."""
RIM_PX = 3
"""Half of what is narrower than this, twice, is a rim and no white symbol."""
HUE_LEVEL = 45
"""Chroma above which a pixel has a hue."""
HUE_STEP, HUE_REACH = 20, 14
"""Hues are looked at in so many steps of 2 degrees, each with its neighbours this far."""
SMALLEST_AREA_PX = 22
LARGEST_SHARE = 0.02
"""A symbol covers at most this share of the picture."""
LONGEST = 4.5
"""Longer side of a symbol's box over its shorter one: a symbol cut to a sliver."""
MOST_SQUEEZED = 5.5
"""The same of its own axes, whichever way it lies: wedges between fanned cards are 9 and more."""
INK_AGAINST_WHITE = 0.72
"""The ink's darkest channel is at most this much of the paper's."""
INK_AGAINST_BLACK = 1.7
"""The ink's brightest channel is at least so many times the black's."""
WHITEST_CHROMA = 0.42
"""Largest chroma of white paper over its brightness: warm lamps tint it."""
RING_SHARE = 0.86
"""So much of the band around a symbol is nearer to the paper than to the ink."""
BLACK_RING_SHARE = 0.6
PAPER_SHARE = 0.5
"""And so much of the wider band: small symbols stand in a card's corner."""
LEAST_SATURATION = 0.33
"""Ink is coloured against its paper; shadows, grain and whole dark cards are not."""
BLURRED_PX2, LEAST_BLURRED = 300, 0.27
"""The same of smaller blobs on white where their ink is purest: they are blurred into the paper."""
BANDS = ((1, 0.05), (3, 0.14), (4, 0.28))
"""What lies beside a blob begins, ends, and ends farther out, at so many pixels at least and at
such shares of the root of its area."""
BOX_SATURATION = 0.15
"""The same of a blob's whole box, over the share of it that the blob fills: of 799 blobs on paper
five lay below it, of 20,358 others four fifths."""
BOX_PALE = 0.6
"""So much brighter is the box of a white symbol on black in every channel, over the same share."""
MOST_ALIKE = 27
"""More blobs of one ink, one paper and one size are a cloth's pattern: one kind of card has three
copies of three symbols, and three kinds may be hard to tell apart by these."""
MOST_SYMBOLS = 330
"""Only so many of the strongest are looked at: 108 cards show at most three symbols each."""
PART, PART_FIT = 0.5, 40
"""Pieces of a symbol are together smaller than this share of it, and fit better by less."""
SAME_INK = 40
"""Two pieces of one ink differ by less in every channel."""
PLAIN = 0.16
"""Largest spread of the paper's brightness around a symbol, as a share of it."""

Ints = NDArray[np.int64]


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

    def __len__(self) -> int:
        return len(self.centres_px)

    @property
    def white(self) -> NDArray[np.bool_]:
        """(N,) whether each is white ink on black."""
        light = np.maximum(self.inks - 0.7 * self.papers, 1e-6)
        grey = 1 - light.min(axis=1) / light.max(axis=1) < LEAST_SATURATION
        return np.asarray(grey & (not self.on_white), np.bool_)

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
        )


@dataclass(frozen=True, slots=True)
class _Blob:
    box: tuple[int, int, int, int]
    mask: NDArray[np.uint8]
    area: float
    ink: Floats
    paper: Floats
    beside: Floats
    fit: float
    """How far its level lies from the middle between ink and paper, 0 is best."""
    level: float


def find_symbols(picture_bgr: PictureBgr, on_white: bool) -> Symbols:
    """Every symbol on cards of one face."""
    untinted = _untinted(picture_bgr) if on_white else picture_bgr
    channels = cv2.split(untinted)
    low = np.asarray(cv2.min(cv2.min(channels[0], channels[1]), channels[2]), np.uint8)
    high = np.asarray(cv2.max(cv2.max(channels[0], channels[1]), channels[2]), np.uint8)
    chroma = high - low
    sums = np.asarray(cv2.integral(untinted), np.int32)
    blobs: list[_Blob] = []
    for level in [255 * share for share in WHITE_LEVELS] if on_white else BLACK_LEVELS:
        mask = (low < level if on_white else chroma > level).astype(np.uint8)
        blobs += _blobs_at(mask, untinted, low, high, sums, on_white, level)
    for mask in [] if on_white else _by_hue(untinted, chroma):
        blobs += _blobs_at(mask, untinted, low, high, sums, on_white, HUE_LEVEL)
    for level in [] if on_white else PALE_LEVELS:
        mask = (low > level).astype(np.uint8)
        blobs += _blobs_at(mask, untinted, low, high, sums, on_white, level, pale=True)
        mask = _without_rims(mask)
        blobs += _blobs_at(mask, untinted, low, high, sums, on_white, level, pale=True)
    kept = _without_patterns(_one_each(blobs))
    kept.sort(key=lambda blob: -float(np.abs(blob.ink - blob.paper).max()))
    strongest = sorted(kept[:MOST_SYMBOLS], key=lambda blob: blob.box[:2])
    symbols = _symbols(strongest, untinted, on_white)
    axes = np.linalg.eigvalsh(symbols.moments_px2)
    return symbols.subset(axes[:, 1] < MOST_SQUEEZED**2 * axes[:, 0])


def _without_rims(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What is wider than the white rim of a card: one that lies on a white symbol touches it."""
    wide = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(RIM_PX))
    return np.asarray(cv2.bitwise_and(cv2.dilate(wide, _disc(RIM_PX)), mask), np.uint8)


def _by_hue(picture_bgr: PictureBgr, chroma: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """What is coloured, hue by hue: a cut symbol touches the rim or shadow of the card on it."""
    hue = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2HSV)[..., 0].astype(np.int16)
    coloured = chroma > HUE_LEVEL
    found = []
    for middle in range(0, 180, HUE_STEP):
        away = np.abs((hue - middle + 90) % 180 - 90)
        found.append((coloured & (away <= HUE_REACH)).astype(np.uint8))
    return found


def _untinted(picture_bgr: PictureBgr) -> PictureBgr:
    """The picture with its white made white: nothing on the table is whiter than paper."""
    coarse = cv2.resize(picture_bgr, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    white = np.percentile(coarse.reshape(-1, 3), 100 * (1 - BRIGHTEST_SHARE), axis=0)
    gain = np.clip(255 / np.maximum(white, 1), 1, MOST_TINTED)
    steps = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture_bgr, steps[None]), np.uint8)


def _blobs_at(
    mask: NDArray[np.uint8],
    picture_bgr: PictureBgr,
    low: PictureBgr,
    high: PictureBgr,
    sums: NDArray[np.int32],
    on_white: bool,
    level: float,
    pale: bool = False,
) -> list[_Blob]:
    rows, columns = mask.shape
    labels, stats = _components(mask)
    wide, tall, area = stats[:, 2], stats[:, 3], stats[:, 4]
    longer, shorter = np.maximum(wide, tall), np.minimum(wide, tall)
    fits = (area >= SMALLEST_AREA_PX) & (area <= LARGEST_SHARE * rows * columns)
    fits &= (longer <= LONGEST * shorter) & (area >= 0.2 * wide * tall) & (shorter >= 4)
    fits &= (stats[:, 0] > 1) & (stats[:, 1] > 1)
    fits &= (stats[:, 0] + wide < columns - 1) & (stats[:, 1] + tall < rows - 1)
    fits[0] = False
    able = np.flatnonzero(fits)
    pads = np.maximum(4, np.rint(0.3 * area[able] ** 0.5).astype(int) + 2)
    if on_white or pale:
        light = _box_lights(sums, stats[able], pads)
        filled = area[able] / (wide * tall)[able]
        if pale:
            apart = light.min(axis=1) > 1 + BOX_PALE * filled
        else:
            apart = 1 - light.min(axis=1) / light.max(axis=1) > BOX_SATURATION * filled
        able, pads = able[apart], pads[apart]
    found = []
    for index, pad in zip(able.tolist(), pads.tolist(), strict=True):
        x, y, w, h, _ = (int(v) for v in stats[index])
        left, top = max(0, x - pad), max(0, y - pad)
        view = (slice(top, min(rows, y + h + pad)), slice(left, min(columns, x + w + pad)))
        own = np.asarray(labels[view] == index, np.uint8) * np.uint8(255)
        blob = _on_paper(
            own, picture_bgr[view], low[view], high[view], on_white, level, (left, top)
        )
        if blob is not None:
            found.append(blob)
    return found


def _components(mask: NDArray[np.uint8]) -> tuple[NDArray[np.int32], Ints]:
    """Every pixel's blob by number, 0 for none, and left, top, width, height and area of each.

    OpenCV's own statistics take twice as long as finding the blobs: they count every pixel, these
    every run of pixels.
    """
    mask[:, (0, -1)] = 0
    count, found = cv2.connectedComponents(mask, connectivity=4)
    labels = np.asarray(found, np.int32)
    flat = mask.reshape(-1)
    turns = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    starts, ends = turns[::2], turns[1::2]
    run = labels.reshape(-1)[starts]
    (y, x), long = np.divmod(starts, mask.shape[1]), ends - starts
    left, right = np.full(count, mask.shape[1]), np.zeros(count, np.int64)
    np.minimum.at(left, run, x)
    np.maximum.at(right, run, x + long)
    top, bottom = np.zeros(count, np.int64), np.zeros(count, np.int64)
    # Runs come from above: the first one of a blob is its top, the last one its bottom.
    top[run[::-1]], bottom[run] = y[::-1], y + 1
    area = np.bincount(run, long, count).astype(np.int64)
    stats = np.stack([left, top, right - left, bottom - top, area], axis=1)
    return labels, stats


def _box_lights(sums: NDArray[np.int32], stats: Ints, pads: Ints) -> Floats:
    """(N, 3) how bright blobs' boxes are in each channel against what is around them.

    Cheap, and it spares three in four blobs, specks and shadows, the costly look.
    """
    high, wide = sums.shape[0] - 1, sums.shape[1] - 1
    x, y, w, h, _ = stats.T

    def total(left: Ints, top: Ints, right: Ints, bottom: Ints) -> Floats:
        found = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.asarray(found, np.float64)

    inner = total(x, y, x + w, y + h)
    left, top = np.maximum(x - pads, 0), np.maximum(y - pads, 0)
    right, bottom = np.minimum(x + w + pads, wide), np.minimum(y + h + pads, high)
    around = (right - left) * (bottom - top) - w * h
    outer = (total(left, top, right, bottom) - inner) / around[:, None]
    return np.asarray((inner / (w * h)[:, None] + 0.01) / np.maximum(outer, 1), np.float64)


def _on_paper(
    own: NDArray[np.uint8],
    bgr: PictureBgr,
    low: PictureBgr,
    high: PictureBgr,
    on_white: bool,
    level: float,
    at: tuple[int, int],
) -> _Blob | None:
    """The blob where plain paper lies around it, None where not."""
    area = float(np.count_nonzero(own))
    near, close, wide = (max(least, round(share * area**0.5)) for least, share in BANDS)
    away = cv2.distanceTransform(255 - own, cv2.DIST_L2, 3)
    ring = _sampled((away > near) & (away <= close))
    band = _sampled((away > close) & (away <= wide))
    if not len(ring[0]) or not len(band[0]):
        return None
    beside = paper = _middle(bgr[ring])
    inside_bgr = bgr[_sampled(own > 0)]
    if on_white:
        # Between the points of a blurred star there is hardly any paper.
        farther = _middle(bgr[band])
        paper = farther if farther.min() > paper.min() else paper
    ink = _middle(inside_bgr)
    core = _core(inside_bgr, paper) if on_white else ink
    coloured = _saturation(ink, paper, on_white) >= LEAST_SATURATION
    if on_white and area < BLURRED_PX2:
        coloured = _saturation(core, paper, on_white) >= LEAST_BLURRED
    if not coloured and (on_white or ink.min() < WHITE_AGAINST_BLACK * paper.max() + 30):
        return None
    if on_white:
        dark, pale = float(ink.min()), float(paper.min())
        if dark > INK_AGAINST_WHITE * pale or pale < 40:
            return None
        if paper.max() - paper.min() > WHITEST_CHROMA * paper.max():
            return None
        middle = (dark + pale) / 2
        around = low[ring].astype(np.float32)
        sided = around > middle
        if sided.mean() < RING_SHARE or _rank(np.abs(around - pale), 0.6) > PLAIN * pale:
            return None
    else:
        dark, pale = float(paper.max()), float(ink.max())
        chroma_ink, chroma_paper = np.ptp(ink), np.ptp(paper)
        if pale < INK_AGAINST_BLACK * dark + 10:
            return None
        if coloured and chroma_ink < 2 * chroma_paper + 12:
            return None
        middle = float(chroma_ink + chroma_paper) / 2 if coloured else (float(ink.min()) + dark) / 2
        around = high[ring].astype(np.float32)
        # On one side the rim of the card on it may lie, bright and in a warm light coloured.
        if (around < (dark + pale) / 2).mean() < BLACK_RING_SHARE:
            return None
        if coloured and (around - low[ring] < middle).mean() < BLACK_RING_SHARE:
            return None
    if on_white:
        plain = np.abs(low[band].astype(np.float32) - pale) < 0.2 * pale
    else:
        plain = high[band] < dark + 0.3 * (pale - dark) + 8
    if plain.mean() < PAPER_SHARE:
        return None
    box = (*at, own.shape[1], own.shape[0])
    return _Blob(box, own, area, core, paper, beside, abs(level - middle), level)


def _middle(values: NDArray[np.generic]) -> Floats:
    """(channels,) the median of rows of values; far quicker than `np.median` for a few."""
    half = len(values) // 2
    return np.asarray(np.partition(values, half, axis=0)[half], np.float64)


def _rank(values: NDArray[np.floating], share: float) -> float:
    """The value below which so large a share of them lies."""
    place = int(share * (len(values) - 1))
    return float(np.partition(values, place)[place])


def _sampled(where: NDArray[np.bool_]) -> tuple[NDArray[np.intp], ...]:
    """At most about `SAMPLE` of the pixels, spread evenly."""
    found = np.flatnonzero(where)
    return np.unravel_index(found[:: max(1, len(found) // SAMPLE)], where.shape)


def _core(inside_bgr: PictureBgr, paper: Floats) -> Floats:
    """The ink's colour where it is purest: thin shapes are mostly blurred into the paper."""
    away = np.abs(inside_bgr.astype(np.float32) - paper).sum(axis=1)
    return _middle(inside_bgr[away >= _rank(away, 0.6)])


def _saturation(ink: Floats, paper: Floats, on_white: bool) -> float:
    """How coloured an ink is: on white what it leaves of the paper's light, on black its own."""
    light = ink / np.maximum(paper, 1) if on_white else np.maximum(ink - 0.7 * paper, 0)
    return float((light.max() - light.min()) / max(float(light.max()), 1e-6))


@cache
def _disc(radius: int) -> NDArray[np.uint8]:
    size = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _one_each(blobs: list[_Blob]) -> list[_Blob]:
    """Of blobs that lie in one another the one whose level fits best, but no mere part of it."""
    blobs = sorted(blobs, key=lambda b: b.fit)
    boxes = np.array([blob.box for blob in blobs]).reshape(-1, 4)
    starts, ends = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    kept = np.zeros(len(blobs), bool)
    for k, blob in enumerate(blobs):
        near = kept & (starts < ends[k]).all(axis=1) & (ends > starts[k]).all(axis=1)
        within = [int(n) for n in np.flatnonzero(near) if _overlap(blob, blobs[n])]
        parts = all(_is_part(blobs[n], blob) for n in within)
        kept[k] = not within or (parts and sum(blobs[n].area for n in within) < PART * blob.area)
        if kept[k]:
            kept[within] = False
    return [blob for blob, stays in zip(blobs, kept, strict=True) if stays]


def _is_part(one: _Blob, other: _Blob) -> bool:
    """Whether a blob may be a piece of another: of its ink, and that on a likely level."""
    alike = float(np.abs(one.ink - other.ink).max()) < SAME_INK
    return alike and other.fit < one.fit + PART_FIT


def _without_patterns(blobs: list[_Blob]) -> list[_Blob]:
    """The blobs without those that are alike in too many places."""
    if len(blobs) <= MOST_ALIKE:
        return blobs
    looks = np.array([[*blob.ink, *blob.paper] for blob in blobs])
    sizes = np.log([blob.area for blob in blobs])
    near = np.abs(looks[:, None] - looks[None]).max(axis=2) < 22
    near &= np.abs(sizes[:, None] - sizes[None]) < 0.5
    return [
        blob for blob, alike in zip(blobs, near.sum(axis=1), strict=True) if alike <= MOST_ALIKE
    ]


def _overlap(one: _Blob, other: _Blob) -> bool:
    """Whether two blobs, whose boxes overlap, have a pixel in common."""
    left, top = max(one.box[0], other.box[0]), max(one.box[1], other.box[1])
    right = min(one.box[0] + one.box[2], other.box[0] + other.box[2])
    bottom = min(one.box[1] + one.box[3], other.box[1] + other.box[3])
    views = [
        b.mask[top - b.box[1] : bottom - b.box[1], left - b.box[0] : right - b.box[0]]
        for b in (one, other)
    ]
    return bool((views[0] & views[1]).any())


def _symbols(blobs: list[_Blob], picture_bgr: PictureBgr, on_white: bool) -> Symbols:
    centres, moments = [], []
    for blob in blobs:
        m = cv2.moments(blob.mask, binaryImage=True)
        area = m["m00"]
        centres.append((blob.box[0] + m["m10"] / area, blob.box[1] + m["m01"] / area))
        xx, xy, yy = m["mu20"] / area, m["mu11"] / area, m["mu02"] / area
        moments.append(((xx + 1e-6, xy), (xy, yy + 1e-6)))
    masks = tuple((blob.box[0], blob.box[1], blob.mask) for blob in blobs)
    return Symbols(
        np.array(centres).reshape(-1, 2),
        np.array(moments).reshape(-1, 2, 2),
        np.array([blob.area for blob in blobs]),
        np.array([blob.ink for blob in blobs]).reshape(-1, 3),
        np.array([blob.paper for blob in blobs]).reshape(-1, 3),
        masks,
        on_table(picture_bgr, masks),
        on_white,
        picture_bgr,
        np.array([blob.beside for blob in blobs]).reshape(-1, 3),
    )

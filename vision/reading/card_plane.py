"""The table top under cards: how aslant it is seen, and how cards lie turned on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.card_symbols import Symbols
from vision.reading.prints import Floats, levels_at

FOCAL = 0.9
"""Usual focal length in longer sides of the picture."""
TILTS_DEG = np.arange(0, 56, 5.0)
HEADINGS_DEG = np.arange(0, 360, 15.0)
ROUND, ROUND_WEIGHT = 0.15, 0.05
"""Squeezed by much more than the first (half the log of its axes' ratio) a symbol is cut, and all
that are count alike, as the second: where most of a table's are cut along one line, the few that
are quite round there tell how it is seen. On 100 drawn tables tilts were off by 2.2 degrees, 3.0
where what is cut counts for more the more it is, once by 38."""
SIZE_SPREAD = 0.12
"""Log sizes this near to each other speak for one size."""
SIZE_WEIGHT = 0.02
FAR_SHARE = 0.97
"""A symbol reaches so far that this share of its outline lies nearer to its middle."""
MOST_LINES, MEETING, LEAST_CORNER = 220, 0.75, np.radians(40)
"""So many of the longest lines are looked at; two of them meet where their middles are nearer than
this share of their lengths together, and make a corner where their angle is wider."""
ASKEW, ASKEW_WEIGHT, FEWEST_CORNERS = np.radians(8), 0.05, 6
"""A corner that is less square is no card's; what all corners weigh beside the symbols; fewer of
them tell nothing."""
AT_ONCE = 24
"""Planes that are weighed at once: more would need more memory than they save time."""
SIDE_PX = 4.0
"""What lies to the sides of a line is looked at so far from it."""
NOISE_PX = 1.3
"""Blur, as standard deviation, that takes a dusky picture's grain away before paper is compared."""
TOLD_TO, OTHERWISE_TOLD = np.radians(14), 0.03
"""The net tells how a card lies turned to about so much; lines that lie quite otherwise have so
much less of a say."""
TOLD_ALONE = 0.4
"""What the net tells counts as much as a line so long, in the reach in which lines are looked at:
where a dim room leaves none but those from card to card, rows were turned by 20 degrees."""
LIKE_PAPER = 0.16
"""Largest difference to the paper, in 255ths, of the side of a card's edge."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Maps pixels onto the table top; its unit is the camera's distance."""

    normal: Floats
    size_wh: tuple[int, int]

    @property
    def _axes(self) -> Floats:
        x, y, z = self.normal
        right = np.array([z, 0.0, -x]) / np.hypot(x, z)
        return np.array([right, [y * right[2], z * right[0] - x * right[2], -y * right[0]]])

    def _rays(self, points_px: Floats) -> tuple[Floats, float]:
        focal = FOCAL * max(self.size_wh)
        away = (np.asarray(points_px, np.float64) - np.array(self.size_wh) / 2) / focal
        return np.concatenate([away, np.ones((*away.shape[:-1], 1))], axis=-1), focal

    def places(self, points_px: Floats) -> Floats:
        """(..., 2) on the table of pixels (..., 2)."""
        rays, _ = self._rays(points_px)
        return np.asarray((rays / (rays @ self.normal)[..., None]) @ self._axes.T, np.float64)

    def steps(self, points_px: Floats) -> Floats:
        """(N, 2, 2) how places change with pixels at points (N, 2)."""
        rays, focal = self._rays(points_px)
        depth = (rays @ self.normal)[:, None, None]
        turn = np.eye(3)[:, :2] / depth - rays[:, :, None] * self.normal[:2] / depth**2
        return np.asarray(self._axes @ turn / focal, np.float64)

    def pixels(self, places: Floats) -> Floats:
        """(..., 2) pixels of places on the table."""
        _, focal = self._rays(np.zeros((1, 2)))
        points = self.normal / (self.normal @ self.normal) + np.asarray(places) @ self._axes
        flat = points[..., :2] / points[..., 2:]
        return np.asarray(flat * focal + np.array(self.size_wh) / 2, np.float64)


def plane_at(tilt_deg: float, heading_deg: float, size_wh: tuple[int, int]) -> Plane:
    """The table top seen so far from straight above, falling away to that side."""
    tilt, heading = np.radians([tilt_deg, heading_deg])
    normal = np.array(
        [np.sin(tilt) * np.cos(heading), np.sin(tilt) * np.sin(heading), np.cos(tilt)]
    )
    return Plane(normal, size_wh)


def flat_moments(plane: Plane, symbols: Symbols) -> Floats:
    """(N, 2, 2) second moments of the symbols as they lie on the table."""
    steps = plane.steps(symbols.centres_px)
    return np.asarray(steps @ symbols.moments_px2 @ steps.transpose(0, 2, 1), np.float64)


def squeezes(moments: Floats) -> Floats:
    """(...,) half the log of the ratio of the axes of moments (..., 2, 2): 0 for a whole symbol."""
    middle = (moments[..., 0, 0] + moments[..., 1, 1]) / 2
    away = np.hypot((moments[..., 0, 0] - moments[..., 1, 1]) / 2, moments[..., 0, 1])
    least = np.maximum(middle - away, 1e-30)
    return np.asarray(0.5 * np.log((middle + away) / least), np.float64)


def sizes_of(moments: Floats) -> Floats:
    """(...,) root mean square radius."""
    return np.asarray(np.linalg.det(moments).clip(1e-30) ** 0.25, np.float64)


def reaches_of(symbols: Symbols, plane: Plane | None = None) -> Floats:
    """(N,) how far each symbol reaches from its middle: on the table, or in pixels.

    Shapes differ little in it, and much in their moments.
    """
    found = []
    for (left, top, mask), centre in zip(symbols.masks, symbols.centres_px, strict=True):
        outline = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        points = np.asarray(np.concatenate(outline)[:, 0] + (left, top), np.float64)
        middle = centre
        if plane is not None:
            points, middle = plane.places(points), plane.places(centre)
        x, y = (points - middle).T
        away = np.hypot(x, y)
        far = int(FAR_SHARE * (len(away) - 1))
        found.append(np.partition(away, far)[far])
    return np.array(found)


@dataclass(frozen=True, slots=True)
class _Corners:
    """Pairs of lines that may be two sides of one card, in pixels."""

    middles: Floats
    ones: Floats
    others: Floats
    """(P, 2) the two directions."""
    weights: Floats


def find_plane(symbols: Symbols, lines: Floats) -> Plane:
    """The table top on which most symbols are round and of few sizes, and most cards square."""
    high, wide = symbols.picture_bgr.shape[:2]
    size_wh, corners = (wide, high), _corners(lines)
    tried = [(tilt, heading) for tilt in TILTS_DEG for heading in (HEADINGS_DEG if tilt else [0.0])]
    best, least, best_at = plane_at(0.0, 0.0, size_wh), np.inf, (0.0, 0.0)
    for finer in (0.0, 2.5, 1.2):
        if finer:
            tilt, heading = best_at
            turns = (-6 * finer / 2.5, 0, 6 * finer / 2.5)
            tried = [(max(0.0, tilt + d), heading + t) for d in (-finer, 0, finer) for t in turns]
        planes = [plane_at(tilt, heading, size_wh) for tilt, heading in tried]
        costs = np.concatenate(
            [_costs(planes[k : k + AT_ONCE], symbols) for k in range(0, len(planes), AT_ONCE)]
        )
        costs += [_askew(plane, corners) for plane in planes]
        k = int(costs.argmin())
        if costs[k] < least:
            best, least, best_at = planes[k], float(costs[k]), tried[k]
    return best


def _corners(lines: Floats) -> _Corners:
    """Lines that nearly meet, and not at an acute angle: the longest of them."""
    along, middles = lines[:, 1] - lines[:, 0], lines.mean(axis=1)
    lengths = np.linalg.norm(along, axis=1)
    long = np.argsort(-lengths)[:MOST_LINES]
    along, middles, lengths = along[long], middles[long], lengths[long]
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = near < MEETING * (lengths[:, None] + lengths[None])
    cosines = np.abs(along @ along.T) / (lengths[:, None] * lengths[None])
    one, other = np.nonzero(np.triu(near & (cosines < np.cos(LEAST_CORNER)), 1))
    return _Corners(
        (middles[one] + middles[other]) / 2,
        along[one],
        along[other],
        np.minimum(lengths[one], lengths[other]),
    )


def _askew(plane: Plane, corners: _Corners) -> float:
    """How far corners are from square on a plane, on average, strays counted as such."""
    if len(corners.weights) < FEWEST_CORNERS:
        return 0.0
    steps = plane.steps(corners.middles)
    one, other = (np.einsum("nij,nj->ni", steps, v) for v in (corners.ones, corners.others))
    cosine = (one * other).sum(axis=1) / (np.hypot(*one.T) * np.hypot(*other.T))
    off = np.minimum((cosine / np.sin(ASKEW)) ** 2, 1.0)
    return ASKEW_WEIGHT * float(np.average(off, weights=corners.weights))


def _costs(planes: list[Plane], symbols: Symbols) -> Floats:
    """(planes,) how far symbols are from round and from few sizes on each."""
    moments = np.stack([flat_moments(plane, symbols) for plane in planes])
    round_off = ROUND_WEIGHT * (1 - np.exp(-((squeezes(moments) / ROUND) ** 2)))
    sizes = (np.log(sizes_of(moments)) / SIZE_SPREAD).astype(np.float32)
    kin = np.exp(((sizes[:, :, None] - sizes[:, None]) ** 2) / -2).mean(axis=2)
    return np.asarray(round_off.mean(axis=1) - SIZE_WEIGHT * np.log(kin).mean(axis=1), np.float64)


@dataclass(frozen=True, slots=True)
class Edges:
    """Straight lines beside paper, on the table."""

    starts: Floats
    ends: Floats

    def with_more(self, more: Edges) -> Edges:
        """These lines and then those."""
        return Edges(
            np.concatenate([self.starts, more.starts]), np.concatenate([self.ends, more.ends])
        )

    @property
    def turns(self) -> Floats:
        """(N,) direction, radians."""
        along = self.ends - self.starts
        return np.asarray(np.arctan2(along[:, 1], along[:, 0]), np.float64)

    @property
    def lengths(self) -> Floats:
        """(N,) how long each is."""
        return np.asarray(np.linalg.norm(self.ends - self.starts, axis=1), np.float64)


@dataclass(frozen=True, slots=True)
class Told:
    """How cards lie turned by what the net says of each symbol."""

    headings: Floats
    """(N,) of their long sides on the table, radians."""
    sure: NDArray[np.bool_]
    """(N,) whether it can tell."""

    def agreeing(self, turns: Floats) -> Floats:
        """(N, M) how much of a say turns (M,), radians mod a quarter, have in each card's."""
        aside = np.angle(np.exp(4j * (self.headings[:, None] - turns[None]))) / 4
        agreeing = np.exp(-((aside / TOLD_TO) ** 2)) + OTHERWISE_TOLD
        return np.asarray(np.where(self.sure[:, None], agreeing, 1.0), np.float64)


def straight_lines(picture_bgr: PictureBgr) -> Floats:
    """(N, 2, 2) ends of all straight lines of a picture, in its pixels."""
    grey = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY)
    lines = cv2.createLineSegmentDetector().detect(grey)[0]
    if lines is None:
        return np.zeros((0, 2, 2))
    return np.asarray(lines, np.float64).reshape(-1, 2, 2)


def without_noise(picture_bgr: PictureBgr) -> PictureBgr:
    """The picture as single points of it can be compared with paper."""
    return np.asarray(cv2.GaussianBlur(picture_bgr, (0, 0), NOISE_PX), np.uint8)


def lines_beside_paper(symbols: Symbols, lines: Floats) -> Floats:
    """(M, 2, 2) those of the picture's straight lines with paper on one side and no ink near."""
    if not len(lines) or not len(symbols):
        return np.zeros((0, 2, 2))
    along = lines[:, 1] - lines[:, 0]
    lengths = np.linalg.norm(along, axis=1)
    lines, along, lengths = (v[lengths > 9] for v in (lines, along, lengths))
    middles = lines.mean(axis=1)
    near = np.linalg.norm(middles[:, None] - symbols.centres_px[None], axis=2)
    nearest = near.argmin(axis=1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / lengths[:, None]
    paper = symbols.papers[nearest]
    beside = np.zeros(len(lines), bool)
    smooth = without_noise(symbols.picture_bgr)
    for side in (-SIDE_PX, SIDE_PX):
        like = np.zeros(len(lines))
        for share in (0.2, 0.5, 0.8):
            at = lines[:, 0] + share * along + side * across
            like += off_paper(levels_at(smooth, at), paper, symbols.on_white) < LIKE_PAPER * 255
        beside |= like >= 2
    inked = (near < 1.1 * reaches_of(symbols)[None] + 3).any(axis=1)
    return np.asarray(lines[beside & ~inked], np.float64)


def edges_on(plane: Plane, lines: Floats) -> Edges:
    """Lines of the picture (M, 2, 2) as they lie on the table."""
    return Edges(plane.places(lines[:, 0]), plane.places(lines[:, 1]))


def off_paper(seen_bgr: PictureBgr, papers: Floats, on_white: bool) -> Floats:
    """(...,) how far pixels (..., 3) are from being such paper, in 255ths.

    Beside a blurred symbol black paper looks brighter than it is: what is darker is paper, too.
    """
    off = seen_bgr.astype(np.float64) - papers
    return np.asarray((np.abs(off) if on_white else off).max(axis=-1), np.float64)


def turns_of(
    places: Floats, edges: Edges, reach: float | Floats, told: Told | None = None
) -> tuple[Floats, Floats]:
    """(N,) how the cards at places lie turned, radians mod a quarter, and how sure that is.

    Lines within about `reach` of a place tell it, one for all or (N,): those that lie about as the
    net has `told`, where it has. Cloths have straight lines, too.
    """
    middles = (edges.starts + edges.ends) / 2
    away = np.linalg.norm(places[:, None] - middles[None], axis=2)
    reach = np.broadcast_to(reach, len(places))
    weight = np.exp(-((away / reach[:, None]) ** 2)) * edges.lengths
    bins = np.linspace(0, np.pi / 2, 90, endpoint=False)
    off = np.angle(np.exp(4j * (edges.turns[:, None] - bins[None]))) / 4
    votes = weight @ np.exp(-((off / np.radians(2.5)) ** 2))
    if told is not None:
        votes = (votes + TOLD_ALONE * reach[:, None]) * told.agreeing(bins)
    best = bins[votes.argmax(axis=1)]
    close = np.angle(np.exp(4j * (edges.turns[None] - best[:, None]))) / 4
    good = weight * (np.abs(close) < np.radians(5))
    total = good.sum(axis=1)
    sure = total / reach + (0.0 if told is None else TOLD_ALONE * told.sure)
    turn = best + (good * close).sum(axis=1) / np.maximum(total, 1e-12)
    return np.asarray(turn, np.float64), np.asarray(sure, np.float64)


def links_between(places: Floats, reach: float) -> Edges:
    """Lines from each large symbol to its two nearest: along a row, mostly."""
    starts, ends = [], []
    for place in places:
        away = np.linalg.norm(places - place, axis=1)
        for other in np.argsort(away)[1:3]:
            if away[other] < reach:
                # Half as long as they are: a witness, not a ruler.
                quarter = (places[other] - place) / 4
                middle = (place + places[other]) / 2
                starts.append(middle - quarter)
                ends.append(middle + quarter)
    return Edges(np.array(starts).reshape(-1, 2), np.array(ends).reshape(-1, 2))

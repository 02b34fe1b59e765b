"""Which prints are sides of cubes: each lies below a top of its colour, where its cube has one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cube_turns import outline_votes
from vision.reading.prints import Floats, Prints, brightest_channel, levels_at
from vision.reading.top_plane import LOOSELY, ROUND_NOISE, SIZE_NOISE, TopPlane

FARTHEST = 2.6
"""A side's print is seen at most this far from its top's on the plane of the tops, in edges."""
PLACE_NOISE = 0.1
"""How far a side's print is from where its cube has it, in half edges."""
HUE_NOISE = 0.07
"""How far prints of one cube differ in the roots of their channels' shares."""
HAZE = 0.003
"""Linear light that noise, lens and compression add to a channel: it shifts the hue of dark ink."""
DARKEST, BRIGHTEST = -2.5, 0.25
"""Log light of a side against its top's."""
EDGES = np.linspace(0.76, 1.8, 53)
"""Edges of a cube that are tried against the one that the prints' sizes tell: some sets print their
symbols at little more than half the size that tiles have."""
TOUCHING, TOUCH_NOISE = 0.5, 0.04
"""What two tops side by side count against a side under its top, and how exactly they touch."""
OUTLINED, OUTLINES, OUTLINE_STEP = 12.0, 8, 4
"""What clear outlines count against a side under its top, of how many cubes, at every so-manieth of
those edges. Alone they tell the edge within a tenth on most tables, and of all sets of symbols."""
ROUGHLY = np.radians(np.arange(0, 90, 6.0))
"""Turns at which outlines are looked for then."""
POSSIBLE = 0.01
"""A print that fits a top or a side less than this is none."""
FARTHEST_OFF = 3.0
"""Deviations by which a side's place and colour may be off."""
LIGHT_NOISE, MOST_LIGHT = 0.12, 4.0
"""Spread of the log light between two prints of one ink that lie alike, and the log odds that it
gives at most."""
USUAL_SHADE, SHADE_SPREAD = -0.35, 0.3
"""Log light of sides against tops where no clear sides of a picture face alike, and its spread."""
BARE, UNDER = 1.5, 3.0
"""Log odds for a side that nothing lies below, and against one that has a side of its own."""
DAZZLED = 0.85
"""Linear light from which on a camera tells no more: a side may be as bright as its top then."""
ALIKE = np.radians(25)
"""Sides that face alike within this are lit alike."""
APART = 1.2
"""Tops that the prints' sizes put farther apart than this, in edges, touch only where black bridges
them: in a row of an open hand each cube stands by itself, as far from the next as players like."""
USUAL_EDGE = 0.25
"""Spread of the log edge of sets against the one that their prints' sizes tell."""
TWICE = 0.4
"""Prints nearer than this were found twice, in edges."""
FARTHEST_TOUCH = 2.0
"""Neighbours this far apart by the prints' sizes may still touch, in edges."""
BRIDGE = (0.42, 0.58)
"""Where between two prints it is black if their cubes touch, and table if they only lie near."""
BRIDGE_DARK, BRIDGE_SPARE = 1.5, 24.0
"""How bright it may be there against the ground of the prints: times that, and levels more."""
OPEN, OPEN_WAYS = 2.2, 16
"""So far from a top, in edges, and from every other print, the bare table is seen."""
CLOSEST = 0.88
"""Two tops are at least this far apart, in edges."""


@dataclass(frozen=True, slots=True)
class Sides:
    """How well each print would be a side of each top."""

    fits: Floats
    """(N, N) of print j as a side of the cube whose top is print i, 0 to 1."""
    squeezes: Floats
    """(N, N) the same by its squeeze alone, 0 where its place or its colour is another."""
    headings: Floats
    """(N, N) the way on the plane that this side faces, radians."""
    lights: Floats
    """(N, N) log light of print j against print i."""
    dazzled: NDArray[np.bool_]
    """(N,) which prints are as bright as the camera tells."""

    @property
    def turns(self) -> Floats:
        """(N, N) the turn of that cube on the plane, radians."""
        return np.asarray(self.headings % (np.pi / 2), np.float64)


def ink_light(working: PictureBgr, centres_px: Floats) -> Floats:
    """(N, 3) linear light in the middle of each print, where every symbol has ink."""
    x, y = np.rint(centres_px).astype(int).reshape(-1, 2).T
    high, wide = working.shape[:2]
    near = [
        working[(y + dy).clip(0, high - 1), (x + dx).clip(0, wide - 1)]
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    ]
    return np.asarray(np.maximum((np.mean(near, axis=0) / 255.0) ** 2.2, 1e-4), np.float64)


def same_ink(light: Floats, other: Floats) -> NDArray[np.bool_]:
    """Whether pairs of prints, (N, 3) each, are of one ink, whatever light they lie in."""
    return np.asarray(_hue_misfits(light, other) < FARTHEST_OFF**2, np.bool_)


def _hue_misfits(light: Floats, other: Floats) -> Floats:
    """(N,) how far the hues of pairs are apart, in deviations²: those of dark prints are vague."""
    sums = [one.sum(axis=1) for one in (light, other)]
    away = np.sqrt(light / sums[0][:, None]) - np.sqrt(other / sums[1][:, None])
    noise = HUE_NOISE**2 + (HAZE / np.minimum(*sums)) ** 2
    return np.asarray((away**2).sum(axis=1) / noise, np.float64)


def find_sides(
    prints: Prints, light: Floats, plane: TopPlane, pairs: NDArray[np.bool_] | None = None
) -> Sides:
    """Every pair of prints as a top and a side of one cube; of `pairs` (N, N), where told."""
    count = len(prints)
    places = plane.on_plane(prints.centres_px)
    far = np.hypot(*(places[None] - places[:, None]).transpose(2, 0, 1))
    near = (far < FARTHEST) & (far > 0.3)
    top, side = np.nonzero(near if pairs is None else near & pairs)
    # The side's middle lies half an edge lower: seen on the plane of the tops it lies farther out.
    lower = plane.foot + (places[side] - plane.foot) * (plane.height + 0.5) / plane.height
    outward = 2 * (lower - places[top])
    length = np.hypot(*outward.T)
    outward = outward / np.maximum(length, 1e-6)[:, None]
    toward = ((plane.foot - lower) * outward).sum(axis=1) > 0
    squeezed = side_misfits(prints, side, lower, outward, plane)
    misfit = ((length - 1) / PLACE_NOISE) ** 2
    misfit += _hue_misfits(light[top], light[side])
    ratio = np.log(light.max(axis=1)[side] / light.max(axis=1)[top])
    possible = toward & (ratio > DARKEST) & (ratio < BRIGHTEST)
    fits, squeezes, headings, lights = np.zeros((4, count, count))
    fits[top, side] = np.where(possible, np.exp(-(misfit + squeezed) / 2), 0)
    squeezes[top, side] = np.where(possible & (misfit < FARTHEST_OFF**2), np.exp(-squeezed / 2), 0)
    headings[top, side] = np.arctan2(outward[:, 1], outward[:, 0])
    lights[top, side] = ratio
    return Sides(fits, squeezes, headings, lights, light.max(axis=1) > DAZZLED)


def side_misfits(
    prints: Prints, side: NDArray[np.int64], lower: Floats, outward: Floats, plane: TopPlane
) -> Floats:
    """(P,) how far each print is from the squeeze and size of such a side, in deviations²."""
    along = np.stack([-outward[:, 1], outward[:, 0]], axis=1)
    step = 0.2
    across = plane.pixels(lower + step * along, 0.5) - plane.pixels(lower - step * along, 0.5)
    down = plane.pixels(lower, 0.5 + step) - plane.pixels(lower, 0.5 - step)
    frames = np.stack([across, down], axis=2) / (2 * step)
    dets = np.abs(np.linalg.det(frames))
    grazing = dets < 0.02 * np.abs(np.linalg.det(plane.steps(prints.centres_px)))[side]
    frames[grazing] = np.eye(2)
    back = np.linalg.inv(frames)
    seen = back @ prints.moments_px2[side] @ back.transpose(0, 2, 1)
    trace = seen[:, 0, 0] + seen[:, 1, 1]
    spread = np.sqrt(np.sqrt(np.linalg.det(prints.moments_px2))) / prints.edges_px
    size = np.log(np.maximum(np.linalg.det(seen), 1e-18)) / 4 - np.log(spread[side])
    uneven = ((seen[:, 0, 0] - seen[:, 1, 1]) / trace) ** 2 + (2 * seen[:, 0, 1] / trace) ** 2
    misfit = uneven / (LOOSELY[0] * ROUND_NOISE) ** 2 + (size / (LOOSELY[2] * SIZE_NOISE)) ** 2
    return np.where(grazing, np.inf, misfit)


def with_true_edge(
    working: PictureBgr, prints: Prints, light: Floats, plane: TopPlane, fits: Floats
) -> TopPlane:
    """The plane with the edge at which sides lie under tops, neighbours touch and outlines fit.

    Sets print their symbols larger or smaller, so that these tell the edge only roughly.
    """
    likely = fits > 0.1
    far, bridged = _neighbours_apart(working, prints.subset(likely), plane)
    if _is_table_black(working, prints, plane, likely):
        bridged &= False
    near = far[bridged | (far < APART)]
    outlines = _outlines(working, prints, plane, fits)
    pairs = likely[:, None] & ~likely[None]
    worth = []
    for edge, outline in zip(EDGES, outlines, strict=True):
        sides = find_sides(prints, light, replace(plane, height=plane.height / edge), pairs)
        below = sides.fits[likely][:, ~likely]
        touching = np.exp(-(((near / edge - 1) / TOUCH_NOISE) ** 2) / 2).sum()
        inside = (far < CLOSEST * edge).sum()
        under = below.max(axis=0, initial=0).sum()
        usual = (np.log(edge) / USUAL_EDGE) ** 2 / 2
        worth.append(float(under + TOUCHING * touching - inside - usual + OUTLINED * outline))
    best = int(np.argmax(worth))
    edge = _peak(np.array(worth), best)
    return replace(plane, height=plane.height / edge, printed_edge=1 / edge)


def _outlines(working: PictureBgr, prints: Prints, plane: TopPlane, fits: Floats) -> Floats:
    """How clear the outlines of whole cubes are at each of `EDGES`, 0 to 1."""
    likely = np.argsort(-fits, kind="stable")[:OUTLINES]
    centres_px = prints.centres_px[likely[fits[likely] > 0.1]]
    if not len(centres_px):
        return np.zeros(len(EDGES))
    bright = brightest_channel(working)
    some = EDGES[::OUTLINE_STEP]
    clear = [
        outline_votes(bright, centres_px, replace(plane, height=plane.height / edge), ROUGHLY)
        for edge in some
    ]
    best = [float(one.max(axis=1).mean()) for one in clear]
    return np.asarray(np.interp(EDGES, some, best), np.float64)


def _neighbours_apart(
    working: PictureBgr, tops: Prints, plane: TopPlane
) -> tuple[Floats, NDArray[np.bool_]]:
    """How far apart on the plane neighbours lie, and between which it is black all the way."""
    places = plane.on_plane(tops.centres_px)
    far = np.hypot(*(places[None] - places[:, None]).transpose(2, 0, 1))
    one, other = np.nonzero(np.triu((far < FARTHEST_TOUCH) & (far > TWICE), 1))
    ground = _brightest_black(np.maximum(tops.grounds[one], tops.grounds[other]))
    bright = brightest_channel(working)
    bridged = np.ones(len(one), np.bool_)
    for share in BRIDGE:
        at_px = (1 - share) * tops.centres_px[one] + share * tops.centres_px[other]
        bridged &= levels_at(bright, at_px) < ground
    return np.asarray(far[one, other], np.float64), bridged


def _brightest_black(grounds: Floats) -> Floats:
    """How bright it may be between two prints on such grounds where their cubes touch."""
    return np.asarray(grounds * BRIDGE_DARK + BRIDGE_SPARE, np.float64)


def _is_table_black(
    working: PictureBgr, prints: Prints, plane: TopPlane, likely: NDArray[np.bool_]
) -> bool:
    """Whether most of the bare table around tops could be cubes, so that nothing bridges them."""
    places = plane.on_plane(prints.centres_px)
    ways = np.arange(OPEN_WAYS) * 2 * np.pi / OPEN_WAYS
    around = OPEN * np.stack([np.cos(ways), np.sin(ways)], axis=1)
    bare = (places[likely, None] + around[None]).reshape(-1, 2)
    at_px = plane.pixels(bare)
    high, wide = working.shape[:2]
    x, y = np.rint(at_px).T
    bright = levels_at(brightest_channel(working), at_px)
    far = np.hypot(*(bare[:, None] - places[None]).transpose(2, 0, 1)).min(axis=1, initial=OPEN)
    seen = (far > OPEN - 0.1) & (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    black = bright < _brightest_black(np.repeat(prints.grounds[likely], OPEN_WAYS))
    return bool(seen.any() and black[seen].mean() > 0.5)


def _peak(worth: Floats, best: int) -> float:
    """The edge between those tried at which the worth is largest."""
    if not 0 < best < len(EDGES) - 1:
        return float(EDGES[best])
    before, here, after = worth[best - 1 : best + 2]
    bend = before - 2 * here + after
    aside = 0.5 * (before - after) / bend if bend < 0 else 0.0
    return float(EDGES[best] + np.clip(aside, -0.5, 0.5) * (EDGES[1] - EDGES[0]))


def are_tops(prints: Prints, plane: TopPlane, fits: Floats, sides: Sides) -> NDArray[np.bool_]:
    """Which prints are tops: far ones first, so that what may be a side of one is known as that."""
    places = plane.on_plane(prints.centres_px)
    order = np.argsort(-np.hypot(*(places - plane.foot).T))
    tops = np.zeros(len(prints), np.bool_)
    possible = fits > POSSIBLE
    clear = np.nonzero((sides.fits > 0.2) & possible[:, None] & ~possible[None])
    for j in order:
        if not possible[j]:
            continue
        parents = np.where(tops, sides.squeezes[:, j], 0)
        i = int(parents.argmax())
        is_side = parents[i] > POSSIBLE and side_odds(i, int(j), fits, sides, clear) > 0
        tops[j] = not is_side
    return tops & ~_inside_others(places, fits, tops)


def side_odds(
    i: int,
    j: int,
    fits: Floats,
    sides: Sides,
    clear: tuple[NDArray[np.signedinteger], ...],
) -> float:
    """Log odds that print j is a side of the cube with top i, and no top itself."""
    odds = float(np.log(sides.squeezes[i, j] / fits[j]))
    apart = sides.headings[clear] - sides.headings[i, j]
    alike = np.abs((apart + np.pi) % (2 * np.pi) - np.pi) < ALIKE
    alike &= ~sides.dazzled[clear[0]]
    shade, spread = USUAL_SHADE, SHADE_SPREAD
    if alike.sum() > 1:
        shade, spread = float(np.median(sides.lights[clear][alike])), LIGHT_NOISE
    ratio = float(sides.lights[i, j])
    lit = (ratio / LIGHT_NOISE) ** 2 / 2 - ((ratio - shade) / spread) ** 2 / 2
    lit += np.log(LIGHT_NOISE / spread)
    odds += float(np.clip(lit, 0 if sides.dazzled[i] else -MOST_LIGHT, MOST_LIGHT))
    below = np.delete(sides.fits[j], i).max(initial=0.0) > 0.1
    return odds - UNDER if below else odds + BARE


def _inside_others(places: Floats, fits: Floats, tops: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which tops would lie inside a cube whose top fits better."""
    far = np.hypot(*(places[None] - places[:, None]).transpose(2, 0, 1))
    near = (far < CLOSEST) & tops[None] & tops[:, None] & (fits[None] > fits[:, None])
    return np.asarray(near.any(axis=1), np.bool_)

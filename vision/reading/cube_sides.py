"""Which prints are sides of cubes: each lies below a top of its colour, where its cube has one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.prints import Floats, Picture, Prints
from vision.reading.top_plane import ROUND_NOISE, SIZE_NOISE, TopPlane

FARTHEST = 2.6
"""A side's print is seen at most this far from its top's on the plane of the tops, in edges."""
PLACE_NOISE = 0.1
"""How far a side's print is from where its cube has it, in half edges."""
HUE_NOISE = 0.07
"""How far prints of one cube differ in the roots of their channels' shares."""
DARKEST, BRIGHTEST = -2.5, 0.25
"""Log light of a side against its top's."""
EDGES = np.linspace(0.84, 1.2, 19)
"""Edges of a cube that are tried against the one that the prints' sizes tell."""
TOUCHING, TOUCH_NOISE = 0.5, 0.04
"""What two tops side by side count against a side under its top, and how exactly they touch."""
POSSIBLE = 0.01
"""A print that fits a top or a side less than this is none."""
SHADED, UNDER = 2.0, 2.5
"""Log odds for a side: that it is clearly darker than the top above it, and against it: that it has
a side of its own below."""
CLEARLY = 0.12
"""Log light that is clearly less."""
CLOSEST = 0.88
"""Two tops are at least this far apart, in edges."""


@dataclass(frozen=True, slots=True)
class Sides:
    """How well each print would be a side of each top."""

    fits: Floats
    """(N, N) of print j as a side of the cube whose top is print i, 0 to 1."""
    turns: Floats
    """(N, N) the turn of that cube on the plane, radians."""
    lights: Floats
    """(N, N) log light of print j against print i."""


def print_colours(working: Picture, prints: Prints) -> Floats:
    """(N, 3) linear light in the middle of each print, where every symbol has ink."""
    x, y = np.rint(prints.centres_px).astype(int).T
    high, wide = working.shape[:2]
    near = [
        working[(y + dy).clip(0, high - 1), (x + dx).clip(0, wide - 1)]
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    ]
    return np.asarray(np.maximum((np.mean(near, axis=0) / 255.0) ** 2.2, 1e-4), np.float64)


def find_sides(prints: Prints, light: Floats, plane: TopPlane) -> Sides:
    """Every pair of prints as a top and a side of one cube."""
    count = len(prints)
    places = plane.on_plane(prints.centres_px)
    far = np.hypot(*(places[None] - places[:, None]).transpose(2, 0, 1))
    top, side = np.nonzero((far < FARTHEST) & (far > 0.3))
    # The side's middle lies half an edge lower: seen on the plane of the tops it lies farther out.
    lower = plane.foot + (places[side] - plane.foot) * (plane.height + 0.5) / plane.height
    outward = 2 * (lower - places[top])
    length = np.hypot(*outward.T)
    outward = outward / np.maximum(length, 1e-6)[:, None]
    toward = ((plane.foot - lower) * outward).sum(axis=1) > 0
    misfit = ((length - 1) / PLACE_NOISE) ** 2 + _misfits(prints, side, lower, outward, plane)
    hue = np.sqrt(light / light.sum(axis=1, keepdims=True))
    misfit += ((hue[top] - hue[side]) ** 2).sum(axis=1) / HUE_NOISE**2
    ratio = np.log(light.max(axis=1)[side] / light.max(axis=1)[top])
    possible = toward & (ratio > DARKEST) & (ratio < BRIGHTEST)
    fits, turns, lights = np.zeros((3, count, count))
    fits[top, side] = np.where(possible, np.exp(-misfit / 2), 0)
    turns[top, side] = np.arctan2(outward[:, 1], outward[:, 0]) % (np.pi / 2)
    lights[top, side] = ratio
    return Sides(fits, turns, lights)


def _misfits(
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
    misfit = uneven / (2 * ROUND_NOISE) ** 2 + (size / (2 * SIZE_NOISE)) ** 2
    return np.where(grazing, np.inf, misfit)


def with_true_edge(prints: Prints, light: Floats, plane: TopPlane, fits: Floats) -> TopPlane:
    """The plane with the edge at which sides lie under their tops and neighbours touch.

    Sets print their symbols larger or smaller, so that these tell the edge only roughly.
    """
    likely = fits > 0.1
    places = plane.on_plane(prints.centres_px)[likely]
    far = np.hypot(*(places[None] - places[:, None]).transpose(2, 0, 1))
    far = far[np.triu_indices(len(far), 1)]
    far = far[far < 1.6]
    worth = []
    for edge in EDGES:
        sides = find_sides(prints, light, replace(plane, height=plane.height / edge))
        below = sides.fits[likely][:, ~likely]
        touching = np.exp(-(((far / edge - 1) / TOUCH_NOISE) ** 2) / 2).sum()
        inside = (far < CLOSEST * edge).sum()
        under = below.max(axis=0, initial=0).sum()
        worth.append(float(under + TOUCHING * touching - inside))
    best = int(np.argmax(worth))
    if worth[best] < 1.0:
        return plane
    return replace(plane, height=plane.height / _peak(np.array(worth), best))


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
    for j in order:
        if not possible[j]:
            continue
        parents = np.where(tops, sides.fits[:, j], 0)
        tops[j] = True
        if not len(parents) or (best := float(parents.max())) <= POSSIBLE:
            continue
        i = int(parents.argmax())
        odds = np.log(best / fits[j])
        odds += SHADED if sides.lights[i, j] < -CLEARLY else -SHADED / 2
        odds -= UNDER if sides.fits[j][fits < POSSIBLE].max(initial=0) > 0.1 else 0
        tops[j] = odds < 0
    return tops & ~_inside_others(places, fits, tops)


def _inside_others(places: Floats, fits: Floats, tops: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which tops would lie inside a cube whose top fits better."""
    far = np.hypot(*(places[None] - places[:, None]).transpose(2, 0, 1))
    near = (far < CLOSEST) & tops[None] & tops[:, None] & (fits[None] > fits[:, None])
    return np.asarray(near.any(axis=1), np.bool_)

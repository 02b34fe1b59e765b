"""How cubes that lie anyhow are turned: by their sides, and by the edges of their tops."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.prints import Floats
from vision.reading.top_plane import TopPlane

TURNS = np.radians(np.arange(0, 90, 3.0))
"""Turns that are tried; quarter turns look alike."""
ALONG = np.linspace(-0.36, 0.36, 9)
"""Places along an edge at which it is looked for, in edges."""
RIMS = (0.44, 0.47, 0.5, 0.53)
"""How far from the middle an edge may be: cubes are rounded."""
ACROSS = 0.05
"""How far on either side of an edge its light is compared, in edges."""
CLEAR = 40.0
"""Grey levels across an edge beyond which it is not clearer."""
OUTLINE = 32
"""Places along the outline of a whole cube at which it is looked for."""
ALONG_OUTLINE = 0.76
"""Share of each of its edges that is looked at: corners are rounded."""
BESIDE = 0.06
"""How far on either side of it, against the root of its area."""
CERTAIN = 0.03
"""How sharply the turn with the clearest edges is preferred."""


def edge_votes(bright: PictureBgr, centres_px: Floats, plane: TopPlane) -> Floats:
    """(N, turns) how clear a square's four edges are at each turn, 0 to 1."""
    if not len(centres_px):
        return np.zeros((0, len(TURNS)))
    places = plane.on_plane(centres_px)
    quarter = np.arange(4) * np.pi / 2
    heading = TURNS[:, None] + quarter[None]
    out = np.stack([np.cos(heading), np.sin(heading)], axis=-1)
    side = np.stack([-np.sin(heading), np.cos(heading)], axis=-1)
    clear = []
    for rim in RIMS:
        light = []
        for reach in (rim - ACROSS, rim + ACROSS):
            way = reach * out[:, :, None] + ALONG[:, None] * side[:, :, None]
            points = places[:, None] + way.reshape(1, -1, 2)
            pixels = plane.pixels(points.reshape(-1, 2)).astype(np.float32)
            seen = cv2.remap(
                bright,
                pixels[None, :, 0].reshape(len(places), -1),
                pixels[None, :, 1].reshape(len(places), -1),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            light.append(np.asarray(seen, np.float64).reshape(len(places), *way.shape[:3]))
        clear.append(np.abs((light[1] - light[0]).mean(axis=3)))
    best = np.minimum(np.max(clear, axis=0), CLEAR)
    return np.asarray(np.sqrt(best).mean(axis=2) / np.sqrt(CLEAR), np.float64)


def outline_votes(
    bright: PictureBgr, centres_px: Floats, plane: TopPlane, turns: Floats = TURNS
) -> Floats:
    """(N, turns) how clear the outline of a whole cube is at each turn, 0 to 1.

    Where its rims are as black as its faces, the edge between its top and a side is not to be seen.
    """
    if not len(centres_px):
        return np.zeros((0, len(turns)))
    shape = (len(centres_px), len(turns))
    corners = _corners(plane, plane.on_plane(centres_px), turns)
    points = np.zeros((*shape, 2, OUTLINE, 2), np.float32)
    for k in range(shape[0]):
        for turn in range(shape[1]):
            hull = cv2.convexHull(corners[k, turn])[:, 0]
            points[k, turn] = _beside_outline(hull)
    rows = points.reshape(-1, 2 * OUTLINE, 2)
    seen = np.concatenate(
        [
            cv2.remap(
                bright,
                np.ascontiguousarray(some[..., 0]),
                np.ascontiguousarray(some[..., 1]),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for some in np.array_split(rows, len(rows) // 16_000 + 1)
        ]
    ).astype(np.float64)
    inner, outer = seen.reshape(*shape, 2, OUTLINE).transpose(2, 0, 1, 3)
    clear = np.minimum(np.abs(outer - inner), CLEAR)
    return np.asarray(np.sqrt(clear).mean(axis=2) / np.sqrt(CLEAR), np.float64)


def _corners(plane: TopPlane, places: Floats, turns: Floats) -> NDArray[np.float32]:
    """(N, turns, 8, 2) pixels of a cube's corners at each turn, those of its top first."""
    heading = turns[:, None] + np.pi / 4 + np.arange(4) * np.pi / 2
    around = np.stack([np.cos(heading), np.sin(heading)], axis=-1) / np.sqrt(2)
    where = (places[:, None, None] + around[None]).reshape(-1, 2)
    both = [plane.pixels(where, down).reshape(len(places), len(turns), 4, 2) for down in (0, 1)]
    return np.concatenate(both, axis=2).astype(np.float32)


def _beside_outline(hull: NDArray[np.float32]) -> NDArray[np.float32]:
    """(2, OUTLINE, 2) places just inside and just outside of a hull, away from its corners."""
    ways = np.roll(hull, -1, axis=0) - hull
    long = np.hypot(ways[:, 0], ways[:, 1])
    at = (np.arange(OUTLINE) + 0.5) / OUTLINE * long.sum()
    ends = long.cumsum()
    edge = np.searchsorted(ends, at).clip(0, len(hull) - 1)
    share = (at - (ends - long)[edge]) / np.maximum(long[edge], 1e-6)
    share = 0.5 + ALONG_OUTLINE * (share - 0.5)
    points = hull[edge] + share[:, None] * ways[edge]
    outward = np.stack([ways[edge, 1], -ways[edge, 0]], axis=1)
    outward /= np.maximum(np.hypot(*outward.T), 1e-6)[:, None]
    middle = hull.mean(axis=0)
    outward *= np.sign(((points - middle) * outward).sum(axis=1))[:, None]
    off = max(1.5, BESIDE * float(np.sqrt(cv2.contourArea(hull))))
    return np.stack([points - off * outward, points + off * outward])


def likely_turns(votes: Floats, side_turns: Floats, weights: Floats) -> Floats:
    """(N, turns) probabilities; `side_turns` (N, M) by their sides, with their weights."""
    logs = votes / CERTAIN
    for k in range(side_turns.shape[1]):
        apart = np.abs((side_turns[:, k, None] - TURNS[None] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
        near = np.exp(-((apart / np.radians(7)) ** 2) / 2)
        logs = logs + np.log(0.02 + weights[:, k, None] * near * 5)
    raw = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raw / raw.sum(axis=1, keepdims=True), np.float64)

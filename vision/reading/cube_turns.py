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
    rows = _beside_outlines(corners.reshape(-1, 8, 2)).reshape(-1, 2 * OUTLINE, 2)
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


def _beside_outlines(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 2, OUTLINE, 2) places just inside and just outside of each hull, away from its corners.

    `corners` (N, 8, 2) of whole cubes.
    """
    hulls = np.empty_like(corners)
    for k, cube in enumerate(corners):
        hull = cv2.convexHull(cube)[:, 0]
        hulls[k, : len(hull)], hulls[k, len(hull) :] = hull, hull[0]
    middles = corners.mean(axis=1, keepdims=True)
    after = np.roll(hulls, -1, axis=1)
    (x, y), (other_x, other_y) = ((c - middles).transpose(2, 0, 1) for c in (hulls, after))
    areas = np.abs((x * other_y - y * other_x).sum(axis=1)) / 2
    offs = np.maximum(1.5, BESIDE * np.sqrt(areas))[:, None, None]
    ways = after - hulls
    long = np.hypot(ways[..., 0], ways[..., 1]).astype(np.float64)
    ends = long.cumsum(axis=1)
    at = (np.arange(OUTLINE) + 0.5) / OUTLINE * ends[:, -1:]
    edge = (ends[:, None] < at[..., None]).sum(axis=2).clip(0, 7)
    begin, length = (np.take_along_axis(one, edge, axis=1) for one in (ends - long, long))
    share = 0.5 + ALONG_OUTLINE * ((at - begin) / np.maximum(length, 1e-6) - 0.5)
    way = np.take_along_axis(ways, edge[..., None], axis=1)
    points = np.take_along_axis(hulls, edge[..., None], axis=1) + share[..., None] * way
    outward = np.stack([way[..., 1], -way[..., 0]], axis=-1)
    outward = outward / np.maximum(length, 1e-6)[..., None]
    outward *= np.sign(((points - middles) * outward).sum(axis=2, keepdims=True))
    return np.stack([points - offs * outward, points + offs * outward], axis=1).astype(np.float32)


def likely_turns(votes: Floats, side_turns: Floats, weights: Floats) -> Floats:
    """(N, turns) probabilities; `side_turns` (N, M) by their sides, with their weights."""
    logs = votes / CERTAIN
    for k in range(side_turns.shape[1]):
        apart = np.abs((side_turns[:, k, None] - TURNS[None] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
        near = np.exp(-((apart / np.radians(7)) ** 2) / 2)
        logs = logs + np.log(0.02 + weights[:, k, None] * near * 5)
    raw = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raw / raw.sum(axis=1, keepdims=True), np.float64)

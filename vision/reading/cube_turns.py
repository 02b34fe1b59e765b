"""How cubes that lie anyhow are turned: by their sides, and by the edges of their tops."""

from __future__ import annotations

import cv2
import numpy as np

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


def likely_turns(votes: Floats, side_turns: Floats, weights: Floats) -> Floats:
    """(N, turns) probabilities; `side_turns` (N, M) by their sides, with their weights."""
    logs = votes / CERTAIN
    for k in range(side_turns.shape[1]):
        apart = np.abs((side_turns[:, k, None] - TURNS[None] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
        near = np.exp(-((apart / np.radians(7)) ** 2) / 2)
        logs = logs + np.log(0.02 + weights[:, k, None] * near * 5)
    raw = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raw / raw.sum(axis=1, keepdims=True), np.float64)

"""Whether something lies below a print that a cube could be: a top has its own side there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cube_sides import ink_light, same_ink
from vision.reading.prints import Floats, Prints
from vision.reading.top_plane import TopPlane

STEEPEST = 0.35
"""Tangent of the slant below which a cube hides what is under its top."""
INSIDE = [(out, aside, down) for out in (0.3, 0.42) for aside in (-0.12, 0.0, 0.12)
          for down in (0.55, 0.75, 0.9)]  # fmt: skip
"""Places inside a cube, however it is turned: towards the camera, aside, and below its top."""
RING, ANGLES = 0.46, 16
"""Where around a print its cube's black is seen, in edges: the darker half of so many places."""
LIGHTER, LEVELS = 1.3, 12.0
"""How bright a side's black may be against that, in grey levels: times it, and levels more."""
DARKEST = 45.0
"""Up to this level anything is black; what is brighter has the hue of the black, too."""
MOST_OF_USUAL = 1.5
"""Linear light of one cube's black against that of the others, at most."""
COVERED = 0.45
"""Nearer than this to another print, in edges, that one's cube stands before it."""
STANDS = 0.22
"""Share of those places that must show a cube: of 353 tops on tables of any look none has less, of
47 sides that were squeezed like tops 26 have."""


def float_over_table(
    working: PictureBgr, prints: Prints, light: Floats, plane: TopPlane
) -> NDArray[np.bool_]:
    """Which prints have the bare table where a cube under them would be seen."""
    if not len(prints):
        return np.zeros(0, np.bool_)
    places = plane.on_plane(prints.centres_px)
    slant = plane.tan_slant(places)
    steep = np.hypot(*slant.T)
    near = -slant / np.maximum(steep, 1e-6)[:, None]
    across = np.stack([-near[:, 1], near[:, 0]], axis=1)
    black = _black_around(working, plane, places)
    shows = np.zeros(len(prints))
    for out, aside, down in INSIDE:
        pixels = plane.pixels(places + out * near + aside * across, down)
        here = ink_light(working, pixels)
        away = plane.on_plane(pixels)[:, None] - places[None]
        far = np.hypot(away[..., 0], away[..., 1])
        np.fill_diagonal(far, np.inf)
        covered = far.min(axis=1) < COVERED
        shows += covered | _is_black(here, black) | same_ink(here, light)
    return np.asarray((steep > STEEPEST) & (shows < STANDS * len(INSIDE)), np.bool_)


def _black_around(working: PictureBgr, plane: TopPlane, places: Floats) -> Floats:
    """(N, 3) linear light of each cube's black beside its print, not brighter than most cubes'."""
    angles = np.arange(ANGLES) * 2 * np.pi / ANGLES
    ring = RING * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points = (places[:, None] + ring[None]).reshape(-1, 2)
    seen = ink_light(working, plane.pixels(points)).reshape(len(places), ANGLES, 3)
    order = np.argsort(seen.max(axis=2), axis=1)[:, : ANGLES // 2]
    black = np.take_along_axis(seen, order[..., None], axis=1).mean(axis=1)
    usual = np.median(black.max(axis=1))
    scale = np.minimum(1, MOST_OF_USUAL * usual / black.max(axis=1))
    return np.asarray(black * scale[:, None], np.float64)


def _is_black(here: Floats, black: Floats) -> NDArray[np.bool_]:
    """Whether light (N, 3) is that of the black beside it."""
    level, own = (255 * one.max(axis=1) ** (1 / 2.2) for one in (here, black))
    alike = same_ink(here, black) | (level < DARKEST)
    return np.asarray((level < LIGHTER * own + LEVELS) & alike, np.bool_)

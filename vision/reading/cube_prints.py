"""The prints of cubes: coloured, on black, and parted from those of the sides below them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cube_sides import ink_light
from vision.reading.prints import (
    Floats,
    Prints,
    brightest_channel,
    find_prints,
    levels_at,
    prints_on,
    unlike_wood,
)

MOST_SQUEEZED = 3.0
"""As in `prints`, for tops seen at 70 degrees."""
SHAVED_PX = (1, 2, 4)
"""Pixels that are taken off every print to part it from the next."""
MOST_SHAVED = 0.075
"""And at most so much of an edge: the lobes of a clover would part as well."""
PARTED = 1.35
"""Prints at one place whose sizes differ by more than this factor are two, or one is a blob."""
INSIDE = 0.4
"""A print whose middle is this near to another's, in its edges, lies in it."""
MOST_PRINTS = 320
"""Only so many on the darkest ground are looked at: 90 cubes show three faces at most, few do."""
CROWD, DARKEST, GROUND, GROUND_SPARE = 130, 12, 2.0, 25.0
"""Among more prints than this a cloth has a say: then cubes are those whose ground is at most so
many times as bright as that of the twelfth darkest, and so many levels more."""
FAR_LIGHTER = 4.0
"""The same without a crowd: the arms of a clover reach over the edge of its face."""
COLOURED = 0.5
"""Share of its light by which a print's brightest channel exceeds its darkest: cubes are printed in
colours, and a checked cloth is not."""
PALE = 0.35
"""The same on the very black of coloured prints: in warm light purple has little colour left."""
WHITE_LIGHT, WHITE_GROUND, GROUND_LEVELS = 0.6, 1.5, 12.0
"""Or in white, which is at least so bright against the coloured prints, on a ground that is at most
so many times as bright as theirs, and so many levels more."""
RING, RING_POINTS = 2.7, 24
"""How far from a print's middle its face is black all around, in spreads of the print."""
NOTCHES, NOTCHED = 2.2, 0.25
"""And how far from it at least so much is black between the arms of any symbol: around those of a
clover that reach to the edge of its face there is as much table."""


def all_prints(working: PictureBgr) -> Prints:
    """Every print, and those that only part from their neighbours where they are shaved.

    On a cube the print of a side comes close to that of the top, and in a blurred picture both are
    one blob.
    """
    prints = find_prints(working, MOST_SQUEEZED)
    for shaved_px in SHAVED_PX:
        kernel = np.ones((2 * shaved_px + 1,) * 2, np.uint8)
        thinner = np.asarray(cv2.erode(working, kernel), np.uint8)
        parted = find_prints(thinner, MOST_SQUEEZED).grown(shaved_px)
        parted = parted.subset(parted.edges_px * MOST_SHAVED > shaved_px)
        prints = prints.with_more(parted.subset(~parted.known_in(prints, PARTED)))
    prints = prints.with_more(_faint_prints(working, prints))
    if len(prints) <= MOST_PRINTS:
        return prints
    return prints.subset(prints.grounds <= np.sort(prints.grounds)[MOST_PRINTS - 1])


def _faint_prints(working: PictureBgr, prints: Prints) -> Prints:
    """Prints of ink that is hardly brighter than the black around it, as purple is in warm light.

    Their colour stands out; all of them stand on what is as black as the ground of the others.
    """
    found = prints_on(unlike_wood(working), MOST_SQUEEZED)
    if not len(found) or not len(prints):
        return found.subset(np.zeros(len(found), np.bool_))
    found = found.subset(~lie_in_whole(found, prints))
    bright = brightest_channel(working)
    ring, between = _around(bright, found, RING, 0.5), _around(bright, found, NOTCHES, NOTCHED)
    found = replace(found, grounds=np.minimum(ring, between))
    return found.subset(found.grounds <= _black(prints.grounds))


def lie_in_whole(found: Prints, prints: Prints) -> NDArray[np.bool_]:
    """Which lie in a print that is about as large or larger, and no shred of them."""
    away = np.abs(found.centres_px[:, None] - prints.centres_px[None]).max(axis=2)
    whole = prints.edges_px[None] * PARTED > found.edges_px[:, None]
    return np.asarray(((away <= INSIDE * prints.edges_px[None]) & whole).any(axis=1), np.bool_)


def _around(bright: PictureBgr, prints: Prints, spreads: float, share: float) -> Floats:
    """(N,) how bright such a share of a ring around each print is at most, so far from its middle.

    In spreads of the print.
    """
    ways = np.linspace(0, 2 * np.pi, RING_POINTS, endpoint=False)
    ring = spreads * np.stack([np.cos(ways), np.sin(ways)])
    points = prints.centres_px[:, :, None] + np.linalg.cholesky(prints.moments_px2) @ ring
    around = levels_at(bright, points.transpose(0, 2, 1))
    return np.asarray(np.quantile(around, share, axis=1), np.float64)


def _black(grounds: Floats) -> float:
    """The brightest that the black of cubes is on which these prints stand."""
    return float(WHITE_GROUND * np.median(grounds) + GROUND_LEVELS)


def inked_prints(working: PictureBgr, prints: Prints) -> Prints:
    """The prints that are of some ink on a cube's black."""
    light = ink_light(working, prints.centres_px)
    return prints.subset(are_inked(prints, light) & _on_black(working, prints))


def are_inked(prints: Prints, light: Floats) -> NDArray[np.bool_]:
    """Which prints are coloured, or as white as an ink on the black of the coloured ones is."""
    colour = 1 - light.min(axis=1) / light.max(axis=1)
    coloured = np.asarray(colour > COLOURED, np.bool_)
    if not coloured.any():
        return coloured
    bright = light.max(axis=1) > WHITE_LIGHT * np.median(light[coloured].max(axis=1))
    black = prints.grounds <= _black(prints.grounds[coloured])
    return np.asarray(coloured | ((bright | (colour > PALE)) & black), np.bool_)


def _on_black(working: PictureBgr, prints: Prints) -> NDArray[np.bool_]:
    """Which prints stand on black as cubes do, and not on a cloth or between its checks."""
    if not len(prints):
        return np.zeros(0, np.bool_)
    black = np.sort(prints.grounds)[min(DARKEST - 1, len(prints) // 2)]
    if len(prints) > CROWD:
        return np.asarray(prints.grounds <= GROUND * black + GROUND_SPARE, np.bool_)
    between = _around(brightest_channel(working), prints, NOTCHES, NOTCHED)
    darkest = np.minimum(prints.grounds, between)
    return np.asarray(darkest <= FAR_LIGHTER * black + GROUND_SPARE, np.bool_)

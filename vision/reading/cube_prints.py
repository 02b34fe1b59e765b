"""The prints of cubes: coloured, on black, and parted from those of the sides below them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cube_sides import ink_light
from vision.reading.prints import Floats, Prints, find_prints

MOST_SQUEEZED = 3.0
"""As in `prints`, for tops seen at 70 degrees."""
SHAVED_PX = (1, 2, 4)
"""Pixels that are taken off every print to part it from the next."""
MOST_SHAVED = 0.075
"""And at most so much of an edge: the lobes of a clover would part as well."""
PARTED = 1.35
"""Prints at one place whose sizes differ by more than this factor are two, or one is a blob."""
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
WHITE_LIGHT, WHITE_GROUND, GROUND_LEVELS = 0.6, 1.5, 12.0
"""Or in white, which is at least so bright against the coloured prints, on a ground that is at most
so many times as bright as theirs, and so many levels more."""


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
    if len(prints) <= MOST_PRINTS:
        return prints
    return prints.subset(prints.grounds <= np.sort(prints.grounds)[MOST_PRINTS - 1])


def inked_prints(working: PictureBgr, prints: Prints) -> Prints:
    """The prints that are of some ink on a cube's black."""
    light = ink_light(working, prints.centres_px)
    return prints.subset(_are_inked(prints, light) & _on_black(prints))


def _are_inked(prints: Prints, light: Floats) -> NDArray[np.bool_]:
    """Which prints are coloured, or as white as an ink on the black of the coloured ones is."""
    coloured = np.asarray(1 - light.min(axis=1) / light.max(axis=1) > COLOURED, np.bool_)
    if not coloured.any():
        return coloured
    bright = light.max(axis=1) > WHITE_LIGHT * np.median(light[coloured].max(axis=1))
    black = WHITE_GROUND * np.median(prints.grounds[coloured]) + GROUND_LEVELS
    return np.asarray(coloured | (bright & (prints.grounds <= black)), np.bool_)


def _on_black(prints: Prints) -> NDArray[np.bool_]:
    """Which prints stand on black as cubes do, and not on a cloth or between its checks."""
    if not len(prints):
        return np.zeros(0, np.bool_)
    black = np.sort(prints.grounds)[min(DARKEST - 1, len(prints) // 2)]
    lighter = GROUND if len(prints) > CROWD else FAR_LIGHTER
    return np.asarray(prints.grounds <= lighter * black + GROUND_SPARE, np.bool_)

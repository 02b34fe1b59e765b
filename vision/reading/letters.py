"""White letters of another game that lies among the tiles, told from white tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import PURPLE_SET, WHITE_SET, Colour
from vision.pictures.load import PictureBgr
from vision.reading.colour import classify_colours
from vision.reading.faces import Faces
from vision.reading.medians import quantiles
from vision.reading.print_light import print_light
from vision.reading.prints import Floats, brightness
from vision.reading.shape import OWN

FEWEST = 2
"""So many pieces with a letter tell that another game lies among the tiles."""
BLACK, STROKES = 0.5, (0.1, 0.42)
"""Ground of a letter against its strokes, and how much of the piece these cover: 0.2 to 0.31."""
SAME_INK = 0.25
"""Log ratio, in any channel, by which a letter's ink differs from a white tile's at most."""
PURPLE_SURE, PURPLE_SHARE = 0.9, 0.8
"""How surely the others are of a purple set, and the surest of them purple."""

_COLOURS = list(Colour)


def are_letters(faces: Faces, unmarked: Faces) -> NDArray[np.bool_]:
    """Which of the faces are white letters: no set has purple and white.

    Looked for where pieces lie that bear no shape but strokes in the same ink, more of them than
    there are white faces, and where the other faces are of a purple set, or none is.
    """
    none = np.zeros(len(faces), np.bool_)
    if not len(faces) or len(unmarked) < FEWEST:
        return none
    letters, drawn = _strokes(unmarked.cuts_bgr)
    letters = letters[drawn]
    if len(letters) < FEWEST:
        return none
    light = print_light(faces.cuts_bgr, veiled=True)
    colours = classify_colours(light, WHITE_SET).probabilities
    white = np.asarray(colours.argmax(axis=1) == _COLOURS.index(Colour.WHITE), np.bool_)
    inks, _ = _strokes(faces.cuts_bgr)
    alike = np.abs(np.log(inks[:, None] / letters[None])).max(axis=2) < SAME_INK
    white &= alike.sum(axis=1) >= FEWEST
    if not 0 < white.sum() <= len(letters):
        return none
    return white if white.all() or _is_purple_set(faces.subset(~white)) else none


def _strokes(cuts_bgr: PictureBgr) -> tuple[Floats, NDArray[np.bool_]]:
    """(N, 3) the ink of each cut, and whether it is strokes on black."""
    own = cuts_bgr[:, OWN, OWN].reshape(len(cuts_bgr), (OWN.stop - OWN.start) ** 2, 3)
    bright = brightness(cuts_bgr)[:, OWN, OWN].reshape(own.shape[:2]).astype(np.float64)
    low, high = (quantiles(bright, share, axis=1) for share in (0.2, 0.92))
    share = (bright > ((low + high) / 2)[:, None]).mean(axis=1)
    drawn = (low < BLACK * high) & (share > STROKES[0]) & (share < STROKES[1])
    weight = bright >= (low + 0.75 * (high - low))[:, None]
    total = np.einsum("nki,nk->ni", own.astype(np.float64), weight)
    inks = total / np.maximum(weight.sum(axis=1), 1)[:, None] + 1
    return np.asarray(inks, np.float64), np.asarray(drawn, np.bool_)


def _is_purple_set(faces: Faces) -> bool:
    told = classify_colours(print_light(faces.cuts_bgr, veiled=True))
    purple = told.probabilities[:, _COLOURS.index(Colour.PURPLE)].max()
    return bool(
        told.palette == PURPLE_SET
        and told.palette_certainty >= PURPLE_SURE
        and purple >= PURPLE_SHARE
    )

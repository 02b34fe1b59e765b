"""Pieces of other games: what is squeezed like tops of cubes and printed with something else."""

from __future__ import annotations

import numpy as np

from vision.reading.faces import face_share
from vision.reading.prints import Floats

PRINTED = 0.95
"""Half of all tops are printed with a symbol, says the net that knows other games' pieces, at least
as surely as this. Tables of cubes, of small prints too, lay above 0.98 when it was set, nearly all
pictures of other things below 0.93; the net was trained anew since."""
QWIRKLE = 6
"""More tops than this that all show one symbol, or one ink, are sweets, draughts, pips of dice or a
chart of colours."""


def are_strangers(shapes: Floats, shades: Floats, second: Floats, whole: Floats) -> bool:
    """Whether what was found as tops is no game of cubes, a row each.

    `shapes` and `shades` are the probabilities of symbols and inks; `second` is what that net
    answers to tops that are cut as large as their prints, `whole` to whole ones: of the former a
    small print leaves no edges to see, of the latter little of the print.
    """
    if not len(shapes):
        return True
    for kinds in (shapes, shades):
        if len(kinds) > QWIRKLE and len(set(kinds.argmax(axis=1).tolist())) == 1:
            return True
    printed = np.maximum(face_share(second), face_share(whole))
    return float(np.median(printed)) < PRINTED

"""Worn pieces looked at past their dust: as they would look with their ground as black as new."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.faces import Faces
from vision.reading.print_light import above_ground, ground_levels, middle_and_ground
from vision.reading.shape import BACK, piece_probabilities

UNSURE, MAY_BE = 0.97, 0.2
"""Pieces whose name the net is less sure of than this, if it has any by so much, ..."""
DUSTY = 0.2
"""... and whose ground is so bright against their print are looked at past it: of 2,015 simulated
pieces 33 and not 43 then have a wrong shape, and 88 are looked at."""
NEW_BLACK = 22.0
"""Level of a new piece's black."""
FLOOR = 1e-3
"""What a name is worth at least."""


def named_past_dust(pieces: Faces) -> Faces:
    """The pieces, names of doubtful ones as both looks have them; as surely faces as before."""
    names = pieces.shapes[:, :BACK]
    share = names.sum(axis=1)
    asked = (share >= MAY_BE) & (names.max(axis=1, initial=0.0) < UNSURE * share)
    asked[asked] = ground_levels(pieces.cuts_bgr[asked]) > DUSTY
    if not asked.any():
        return pieces
    clean = piece_probabilities(without_dust(pieces.cuts_bgr[asked]))[:, :BACK] + FLOOR
    both = np.sqrt((names[asked] + FLOOR) * clean / clean.sum(axis=1, keepdims=True))
    shapes = pieces.shapes.copy()
    shapes[asked, :BACK] = both * (share[asked] / both.sum(axis=1))[:, None]
    return replace(pieces, shapes=shapes)


def without_dust(cuts_bgr: PictureBgr) -> PictureBgr:
    """The cuts (N, FACE_PX, FACE_PX, 3), all that is no print as black as a new piece."""
    ink = middle_and_ground(cuts_bgr)[0][:, None, None]
    share = np.clip(above_ground(cuts_bgr), 0, 1)[..., None]
    level = NEW_BLACK + share * np.maximum(ink - NEW_BLACK, 0)
    return np.asarray(np.rint(level), np.uint8)

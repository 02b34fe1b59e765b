"""A nearer look at doubtful pieces where the printing is a small one, as the sure ones tell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.faces import Faces, edges_px, face_share
from vision.reading.medians import median
from vision.reading.prints import Floats
from vision.reading.shape import piece_probabilities
from vision.reading.trust import CLEAR, SEEN, SURELY

FEWEST = 3
"""So many sure pieces with clear edges tell how large prints are."""
SMALLER_PRINT = 1.1
"""Edge of a piece against what its print tells of it, from which on prints are small: 0.95 to 1.1
on nine photographs of ten of the usual printing; what wear leaves of a print is small as well."""
CLOSER = 1.12
"""How much larger than usual such a piece is then seen: a slim clover of 0.63 of the edge, a little
blurred, is a face by 0.64 as it lies and by 1.00 so; no other shape is one by less."""
MAY_BE = 0.05
"""What is a face by less than this is not looked at again."""


def looked_at_nearer(working: PictureBgr, pieces: Faces, seen: Floats, told_px: Floats) -> Faces:
    """The pieces, the doubtful ones of a small printing as they look from nearer.

    `told_px` is how large each piece would be if its print were of the usual printing.
    """
    share = face_share(pieces.shapes)
    known = (share >= SURELY) & (seen >= CLEAR)
    if known.sum() < FEWEST:
        return pieces
    rows = np.nonzero((share < SURELY) & (share >= MAY_BE) & (seen >= SEEN))[0]
    small = median(edges_px(pieces.frames_px[known]) / told_px[known]) > SMALLER_PRINT
    if not small or not len(rows):
        return pieces
    frames = pieces.frames_px[rows] / CLOSER
    near = piece_probabilities(cut_at_size(working, pieces.centres_px[rows], frames))
    better = face_share(near) > share[rows]
    shapes = pieces.shapes.copy()
    shapes[rows[better]] = near[better]
    return replace(pieces, shapes=shapes)

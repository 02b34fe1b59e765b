"""How large loose pieces are where a dark side or dust makes all of them seem larger."""

from __future__ import annotations

import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.faces import Faces
from vision.reading.prints import Floats
from vision.reading.shape import BACK, pieces_at_a_glance
from vision.reading.trust import SEEN

SMALLER = (0.87, 0.75, 0.65)
"""Sizes that are tried, against the pieces' frames: sides that are seen as dark as their tops, or
a top that is as grey as a print, made frames up to 1.7 times as large as pieces."""
ASKED, FEWEST = 12, 2
"""So many pieces are asked, those whose edges show best and those that the net knows best, since
letters of another game have edges, too; and fewer tell no size."""
KNOWN_WELL = 0.9
"""Pieces that the net names as surely as this, on the whole, are as large as their frames."""
BETTER, SOME = 0.05, 0.6
"""So much surer the net must be of a smaller size, and so sure at all: insides of letters are named
by 0.44."""


def own_size(working: PictureBgr, pieces: Faces, seen: Floats) -> float:
    """How large the pieces of a picture are against their frames, as the net names most of them.

    All of a picture seem larger alike, so that edges, which are compared among them, do not tell.
    """
    named = pieces.shapes[:, :BACK].max(axis=1, initial=0.0)
    first = [np.argsort(-each, kind="stable")[: ASKED // 2] for each in (seen, named)]
    rows = np.unique(np.concatenate(first))
    rows = rows[seen[rows] >= SEEN]
    known = sureness(pieces.shapes[rows])
    if len(rows) < FEWEST or known >= KNOWN_WELL:
        return 1.0
    centres, frames = pieces.centres_px[rows], pieces.frames_px[rows]
    best, most = 1.0, known
    for size in SMALLER:
        told = sureness(pieces_at_a_glance(cut_at_size(working, centres, size * frames)))
        if told < most:
            # Still smaller they are known still less.
            break
        best, most = size, told
    return best if most > max(known + BETTER, SOME) else 1.0


def sureness(shapes: Floats) -> float:
    """How surely some pieces (N, ANSWERS) have names, on the whole."""
    return float(shapes[:, :BACK].max(axis=1).mean()) if len(shapes) else 0.0

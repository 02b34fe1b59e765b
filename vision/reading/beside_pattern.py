"""Pieces beside what seemed a grid and is a pattern: a phone's icons, another game, a cloth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.cut import resized
from vision.reading.edges import softened
from vision.reading.faces import Faces, edges_px, face_share
from vision.reading.loose import loose_faces
from vision.reading.medians import median
from vision.reading.prints import brightest_channel, distances, prints_on
from vision.reading.search import WORKING_PX
from vision.reading.shape import SIGNS
from vision.reading.trust import SIGN_SURE, SURELY

SIZES = (0.7, 1.4)
"""Pieces of one picture differ by less in size from those that bear a sign: a pattern's own squares
are smaller or larger."""


def faces_beside(picture_bgr: PictureBgr, pattern: Faces) -> Faces:
    """The loose faces of a picture without its pattern, which had framed them by its own size.

    Only where one of them bears a sign, and only those that are about as large.
    """
    scale = min(1.0, WORKING_PX / max(picture_bgr.shape[:2]))
    working = resized(picture_bgr, scale)
    bright = brightest_channel(working)
    prints = prints_on(bright)
    centres = (pattern.centres_px + 0.5) * scale - 0.5
    away = distances(prints.centres_px, centres)
    prints = prints.subset((away > edges_px(pattern.frames_px) * scale).all(axis=1))
    none = pattern.subset(np.zeros(len(pattern), np.bool_))
    found, _, _ = loose_faces(working, softened(bright), prints, none)
    found = found.subset(face_share(found.shapes) >= SURELY)
    signs = found.shapes[:, SIGNS].max(axis=1, initial=0.0) >= SIGN_SURE
    if not signs.any():
        return none
    edges = edges_px(found.frames_px)
    size = edges / median(edges[signs])
    found = found.subset((size > SIZES[0]) & (size < SIZES[1]))
    centres = (found.centres_px + 0.5) / scale - 0.5
    return replace(found, centres_px=centres, frames_px=found.frames_px / scale)

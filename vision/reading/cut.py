"""Cutting: faces taken from a picture at a size at which nothing flickers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.faces import edges_px
from vision.reading.prints import Floats, cut_faces

CUT_TILE_PX = 48.0
"""Faces are cut from a picture in which tiles are about this large, so that nothing flickers."""


def cut_at_size(working: PictureBgr, centres_px: Floats, frames_px: Floats) -> PictureBgr:
    """Cut faces from the picture, shrunk first where tiles are much larger than a cut."""
    if not len(centres_px):
        return cut_faces(working, centres_px, frames_px)
    scale = CUT_TILE_PX / float(np.median(edges_px(frames_px)))
    if scale > 0.75:
        return cut_faces(working, centres_px, frames_px)
    shrunk = resized(working, scale)
    return cut_faces(shrunk, (centres_px + 0.5) * scale - 0.5, frames_px * scale)


def resized(picture_bgr: PictureBgr, scale: float) -> PictureBgr:
    """The picture at a scale, without new patterns where it shrinks."""
    if scale == 1.0:
        return picture_bgr
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture_bgr, None, fx=scale, fy=scale, interpolation=way))

"""Cutting: faces taken from a picture at a size at which nothing flickers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.faces import edges_px
from vision.reading.medians import median
from vision.reading.prints import Floats, cut_faces

CUT_TILE_PX = 48.0
"""Faces are cut from a picture in which tiles are about this large, so that nothing flickers."""
CUT_REACH = 0.75
"""How far around its centre a cut shows a face at most, in steps of its frame."""
LITTLE = 0.4
"""Only a part of the picture is shrunk where all faces lie in less than this share of it."""


def cut_at_size(working: PictureBgr, centres_px: Floats, frames_px: Floats) -> PictureBgr:
    """Cut faces from the picture, shrunk first where tiles are much larger than a cut."""
    if not len(centres_px):
        return cut_faces(working, centres_px, frames_px)
    scale = CUT_TILE_PX / median(edges_px(frames_px))
    if scale > 0.75:
        return cut_faces(working, centres_px, frames_px)
    part, corner = _around(working, centres_px, frames_px)
    shrunk = resized(part, scale)
    return cut_faces(shrunk, (centres_px - corner + 0.5) * scale - 0.5, frames_px * scale)


def _around(
    working: PictureBgr, centres_px: Floats, frames_px: Floats
) -> tuple[PictureBgr, Floats]:
    """The part of the picture that some faces lie in, where that is little, and its corner."""
    reach = CUT_REACH * float(np.abs(frames_px).sum(axis=2).max())
    low = np.maximum(np.floor(centres_px.min(axis=0) - reach), 0).astype(int)
    high = np.minimum(np.ceil(centres_px.max(axis=0) + reach), working.shape[1::-1]).astype(int)
    wide, deep = np.maximum(high - low, 1)
    if wide * deep > LITTLE * working.shape[0] * working.shape[1]:
        return working, np.zeros(2)
    return working[low[1] : low[1] + deep, low[0] : low[0] + wide], low.astype(np.float64)


def resized(picture_bgr: PictureBgr, scale: float) -> PictureBgr:
    """The picture at a scale, without new patterns where it shrinks."""
    if scale == 1.0:
        return picture_bgr
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture_bgr, None, fx=scale, fy=scale, interpolation=way))

"""A picture of what was seen: faces, readings and doubts drawn over the photo."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.observation import Face, Observation, Stray
from vision.pictures.load import PictureBgr

SURE = (80, 220, 60)
DOUBTFUL = (0, 190, 255)
LOOSE = (255, 180, 60)
REJECTED = (60, 60, 230)
STRAY = {Stray.BLANK: (200, 200, 200), Stray.CUT: (255, 120, 200)}
"""BGR of the outlines."""
DOUBT_BELOW = 0.95
"""Readings less sure than this are drawn in the doubtful colour with their rival."""
THIN_LINES = 250
"""An outline is this part of the picture wide: it can be seen on a thumbnail of 100 px."""
LABEL_HEIGHT_PX = 22
"""Height of OpenCV's plain letters at scale one."""


def annotate(picture_bgr: PictureBgr, seen: Observation) -> PictureBgr:
    """The picture with every face outlined, its cell and tile written in."""
    drawn = picture_bgr.copy()
    edge_px = max(seen.tile_px or _edge_px(seen.loose), 20.0)
    for sighting in seen.sightings:
        sure = sighting.confidence >= DOUBT_BELOW
        _outline(drawn, sighting.corners_px, SURE if sure else DOUBTFUL, edge_px)
        _label(drawn, sighting, (label_of(sighting), str(sighting.cell)), edge_px)
    for card in seen.cards:
        sure = card.confidence >= DOUBT_BELOW
        _outline(drawn, card.corners_px, SURE if sure else DOUBTFUL, edge_px)
        _label(drawn, card, (label_of(card),), edge_px)
    for face in seen.loose:
        _outline(drawn, face.corners_px, LOOSE, edge_px)
        _label(drawn, face, (label_of(face),), edge_px)
    for one in seen.rejected:
        _outline(drawn, one.corners_px, REJECTED, edge_px / 2)
        place = (round(one.corners_px[0][0]), round(one.corners_px[0][1]))
        scale = 0.2 * edge_px / LABEL_HEIGHT_PX
        why = one.why.value.replace("_", " ")
        cv2.putText(drawn, why, place, cv2.FONT_HERSHEY_SIMPLEX, scale, REJECTED, 1, cv2.LINE_AA)
    for stray in seen.strays:
        if stray.why is Stray.LOOSE:
            continue
        _outline(drawn, stray.corners_px, STRAY[stray.why], edge_px)
    return drawn


def outline_faces(
    picture_bgr: PictureBgr, faces: Sequence[tuple[tuple[float, float], ...]]
) -> PictureBgr:
    """The picture with these faces outlined, and nothing else drawn over it."""
    drawn = picture_bgr.copy()
    thick_px = max(2.0, max(picture_bgr.shape[:2]) / THIN_LINES)
    for corners_px in faces:
        _outline(drawn, corners_px, SURE, 25 * thick_px)
    return drawn


def label_of(face: Face) -> str:
    """The reading in the notation, with how sure it is where that is in doubt."""
    if face.confidence >= DOUBT_BELOW:
        return str(face.tile)
    return f"{face.tile} {face.confidence:.0%}"


def _edge_px(faces: tuple[Face, ...]) -> float:
    """The median upper edge of the faces, 0 without any."""
    return float(np.median([math.dist(*face.corners_px[:2]) for face in faces] or [0.0]))


def _outline(
    drawn: PictureBgr,
    corners_px: tuple[tuple[float, float], ...],
    colour: tuple[int, int, int],
    edge_px: float,
) -> None:
    points = np.rint(np.array(corners_px)).astype(np.int32)
    cv2.polylines(drawn, [points], True, colour, max(1, round(edge_px / 25)), cv2.LINE_AA)


def _label(drawn: PictureBgr, face: Face, lines: tuple[str, ...], edge_px: float) -> None:
    """One line at the face's upper left, a second at its lower left."""
    scale = 0.28 * edge_px / LABEL_HEIGHT_PX
    thick = max(1, round(edge_px / 40))
    (x, y), (_, bottom) = face.corners_px[0], face.corners_px[3]
    heights = (y + 0.26 * edge_px, bottom - 0.06 * edge_px)
    for line, height in zip(lines, heights, strict=False):
        place = (round(x + 0.06 * edge_px), round(height))
        for colour, more in (((0, 0, 0), 2), ((255, 255, 255), 0)):
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(drawn, line, place, font, scale, colour, thick + more, cv2.LINE_AA)

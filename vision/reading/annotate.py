"""A picture of what was seen: faces, readings and doubts drawn over the photo."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.observation import Observation, Sighting, Stray
from vision.reading.prints import Picture

SURE = (80, 220, 60)
DOUBTFUL = (0, 190, 255)
STRAY = {Stray.BLANK: (200, 200, 200), Stray.CUT: (255, 120, 200), Stray.LOOSE: (255, 180, 60)}
"""BGR of the outlines."""
DOUBT_BELOW = 0.95
"""Readings less sure than this are drawn in the doubtful colour with their rival."""
THIN_LINES = 250
"""An outline is this part of the picture wide: it can be seen on a thumbnail of 100 px."""
LABEL_HEIGHT_PX = 22
"""Height of OpenCV's plain letters at scale one."""


def annotate(picture_bgr: Picture, seen: Observation) -> Picture:
    """The picture with every face outlined, its cell and tile written in."""
    drawn = picture_bgr.copy()
    edge_px = max(seen.tile_px, 20.0)
    for sighting in seen.sightings:
        sure = sighting.confidence >= DOUBT_BELOW
        _outline(drawn, sighting.corners_px, SURE if sure else DOUBTFUL, edge_px)
        _label(drawn, sighting, label_of(sighting), edge_px)
    for stray in seen.strays:
        _outline(drawn, stray.corners_px, STRAY[stray.why], edge_px)
    return drawn


def outline_faces(
    picture_bgr: Picture, faces: Sequence[tuple[tuple[float, float], ...]]
) -> Picture:
    """The picture with these faces outlined, and nothing else drawn over it."""
    drawn = picture_bgr.copy()
    thick_px = max(2.0, max(picture_bgr.shape[:2]) / THIN_LINES)
    for corners_px in faces:
        _outline(drawn, corners_px, SURE, 25 * thick_px)
    return drawn


def label_of(sighting: Sighting) -> str:
    """The reading in the notation, with how sure it is where that is in doubt."""
    if sighting.confidence >= DOUBT_BELOW:
        return str(sighting.tile)
    return f"{sighting.tile} {sighting.confidence:.0%}"


def _outline(
    drawn: Picture,
    corners_px: tuple[tuple[float, float], ...],
    colour: tuple[int, int, int],
    edge_px: float,
) -> None:
    points = np.rint(np.array(corners_px)).astype(np.int32)
    cv2.polylines(drawn, [points], True, colour, max(1, round(edge_px / 25)), cv2.LINE_AA)


def _label(drawn: Picture, sighting: Sighting, text: str, edge_px: float) -> None:
    scale = 0.28 * edge_px / LABEL_HEIGHT_PX
    thick = max(1, round(edge_px / 40))
    (x, y), (_, bottom) = sighting.corners_px[0], sighting.corners_px[3]
    for line, height in ((text, y + 0.26 * edge_px), (str(sighting.cell), bottom - 0.06 * edge_px)):
        place = (round(x + 0.06 * edge_px), round(height))
        for colour, more in (((0, 0, 0), 2), ((255, 255, 255), 0)):
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(drawn, line, place, font, scale, colour, thick + more, cv2.LINE_AA)

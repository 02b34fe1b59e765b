"""Pieces beside a pattern that seems a grid: they are read as if it did not lie there."""

from __future__ import annotations

import cv2
import numpy as np

from vision.observation import Rejection
from vision.pictures.load import PictureBgr
from vision.reading.read import read_picture
from vision.simulated import render
from vision.simulated.scenes.loose_tables import loose_table

ICONS_BGR = (
    (40, 40, 200),
    (40, 140, 240),
    (60, 220, 240),
    (60, 160, 60),
    (200, 110, 40),
    (150, 60, 120),
)
STEP_PX, EDGE_PX, ACROSS, DOWN = 26, 14, 6, 10
CORNER_PX = 26


def with_a_phone(picture_bgr: PictureBgr) -> PictureBgr:
    """The picture with a lit phone in its corner: rows of coloured squares on black."""
    picture, rng = picture_bgr.copy(), np.random.default_rng(1)
    wide, high = ACROSS * STEP_PX + CORNER_PX, DOWN * STEP_PX + CORNER_PX
    cv2.rectangle(picture, (12, 12), (wide, high), (14, 14, 14), -1)
    for row in range(DOWN):
        for column in range(ACROSS):
            x, y = CORNER_PX + STEP_PX * column, CORNER_PX + STEP_PX * row
            ink = ICONS_BGR[rng.integers(len(ICONS_BGR))]
            cv2.rectangle(picture, (x, y), (x + EDGE_PX, y + EDGE_PX), ink, -1)
    return picture


def test_the_icons_of_a_phone_do_not_hide_the_pieces_beside_it() -> None:
    without = render(loose_table(41001)).picture_bgr
    known = sorted(str(face.tile) for face in read_picture(without).loose)
    seen = read_picture(with_a_phone(without))
    assert len(known) == 7
    assert sorted(str(face.tile) for face in seen.loose) == known
    assert not seen.sightings
    assert any(one.why is Rejection.PATTERN for one in seen.rejected)


def test_a_phone_alone_is_nothing() -> None:
    bare = np.full((960, 1280, 3), (90, 120, 150), np.uint8)
    seen = read_picture(with_a_phone(bare))
    assert not [f for f in (*seen.sightings, *seen.loose) if f.confidence > 0.5]

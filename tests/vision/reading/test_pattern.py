"""Pieces beside a pattern that seems a grid: they are read as if it did not lie there."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.observation import Rejection
from vision.pictures.load import PictureBgr
from vision.reading.lattice import Lattice
from vision.reading.pattern import of_a_pattern
from vision.reading.read import read_picture
from vision.reading.shape import ANSWERS, SHAPES
from vision.simulated import render
from vision.simulated.scenes.loose_tables import loose_table
from vision.simulated.scenes.sampling import random_scene

STEP_PX, EDGE_PX, ACROSS, DOWN = 26, 14, 6, 10
WIDE, HIGH = STEP_PX * ACROSS + 14, STEP_PX * DOWN + 14
ON_A_GRID = 9005
SQUARE = SHAPES.index(Shape.SQUARE)


def with_a_phone(
    picture_bgr: PictureBgr, seed: int = 1, at: tuple[int, int] = (98, 148), turned: float = 0.0
) -> PictureBgr:
    """The picture with a lit phone at a place: rows of squares in any colour on black."""
    rng = np.random.default_rng(seed)
    phone = np.full((HIGH, WIDE, 3), 14, np.uint8)
    for x in range(14, WIDE - EDGE_PX, STEP_PX):
        for y in range(14, HIGH - EDGE_PX, STEP_PX):
            phone[y : y + EDGE_PX, x : x + EDGE_PX] = rng.integers(60, 256, 3)
    move = cv2.getRotationMatrix2D((WIDE / 2, HIGH / 2), turned, 1.0)
    move[:, 2] += np.subtract(at, (WIDE / 2, HIGH / 2))
    high, wide = picture_bgr.shape[:2]
    seen = cv2.warpAffine(phone, move, (wide, high))
    lies = cv2.warpAffine(np.full((HIGH, WIDE), 255, np.uint8), move, (wide, high)) > 127
    return np.where(lies[..., None], seen, picture_bgr)


def test_the_icons_of_a_phone_do_not_hide_the_pieces_beside_it() -> None:
    without = render(loose_table(41001)).picture_bgr
    known = sorted(str(face.tile) for face in read_picture(without).loose)
    seen = read_picture(with_a_phone(without))
    assert len(known) == 7
    assert sorted(str(face.tile) for face in seen.loose) == known
    assert not seen.sightings
    assert any(one.why is Rejection.PATTERN for one in seen.rejected)


def test_phones_that_lie_anyhow_do_not_turn_the_grid_between_them() -> None:
    without = render(random_scene(ON_A_GRID)).picture_bgr
    known = {face.cell: face.tile for face in read_picture(without).sightings}
    high, wide = without.shape[:2]
    with_one = with_a_phone(without, 1, (180, 180), 35.0)
    seen = read_picture(with_a_phone(with_one, 2, (wide - 180, high - 180), 20.0))
    assert len(known) == 25
    assert {face.cell: face.tile for face in seen.sightings} == known


def test_as_many_neighbours_of_a_shape_as_a_set_has_are_no_pattern() -> None:
    def found(count: int) -> int:
        cells = np.array([(k % 6, k // 6) for k in range(count)])
        frames = np.tile(np.eye(2), (count, 1, 1))
        on_it = np.ones(count, np.bool_)
        shapes = np.tile(np.eye(ANSWERS)[SQUARE], (count, 1))
        return int(of_a_pattern(Lattice(cells, on_it, frames, cells.astype(float)), shapes).sum())

    assert found(18) == 0
    assert found(19) == 19


def test_a_phone_alone_is_nothing() -> None:
    bare = np.full((960, 1280, 3), (90, 120, 150), np.uint8)
    seen = read_picture(with_a_phone(bare))
    assert not [f for f in (*seen.sightings, *seen.loose) if f.confidence > 0.5]

"""How large and how turned a loose piece should be: by the grid, and by its row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.reading.test_loose import ROW, table_with
from vision.reading.cut import cut_at_size
from vision.reading.expected import along_neighbours, growth
from vision.reading.faces import Faces, face_share
from vision.reading.lattice import turn_matrix
from vision.reading.prints import FACE_PX, Prints, brightest_channel, prints_on
from vision.reading.shape import ANSWERS, piece_probabilities
from vision.reading.trust import SURELY


def faces_at(centres_px: np.ndarray, frames_px: np.ndarray) -> Faces:
    count = len(centres_px)
    cuts = np.zeros((count, FACE_PX, FACE_PX, 3), np.uint8)
    cells = np.zeros((count, 2), np.int64)
    none = np.zeros((count, ANSWERS))
    return Faces(centres_px, cells, np.ones(count, np.bool_), frames_px, none, cuts)


def test_pieces_of_a_row_that_were_framed_askew_are_known_along_their_row() -> None:
    picture = table_with(tuple((name, x, y, 30) for name, x, y, _ in turned_row()))
    bright = brightest_channel(picture)
    prints = prints_on(bright)
    frames = np.repeat(1.15 * 54.0 * turn_matrix(np.radians(5.0))[None], len(prints), axis=0)
    cuts = cut_at_size(picture, prints.centres_px, frames)
    askew = faces_at(prints.centres_px, frames)
    askew = replace(askew, shapes=piece_probabilities(cuts), cuts_bgr=cuts)
    known, seen = along_neighbours(picture, bright, askew, np.zeros(len(askew)))
    assert (face_share(askew.shapes) < SURELY).sum() >= 3
    assert (face_share(known.shapes) >= SURELY).all()
    assert (seen > 0).sum() >= 3


def turned_row() -> list[tuple[str, float, float, float]]:
    """Four tiles side by side, their row turned by thirty degrees."""
    along = turn_matrix(np.radians(30.0))[:, 0]
    return [(name, *(x * along).tolist(), 0.0) for name, x, _, _ in ROW]


def test_pieces_far_from_the_grid_are_as_small_as_the_tilt_makes_them() -> None:
    near = np.array([(200.0 + 60 * k, 700.0) for k in range(6)])
    far = np.array([(200.0 + 100 * k, 700.0 - 100 * k) for k in range(1, 7)])
    grid = faces_at(near, np.repeat(60.0 * np.eye(2)[None], len(near), axis=0))

    def prints_of(centres_px: np.ndarray, edges_px: np.ndarray) -> Prints:
        moments = np.repeat(np.eye(2)[None], len(centres_px), axis=0)
        return Prints(centres_px, moments, edges_px, np.full(len(centres_px), 30.0))

    sizes = 60.0 * (1 - 0.0003 * (700.0 - far[:, 1])) ** 1.5
    told = prints_of(far, 0.9 * sizes)
    of_grid = prints_of(near, np.full(len(near), 0.9 * 60.0))
    grown = growth(told, grid, of_grid, np.full(len(far), 5))
    assert grown == pytest.approx(sizes / 60.0, rel=0.04)
    assert (growth(told, grid, of_grid.subset(np.zeros(6, np.bool_)), np.full(6, 5)) == 1).all()

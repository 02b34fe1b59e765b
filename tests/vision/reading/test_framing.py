"""Where a face is looked for, and in whose frame: drawn squares, no simulated table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from assistant.tiles import Shape
from vision.reading import opinion
from vision.reading.coloured_prints import find_coloured_prints, find_faint_prints, ground_beside
from vision.reading.faces import Faces, face_share
from vision.reading.lattice import turn_matrix
from vision.reading.loose import _are_gaps, out_of_line, without_gaps, worse_framed
from vision.reading.neighbours import with_those_beside
from vision.reading.opinion import with_second_opinion
from vision.reading.prints import (
    FACE_PX,
    NO_PRINTS,
    brightest_channel,
    cut_faces,
)
from vision.reading.shape import ANSWERS, BACK, NO_FACE, SHAPES
from vision.reading.trust import doubted_by_edges

EDGE = 60.0
CIRCLE, CLOVER, DIAMOND = (SHAPES.index(one) for one in (Shape.CIRCLE, Shape.CLOVER, Shape.DIAMOND))


def faces_at(centres: np.ndarray, turn: float = 0.0, cells: np.ndarray | None = None) -> Faces:
    """Sure clovers on a grid in frames turned by so many radians."""
    count = len(centres)
    return Faces(
        centres,
        np.zeros((count, 2), np.int64) if cells is None else cells,
        np.ones(count, np.bool_),
        np.tile(EDGE * turn_matrix(turn), (count, 1, 1)),
        np.tile(np.eye(ANSWERS)[CLOVER], (count, 1)),
        np.zeros((count, FACE_PX, FACE_PX, 3), np.uint8),
    )


def squares_at(centres: np.ndarray, turn_deg: float, ground: int = 70) -> np.ndarray:
    """Dark squares on a ground that is not much brighter."""
    picture = np.full((500, 500), ground, np.uint8)
    for x, y in centres.tolist():
        corners = cv2.boxPoints(((x, y), (EDGE, EDGE), turn_deg))
        cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], 25, cv2.LINE_AA)
    return picture


def diagonal(count: int) -> np.ndarray:
    """Centres of squares that meet at their corners when they lie straight."""
    return 100.0 + EDGE * np.stack([np.arange(count), np.arange(count)], axis=1)


def test_pieces_whose_plain_edges_lie_across_a_grid_are_on_none() -> None:
    row = 100.0 + np.stack([EDGE * np.arange(4), np.zeros(4)], axis=1)
    cells = np.stack([np.arange(4), np.arange(4)], axis=1)
    across = faces_at(row, np.pi / 4, cells)
    assert out_of_line(squares_at(row, 0), across).all()
    assert not out_of_line(squares_at(row, 0), faces_at(row, 0.0, cells * [1, 0])).any()


def test_of_two_readings_of_a_piece_the_one_along_its_edges_stays() -> None:
    centre = np.array([[200.0, 200.0]])
    straight, turned = faces_at(centre), faces_at(centre, np.radians(40))
    bright = squares_at(centre, 0)
    assert worse_framed(bright, turned, straight).all()
    assert not worse_framed(bright, straight, turned).any()
    assert not worse_framed(bright, turned, faces_at(centre + 200)).any()


def test_edges_that_hardly_show_are_doubted_less_among_pieces_beyond_doubt() -> None:
    shapes = np.tile(np.eye(ANSWERS)[DIAMOND], (5, 1))
    alone = doubted_by_edges(shapes, np.array([0.4, 0.9, 0.9, 0.9, 0.9]))
    among = doubted_by_edges(shapes, np.array([0.4, 2.0, 2.0, 2.0, 2.0]), beside_tiles=True)
    assert alone[0, DIAMOND] < 0.5 < among[0, DIAMOND] < 0.8
    assert np.allclose(among.sum(axis=1), 1)


def test_where_no_tile_is_known_plain_shapes_need_clear_edges() -> None:
    """An icon or a key has some; a clover among the pieces speaks for all of them."""
    shapes, seen = np.eye(ANSWERS)[[DIAMOND, CLOVER]], np.array([1.0, 1.0])
    assert face_share(doubted_by_edges(shapes[:1], seen[:1]))[0] < 0.5
    assert face_share(doubted_by_edges(shapes[:1], seen[:1], beside_tiles=True))[0] == 1
    assert face_share(doubted_by_edges(shapes, seen))[0] == 1
    assert face_share(doubted_by_edges(shapes[:1], np.array([2.0])))[0] == 1


def test_without_edges_a_clover_is_believed_and_a_circle_only_among_such() -> None:
    shapes = np.eye(ANSWERS)[[CLOVER, CIRCLE, DIAMOND]]
    alone = face_share(doubted_by_edges(shapes, np.zeros(3)))
    assert alone[0] > 0.7
    assert (alone[1:] == 0).all()
    clovers = np.tile(np.eye(ANSWERS)[CLOVER], (4, 1))
    among = face_share(doubted_by_edges(np.concatenate([shapes, clovers]), np.zeros(7)))
    assert among[1] > 0.5
    assert among[2] == 0


def test_the_paper_inside_a_letter_is_no_circle_and_a_tile_on_a_table_is_one() -> None:
    centres, yellow = np.array([[100.0, 100.0], [300.0, 100.0]]), (120, 210, 230)
    note = np.full((200, 400, 3), yellow, np.uint8)
    cv2.circle(note, (100, 100), 34, (60, 40, 30), 24, cv2.LINE_AA)
    note[:, 200:] = (70, 90, 120)
    cv2.rectangle(note, (270, 70), (330, 130), (25, 25, 25), -1)
    cv2.circle(note, (300, 100), 20, yellow, -1, cv2.LINE_AA)
    frames = np.tile(EDGE * np.eye(2), (2, 1, 1))
    circles = np.tile(np.eye(ANSWERS)[CIRCLE], (2, 1))
    cuts = cut_faces(note, centres, frames)
    nowhere = np.zeros((2, 2), np.int64), np.zeros(2, np.bool_)
    faces = Faces(centres, *nowhere, frames, circles, cuts)
    assert _are_gaps(note, faces).tolist() == [True, False]
    bright, letters = brightest_channel(note), faces.subset(np.array([True, False]))
    assert not len(without_gaps(note, bright, letters))
    assert len(without_gaps(note, bright, faces)) == 2


def test_half_the_sample_of_a_grid_is_diamonds() -> None:
    """Few clovers that pass for diamonds among many tiles are then found."""
    shapes = np.eye(ANSWERS)[[DIAMOND if k % 10 == 0 else CIRCLE for k in range(60)]]
    some = opinion._sample(shapes)
    assert len(some) == opinion.SAMPLE
    assert (shapes[some, DIAMOND] == 1).sum() == opinion.SAMPLE // 2


def test_a_worn_green_no_brighter_than_its_tile_shows_on_a_table_of_wood() -> None:
    table = np.full((200, 200, 3), (70, 110, 160), np.uint8)
    cv2.rectangle(table, (70, 70), (130, 130), (88, 100, 112), -1)
    cv2.circle(table, (100, 100), 18, (80, 104, 84), -1)
    nothing = np.zeros((0, 4, 2))
    assert not len(find_coloured_prints(ground_beside(table, nothing)))
    found = find_faint_prints(ground_beside(table, nothing), NO_PRINTS)
    assert len(found) == 1
    assert np.abs(found.centres_px - 100).max() < 1
    assert not len(find_faint_prints(ground_beside(table, nothing), found))


def test_numbers_on_a_printed_board_are_no_coloured_prints_and_tiles_on_it_are() -> None:
    board, nothing = np.full((200, 400, 3), 230, np.uint8), np.zeros((0, 4, 2))
    for x in (100, 300):
        cv2.circle(board, (x, 100), 18, (50, 50, 190), -1)
    assert not len(find_coloured_prints(ground_beside(board, nothing)))
    cv2.rectangle(board, (270, 70), (330, 130), (30, 30, 30), -1)
    cv2.circle(board, (300, 100), 18, (50, 50, 190), -1)
    found = find_coloured_prints(ground_beside(board, nothing))
    assert np.rint(found.centres_px).tolist() == [[300, 100]]


def test_what_lies_half_a_cell_off_is_not_found_again_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = 100.0 + np.stack([EDGE * np.arange(3), np.zeros(3)], axis=1)
    grid = faces_at(row, 0.0, np.stack([np.arange(3), np.zeros(3, np.int64)], axis=1))
    again = faces_at(row + np.array([0, 10.0]), 0.0, grid.cells + np.array([0, 1]))
    monkeypatch.setattr("vision.reading.neighbours._beside", lambda *_: again)
    assert len(with_those_beside(np.zeros((300, 300, 3), np.uint8), grid)) == 3


def test_where_the_second_net_agrees_at_a_glance_it_is_asked_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grid, working = faces_at(diagonal(5)), np.zeros((500, 500, 3), np.uint8)
    other = np.roll(grid.shapes, 1, axis=1)
    asked: list[int] = []

    def answering(cuts_bgr: np.ndarray) -> np.ndarray:
        asked.append(len(cuts_bgr))
        return other

    monkeypatch.setattr(opinion, "piece_probabilities", answering)
    monkeypatch.setattr(opinion, "pieces_at_a_glance", lambda _: grid.shapes)
    assert with_second_opinion(working, grid) is grid
    assert asked == []
    monkeypatch.setattr(opinion, "pieces_at_a_glance", lambda _: other)
    assert with_second_opinion(working, grid) is not grid
    assert asked


def test_small_prints_are_named_by_the_nearer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = faces_at(diagonal(5))
    torn, sure = np.zeros((2, ANSWERS))
    torn[[CLOVER, DIAMOND, NO_FACE]] = 0.35, 0.6, 0.05
    sure[[CLOVER, BACK]] = 0.98, 0.02
    monkeypatch.setattr(opinion, "piece_probabilities", lambda cuts: np.tile(torn, (len(cuts), 1)))
    monkeypatch.setattr(opinion, "shape_probabilities", lambda cuts: np.tile(sure, (len(cuts), 1)))
    working = np.zeros((500, 500, 3), np.uint8)
    small, usual = (with_second_opinion(working, grid, ratio).shapes for ratio in (1.3, 1.0))
    assert (small.argmax(axis=1) == CLOVER).all()
    assert (usual.argmax(axis=1) == DIAMOND).all()

"""Pieces beside any grid: their own edges, the groups they form, and what is read of them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.tiles import parse_tile
from tests.support.faces import face_at
from vision.observation import GroupKind, Observation, Rejected, Rejection
from vision.reading import loose
from vision.reading.annotate import annotate
from vision.reading.coloured_prints import find_coloured_prints, ground_beside
from vision.reading.edges import find_edges, seen_along
from vision.reading.faces import Faces
from vision.reading.filters import bare_backs
from vision.reading.groups import group_faces
from vision.reading.lattice import turn_matrix
from vision.reading.loose import is_speckled
from vision.reading.prints import (
    FACE_PX,
    MOST_PRINTS,
    Prints,
    find_prints,
    prints_on,
)
from vision.reading.read import read_picture
from vision.reading.search import find_faces
from vision.reading.shape import ANSWERS, BACK, NO_FACE, piece_probabilities
from vision.simulated.film import LiveTable
from vision.simulated.people.playing import playing_scene
from vision.simulated.scenes.scene import Item, StrayTile
from vision.simulated.things.surfaces import Surface

SIZES = (0.9, 1.0, 1.1)
HEAP = (("rs", -2.5, -1.0, 20), ("bd", 0.0, -1.5, 65), ("gc", 2.5, -1.0, 40), ("yx", -1.0, 1.0, 75))
ROW = tuple((name, k - 1.5, 2.6, 0) for k, name in enumerate(("po", "b*", "rd", "gs")))


def dark_square(turn_deg: float, edge_px: float = 60.0) -> np.ndarray:
    """A black square on a bright ground, as brightness alone."""
    picture = np.full((160, 160), 190, np.uint8)
    corners = cv2.boxPoints(((80.0, 80.0), (edge_px, edge_px), turn_deg))
    cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], 25, cv2.LINE_AA)
    return picture


def table_with(
    pieces: tuple[tuple[str, float, float, float], ...],
    scuff: float = 0.0,
    clutter: tuple[Item, ...] = (),
) -> np.ndarray:
    """A small table with pieces at places in tiles and turns in degrees, and nothing else."""
    scene = playing_scene(5, size_wh=(960, 720), tile_px=54.0, tilt_deg=4.0, surface=Surface.WOOD)
    strays = tuple(
        StrayTile((x, y), float(turn), parse_tile(name), scuff=scuff) for name, x, y, turn in pieces
    )
    return LiveTable(replace(scene, strays=strays, clutter=clutter)).frame(0.0)


def test_no_print_has_no_edges() -> None:
    found = find_edges(dark_square(0), np.zeros((0, 2)), np.zeros((0, 2, 2)), SIZES)
    assert len(found.turns) == len(found.seen) == 0


@pytest.mark.parametrize("turn_deg", [0, 15, 33, 45, 72])
def test_a_piece_tells_its_turn_and_size_by_its_edges(turn_deg: float) -> None:
    centres, frames = np.array([[80.0, 80.0]]), 60.0 * np.eye(2)[None]
    found = find_edges(dark_square(turn_deg), centres, frames, SIZES)
    off = (np.degrees(found.turns[0]) - turn_deg + 45) % 90 - 45
    assert abs(off) <= 3
    assert found.sizes[0] == 1.0
    assert found.seen[0] > 1.5


def test_edges_in_another_direction_are_not_those_of_the_frame() -> None:
    centres, frames = np.array([[80.0, 80.0]]), 60.0 * np.eye(2)[None]
    found = find_edges(dark_square(40), centres, frames, SIZES)
    assert seen_along(found, 12.0)[0] < found.seen[0] - 0.4


def test_pieces_at_any_angle_are_read_and_none_is_a_move() -> None:
    seen = read_picture(table_with(HEAP))
    assert sorted(str(face.tile) for face in seen.loose) == ["bd", "gc", "rs", "yx"]
    assert seen.sightings == ()


@pytest.mark.parametrize("scuff", [0.25, 0.5])
def test_pieces_that_years_in_a_bag_made_grey_are_read(scuff: float) -> None:
    seen = read_picture(table_with(HEAP, scuff))
    assert sorted(str(face.tile) for face in seen.loose) == ["bd", "gc", "rs", "yx"]


def test_letters_among_the_pieces_are_none_of_them_and_the_reason_is_told() -> None:
    letters = tuple(
        Item("white letters on black tiles", place, turn, 1.0, seed)
        for place, turn, seed in (((3.0, 2.0), 20.0, 3), ((-3.5, 2.5), 70.0, 8))
    )
    seen = read_picture(table_with(HEAP, clutter=letters))
    assert sorted(str(face.tile) for face in seen.loose) == ["bd", "gc", "rs", "yx"]
    assert [one.why for one in seen.rejected] == [Rejection.NO_SHAPE] * 2


def test_what_is_rejected_is_drawn_with_its_reason() -> None:
    corners = ((20.0, 40.0), (60.0, 40.0), (60.0, 80.0), (20.0, 80.0))
    nothing = Observation((120, 120))
    refused = replace(nothing, rejected=(Rejected(Rejection.NO_EDGES, (40.0, 60.0), corners),))
    blank = np.zeros((120, 120, 3), np.uint8)
    assert not annotate(blank, nothing).any()
    assert annotate(blank, refused)[38:82, 18:62].any()


def test_three_pieces_apart_are_no_grid_and_a_lone_one_is() -> None:
    assert len(read_picture(table_with(HEAP[:1])).sightings) == 1
    apart = (("rs", -2.5, -1.0, 0), ("bd", 0.4, -1.5, 0), ("gc", 2.5, 1.3, 0))
    seen = read_picture(table_with(apart))
    assert (len(seen.sightings), len(seen.loose)) == (0, 3)


def test_a_row_among_loose_pieces_is_the_grid() -> None:
    seen = read_picture(table_with((*HEAP, *ROW)))
    assert sorted(str(one.tile) for one in seen.sightings) == ["b*", "gs", "po", "rd"]
    assert sorted(str(face.tile) for face in seen.loose) == ["bd", "gc", "rs", "yx"]


def test_faces_in_a_line_are_a_row_and_others_a_heap() -> None:
    places = [(0.0, 0.0), (50.0, 2.0), (100.0, 0.0), (400.0, 0.0), (430.0, 40.0), (470.0, 0.0)]
    faces = tuple(face_at("rs", place) for place in places)
    frames = np.repeat(48.0 * np.eye(2)[None], len(faces), axis=0)
    groups = group_faces(faces, frames)
    assert [(one.kind, len(one.faces)) for one in groups] == [
        (GroupKind.ROW, 3),
        (GroupKind.HEAP, 3),
    ]
    assert [face.centre_px[0] for face in groups[0].faces] in ([0, 50, 100], [100, 50, 0])


def test_thousands_of_bright_dots_are_bounded() -> None:
    dots = np.full((1080, 1920, 3), 12, np.uint8)
    dots[8::24, 8::24] = 230
    dots = cv2.dilate(dots, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11)))
    assert len(find_prints(dots)) <= MOST_PRINTS
    assert len(find_coloured_prints(ground_beside(dots, np.zeros((0, 4, 2))))) <= MOST_PRINTS


def test_so_many_prints_without_edges_are_not_looked_at_one_by_one() -> None:
    """Dots in the dark; but not as many printed squares in frames of their own."""
    dark = np.full((960, 960), 12, np.uint8)
    dark[20::40, 20::40] = 230
    dots = cv2.dilate(dark, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13)))
    assert is_speckled(dots, prints_on(dots))
    framed = np.full_like(dark, 200)
    for y, x in np.argwhere(dark == 230).tolist():
        cv2.rectangle(framed, (x - 15, y - 15), (x + 15, y + 15), 20, -1)
        cv2.circle(framed, (x, y), 11, 230, -1)
    assert len(prints_on(framed)) == MOST_PRINTS
    assert not is_speckled(framed, prints_on(framed))


def test_where_no_print_is_worth_a_look_none_is_asked_about() -> None:
    nothing = find_prints(np.zeros((100, 100, 3), np.uint8))
    found = loose._looked_at(np.zeros((100, 100, 3), np.uint8), nothing, np.zeros((0, 2, 2)))
    assert found.shapes.shape == (0, ANSWERS)


def test_what_is_framed_as_a_sure_face_is_taken_as_read_and_as_a_doubtful_one_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The third is framed as the second is, but not as the first, and the second is not asked."""
    centres = np.array([[100.0, 100.0], [104.0, 100.0], [108.0, 100.0], [300.0, 100.0]])
    prints = Prints(centres, np.tile(np.eye(2), (4, 1, 1)), np.full(4, 60.0), np.zeros(4))
    frames = np.tile(60.0 * np.eye(2), (4, 1, 1))
    frames[1] = frames[1] @ turn_matrix(np.pi / 2)
    for sure, asked in ((0.99, [2, 1]), (0.9, [2, 2])):
        told = np.zeros(ANSWERS)
        told[[0, BACK]] = sure, 1 - sure
        counts: list[int] = []

        def answering(cuts: np.ndarray, told=told, counts=counts) -> np.ndarray:
            counts.append(len(cuts))
            return np.tile(told, (len(cuts), 1))

        monkeypatch.setattr(loose, "piece_probabilities", answering)
        found = loose._looked_at(np.zeros((200, 400, 3), np.uint8), prints, frames)
        assert np.array_equal(found.shapes, np.tile(told, (4, 1)))
        assert counts == asked


def test_a_mark_on_something_brighter_is_no_face_and_not_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paper = np.full((200, 400, 3), 230, np.uint8)
    cv2.circle(paper, (100, 100), 18, (50, 50, 190), -1)
    cv2.rectangle(paper, (270, 70), (330, 130), (30, 30, 30), -1)
    cv2.circle(paper, (300, 100), 18, (50, 50, 190), -1)
    centres = np.array([[100.0, 100.0], [300.0, 100.0]])
    prints = Prints(centres, np.tile(np.eye(2), (2, 1, 1)), np.full(2, 60.0), np.zeros(2))
    counts: list[int] = []

    def counting(cuts_bgr: np.ndarray) -> np.ndarray:
        counts.append(len(cuts_bgr))
        return piece_probabilities(cuts_bgr)

    monkeypatch.setattr(loose, "piece_probabilities", counting)
    found = loose._looked_at(paper, prints, np.tile(60.0 * np.eye(2), (2, 1, 1)))
    assert sum(counts) == 1
    assert found.shapes[0, NO_FACE] == 1
    assert found.shapes[1, NO_FACE] < 0.1


def test_of_a_page_of_printed_squares_the_likeliest_are_looked_at_and_of_pieces_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def counting(cuts_bgr: np.ndarray) -> np.ndarray:
        asked.append(len(cuts_bgr))
        return piece_probabilities(cuts_bgr)

    monkeypatch.setattr(loose, "piece_probabilities", counting)
    rng, page = np.random.default_rng(0), np.full((1446, 1920, 3), 20, np.uint8)
    for y in range(20, 1170, 46):
        for x in range(20, 1860, 46):
            page[y : y + 29, x : x + 29] = rng.integers(80, 255, 3)
    assert Rejection.PATTERN in {why for why, _ in find_faces(page).refused}
    assert sum(asked) <= 2 * loose.MOST_BARE
    asked.clear()
    monkeypatch.setattr(loose, "HARDLY", 0.0)
    find_faces(page)
    assert sum(asked) > loose.MOST_ASKED


def test_a_tile_face_down_alone_has_no_table_to_be_compared_with() -> None:
    alone = Faces(
        np.array([[50.0, 50.0]]),
        np.zeros((1, 2), np.int64),
        np.zeros(1, np.bool_),
        40.0 * np.eye(2)[None],
        np.eye(ANSWERS)[[BACK]],
        np.full((1, FACE_PX, FACE_PX, 3), 20, np.uint8),
    )
    assert not bare_backs(np.zeros((100, 100, 3), np.uint8), alone).any()


def test_no_faces_are_no_groups() -> None:
    assert group_faces((), np.zeros((0, 2, 2))) == ()

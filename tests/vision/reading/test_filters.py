"""What looks like tile faces one by one and is none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.tiles import WHITE_SET, Colour, Shape
from tests.support.drawn_cuts import BLACK_BGR, INKS_BGR, faces_of, figure
from tests.support.seen_tables import table_jpeg
from vision.reading import opinion
from vision.reading.colour import Colours
from vision.reading.faces import Faces
from vision.reading.filters import (
    all_alike,
    are_stickers,
    bare_backs,
    many_and_plain,
    of_many_inks,
)
from vision.reading.prints import FACE_PX
from vision.reading.read import read_picture
from vision.reading.shape import ANSWERS, BACK, SHAPES


def test_no_faces_are_neither() -> None:
    assert not are_stickers(faces_of([]))
    assert len(of_many_inks(faces_of([]))) == 0


def test_an_oval_in_four_colours_is_no_tile() -> None:
    cut = np.full((FACE_PX, FACE_PX, 3), BLACK_BGR, np.uint8)
    for quarter, ink in enumerate(("red", "yellow", "green", "blue")):
        start = 90 * quarter
        cv2.ellipse(cut, (16, 16), (10, 10), 0, start, start + 90, INKS_BGR[ink], -1)
    assert of_many_inks(faces_of([cut])).all()


@pytest.mark.parametrize("colour", list(INKS_BGR))
def test_every_print_has_one_ink(colour: str) -> None:
    cuts = [figure(shape, colour) for shape in Shape]
    # A lamp's mirror image over one half.
    cuts += [np.maximum(cut, np.linspace(0, 200, FACE_PX)[None, :, None]) for cut in cuts]
    assert not of_many_inks(faces_of(cuts)).any()


def circles(*inks: str) -> tuple[Faces, Colours]:
    """Circles side by side on a line, and their colours."""
    faces = faces_of([figure(Shape.CIRCLE, ink) for ink in inks])
    cells = np.array([(x, 0) for x in range(len(inks))], np.int64)
    shapes = np.eye(ANSWERS)[[SHAPES.index(Shape.CIRCLE)] * len(inks)]
    faces = replace(faces, cells=cells, belongs=np.ones(len(inks), np.bool_), shapes=shapes)
    rows = np.eye(len(Colour))[[list(Colour).index(Colour(ink)) for ink in inks]]
    fits = np.full(len(inks), 20.0)
    return faces, Colours(rows, WHITE_SET, 1.0, np.ones(3), 0.0, fits, fits)


def test_seven_circles_of_which_some_are_twice_in_a_line_are_bottle_tops() -> None:
    assert all_alike(*circles("red", "blue", "green", "red", "yellow", "green", "blue"))


def test_a_line_of_circles_with_one_misread_colour_is_a_line() -> None:
    assert not all_alike(*circles("red", "blue", "green", "red", "yellow", "orange"))


def test_squares_that_fill_their_cells_are_stickers_of_a_cube() -> None:
    cut = np.full((FACE_PX, FACE_PX, 3), BLACK_BGR, np.uint8)
    cut[4:-4, 4:-4] = INKS_BGR["orange"]
    assert are_stickers(faces_of([cut] * 4))
    assert not are_stickers(faces_of([figure(Shape.SQUARE, "orange")] * 4))


def test_many_circles_and_squares_without_any_other_shape_are_no_tiles() -> None:
    plain = [Shape.CIRCLE, Shape.SQUARE] * 4
    cuts = [figure(shape, "blue") for shape in plain]
    assert many_and_plain(faces_of(cuts, plain))
    assert not many_and_plain(faces_of(cuts[:6], plain[:6]))
    assert not many_and_plain(faces_of(cuts, [*plain[:7], Shape.CLOVER]))


def test_hazy_tiles_on_a_table_as_dark_as_they_are_tiles_without_edges(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jpeg = table_jpeg("ro@0,0 rs@1,0 rd@2,0 bs@1,1 gs@1,2", size_wh=(640, 480))
    table = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    hazy = np.asarray(np.maximum(table, 64), np.uint8)
    monkeypatch.setattr(opinion, "seen_along", lambda *_: np.zeros(1))
    assert len(read_picture(hazy).sightings) >= 4
    monkeypatch.setattr(opinion, "KNOWN", 1.1)
    assert not read_picture(hazy).sightings


@pytest.mark.parametrize(("middle_bgr", "is_table"), [((22, 36, 46), True), ((47, 52, 53), False)])
def test_a_back_in_the_tables_hue_amid_tiles_of_another_is_its_shadow(
    middle_bgr: tuple[int, int, int], is_table: bool
) -> None:
    ring = [(x, y) for y in range(3) for x in range(3)]
    cuts = np.full((9, FACE_PX, FACE_PX, 3), (52, 58, 59), np.uint8)
    cuts[:, 12:20, 12:20] = (60, 60, 220)
    cuts[4] = middle_bgr
    shapes = np.eye(ANSWERS)[[BACK if cell == (1, 1) else 0 for cell in ring]]
    faces = Faces(
        np.array([(100.0 + 40 * x, 100.0 + 40 * y) for x, y in ring]),
        np.array(ring, np.int64),
        np.ones(9, np.bool_),
        np.tile(40.0 * np.eye(2), (9, 1, 1)),
        shapes,
        cuts,
    )
    table = np.full((300, 300, 3), (30, 48, 60), np.uint8)
    assert bare_backs(table, faces).tolist() == [is_table and cell == (1, 1) for cell in ring]

"""White letters of another game among the tiles are no white tiles."""

import numpy as np

from assistant.tiles import Shape
from tests.support.drawn_cuts import faces_of, figure, letter
from vision.reading.letters import are_letters

PURPLE_TABLE = [
    figure(Shape.CIRCLE, "red"),
    figure(Shape.SQUARE, "blue"),
    figure(Shape.DIAMOND, "purple"),
    figure(Shape.CLOVER, "yellow"),
    figure(Shape.STARBURST, "purple"),
    figure(Shape.SQUARE, "green"),
]
LETTERS = faces_of([letter(sign) for sign in "HEN"])
NONE = faces_of([])


def test_no_faces_are_no_letters() -> None:
    assert len(are_letters(NONE, LETTERS)) == 0


def test_a_white_x_beside_other_letters_is_a_letter_where_the_tiles_are_of_a_purple_set() -> None:
    faces = faces_of([*PURPLE_TABLE, letter("X")])
    assert np.flatnonzero(are_letters(faces, LETTERS)).tolist() == [6]


def test_without_letters_around_it_stays_what_it_seems() -> None:
    assert not are_letters(faces_of([*PURPLE_TABLE, letter("X")]), NONE).any()


def test_letters_in_another_ink_say_nothing_about_white() -> None:
    yellow = faces_of([letter(sign, "yellow") for sign in "HEN"])
    assert not are_letters(faces_of([*PURPLE_TABLE, letter("X")]), yellow).any()


def test_white_tiles_of_a_white_set_stay_tiles_beside_letters() -> None:
    inks = ("red", "orange", "yellow", "green", "blue", "white")
    faces = faces_of([figure(Shape.SQUARE, ink) for ink in inks])
    assert not are_letters(faces, LETTERS).any()

"""Cards of a row are read together: doubt follows the row, what is clear stays."""

from __future__ import annotations

from dataclasses import replace

from assistant.tiles import Colour, Shape, parse_tile
from vision.observation import Face
from vision.reading.card_together import read_together


def face(text: str, sure: float = 0.99, rival: Shape | None = None) -> Face:
    tile = parse_tile(text)
    shapes = dict.fromkeys(Shape, 1e-4)
    shapes[tile.shape] = sure
    if rival is not None:
        shapes[rival] = 1 - sure
    colours = dict.fromkeys(Colour, 1e-4)
    colours[tile.colour] = 0.99
    return Face(colours, shapes, (0.0, 0.0), ())


def read(*faces: Face) -> list[str]:
    return [str(one.tile) for one in read_together(faces)]


def test_no_card_is_no_row():
    assert read_together([]) == []


def test_an_unsure_shape_is_the_one_the_row_shares():
    blurred = face("bo", 0.7, Shape.SQUARE)
    assert read(face("rs"), face("gs"), blurred, face("ys")) == ["rs", "gs", "bs", "ys"]


def test_a_card_that_lies_there_already_is_not_seen_twice():
    blurred = face("bo", 0.7, Shape.STARBURST)
    assert read(face("bo"), face("bs"), blurred, face("bd")) == ["bo", "bs", "b*", "bd"]


def test_a_row_that_is_clearly_wrong_stays_wrong():
    assert read(face("rs"), face("gs"), face("bo")) == ["rs", "gs", "bo"]


def test_what_was_made_to_fit_is_told_with_doubt():
    (_, _, after) = read_together([face("rs"), face("gs"), face("bo", 0.9, Shape.SQUARE)])
    assert after.confidence < 0.9


def test_two_cards_share_something_by_chance_too_often():
    assert read(face("rs"), face("bo", 0.6, Shape.SQUARE)) == ["rs", "bo"]


def test_one_ink_that_is_doubtful_on_all_cards_stays_doubtful():
    def dusky(shape: str) -> Face:
        one = face(f"y{shape}")
        return replace(one, colours={Colour.YELLOW: 0.55, Colour.GREEN: 0.45})

    row = read_together([dusky(shape) for shape in "osdcx"])
    assert all(one.tile.colour is Colour.YELLOW for one in row)
    assert all(0.3 < one.colours[Colour.GREEN] < 0.5 for one in row)


def test_a_card_that_is_surely_against_the_rules_is_left_as_it_was_read():
    row = [face("rc"), face("gc"), face("yc"), face("bs", 0.9995, Shape.CLOVER)]
    assert read_together(row) == row
    unsure = [*row[:3], face("bs", 0.9, Shape.CLOVER)]
    assert read_together(unsure)[3].shapes[Shape.CLOVER] > 0.3

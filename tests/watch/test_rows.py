"""A table of Cards is a set of rows: what was laid, moved and taken is told from the rows alone."""

from __future__ import annotations

from dataclasses import replace

from assistant.tiles import Colour, Shape, Tile, parse_tile
from assistant.watch.rows import explain_rows
from assistant.watch.rows_doubts import Doubt
from vision.observation import Face, Group, GroupKind, Observation


def row(text: str) -> tuple[Tile, ...]:
    return tuple(parse_tile(word) for word in text.split())


def face(tile: Tile, sure: float = 0.99, rival: Tile | None = None) -> Face:
    """A card read with a certainty; the rest goes to the rival where there is one."""
    colours = dict.fromkeys((c for c in Colour), 1e-6)
    shapes = dict.fromkeys((s for s in Shape), 1e-6)
    other = rival or tile
    colours[other.colour] = shapes[other.shape] = 1 - sure
    colours[tile.colour] = 1.0 if other.colour is tile.colour else sure
    shapes[tile.shape] = 1.0 if other.shape is tile.shape else sure
    return Face(colours, shapes, (0.0, 0.0), ())


def seen(*rows: str, loose: str = "") -> Observation:
    groups = tuple(Group(GroupKind.HEAP, (face(tile),)) for tile in row(loose))
    return Observation(
        (1, 1), rows=tuple(tuple(face(t) for t in row(r)) for r in rows), groups=groups
    )


def test_an_empty_table_stays_empty():
    found = explain_rows((), (), seen())
    assert found.laid == found.rows == ()
    assert found.doubts == {Doubt.NOTHING_LAID}


def test_a_row_pushed_elsewhere_and_read_from_the_other_end_is_the_same_row():
    found = explain_rows((row("ro rs rd"), row("bo go yo")), (), seen("yo go bo po", "rd rs ro"))
    assert found.laid == row("po")
    assert not found.doubts


def test_cards_may_move_from_row_to_row():
    before = (row("gs bs rs ps"), row("ro go bo"))
    found = explain_rows(before, (), seen("bs rs ps", "ro go bo", "gs gd gx"))
    assert sorted(map(str, found.laid)) == sorted(["gd", "gx"])
    assert found.is_legal
    assert not found.doubts


def test_a_completed_qwirkle_that_still_lies_there_is_in_the_rows():
    found = explain_rows((row("ro rs rd rc r*"),), (), seen("ro rs rd rc r* rx"))
    assert found.laid == row("rx")
    assert found.rows == (row("ro rs rd rc r* rx"),)


def test_a_completed_qwirkle_already_taken_is_told_by_what_is_missing():
    before = (row("ro rs rd rc r*"), row("bo go yo"))
    found = explain_rows(before, (), seen("bo go yo", loose="rx"))
    assert found.laid == row("rx")
    assert set(map(frozenset, found.rows)) == {
        frozenset(row("ro rs rd rc r* rx")),
        frozenset(row("bo go yo")),
    }
    assert not found.doubts


def test_a_picture_on_which_no_row_was_read_is_no_sign_of_many_qwirkles():
    before = tuple(map(row, ("yo yc yx yd y*", "ro rc r* rd", "go gc g* gs", "bo bc bx bd b*")))
    found = explain_rows(before, (), seen())
    assert not found.taken
    assert Doubt.HIDDEN in found.doubts


def test_a_card_that_is_not_seen_is_kept_and_asked_about_when_it_is_missed_again():
    found = explain_rows((row("ro rs rd rc"), row("bo go yo")), (), seen("ro rs rc", "bo go yo po"))
    assert found.laid == row("po")
    assert not found.doubts
    assert sorted_rows(found.rows) == sorted_rows((row("ro rs rd rc"), row("bo go yo po")))
    shown = seen("ro rs rc", "bo go yo po", "gx rx bx")
    again = explain_rows(found.rows, (), shown, memory=found.memory)
    assert again.laid == row("rx gx bx")
    assert Doubt.HIDDEN in again.doubts


def test_a_card_that_is_not_seen_where_its_row_was_torn_is_asked_about():
    before = (row("ro rs rd rc"), row("bo go yo"))
    found = explain_rows(before, (), seen("ro rs", "rc bc gc", "bo go yo"))
    assert Doubt.HIDDEN in found.doubts


def test_a_short_row_that_one_more_card_would_make_legal_is_asked_about():
    assert Doubt.HIDDEN in explain_rows((), (), seen("ro rs")).doubts
    assert not explain_rows((row("bo go yo"),), (), seen("bo go yo", "ro gs")).doubts


def test_a_card_read_unsurely_in_a_row_nobody_touched_is_no_question():
    before = (row("ro rs rd"), row("bo go yo"))
    old = (*(face(t) for t in row("ro rs")), face(row("rd")[0], 0.6, row("gd")[0]))
    sure = (tuple(face(t) for t in row(text)) for text in ("bo go yo", "rd yd bd"))
    found = explain_rows(before, (), Observation((1, 1), rows=(old, *sure)))
    assert sorted(map(str, found.laid)) == ["bd", "rd", "yd"]
    assert not found.doubts


def test_a_card_that_lay_there_and_is_read_otherwise_was_misread():
    before = (row("ro rs rd"), row("bo go yo"))
    cards = (*(face(t) for t in row("ro rs")), face(row("od")[0], 0.97, row("rd")[0]))
    rows = (cards, tuple(face(t) for t in row("bo go yo po")))
    found = explain_rows(before, (), Observation((1, 1), rows=rows))
    assert found.laid == row("po")
    assert sorted_rows(found.rows) == sorted_rows((row("ro rs rd"), row("bo go yo po")))
    assert not found.doubts


def test_a_new_card_that_may_be_two_is_asked_about():
    cards = (*(face(t) for t in row("ro rs rd")), face(row("rc")[0], 0.7, row("r*")[0]))
    found = explain_rows((row("ro rs rd"),), (), Observation((1, 1), rows=(cards,)))
    assert Doubt.READING in found.doubts
    ((card, answers),) = found.answers
    assert card.tile == row("rc")[0]
    assert [tile for tile, _ in answers[:2]] == list(row("rc r*"))


def test_a_fourth_copy_is_doubted():
    before = (row("ro rs rd"),)
    piles = row("bx bx bx")
    cards = (*(face(t) for t in row("bo bs")), face(row("bx")[0], 0.9, row("b*")[0]))
    rows = (tuple(face(t) for t in row("ro rs rd")), cards)
    found = explain_rows(before, piles, Observation((1, 1), rows=rows))
    assert found.laid.count(row("bx")[0]) == 0
    assert Doubt.READING in found.doubts


def test_a_card_seen_clearly_is_never_bent_to_make_a_row_legal():
    found = explain_rows((row("ro rs rd"),), (), seen("ro rs rd bc"))
    assert found.laid == row("bc")
    assert not found.is_legal


def lying(text: str, *at_px: float) -> tuple[Face, ...]:
    """A row with the places of its cards."""
    places = zip(row(text), at_px, strict=True)
    return tuple(replace(face(tile), centre_px=(x, 0.0)) for tile, x in places)


def test_one_row_is_two_only_where_it_does_not_lie_as_one():
    before = (row("go ro yo bo po"),)
    even = Observation((1, 1), rows=(lying("go ro yo bo po go", 0, 60, 120, 180, 240, 300),))
    found = explain_rows(before, (), even)
    assert not found.is_legal
    assert not found.doubts
    parted = Observation((1, 1), rows=(lying("go ro yo bo po go", 0, 60, 120, 220, 280, 340),))
    assert explain_rows(before, (), parted).doubts


def test_a_card_that_moved_from_a_row_with_a_gap_is_asked_about():
    before = (row("p* r* y*"), row("g* o* r*"))
    rows = (lying("r* y*", 0, 120), lying("g* o* r* p*", 0, 60, 120, 180))
    assert Doubt.HIDDEN in explain_rows(before, (), Observation((1, 1), rows=rows)).doubts


def test_old_cards_that_lie_alone_are_between_rows():
    found = explain_rows((row("ro rs rd rc"),), (), seen("ro rs rd", loose="rc"))
    assert found.between == row("rc")
    assert Doubt.BETWEEN_ROWS in found.doubts


def test_the_open_card_of_a_players_pile_is_in_no_row():
    found = explain_rows((row("ro rs rd"),), row("bx"), seen("ro rs rd rc", loose="bx"))
    assert found.laid == row("rc")
    assert not found.between


def test_two_rows_read_as_one_are_parted_and_asked_about():
    found = explain_rows((row("ro rs rd"),), (), seen("ro rs rd bc gc yc"))
    assert found.is_legal
    assert found.doubts == {Doubt.PARTED}


def sorted_rows(rows):
    return sorted(sorted(map(str, one)) for one in rows)

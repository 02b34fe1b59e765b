"""A table of Cards is a set of rows: what was laid, moved and taken is told from the rows alone."""

from __future__ import annotations

from dataclasses import replace

from assistant.tiles import Colour, Shape, Tile, parse_tile
from assistant.watch.rows import explain_rows
from assistant.watch.rows_doubts import UNSEEN_AGAIN, Doubt, Gone
from assistant.watch.rows_guess import Revision, line_of, signature
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


def test_a_qwirkle_of_which_cards_lie_open_is_hardly_taken():
    before = (row("ro rs rd"), row("bx gx yx"))
    taken = seen("bx gx yx", loose="ro")
    assert explain_rows(before, (), taken).doubts == set()
    lying = seen("bx gx yx", loose="ro rd")
    assert Doubt.HIDDEN in explain_rows(before, (), lying).doubts


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


def test_two_open_cards_of_piles_that_are_read_as_a_row_are_none():
    before, piles = (row("bo go po"),), row("oo od oc os ox o*  ps pd pc po px p*")
    found = explain_rows(before, piles, seen("bo go po yo", "oo ps"))
    assert found.laid == row("yo")
    assert found.rows == (row("bo go po yo"),)


def cards_at(tiles: str, x: float, y: float) -> tuple[Face, ...]:
    """Cards of 10 by 15 pixels side by side, the first at a place."""
    found = []
    for k, tile in enumerate(row(tiles)):
        left, right, top, bottom = x + 12 * k - 5, x + 12 * k + 5, y - 7.5, y + 7.5
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        found.append(replace(face(tile), centre_px=(x + 12.0 * k, y), corners_px=corners))
    return tuple(found)


def alone(*faces: Face) -> tuple[Group, ...]:
    return tuple(Group(GroupKind.HEAP, (one,)) for one in faces)


def test_two_unlike_cards_that_lie_as_in_a_row_are_a_row_against_the_rules():
    before, rows = (row("ro rs rd"),), (cards_at("ro rs rd", 0, 0),)
    picture = Observation((1, 1), rows=rows, groups=alone(*cards_at("gx bo", 0, 40)))
    found = explain_rows(before, (), picture)
    assert sorted(map(str, found.laid)) == ["bo", "gx"]
    assert not found.is_legal
    far_apart = alone(*cards_at("gx", 0, 40), *cards_at("bo", 60, 40))
    assert not explain_rows(before, (), replace(picture, groups=far_apart)).laid
    assert not explain_rows(before, row("gx bo"), picture).laid


def test_a_card_that_lies_open_in_no_row_is_asked_about_once():
    before, picture = (row("ro rs rd"),), seen("ro rs rd rx", loose="gx")
    assert explain_rows(before, (), picture).doubts == {Doubt.BETWEEN_ROWS}
    assert not explain_rows(before, (), picture, aside=row("gx")).doubts
    assert not explain_rows(before, row("gx"), picture).doubts


def test_two_rows_read_as_one_are_parted_and_asked_about():
    found = explain_rows((row("ro rs rd"),), (), seen("ro rs rd bc gc yc"))
    assert found.is_legal
    assert found.doubts == {Doubt.PARTED}


def sorted_rows(rows):
    return sorted(sorted(map(str, one)) for one in rows)


def test_a_card_misread_between_its_neighbours_is_no_new_one_that_hides_it():
    before = (row("rc oc yc pc"), row("bo go yo"))
    for lies in (misread("rc oc yc bc", 3, "pc", 0.998), misread("oc rc bc yc", 2, "pc", 0.97)):
        shown = Observation((1, 1), rows=(lies, *seen("bo go yo po").rows))
        found = explain_rows(before, (), shown)
        assert found.laid == row("po")
        assert not found.doubts


def test_a_new_card_at_one_end_of_a_row_may_hide_nothing_at_the_other():
    before = (row("rc oc yc pc"), row("bo go yo"))
    rows = (misread("oc yc pc bc", 3, "rc", 0.99), *seen("bo go yo po").rows)
    assert explain_rows(before, (), Observation((1, 1), rows=rows)).doubts


def test_a_row_that_seems_to_lie_as_it_did_may_have_got_a_card_that_is_missed_elsewhere():
    before = (row("o* oc oo"), row("ox px rx yx"), row("g* gd go gx"))
    lies = misread("o* oc oo", 0, "ox", 0.64)
    rows = (lies, *seen("px rx yx", "g* o* p*", "gd go gx").rows)
    found = explain_rows(before, (), Observation((1, 1), rows=rows))
    assert found.laid == row("p*")
    assert sorted_rows(found.rows) == sorted_rows(
        map(row, ("ox oc oo", "px rx yx", "g* o* p*", "gd go gx"))
    )


def test_of_two_that_look_like_one_card_the_less_sure_is_the_other():
    before = (row("gs bs ps"), row("go bo po"), row("ro rs rd"))
    lies = (misread("gs ps ps", 1, "bs", 0.85), misread("go po po", 1, "bo", 0.85))
    found = explain_rows(before, (), Observation((1, 1), rows=(*lies, *seen("ro rs rd rc").rows)))
    assert found.laid == row("rc")
    assert not found.doubts


def test_a_card_that_left_its_row_unseen_may_lie_in_one_that_seems_untouched():
    before = (row("yd yo yx"), row("yc ys y*"), row("gd pd rd"))
    found = explain_rows(before, (), seen("yc ys y*", "gd pd rd yd", "gx ox yx"))
    assert sorted_rows(found.rows) == sorted_rows(
        map(row, ("yc ys y* yo", "gd pd rd yd", "gx ox yx"))
    )
    assert Doubt.HIDDEN in found.doubts


def test_a_new_card_that_is_likelier_than_not_what_it_is_taken_for_is_weighed_with_the_rules():
    clear = misread("ro rs rd rc", 3, "bc", 0.78)
    assert not explain_rows((row("ro rs rd"),), (), Observation((1, 1), rows=(clear,))).doubts
    bent = misread("ro rs rd bc", 3, "rc", 0.78)
    assert explain_rows((row("ro rs rd"),), (), Observation((1, 1), rows=(bent,))).doubts


def going_on(card: str) -> Observation:
    """A row of three, and a card in its line that was read as lying alone."""
    end = replace(face(row(card)[0]), centre_px=(180.0, 0.0))
    rows = (lying("ro rs rd", 0, 60, 120),)
    return Observation((1, 1), rows=rows, groups=(Group(GroupKind.HEAP, (end,)),))


def test_a_card_that_goes_on_in_the_line_of_its_row_is_no_card_between_rows():
    found = explain_rows((row("ro rs rd"),), (), going_on("rc"))
    assert found.laid == row("rc")
    assert not found.between


def test_a_card_in_the_line_of_a_row_that_it_does_not_fit_is_laid_against_the_rules():
    found = explain_rows((row("ro rs rd"),), (), going_on("bx"))
    assert found.laid == row("bx")
    assert not found.is_legal
    assert found.doubts


def test_only_the_rows_that_are_doubtful_stay_so():
    before = (row("ro rs rd"), row("bo go yo"))
    rows = (misread("ro rs rd rc", 3, "rx", 0.7), *seen("bo go yo po").rows)
    found = explain_rows(before, (), Observation((1, 1), rows=rows))
    assert found.unsettled == {signature(line_of(row("ro rs rd rc")))}


def test_a_row_that_takes_up_a_doubtful_one_stays_doubtful():
    before = (row("ro rs rd"), row("bo go yo"))
    open_row = frozenset({signature(line_of(row("ro rs rd")))})
    found = explain_rows(before, (), seen("ro rs rd rc", "bo go yo po"), unsettled=open_row)
    assert Doubt.READING in found.doubts
    assert found.unsettled == {signature(line_of(row("ro rs rd rc")))}


def test_a_card_that_is_not_seen_of_a_row_counted_in_doubt_is_asked_about():
    before = (row("ro rs rd rc"), row("bo go yo"))
    open_row = frozenset({signature(line_of(row("ro rs rd rc")))})
    shown = seen("ro rs rd", "bo go yo po")
    assert not explain_rows(before, (), shown).doubts
    assert Doubt.HIDDEN in explain_rows(before, (), shown, unsettled=open_row).doubts


def test_a_row_that_was_counted_in_doubt_and_looks_as_doubtful_again_is_asked_about_again():
    before = (row("ro rs rd"), row("bo go yo"))
    lies = misread("ro rs rd rc", 3, "rx", 0.8)
    first = explain_rows(before, (), Observation((1, 1), rows=(lies, *seen("bo go yo").rows)))
    again = Observation((1, 1), rows=(lies, *seen("bo go yo po").rows))
    found = explain_rows(first.rows, (), again, memory=first.memory, unsettled=first.unsettled)
    assert found.laid == row("po")
    assert Doubt.READING in found.doubts
    assert not explain_rows(first.rows, (), again, memory=first.memory).doubts


def test_a_card_of_a_row_in_doubt_is_set_right_unasked_only_where_that_is_sure():
    before = (row("rs ys gs"), row("bo go yo"))
    line = signature(line_of(row("rs ys gs")))
    known = (Revision(line, *line_of(row("ys os")), 0.0),)
    for sure, doubts in ((0.85, {Doubt.READING}), (0.999, set())):
        lies = misread("rs os gs", 1, "ys", sure)
        shown = Observation((1, 1), rows=(lies, *seen("bo go yo po").rows))
        found = explain_rows(before, (), shown, memory=known, unsettled=frozenset({line}))
        assert found.revised == known
        assert found.doubts == doubts


def test_a_card_that_was_set_right_in_doubt_may_still_be_what_it_was():
    before = (row("rs ys gs"), row("bo go yo"))
    line = signature(line_of(row("rs ys gs")))
    known = (Revision(line, *line_of(row("ys os")), 0.5),)
    first = Observation((1, 1), rows=(misread("rs os gs", 1, "ys", 0.7), *seen("bo go yo").rows))
    set_right = explain_rows(before, (), first, memory=known, unsettled=frozenset({line}))
    assert set_right.revised == known
    again = Observation(
        (1, 1), rows=(misread("rs os gs", 1, "ys", 0.55), *seen("bo go yo po").rows)
    )
    told = explain_rows(set_right.rows, (), again, memory=set_right.memory)
    assert Doubt.READING in told.doubts


def test_a_card_that_is_set_right_to_one_against_the_rules_leaves_its_row_in_doubt():
    before = (row("ys gs os"), row("bo go yo"))
    line = signature(line_of(row("ys gs os")))
    known = (Revision(line, *line_of(row("os gs")), -2.0),)
    shown = seen("ys gs gs", "bo go yo po")
    found = explain_rows(before, (), shown, memory=known, unsettled=frozenset({line}))
    assert found.revised == known
    assert Doubt.READING in found.doubts
    twice = signature(line_of(row("ys gs gs")))
    assert twice in found.unsettled
    # Taken apart, it is as doubtful what came from the hand.
    before = (row("ys gs gs"), row("bo go yo"))
    apart = seen("ys rs ps", "gs gd gc", "gs bo go yo")
    assert Doubt.READING in explain_rows(before, (), apart, unsettled=frozenset({twice})).doubts


def test_a_card_is_not_set_right_to_one_that_its_row_may_not_have():
    before = (row("gs bs ps"), row("ro rs rd"))
    line = signature(line_of(row("gs bs ps")))
    known = (Revision(line, *line_of(row("bs ps")), 1.0),)
    lies = misread("gs ps ps", 1, "bs", 0.85)
    shown = Observation((1, 1), rows=(lies, *seen("ro rs rd rc").rows))
    assert not explain_rows(before, (), shown, memory=known).revised


def test_a_card_is_not_set_right_to_one_that_lies_at_the_other_end_of_its_row():
    before = (row("rs ys bs"), row("bo go yo"))
    line = signature(line_of(row("rs ys bs")))
    known = (Revision(line, *line_of(row("rs ps")), 7.5),)
    found = explain_rows(before, (), seen("ys bs ps", "bo go yo po"), memory=known)
    assert not found.revised
    assert found.doubts


def test_a_card_that_is_not_seen_may_have_moved_with_the_others():
    before = (row("b* bc bs bx"), row("gc pc rc yc"))
    moved = explain_rows(before, (), seen("b* bs bx", "pc rc yc", "gc gd go"))
    assert Doubt.HIDDEN in moved.doubts
    elsewhere = explain_rows(before, (), seen("b* bs bx", "gc pc rc yc", "yd rd pd"))
    assert Doubt.HIDDEN not in elsewhere.doubts


def test_five_cards_that_were_a_qwirkle_may_be_a_row():
    six = row("ro rs rd rc r* rx")
    shown = seen("ro rs rd rc r*", "bo go yo po")
    found = explain_rows((row("bo go yo"),), six, shown, just_taken=(six,), taken=(six,))
    assert Doubt.HIDDEN in found.doubts


def misread(text: str, at: int, rival: str, sure: float) -> tuple[Face, ...]:
    """A row of which one card may be another."""
    cards = row(text)
    (other,) = row(rival)
    return tuple(face(card, sure, other) if k == at else face(card) for k, card in enumerate(cards))


def test_cards_that_lie_near_each_other_unread_as_a_row_are_what_is_seen_of_one_that_lay_there():
    before = (row("gx px yx"), row("ro rs rd"))
    rows = (cards_at("ro rs rd rc", 0, 0),)
    near = alone(*cards_at("gx", 0, 60), *cards_at("yx", 20, 60))
    found = explain_rows(before, (), Observation((1, 1), rows=rows, groups=near))
    assert found.laid == row("rc")
    assert not found.taken
    far = alone(*cards_at("gx", 0, 60), *cards_at("yx", 300, 60))
    assert explain_rows(before, (), Observation((1, 1), rows=rows, groups=far)).taken


def test_cards_that_were_taken_as_a_qwirkle_in_doubt_may_lie_there_unseen_in_the_next_picture():
    before, unseen = (row("bo go yo"),), "rx yx gx px"
    gone = frozenset({Gone(signature(line_of(row(unseen))), 0.5)})
    found = explain_rows(before, (), seen("bo go yo po"), gone=gone)
    assert Doubt.HIDDEN in found.doubts
    assert {one.unseen for one in found.gone} == {0.5 * UNSEEN_AGAIN}
    assert not explain_rows(before, (), seen("bo go yo po", unseen), gone=gone).gone


def test_a_qwirkle_taken_in_doubt_leaves_its_cards_gone_in_doubt():
    before = (row("gx px yx"), row("ro rs rd"), row("bo go yo"))
    found = explain_rows(before, (), seen("ro rs rd", "bo go yo po"))
    assert found.taken
    assert {one.cards for one in found.gone} == {signature(line_of(row("gx px yx")))}

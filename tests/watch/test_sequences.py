"""Tiles that are more than one turn: which turns they can be, and how long players pause."""

from assistant.board import format_placement, parse_board, parse_placement
from assistant.rules import classic
from assistant.watch.rhythm import UNKNOWN, Rhythm
from assistant.watch.sequences import PERHAPS, PROBABLY, Rest, explanations

BOARD = parse_board("ro rs rd ..\n.. bs .. ..\n.. gs gc ..")


def explained(tiles, **more):
    return explanations(BOARD, parse_placement(tiles), classic.BOOK, **more)


def turns(one):
    return [format_placement(turn) for turn in one.turns]


def test_a_legal_move_seen_at_once_is_one_turn():
    best = explained("rc@3,0 r*@4,0")[0]
    assert turns(best) == ["rc@3,0 r*@4,0"]
    assert best.probability > 0.99


def test_what_builds_on_the_first_turns_tiles_is_parted_too():
    orders = explained("rc@3,0 yc@3,1 yx@4,1", unseen=PERHAPS)
    by_turns = {tuple(turns(one)): one.points for one in orders}
    assert by_turns["rc@3,0", "yc@3,1 yx@4,1"] == (4, 4)
    assert len(orders[0].turns) == 2


def test_two_places_may_have_been_played_in_either_order():
    both = explained("rc@3,0 go@3,2", unseen=PERHAPS)
    orders = [turns(one) for one in both if len(one.turns) == 2]
    assert orders == [["rc@3,0", "go@3,2"], ["go@3,2", "rc@3,0"]]


def test_three_turns_are_found_where_two_photos_are_missing():
    best = explained("rc@3,0 yc@3,1 yx@4,1 bo@0,1", unseen=PROBABLY, skipped=2)[0]
    assert len(best.turns) == 3


def test_a_missing_photo_makes_two_turns_of_a_legal_one():
    best, *_ = explained("rc@3,0 r*@4,0", unseen=PROBABLY, skipped=1)
    assert turns(best) == ["rc@3,0", "r*@4,0"]


def test_what_lay_there_first_was_laid_first():
    rest = Rest(frozenset(parse_placement("go@3,2")), 5.0)
    best = explained("rc@3,0 go@3,2", rests=[rest])[0]
    assert turns(best) == ["go@3,2", "rc@3,0"]


def test_one_tile_and_more_after_a_moment_are_one_opening():
    rest, tiles = Rest(frozenset(parse_placement("ro@0,0")), 1.8), parse_placement("ro@0,0 rs@1,0")
    opening, *_ = explanations(parse_board(""), tiles, classic.BOOK, [rest])
    later, *_ = explained("rc@3,0 rx@4,0", rests=[Rest(frozenset(parse_placement("rc@3,0")), 1.8)])
    assert (len(opening.turns), len(later.turns)) == (1, 1)
    assert later.probability < 0.95 < opening.probability


def test_a_long_quiet_is_between_turns_and_a_short_one_inside_a_move():
    odds = [UNKNOWN.odds_of_next(pause_s) for pause_s in (0.5, 1.5, 3.0, 5.0, 12.0)]
    assert odds == sorted(odds)
    assert odds[1] < 1
    assert odds[3] > 19


def test_tiles_that_are_illegal_together_are_two_turns_after_a_short_rest():
    for pause_s in (1.5, 2.0, 4.0):
        rest = Rest(frozenset(parse_placement("go@3,2")), pause_s)
        best = explained("rc@3,0 go@3,2", rests=[rest])[0]
        assert turns(best) == ["go@3,2", "rc@3,0"]
        assert best.probability > 0.95


def test_tiles_that_are_legal_together_are_doubtful_after_a_short_rest():
    rest = Rest(frozenset(parse_placement("rc@3,0")), 2.0)
    best = explained("rc@3,0 r*@4,0", rests=[rest])[0]
    assert 0.05 < best.probability < 0.95


def test_a_hasty_table_is_known_by_its_own_pauses():
    hasty, slow = Rhythm(), Rhythm()
    for _ in range(12):
        hasty = hasty.with_between(2.5).with_within(0.5)
        slow = slow.with_within(4.0).with_between(20.0)
    assert hasty.odds_of_next(2.5) > 19 > UNKNOWN.odds_of_next(2.5)
    assert 10 * slow.odds_of_next(5.0) < UNKNOWN.odds_of_next(5.0)


def test_an_illegal_turn_after_a_rest_is_the_next_players():
    rest = Rest(frozenset(parse_placement("rc@3,0")), 5.0)
    best = explained("rc@3,0 yx@4,0", rests=[rest])[0]
    assert turns(best) == ["rc@3,0", "yx@4,0"]
    assert best.probability > 0.9


def test_an_illegal_tile_elsewhere_after_a_short_rest_is_the_next_players():
    rest = Rest(frozenset(parse_placement("rc@3,0")), 2.0)
    elsewhere, in_line = (explained(f"rc@3,0 {one}", rests=[rest]) for one in ("yx@0,1", "yx@4,0"))
    assert turns(elsewhere[0]) == ["rc@3,0", "yx@0,1"]
    assert elsewhere[0].probability > 0.95 > in_line[0].probability


def test_every_rest_may_have_ended_a_turn():
    lay = ["rc@3,0", "rc@3,0 yc@3,1", "rc@3,0 yc@3,1 yx@4,1", "rc@3,0 yc@3,1 yx@4,1 bo@0,1"]
    rests = [Rest(frozenset(parse_placement(tiles)), 6.0) for tiles in lay]
    best = explained(lay[-1] + " bx@4,2", rests=rests)[0]
    assert turns(best) == ["rc@3,0", "yc@3,1", "yx@4,1", "bo@0,1", "bx@4,2"]
    assert best.probability > 0.95

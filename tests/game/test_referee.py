"""What lies around the ruling: whose turn, how it opens and ends, rolls, hands and counts."""

from dataclasses import replace

import pytest

from assistant.board import parse_placement
from assistant.game.events import (
    CardsLaid,
    Corrected,
    Counted,
    End,
    Finished,
    LetStand,
    Passed,
    PlayerLeft,
    Rerolled,
    Rulebook,
    Settings,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.game.history import Accepted, answer, fold
from assistant.game.options import Instead, can_play, instead, left_open, options, suggestions
from assistant.game.refusals import Refusal, Remark
from assistant.game.state import Game
from assistant.records.score_sheet import format_sheet
from assistant.rules.ruling import Fault
from assistant.tiles import parse_tiles
from tests.support.whole_games import classic_game

TWO = ("Anna", "Chris")
THREE = ("Anna", "Chris", "Sally")
CLASSIC = Started(Settings(), TWO)
CUBES = Started(Settings(Rulebook.CUBES), TWO)
CARDS = Started(Settings(Rulebook.CARDS), TWO)


def placed(player, text, **more):
    return TilesPlaced(player, parse_placement(text), **more)


def laid(player, cards, rows):
    return CardsLaid(player, parse_tiles(cards), tuple(map(parse_tiles, rows.split(" / "))))


def judged(*events):
    return fold(events, in_order=True)


def reasons(game):
    """Of every turn, why it was refused or which rules it breaks; nothing for a legal one."""
    return [
        turn.refused.reason
        if turn.refused
        else tuple(v.fault for v in turn.ruling.violations)
        if turn.ruling
        else ()
        for turn in game.turns
    ]


def refusal(game, event):
    answered = answer(game, event)
    return None if isinstance(answered, Accepted) else answered.reason


# Whose turn


def test_whoever_plays_out_of_turn_is_told_whose_turn_it_is():
    game = judged(CLASSIC, placed("Anna", "ro@0,0"), placed("Anna", "rs@1,0"))
    assert game.turns[1].refused.reason is Refusal.NOT_YOUR_TURN
    assert game.turns[1].refused.whose == "Chris"
    assert game.totals == {"Anna": 1, "Chris": 0}
    assert game.next_player == "Chris"


def test_a_named_opener_opens():
    game = judged(replace(CLASSIC, first="Chris"), placed("Anna", "ro@0,0"))
    assert reasons(game) == [Refusal.NOT_YOUR_TURN]


def test_after_an_illegal_try_the_same_player_tries_again_or_the_next_one_plays():
    begun = (Started(Settings(), THREE), placed("Anna", "ro@0,0"), placed("Chris", "bs@1,0"))
    again = judged(*begun, placed("Chris", "rs@1,0"), placed("Sally", "rd@2,0"))
    assert again.totals == {"Anna": 1, "Chris": 2, "Sally": 3}
    twice = judged(*begun, placed("Chris", "rs@1,0"), placed("Chris", "rd@2,0"))
    assert reasons(twice)[3:] == [Refusal.NOT_YOUR_TURN]
    on = judged(*begun, placed("Sally", "rs@1,0"), placed("Chris", "rd@2,0"))
    assert reasons(on)[2:] == [(), Refusal.NOT_YOUR_TURN]
    assert on.next_player == "Anna"
    too_early = judged(*begun, placed("Anna", "rs@1,0"))
    assert reasons(too_early)[2:] == [Refusal.NOT_YOUR_TURN]


def test_after_a_refused_trade_the_next_player_may_play():
    game = judged(CLASSIC, placed("Anna", "ro@0,0"), Traded("Chris", 7), placed("Anna", "rs@1,0"))
    assert reasons(game) == [(), Refusal.TRADE_MORE_THAN_HAND, ()]


def test_play_goes_on_from_a_move_out_of_turn_that_the_table_took():
    begun = (Started(Settings(), THREE), placed("Anna", "ro@0,0"))
    mine = judged(*begun, placed("Sally", "rs@1,0", out_of_turn=True), placed("Anna", "rd@2,0"))
    assert reasons(mine) == [(), (), ()]
    stood = judged(*begun, LetStand(placed("Sally", "rs@1,0"), 2), placed("Anna", "rd@2,0"))
    assert stood.totals == mine.totals == {"Anna": 4, "Chris": 0, "Sally": 2}


# Openings


@pytest.mark.parametrize(("laid_count", "fault"), [(2, "small"), (3, None), (4, "large")])
def test_the_opening_is_the_declared_set_all_of_it(laid_count, fault):
    tiles = " ".join(
        f"{tile}@{x},0" for x, tile in enumerate(["ro", "rs", "rd", "rc"][:laid_count])
    )
    game = judged(replace(CLASSIC, declared=3), placed("Anna", tiles))
    expected = () if fault is None else (Fault(f"opening_too_{fault}"),)
    assert reasons(game) == [expected]


def test_a_declaration_leaves_with_its_opener():
    started = Started(Settings(), THREE, first="Anna", declared=4)
    game = judged(started, PlayerLeft("Anna"), placed("Chris", "ro@0,0 rs@1,0"))
    assert game.turns[-1].is_legal
    assert [remark.remark for remark in game.turns[-1].remarks] == [Remark.UNDECLARED]


def test_nothing_is_traded_or_rolled_before_the_opening():
    assert refusal(fold([CLASSIC]), Traded("Anna", 2)) is Refusal.OPENS_FIRST
    assert refusal(fold([CUBES]), Rerolled("Anna", 2)) is Refusal.OPENS_FIRST
    assert refusal(fold([CUBES]), placed("Anna", "ro@0,0", rolled=2)) is Refusal.OPENS_FIRST
    assert refusal(fold([CARDS]), Traded("Anna", 9)) is Refusal.OPENS_FIRST
    freely = replace(CLASSIC, settings=Settings(no_opening_set=True))
    assert refusal(fold([freely]), Traded("Anna", 2)) is None


def test_cards_open_with_one_row_of_the_declared_size():
    started = replace(CARDS, declared=4)
    assert reasons(judged(started, laid("Anna", "ro rs rd", "ro rs rd"))) == [
        (Fault.OPENING_TOO_SMALL,)
    ]
    two_rows = laid("Anna", "ro rs rd bo bs bd", "ro rs rd / bo bs bd")
    assert reasons(judged(CARDS, two_rows)) == [(Fault.NOT_ONE_LINE,)]


@pytest.mark.parametrize(("rules", "declared"), [("classic", -2), ("classic", 9), ("cards", 2)])
def test_a_declaration_that_no_hand_can_have_is_refused(rules, declared):
    started = Started(Settings(Rulebook(rules)), TWO, declared=declared)
    assert refusal(None, started) is Refusal.DECLARED_IMPOSSIBLE


def test_without_a_declaration_any_opening_is_taken_with_a_remark():
    game = judged(CLASSIC, placed("Anna", "ro@0,0"))
    assert [remark.remark for remark in game.turns[0].remarks] == [Remark.UNDECLARED]
    declared = judged(replace(CLASSIC, declared=1), placed("Anna", "ro@0,0"))
    assert declared.turns[0].remarks == ()


# One thing a turn


def test_to_place_and_to_trade_in_one_turn_is_refused():
    game = judged(CLASSIC, placed("Anna", "ro@0,0", traded=2))
    assert reasons(game) == [Refusal.ONE_THING_A_TURN]
    assert not game.board


# Cubes


def test_the_roll_is_given_back_with_every_turn_whatever_happened_before():
    game = judged(
        CUBES,
        placed("Anna", "ro@0,0"),
        Rerolled("Chris", 2),
        placed("Chris", "bs@1,0"),
        placed("Anna", "rs@1,0"),
        Rerolled("Chris", 3),
    )
    assert reasons(game)[-1] == ()


def test_a_roll_beside_an_illegal_placement_was_the_roll_of_that_turn():
    game = judged(
        CUBES, placed("Anna", "ro@0,0"), placed("Chris", "bs@1,0", rolled=2), Rerolled("Chris", 2)
    )
    assert reasons(game)[-1] is Refusal.ROLL_ONCE


def test_the_roll_is_given_back_where_hands_are_unknown():
    lying = " ".join(f"{c}o@{2 * x},{2 * y}" for y, c in enumerate("royg") for x in range(15))
    lying += " " + " ".join(f"bo@{2 * x},8" for x in range(15)) + " ps@0,10 ps@2,10 ps@4,10 ps@6,10"
    game = fold([replace(CUBES, start=parse_placement(lying))])
    assert game.seats[0].hand is None
    for event in (Rerolled("Anna", 2), placed("Anna", "pd@1,10"), placed("Chris", "pd@3,10")):
        game = answer(game, event).game
    assert refusal(game, Rerolled("Anna", 2)) is None


BLOCK = (
    Started(Settings(Rulebook.CUBES), THREE),
    placed("Anna", "go@0,0 gs@1,0"),
    placed("Chris", "gd@0,1 gc@1,1"),
)


def test_whoever_can_hold_only_colours_that_fit_nowhere_passes():
    game = judged(*BLOCK, Rerolled("Sally", 6), Passed("Sally"))
    assert reasons(game)[-2:] == [(), ()]
    assert game.next_player == "Anna"
    free = judged(CUBES, placed("Anna", "ro@0,0"), Passed("Chris"))
    assert reasons(free)[-1] is Refusal.NO_PASSING


def test_cubes_are_blocked_when_everybody_passes():
    game = judged(*BLOCK, Passed("Sally"), Passed("Anna"), Passed("Chris"))
    assert game.end is End.BLOCKED
    assert sum(game.totals.values()) == 2 + 6
    assert judged(*BLOCK, Finished(End.BLOCKED)).end is End.BLOCKED
    free = judged(CUBES, placed("Anna", "ro@0,0"), Finished(End.BLOCKED))
    assert free.end_refused.reason is Refusal.STILL_FITS


# Cards


def test_a_row_that_the_table_let_stand_spoils_no_later_turn():
    game = judged(
        CARDS,
        laid("Anna", "ro rs rd", "ro rs rd"),
        LetStand(laid("Chris", "bo bs", "ro rs rd / bo bs"), 0),
        laid("Anna", "rc", "ro rs rd rc / bo bs"),
    )
    assert game.turns[-1].is_legal


def nearly_empty(pile):
    """A table of Cards that leaves so many cards in the pile, every kind three times at most."""
    tripled = ["ro rs rd", "rc r* rx", "bo bs bd", "bc b* bx", "go gs gd"] * 3
    tripled += ["gc g* gx", "yo ys yd", "yc y* yx", "oo os od", "oc o* ox"] * 3
    left = 108 - 18 - pile
    rows = [parse_tiles(row) for row in tripled][: left // 3]
    return replace(CARDS, rows=tuple(rows))


def test_an_illegal_try_in_the_last_round_eats_no_turn():
    started = nearly_empty(3)
    rows = " / ".join(" ".join(map(str, row)) for row in started.rows)
    game = judged(
        started,
        laid("Anna", "po ps pd", f"{rows} / po ps pd"),
        laid("Chris", "pc", f"{rows} / po ps pd / pc"),
        laid("Chris", "pc", f"{rows} / po ps pd pc"),
        laid("Anna", "p*", f"{rows} / po ps pd pc p*"),
    )
    assert [turn.is_legal for turn in game.turns] == [True, False, True, True]
    assert game.end is End.LAST_ROUND


def test_cards_taken_up_with_an_empty_pile_are_in_their_last_round():
    game = judged(nearly_empty(0), Passed("Anna"), Passed("Chris"))
    assert game.end is End.LAST_ROUND


@pytest.mark.parametrize("count", [6, 9])
def test_with_few_cards_in_the_pile_the_last_ones_are_the_new_hand(count):
    game = judged(nearly_empty(6), Traded("Anna", count))
    assert game.turns[-1].is_legal
    assert (game.bag, game.next_player) == (0, "Anna")
    game = judged(nearly_empty(6), Traded("Anna", count), Passed("Anna"), Passed("Chris"))
    assert game.end is End.LAST_ROUND
    assert reasons(judged(nearly_empty(6), Passed("Anna"))) == [Refusal.PASS_WITH_BAG]


def test_a_qwirkle_lies_in_the_pile_of_whoever_completed_it():
    game = judged(
        CARDS, laid("Anna", "ro rs rd", "ro rs rd"), laid("Chris", "rc r* rx", "ro rs rd rc r* rx")
    )
    assert [len(seat.pile) for seat in game.seats] == [0, 6]


def test_a_hand_does_not_return_to_the_pile_in_the_last_round():
    game = fold([nearly_empty(0), PlayerLeft("Anna")])
    assert game.bag == 0


# Counts and ends


def test_the_table_may_set_bag_and_hands():
    game = judged(CLASSIC, placed("Anna", "ro@0,0"), Counted("Chris", hand=4, bag=90))
    assert (game.bag, game.seat("Chris").hand, game.next_player) == (90, 4, "Chris")
    assert refusal(game, Counted("Chris", hand=7)) is Refusal.COUNT_IMPOSSIBLE
    assert refusal(game, Counted("Chris")) is Refusal.COUNT_IMPOSSIBLE


def test_who_went_out_is_believed_and_the_count_is_said_beside_it():
    game = judged(CLASSIC, placed("Anna", "ro@0,0"), Finished(End.WENT_OUT, "Anna"))
    assert (game.end, game.totals["Anna"]) == (End.WENT_OUT, 7)
    assert (game.end_remark.remark, game.end_remark.count) == (Remark.COUNT_DIFFERS, 6)


def test_a_table_taken_up_where_nobody_can_place_is_over_at_once():
    whole = classic_game(54, players=4, timid=0.9)
    assert whole.went_out is None
    lying = tuple(whole.moments[-1].board)
    game = fold([Started(Settings(), whole.started.players, start=lying)])
    assert game.end is End.BLOCKED


def test_as_many_as_the_bag_holds_can_be_traded_and_no_more():
    game = fold([CLASSIC, placed("Anna", "ro@0,0"), Counted("Chris", bag=2)])
    assert refusal(game, Traded("Chris", 2)) is None
    assert refusal(game, Traded("Chris", 3)) is Refusal.TRADE_MORE_THAN_BAG


def test_a_move_larger_than_the_hand_can_be_let_stand():
    game = fold([CLASSIC, Counted("Anna", hand=1), LetStand(placed("Anna", "ro@0,0 rs@1,0"), 2)])
    assert (game.seat("Anna").hand, game.bag) == (6, 108 - 12 - 6)


def test_what_was_overwritten_cannot_be_brought_back():
    game = fold([CLASSIC, placed("Anna", "ro@0,0"), Undone(), placed("Anna", "rs@0,0")])
    assert game.undone == ()


def test_an_end_that_a_correction_took_away_ends_nothing():
    game = fold([*BLOCK, Finished(End.BLOCKED)])
    assert game.finished
    corrected = answer(game, Corrected(2, (placed("Chris", "gd@0,1"),))).game
    assert not corrected.finished
    assert corrected.end_refused.reason is Refusal.STILL_FITS


def test_a_legal_move_that_was_let_stand_for_other_points_says_so():
    game = judged(CLASSIC, LetStand(placed("Anna", "ro@0,0 rs@1,0"), 50))
    remark = game.turns[0].remarks[0]
    assert (remark.remark, remark.count, remark.limit) == (Remark.AGREED, 50, 2)
    usual = judged(CLASSIC, LetStand(placed("Anna", "ro@0,0 rs@1,0"), 2))
    assert usual.turns[0].remarks == ()
    told = format_sheet(game)
    assert "By the rules it pays 2; the table agreed on 50." in told


def test_an_empty_pile_that_the_table_counts_begins_the_last_round_and_cards_in_it_end_that():
    game = judged(CARDS, laid("Anna", "ro rs rd", "ro rs rd"), Counted("Chris", bag=0))
    assert [seat.turns_left for seat in game.seats] == [1, 1]
    more = judged(*game.past, Counted("Chris", bag=3))
    assert [seat.turns_left for seat in more.seats] == [None, None]
    over = judged(*game.past, Passed("Chris"), Passed("Anna"))
    assert over.end is End.LAST_ROUND


def test_a_pile_is_kept_qwirkle_by_qwirkle():
    red, blue = "ro rs rd rc r* rx", "bo bs bd bc b* bx"
    game = judged(
        replace(CARDS, settings=Settings(Rulebook.CARDS, no_opening_set=True)),
        laid("Anna", "ro rs rd bo bs bd", "ro rs rd / bo bs bd"),
        laid("Chris", "rc r* rx bc b* bx", f"{red} / {blue}"),
    )
    assert game.seat("Chris").pile == parse_tiles(f"{red} {blue}")


@pytest.mark.parametrize(
    ("started", "event", "rule"),
    [
        (CLASSIC, Traded("Anna", 9), "C7"),
        (CLASSIC, Passed("Anna"), "C7"),
        (CLASSIC, Rerolled("Anna", 1), "C3"),
        (CLASSIC, Finished(End.BLOCKED), "C12"),
        (CLASSIC, Finished(End.LAST_ROUND), "C11"),
        (CLASSIC, Counted("Anna", hand=7), "C1"),
        (CUBES, Traded("Anna", 1), "U5"),
        (CUBES, Passed("Anna"), "U5"),
        (CUBES, Rerolled("Anna", 9), "U4"),
        (CUBES, Finished(End.BLOCKED), "U5"),
        (CARDS, Traded("Anna", 2), "K6"),
        (CARDS, Passed("Anna"), "K6"),
        (CARDS, Finished(End.BLOCKED), "K7"),
    ],
)
def test_what_is_refused_cites_its_rule(started, event, rule):
    assert answer(fold([started]), event).rule == rule


# Starts


def test_a_table_taken_up_is_checked_like_any_other():
    five = parse_placement(" ".join(f"ro@{2 * x},0" for x in range(5)))
    assert refusal(None, replace(CLASSIC, start=five)) is Refusal.START_COPIES
    short = replace(CARDS, rows=(parse_tiles("ro rs"),))
    assert refusal(None, short) is Refusal.START_NO_ROW
    whole = replace(CARDS, rows=(parse_tiles("ro rs rd rc r* rx"),))
    assert refusal(None, whole) is Refusal.START_NO_ROW
    many = parse_placement(" ".join(f"ro@{2 * x},0" for x in range(109)))
    assert refusal(None, replace(CLASSIC, start=many)) is Refusal.START_TOO_MANY


# House rules


def test_house_rules_change_what_they_name_and_nothing_else():
    free = replace(CLASSIC, settings=Settings(lone_tile_free=True))
    assert judged(free, placed("Anna", "ro@0,0")).totals["Anna"] == 0
    ahead = judged(replace(CLASSIC, handicap=(0, 10)), placed("Anna", "ro@0,0"))
    assert ahead.totals == {"Anna": 1, "Chris": 10}
    plain = Finished(End.WENT_OUT, "Anna")
    no_bonus = judged(replace(CLASSIC, settings=Settings(no_bonus=True)), plain)
    assert no_bonus.totals["Anna"] == 0


def test_teams_win_together():
    started = Started(Settings(), ("A", "B", "C", "D"), teams=(1, 2, 1, 2), handicap=(0, 9, 8, 0))
    game = fold([started, Finished(End.AGREED)])
    assert game.winners == ("B", "D")


# What a hand can play


def test_hints_for_an_opening_are_the_declared_set_only():
    game = fold([replace(CLASSIC, declared=3)])
    found = options(game, parse_tiles("ro rs rd bx"))
    assert found
    assert all(len(move.placement) == 3 for move in found)


def test_whether_a_hand_can_play_is_answered_with_a_proof():
    game = fold([CARDS, laid("Anna", "ro rs rd", "ro rs rd")])
    assert can_play(game, parse_tiles("bx bx go")) is None
    play = can_play(game, parse_tiles("bx rc go"))
    assert answer(game, CardsLaid("Chris", play.laid, play.rows)).game.turns[-1].is_legal
    assert can_play(fold([CLASSIC, placed("Anna", "ro@0,0")]), parse_tiles("bs")) is None
    assert isinstance(game, Game)


def test_hints_for_cards_come_with_most_qwirkles_and_then_most_cards_first():
    game = fold([CARDS, laid("Anna", "ro rs rd rc r*", "ro rs rd rc r*")])
    found = options(game, parse_tiles("rx bx gx yo ys yd"))
    ranks = [(-play.qwirkles, -len(play.laid)) for play in found]
    assert ranks == sorted(ranks)
    assert (found[0].qwirkles, len(found[0].laid)) == (1, 4)
    for play in found:
        turn = answer(game, CardsLaid("Chris", play.laid, play.rows)).game.turns[-1]
        assert turn.is_legal
        assert turn.points == play.qwirkles


def test_what_else_is_done_by_a_hand_that_can_place_nothing():
    laid_red = laid("Anna", "ro rs rd", "ro rs rd")
    cards = fold([CARDS, laid_red])
    assert instead(cards, parse_tiles("bx")) is Instead.NEW_HAND
    assert instead(fold([nearly_empty(6)]), parse_tiles("bx")) is Instead.LAST_CARDS
    assert instead(fold([nearly_empty(0)]), parse_tiles("bx")) is Instead.PASS
    classic = fold([CLASSIC, placed("Anna", "ro@0,0")])
    assert instead(classic, parse_tiles("bs")) is Instead.TRADE
    empty = answer(classic, Counted("Chris", bag=0)).game
    assert instead(empty, parse_tiles("bs")) is Instead.PASS
    cubes = fold(BLOCK)
    assert instead(cubes, parse_tiles("ro bo")) is Instead.DEAD_END
    assert instead(cubes, parse_tiles("ro go")) is Instead.ROLL
    assert instead(fold([CARDS]), parse_tiles("ro bs")) is Instead.OPENING


def test_a_move_leaves_the_qwirkle_open_that_one_unseen_tile_completes():
    game = fold([CLASSIC, placed("Anna", "ro@0,0 rs@1,0 rd@2,0 rc@3,0")])
    hand = parse_tiles("r* bx")
    best = suggestions(game, hand, 5)[0]
    assert best.points == 5
    assert {(str(one.tile), one.count) for one in left_open(game, best, hand)} == {("rx", 3)}
    # What is held oneself is no gift to the next player.
    both = parse_tiles("r* rx")
    five = next(m for m in options(game, both) if m.points == 5)
    assert {(str(one.tile), one.count) for one in left_open(game, five, both)} <= {
        ("rx", 2),
        ("r*", 2),
    }


def test_suggestions_are_different_moves_and_not_the_same_tiles_in_another_order():
    game = fold([CLASSIC, placed("Anna", "ro@0,0 rs@1,0")])
    found = suggestions(game, parse_tiles("rd rc r* bx"), 5)
    assert len(found) == 5
    places = {
        (frozenset(p.cell for p in m.placement), frozenset(p.tile for p in m.placement))
        for m in found
    }
    assert len(places) == 5

"""Games as the fold of their events: scores, ends, undo, corrections, and what is refused."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.board import Cell, parse_placement
from assistant.game import history
from assistant.game.diff import changes, retiled, turn_of
from assistant.game.events import (
    CardsLaid,
    Corrected,
    End,
    Finished,
    LetStand,
    Passed,
    PlayerLeft,
    PlayerRenamed,
    PointsAdjusted,
    Redone,
    Rerolled,
    Rulebook,
    Settings,
    StartCorrected,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.game.history import Accepted, answer, fold
from assistant.game.refusals import Refusal, Refused
from assistant.rules.ruling import Fault
from assistant.tiles import Colour, parse_tile, parse_tiles
from tests.support.whole_games import classic_game

CLASSIC = Started(Settings(), ("Anna", "Chris"))
CUBES = Started(Settings(Rulebook.CUBES), ("Anna", "Chris"))
CARDS = Started(Settings(Rulebook.CARDS), ("Anna", "Chris"))


def placed(player, text):
    return TilesPlaced(player, parse_placement(text))


def laid(player, hand, *rows):
    return CardsLaid(player, parse_tiles(hand), tuple(parse_tiles(row) for row in rows))


def accepted(game, *events):
    for event in events:
        answered = answer(game, event)
        assert isinstance(answered, Accepted), (event, answered)
        game = answered.game
    return game


def refusal(game, event):
    answered = answer(game, event)
    assert isinstance(answered, Refused), answered
    return answered.reason


OPENING = (placed("Anna", "ro@0,0 rs@1,0"), placed("Chris", "bs@1,1 gs@1,2"))


def test_a_game_without_turns_has_full_hands_and_nobody_leads_alone():
    game = fold([CLASSIC])
    assert game.totals == {"Anna": 0, "Chris": 0}
    assert game.bag == 96
    assert [seat.hand for seat in game.seats] == [6, 6]
    assert game.next_player == "Anna"
    assert game.leaders == ("Anna", "Chris")
    assert game.winners == ()


def test_no_events_are_no_game():
    with pytest.raises(ValueError, match="begins with its start"):
        fold([])
    assert refusal(None, OPENING[0]) is Refusal.NOT_STARTED


def test_every_turn_pays_draws_and_passes_on():
    game = accepted(None, CLASSIC, *OPENING)
    assert game.totals == {"Anna": 2, "Chris": 3}
    assert game.bag == 92
    assert game.next_player == "Anna"
    assert [turn.points for turn in game.turns] == [2, 3]


def test_an_illegal_move_pays_nothing_and_leaves_the_board_as_it_was():
    game = accepted(None, CLASSIC, OPENING[0])
    after = accepted(game, placed("Chris", "bd@5,5"))
    assert not after.turns[-1].is_legal
    assert (after.board, after.totals, after.bag) == (game.board, game.totals, game.bag)


def test_a_move_out_of_turn_is_refused_by_name_and_the_table_may_take_it_all_the_same():
    game = accepted(None, CLASSIC, OPENING[0])
    hasty = placed("Anna", "rd@2,0")
    assert answer(game, hasty) == Refused(Refusal.NOT_YOUR_TURN, "Anna", rule="C2", whose="Chris")
    agreed = accepted(game, replace(hasty, out_of_turn=True))
    assert agreed.totals == accepted(game, LetStand(hasty, 3)).totals == {"Anna": 5, "Chris": 0}
    assert agreed.next_player == "Chris"


def test_what_the_table_accepted_stays_although_a_turn_before_it_is_taken_out():
    game = accepted(None, CLASSIC, *OPENING, placed("Anna", "rd@2,0"))
    assert accepted(game, Corrected(2, ())).totals == {"Anna": 5, "Chris": 0}


def test_an_opening_smaller_than_declared_is_illegal():
    started = replace(CLASSIC, declared=3)
    game = accepted(None, started, placed("Anna", "ro@0,0 rs@1,0"))
    assert [v.fault for v in game.turns[0].ruling.violations] == [Fault.OPENING_TOO_SMALL]
    game = accepted(None, started, placed("Anna", "ro@0,0 rs@1,0 rd@2,0"))
    assert game.totals["Anna"] == 3


@pytest.mark.parametrize(
    ("started", "event", "reason"),
    [
        (CLASSIC, placed("Zoe", "ro@0,0"), Refusal.UNKNOWN_PLAYER),
        (CLASSIC, Traded("Anna", 7), Refusal.TRADE_MORE_THAN_HAND),
        (CLASSIC, Traded("Anna", 0), Refusal.TRADE_NOTHING),
        (CLASSIC, Traded("Anna", -1), Refusal.TRADE_NOTHING),
        (CLASSIC, Passed("Anna"), Refusal.PASS_WITH_BAG),
        (CLASSIC, Rerolled("Anna", 1), Refusal.NO_ROLLING),
        (CLASSIC, laid("Anna", "ro", "ro"), Refusal.WRONG_GAME),
        (CLASSIC, PointsAdjusted("Anna", 3, " "), Refusal.NO_REASON),
        (CLASSIC, Finished(End.BLOCKED), Refusal.BAG_NOT_EMPTY),
        (CLASSIC, Finished(End.LAST_ROUND), Refusal.ENDS_BY_ITSELF),
        (CLASSIC, Undone(), Refusal.NOTHING_TO_UNDO),
        (CLASSIC, Redone(), Refusal.NOTHING_TO_REDO),
        (CLASSIC, Corrected(1, ()), Refusal.NO_SUCH_TURN),
        (CLASSIC, PlayerRenamed("Anna", "Chris"), Refusal.NAME_TAKEN),
        (CLASSIC, PlayerRenamed("Anna", " "), Refusal.NAME_EMPTY),
        (CLASSIC, PlayerRenamed("Zoe", "Anne"), Refusal.UNKNOWN_PLAYER),
        (CLASSIC, CLASSIC, Refusal.ALREADY_STARTED),
        (CLASSIC, StartCorrected(Started(Settings(), ("A", "B"))), Refusal.OTHER_PLAYERS),
        (CUBES, Traded("Anna", 1), Refusal.NO_TRADING),
        (CUBES, Passed("Anna"), Refusal.NO_PASSING),
        (CUBES, Rerolled("Anna", 7), Refusal.ROLL_MORE_THAN_HAND),
        (CUBES, Rerolled("Anna", 0), Refusal.ROLL_NOTHING),
        (CARDS, placed("Anna", "ro@0,0"), Refusal.WRONG_GAME),
        (CARDS, Traded("Anna", 3), Refusal.TRADE_WHOLE_HAND),
        (CARDS, Passed("Anna"), Refusal.PASS_WITH_BAG),
        (CARDS, Finished(End.BLOCKED), Refusal.ENDS_BY_ITSELF),
    ],
)
def test_an_event_that_cannot_be_is_refused_with_its_reason(started, event, reason):
    assert refusal(fold([started]), event) is reason


@pytest.mark.parametrize(
    ("players", "up_to_six", "reason"),
    [
        ((), False, Refusal.PLAYER_COUNT),
        (("A",), False, Refusal.PLAYER_COUNT),
        (tuple("ABCDE"), False, Refusal.PLAYER_COUNT),
        (tuple("ABCDEFG"), True, Refusal.PLAYER_COUNT),
        (("A", "A"), False, Refusal.NAME_TAKEN),
        (("A", " "), False, Refusal.NAME_EMPTY),
    ],
)
def test_not_every_round_of_players_can_start(players, up_to_six, reason):
    assert refusal(None, Started(Settings(up_to_six=up_to_six), players)) is reason


def test_five_and_six_players_are_a_house_rule():
    game = accepted(None, Started(Settings(up_to_six=True), tuple("ABCDEF")))
    assert game.bag == 108 - 36


def test_a_refused_event_in_a_fold_stays_on_the_sheet_and_changes_nothing_else():
    game = fold([CLASSIC, OPENING[0], Traded("Chris", 7), OPENING[1]])
    assert game.turns[1].refused == Refused(Refusal.TRADE_MORE_THAN_HAND, "Chris", 7, 6, "C7")
    assert not game.turns[1].is_legal
    assert game.totals == {"Anna": 2, "Chris": 3}


# Whole games, counted against a real bag


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bag_hands_points_and_the_end_are_those_of_a_really_played_game(seed, players):
    whole = classic_game(seed, players, timid=0.5)
    game = fold([whole.started])
    for moment in whole.moments:
        assert not game.finished
        game = accepted(game, moment.entry)
        assert game.bag == moment.bag
        assert {seat.name: seat.hand for seat in game.seats} == moment.hands
        assert game.turns[-1].points == moment.points
        assert game.board == moment.board
    assert game.totals == whole.totals
    if whole.went_out:
        assert game.end is End.WENT_OUT
        assert game.turns[-1].bonus == 6
    else:
        assert game.end is End.BLOCKED
        assert game.turns[-1].bonus == 0
    assert refusal(game, placed("Anna", "ro@0,0")) is Refusal.AFTER_THE_END
    assert game.winners == game.leaders
    assert fold(whole.events).totals == whole.totals


def finished_game():
    return next(whole for seed in range(99) if (whole := classic_game(seed)).went_out)


def test_with_the_bag_empty_a_hand_runs_down_and_more_than_it_holds_is_illegal():
    whole = finished_game()
    game = fold(whole.events[:-1])
    mover = whole.moments[-1].entry.player
    held = game.seat(mover).hand
    assert game.bag == 0
    assert refusal(game, Traded(mover, 1)) is Refusal.TRADE_MORE_THAN_BAG
    assert held < 6
    too_many = placed(mover, " ".join(f"ro@{x},50" for x in range(held + 1)))
    faults = {v.fault for v in accepted(game, too_many).turns[-1].ruling.violations}
    assert Fault.TOO_MANY_TILES in faults
    as_held = placed(mover, " ".join(f"ro@{x},50" for x in range(held)))
    faults = {v.fault for v in accepted(game, as_held).turns[-1].ruling.violations}
    assert Fault.TOO_MANY_TILES not in faults


def test_a_shared_lead_is_a_shared_win():
    game = accepted(None, CLASSIC, OPENING[0], placed("Chris", "bo@0,1"))
    game = accepted(game, Finished(End.AGREED))
    assert game.winners == ("Anna", "Chris")


def blocked_game():
    """A rare game: it ends with tiles left in the hands that fit nowhere."""
    whole = classic_game(54, players=4, timid=0.9)
    assert whole.went_out is None
    return whole


def test_a_blocked_game_ends_at_once_without_the_six():
    whole = blocked_game()
    assert not fold(whole.events[:-1]).finished
    game = fold(whole.events)
    assert game.end is End.BLOCKED
    assert game.totals == whole.totals


def test_the_blocked_end_can_be_switched_off():
    whole = blocked_game()
    endless = replace(whole.started, settings=Settings(blocked_end=False))
    game = fold([endless, *whole.events[1:]])
    assert not game.finished
    assert refusal(game, Finished(End.BLOCKED)) is Refusal.NO_BLOCKED_END
    for player in game.players:
        game = accepted(game, Passed(player))
    assert accepted(game, Finished(End.AGREED)).finished


def test_the_table_may_not_call_a_game_blocked_while_a_tile_fits():
    whole = next(one for seed in range(9) if (one := classic_game(seed)).went_out)
    game = fold(whole.events[:-1])
    assert game.bag == 0
    answered = answer(game, Finished(End.BLOCKED))
    assert answered.reason is Refusal.STILL_FITS
    assert answered.tile is not None
    assert fold([*whole.events[:-1], Finished(End.BLOCKED)]).end_refused == answered


def test_who_went_out_can_be_told_when_the_hands_could_not_be_counted():
    start = parse_placement(" ".join(f"ro@{x},0" for x in range(0, 200, 2)))
    game = fold([Started(Settings(), ("A", "B"), start=start)])
    assert game.seats[0].hand is None
    game = accepted(game, Passed("A"), Finished(End.WENT_OUT, "B"))
    assert game.totals == {"A": 0, "B": 6}
    assert game.winners == ("B",)


# Undo, redo, corrections


def test_undo_and_redo_walk_back_and_forth():
    game = accepted(None, CLASSIC, *OPENING)
    back = accepted(game, Undone())
    assert back == accepted(None, CLASSIC, OPENING[0])
    assert accepted(back, Undone()) == fold([CLASSIC])
    assert accepted(back, Redone()) == game
    assert refusal(game, Redone()) is Refusal.NOTHING_TO_REDO


def test_a_new_event_after_undo_ends_what_could_be_redone():
    game = accepted(None, CLASSIC, *OPENING, Undone(), placed("Chris", "ys@1,1"))
    assert refusal(game, Redone()) is Refusal.NOTHING_TO_REDO


def test_undoing_the_end_reopens_the_game():
    game = accepted(None, CLASSIC, *OPENING, Finished(End.AGREED))
    assert not accepted(game, Undone()).finished


def test_a_misread_tile_is_corrected_and_the_later_score_follows():
    misread = placed("Anna", "ro@0,0 rs@1,0"), placed("Chris", "os@1,1"), placed("Anna", "bs@1,2")
    game = accepted(None, CLASSIC, *misread, placed("Chris", "ys@1,3"))
    turn = turn_of(game, Cell(1, 1))
    after = accepted(game, retiled(turn, Cell(1, 1), parse_tile("ys")))
    told = changes(game, after)
    assert [(c.before.number, c.before.points, c.after.points) for c in told.turns] == [
        (2, 2, 2),
        (4, 4, 0),
    ]
    assert told.totals == {"Chris": (6, 2)}
    assert [v.fault for v in after.turns[3].ruling.violations] == [Fault.TWICE_IN_LINE]


def test_a_tile_can_be_added_moved_and_removed_later():
    game = accepted(None, CLASSIC, placed("Anna", "ro@0,0 rs@1,0"))
    first = game.turns[0]
    added = accepted(game, retiled(first, Cell(2, 0), parse_tile("rd")))
    assert added.totals["Anna"] == 3
    removed = accepted(game, retiled(first, Cell(1, 0), None))
    assert removed.totals["Anna"] == 1
    moved = accepted(game, Corrected(1, (placed("Anna", "ro@0,0 rs@0,1"),)))
    assert Cell(0, 1) in moved.board


def test_a_correction_can_split_drop_and_reassign_turns():
    game = accepted(None, CLASSIC, placed("Anna", "ro@0,0 rs@1,0"), placed("Chris", "bs@1,1"))
    split = accepted(game, Corrected(1, (placed("Anna", "ro@0,0"), placed("Chris", "rs@1,0"))))
    assert [turn.event.player for turn in split.turns] == ["Anna", "Chris", "Chris"]
    assert [c.before is None for c in changes(game, split).turns] == [False, True]
    dropped = accepted(game, Corrected(2, ()))
    assert dropped == accepted(None, CLASSIC, placed("Anna", "ro@0,0 rs@1,0"))
    given_away = accepted(game, Corrected(2, (placed("Anna", "bs@1,1"),)))
    assert given_away.totals == {"Anna": 4, "Chris": 0}


def test_a_correction_to_something_impossible_is_refused():
    game = accepted(None, CLASSIC, *OPENING)
    assert refusal(game, Corrected(1, (Traded("Anna", 7),))) is Refusal.TRADE_MORE_THAN_HAND
    assert refusal(game, Corrected(1, (placed("Zoe", "ro@0,0"),))) is Refusal.UNKNOWN_PLAYER


def test_the_start_can_be_corrected_when_the_sixth_colour_shows():
    game = accepted(None, CLASSIC, placed("Anna", "wo@0,0"))
    purple = replace(CLASSIC, settings=Settings(sixth=Colour.PURPLE))
    after = accepted(game, StartCorrected(purple))
    assert [v.fault for v in after.turns[0].ruling.violations] == [Fault.WRONG_COLOUR_SET]


def test_a_new_name_holds_from_the_first_turn_on_and_for_corrections_too():
    stands = LetStand(placed("Anna", "yd@7,7"), 1)
    game = accepted(None, CLASSIC, *OPENING, stands, PlayerRenamed("Anna", "Anne"))
    assert game.totals == {"Anne": 3, "Chris": 3}
    assert game.turns[0].event.player == "Anne"
    after = accepted(game, Corrected(1, (placed("Anne", "ro@0,0"),)))
    assert after.turns[0].points == 1
    assert accepted(game, Undone()).totals == {"Anna": 3, "Chris": 3}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 500), choice=st.randoms(use_true_random=False))
def test_corrected_games_equal_games_played_right_the_first_time(seed, choice):
    whole = classic_game(seed % 5, players=2 + seed % 3)
    right = list(whole.events[: choice.randrange(2, len(whole.events))])
    told, fixes = list(right), []
    for number in choice.sample(range(1, len(right)), k=min(3, len(right) - 1)):
        told[number] = _misread(right[number], choice)
        fixes.append(Corrected(number, (right[number],)))
    corrected = fold([*told, *fixes])
    assert corrected == fold(right)
    assert fold([*told, *fixes, *[Undone()] * len(fixes)]) == fold(told)
    assert not changes(corrected, fold(right))


def _misread(event, choice):
    if not isinstance(event, TilesPlaced):
        return Passed(event.player)
    index = choice.randrange(len(event.placement))
    wrong = choice.choice([parse_tile("ro"), parse_tile("px"), parse_tile("w*"), None])
    tiles = list(event.placement)
    if wrong is None:
        del tiles[index]
    else:
        tiles[index] = tiles[index]._replace(tile=wrong)
    return TilesPlaced(event.player, tuple(tiles))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(["turn", "undo", "redo", "adjust", "rename"]), max_size=25))
def test_answering_one_by_one_equals_folding_all_at_once(steps):
    whole = classic_game(3)
    upcoming = iter(moment.entry for moment in whole.moments)
    game, events = fold([whole.started]), [whole.started]
    for number, step in enumerate(steps):
        match step:
            case "turn":
                event = next(upcoming)
            case "undo":
                event = Undone()
            case "redo":
                event = Redone()
            case "adjust":
                event = PointsAdjusted(game.players[1], 2, "a glass of wine")
            case "rename":
                event = PlayerRenamed(game.players[1], f"Chris {number}")
        answered = answer(game, event)
        if isinstance(answered, Accepted):
            game = answered.game
            events.append(event)
    assert game == fold(events)
    assert game.past == fold(events).past


# The table's own decisions


def test_an_illegal_move_the_table_insists_on_stands_marked_with_the_agreed_points():
    game = accepted(None, CLASSIC, *OPENING, LetStand(placed("Anna", "yd@0,1"), 4))
    turn = game.turns[-1]
    assert turn.stands
    assert not turn.is_legal
    assert turn.points == 4
    assert Cell(0, 1) in game.board
    assert game.seat("Anna").hand == 6
    assert game.bag == 91


def test_points_are_adjusted_with_a_reason_also_after_the_end():
    game = accepted(None, CLASSIC, *OPENING, Finished(End.AGREED))
    game = accepted(game, PointsAdjusted("Anna", 5, "miscounted"))
    assert game.totals == {"Anna": 7, "Chris": 3}
    assert game.winners == ("Anna",)


def test_who_leaves_puts_the_hand_back_and_is_skipped():
    started = Started(Settings(), ("Anna", "Chris", "Sally"))
    game = accepted(None, started, OPENING[0], PlayerLeft("Chris"))
    assert game.next_player == "Sally"
    assert game.bag == 108 - 18 - 2 + 6
    assert refusal(game, OPENING[1]) is Refusal.PLAYER_LEFT
    assert game.totals["Chris"] == 0


def test_when_all_have_left_the_game_is_over():
    game = accepted(None, CLASSIC, PlayerLeft("Anna"), PlayerLeft("Chris"))
    assert game.end is End.AGREED


# Cubes


def test_cubes_are_rolled_again_once_and_then_only_all_together():
    game = accepted(None, CUBES, placed("Anna", "ro@0,0"), Rerolled("Chris", 2))
    assert game.next_player == "Chris"
    assert refusal(game, Rerolled("Chris", 2)) is Refusal.ROLL_ONCE
    game = accepted(game, Rerolled("Chris", 6), placed("Chris", "rs@1,0"))
    assert game.next_player == "Anna"
    game = accepted(game, placed("Anna", "rd@2,0"))
    assert accepted(game, Rerolled("Chris", 1)).turns[-1].is_legal


def test_a_roll_can_be_told_with_the_placement():
    told = replace(placed("Anna", "ro@0,0"), rolled=7)
    assert refusal(fold([CUBES]), told) is Refusal.ROLL_MORE_THAN_HAND
    assert refusal(fold([CUBES]), replace(told, rolled=2)) is Refusal.OPENS_FIRST
    game = accepted(None, CUBES, placed("Anna", "ro@0,0"))
    told = replace(placed("Chris", "rs@1,0"), rolled=2)
    assert accepted(game, told).totals["Chris"] == 2


@pytest.mark.parametrize("stands", [False, True])
def test_a_mended_tile_of_a_cubes_turn_keeps_what_was_rolled(stands):
    rolled = replace(placed("Chris", "rd@1,0"), rolled=4)
    opening = placed("Anna", "ro@0,0")
    game = fold([CUBES, opening, LetStand(rolled, 5) if stands else rolled])
    (really,) = retiled(game.turns[1], Cell(1, 0), parse_tile("rs")).really
    move = really.move if isinstance(really, LetStand) else really
    assert (str(move.placement[0].tile), move.rolled) == ("rs", 4)


def test_the_last_cube_ends_the_game_with_six_more():
    lying = " ".join(f"{c}o@{x},{y}" for y, c in enumerate("royg") for x in range(0, 30, 2))
    lying += " " + " ".join(f"bo@{x},4" for x in range(0, 30, 2))
    lying += " ps@0,6 ps@2,6 ps@4,6"
    game = fold([replace(CUBES, start=parse_placement(lying))])
    assert game.bag == 0
    whole_hand = "po@0,5 ps@1,5 pd@2,5 pc@3,5 p*@4,5 px@5,5"
    game = accepted(game, LetStand(placed("Anna", whole_hand), 12))
    assert game.end is End.WENT_OUT
    assert game.totals == {"Anna": 18, "Chris": 0}


# Cards


def test_a_row_of_cards_is_laid_and_a_qwirkle_leaves_the_table():
    game = accepted(
        None,
        CARDS,
        laid("Anna", "ro rs rd", "ro rs rd"),
        laid("Chris", "rc r* rx", "ro rs rd rc r* rx"),
    )
    assert game.rows == ()
    assert game.totals == {"Anna": 0, "Chris": 1}
    assert len(game.piles) == 6
    assert game.bag == 108 - 18 - 6


def test_an_illegal_row_of_cards_goes_back_to_the_hand():
    game = accepted(None, CARDS, laid("Anna", "ro rs", "ro rs"))
    assert [v.fault for v in game.turns[0].ruling.violations] == [Fault.ROW_TOO_SHORT]
    assert game.rows == ()
    assert game.bag == 90


def test_a_new_hand_of_cards_does_not_end_the_turn():
    game = accepted(None, CARDS, laid("Anna", "ro rs rd", "ro rs rd"), Traded("Chris", 9))
    assert game.next_player == "Chris"
    assert game.bag == 87


def test_after_the_last_card_is_drawn_everybody_has_one_more_turn():
    many = tuple(parse_tiles("ro rs rd") for _ in range(29))
    game = fold([replace(CARDS, rows=many)])
    assert game.bag == 3

    def another_row(player, text):
        return CardsLaid(player, parse_tiles(text), (*game.rows, parse_tiles(text)))

    game = accepted(game, LetStand(another_row("Anna", "yo ys yd"), 0))
    assert game.bag == 0
    assert not game.finished
    game = accepted(game, LetStand(another_row("Chris", "go gs gd"), 0))
    assert not game.finished
    assert refusal(game, Passed("Chris")) is Refusal.NO_TURN_LEFT
    game = accepted(game, Passed("Anna"))
    assert game.end is End.LAST_ROUND
    assert game.winners == ("Anna", "Chris")


def test_a_game_has_an_end_of_its_turns(monkeypatch):
    monkeypatch.setattr(history, "MOST_TURNS", 3)
    monkeypatch.setattr(history, "MOST_FOLDED", 5)
    bet = PointsAdjusted("Anna", 1, "a bet")
    game = accepted(None, CLASSIC, bet, bet, bet)
    assert refusal(game, bet) is Refusal.TOO_MANY_TURNS
    assert refusal(game, Corrected(1, (bet, bet))) is Refusal.TOO_MANY_TURNS
    shorter = accepted(game, Corrected(1, ()))
    assert len(accepted(shorter, bet).turns) == 3
    with pytest.raises(ValueError, match="at most 3 turns"):
        fold([CLASSIC, *[bet] * 6])

"""Watching without pixels: observations from diagrams, folded into proposals."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.board import (
    EMPTY_BOARD,
    Cell,
    Placed,
    format_placement,
    parse_board,
    parse_placement,
)
from assistant.game.events import LetStand, Settings, Started, TilesPlaced, Traded
from assistant.game.history import answer, fold
from assistant.tiles import Colour, Shape, Tile, parse_tile
from assistant.watch import Question, TurnEnd, Watch, look, turn_end
from assistant.watch.arms import NO_ARMS, Arm
from assistant.watch.cell_geometry import is_clearly_empty
from assistant.watch.opening import Alone
from tests.support.pictured import MIDDLE_PX, SIZE_WH, Camera, pictured, sighting_of
from vision.observation import Group, GroupKind, Observation, Stray, StraySighting

TABLE = """
@0,0
ro rs rd ..
.. bs .. ..
.. gs gc ..
"""
AFTER_ONE = "rc@3,0"


def game_of(table="", players=("Anna", "Chris")):
    start = tuple(parse_board(table)) if table else ()
    return fold([Started(Settings(), players, start=start)])


def watch_of(table="", **more):
    return Watch.over(game_of(table, **more))


def with_tiles(table, placement):
    return parse_board(table).with_tiles(parse_placement(placement))


def seen_after(table, *pictures, step_s=10.0):
    return seen_by(watch_of(table), *pictures, step_s=step_s)


def seen_by(watch, *pictures, step_s=10.0):
    for number, picture in enumerate(pictures):
        watch = look(watch, picture, number * step_s)
    return watch


def told(watch):
    return format_placement(watch.proposal.placement) if watch.proposal else None


def accepted(watch, player="Anna"):
    done = answer(watch.game, TilesPlaced(player, watch.proposal.placement))
    return watch.follow(done.game)


def test_an_empty_table_proposes_nothing():
    watch = seen_after("", pictured(EMPTY_BOARD))
    assert watch.proposal is None
    assert watch.can_tell


def test_the_opening_is_proposed_with_its_points():
    watch = seen_after("", pictured("ro rs rd"))
    assert told(watch) == "ro@0,0 rs@1,0 rd@2,0"
    assert watch.proposal.ruling.points == 3
    assert not watch.proposal.asked


def test_a_lone_opening_tile_is_a_move():
    watch = seen_after("", pictured("ro"))
    assert told(watch) == "ro@0,0"
    assert not watch.proposal.asked


def test_an_unchanged_table_proposes_nothing():
    assert seen_after(TABLE, pictured(TABLE)).proposal is None


def test_added_tiles_are_the_proposal():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, AFTER_ONE)))
    assert told(watch) == AFTER_ONE
    assert watch.proposal.ruling.points == 4
    assert not watch.proposal.asked
    assert watch.proposal.sureness > 0.95


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 3))
def test_a_picture_is_laid_onto_the_board_from_every_side(x, y, turns):
    camera = Camera(turns, Cell(x, y), size_wh=(5000, 3000))
    before = seen_after(TABLE, pictured(TABLE))
    watch = look(before, pictured(with_tiles(TABLE, AFTER_ONE), camera), 20.0)
    assert told(watch) == AFTER_ONE
    assert not watch.proposal.asked


def test_the_first_picture_gives_the_game_its_directions():
    watch = seen_after("", pictured("ro rs rd", Camera(0, Cell(5, 7))))
    watch = accepted(watch)
    turned = pictured(parse_board("ro rs rd").with_tiles(parse_placement("rc@3,0")), Camera(1))
    assert told(look(watch, turned, 10.0)) == "rc@3,0"


def test_a_picture_of_other_tiles_cannot_be_laid():
    watch = seen_after(TABLE, pictured("yo yx y*\n.. px .."))
    assert not watch.can_tell
    assert watch.proposal is None
    assert turn_end(watch, 100.0, 0.0) is TurnEnd.WAIT


def test_one_tile_seen_from_another_side_is_taken_as_upright():
    watch = seen_after("ro", pictured("ro"))
    turned = pictured("ro rs", Camera(1, Cell(4, 4), size_wh=(5000, 3000)))
    watch = look(watch, turned, 10.0)
    # Nothing tells the sides of a lone tile apart, and nothing depends on it either.
    assert told(watch) == "rs@0,-1"


def test_a_steady_camera_tells_where_a_repeated_pattern_lies():
    table = "ro go ..\n.. gs ..\n.. .. .."
    camera = Camera(0, Cell(0, 0))
    watch = seen_after(table, pictured(table, camera))
    # The same two tiles again, one row down and one to the right: only pixels tell.
    more = with_tiles(table, "rs@0,1")
    watch = look(watch, pictured(more, camera), 10.0)
    assert told(watch) == "rs@0,1"


def test_misread_tiles_do_not_move_the_board():
    wrong = parse_board(TABLE).with_tiles(parse_placement("oo@0,0 os@1,0"))
    watch = seen_after(TABLE, pictured(wrong.with_tiles(parse_placement(AFTER_ONE)), sure=0.7))
    assert {placed.cell for placed in watch.proposal.placement} == {Cell(3, 0)}


def test_a_hidden_tile_stays():
    hidden = parse_board(TABLE).without([Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(1, 1)])
    watch = seen_after(TABLE, *[pictured(hidden)] * 5)
    # Nothing near the upper left was read, so nothing says that it is empty.
    assert Cell(0, 0) not in (watch.proposal.missing if watch.proposal else ())


def test_a_tile_seen_gone_once_raises_no_question():
    gone = parse_board(TABLE).without([Cell(2, 2)])
    assert seen_after(TABLE, pictured(gone)).proposal is None


def test_a_tile_clearly_and_repeatedly_gone_raises_a_question():
    gone = parse_board(TABLE).without([Cell(2, 2)])
    watch = seen_after(TABLE, pictured(TABLE), pictured(gone), pictured(gone))
    assert watch.proposal.missing == (Cell(2, 2),)
    assert watch.proposal.questions == {Question.TAKEN_AWAY}


def test_a_tile_that_people_said_lies_there_can_be_taken_away_once_pictures_showed_it():
    gone = pictured(parse_board(TABLE).without([Cell(2, 2)]))
    said = watch_of(TABLE).correct(Cell(2, 2), parse_board(TABLE).tile_at(Cell(2, 2)))
    unseen = seen_by(said, *[gone] * 4)
    assert unseen.proposal is None
    watch = seen_by(said, *[pictured(TABLE)] * 3, gone, gone)
    assert watch.proposal.missing == (Cell(2, 2),)
    again = watch.correct(Cell(2, 2), parse_board(TABLE).tile_at(Cell(2, 2)))
    assert look(again, gone, 60.0).proposal is None


def test_a_tile_that_comes_back_is_no_longer_missing():
    gone = parse_board(TABLE).without([Cell(2, 2)])
    watch = seen_after(TABLE, pictured(gone), pictured(gone), pictured(TABLE))
    assert watch.proposal is None


def test_a_nudged_tile_does_not_become_another_cell():
    watch = seen_after(TABLE, pictured(TABLE))
    rest = pictured(parse_board(TABLE).without([Cell(2, 2)]))
    at_px = (MIDDLE_PX[0] + 40 * 2.6, MIDDLE_PX[1] + 40 * 2)
    nudged = sighting_of(Cell(3, 2), parse_tile("gc"), at_px=at_px)
    watch = look(watch, replace(rest, sightings=(*rest.sightings, nudged)), 10.0)
    assert watch.proposal is None


def doubtful(table, cell, tile, rival, sure):
    """A picture of a table on which one tile could be another."""
    seen = pictured(table)
    where = next(one for one in seen.sightings if one.cell == cell)
    unsure = sighting_of(cell, parse_tile(tile), sure, parse_tile(rival), where.centre_px)
    others = tuple(one for one in seen.sightings if one is not where)
    return replace(seen, sightings=(*others, unsure))


def test_rules_settle_a_doubtful_reading_and_say_so():
    # An orange clover cannot lie beside three red tiles; a red one can.
    table = with_tiles(TABLE, AFTER_ONE)
    watch = seen_after(TABLE, doubtful(table, Cell(3, 0), "oc", "rc", 0.55))
    assert told(watch) == "rc@3,0"
    assert [str(one.taken) for one in watch.proposal.assumed] == ["rc"]
    assert not watch.proposal.asked


def test_a_clear_reading_against_the_rules_stays_illegal():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "oc@3,0")))
    assert told(watch) == "oc@3,0"
    assert not watch.proposal.is_legal
    assert watch.proposal.needs_tap
    assert not watch.proposal.asked


def test_what_rules_cannot_settle_is_asked_with_the_likeliest_answer_first():
    table = with_tiles(TABLE, "rc@3,0")
    watch = seen_after(TABLE, doubtful(table, Cell(3, 0), "rc", "r*", 0.6))
    assert watch.proposal.questions == {Question.READING}
    (doubt,) = watch.proposal.doubts
    assert [str(tile) for tile, _ in doubt.answers][:2] == ["rc", "r*"]
    assert doubt.answers[0][1] == pytest.approx(0.6, abs=0.05)
    assert len(doubt.corners_px) == 4
    assert format_placement(watch.proposal.rivals[0].placement) == "r*@3,0"


def test_pictures_add_up():
    table = with_tiles(TABLE, "rc@3,0")
    unsure = doubtful(table, Cell(3, 0), "rc", "r*", 0.75)
    watch = seen_after(TABLE, *[unsure] * 5)
    assert not watch.proposal.asked


def test_pictures_taken_together_add_little():
    table = with_tiles(TABLE, "rc@3,0")
    unsure = doubtful(table, Cell(3, 0), "rc", "r*", 0.75)
    watch = seen_after(TABLE, unsure, unsure, step_s=0.1)
    assert watch.proposal.asked


def test_one_confident_error_can_be_overturned():
    wrong, right = with_tiles(TABLE, "r*@3,0"), with_tiles(TABLE, "rc@3,0")
    watch = seen_after(TABLE, pictured(wrong, sure=0.9999), *[pictured(right)] * 3)
    assert told(watch) == "rc@3,0"


def test_the_supply_of_three_copies_counts():
    # Three red circles lie there, so the fourth is rather an orange one.
    table = "ro rs ..\n.. .. ..\n.. .. ..\nro .. ro"
    start = parse_board(table)
    seen = doubtful(start.with_tiles(parse_placement("ro@1,1")), Cell(1, 1), "ro", "os", 0.5)
    watch = look(Watch.over(game_of(table)), seen, 0.0)
    assert told(watch) == "os@1,1"


def test_a_reading_of_the_past_is_revised_by_surer_pictures():
    first = with_tiles(TABLE, "rc@3,0")
    watch = seen_after(TABLE, doubtful(first, Cell(3, 0), "r*", "rc", 0.6))
    assert told(watch) == "r*@3,0"
    watch = accepted(watch)
    for at_s in (10.0, 20.0, 30.0):
        watch = look(watch, pictured(first), at_s)
    (revised,) = watch.proposal.revised
    assert (str(revised.was), str(revised.now)) == ("r*", "rc")


def test_a_persons_word_outranks_every_later_picture():
    wrong = with_tiles(TABLE, "r*@3,0")
    watch = seen_after(TABLE, pictured(wrong)).correct(Cell(3, 0), parse_tile("rc"))
    assert told(watch) == "rc@3,0"
    assert watch.proposal.sureness == pytest.approx(1.0)
    watch = accepted(watch)
    for at_s in range(10, 100, 10):
        watch = look(watch, pictured(wrong), float(at_s))
    assert watch.proposal is None


def test_a_person_can_deny_that_anything_lies_on_a_cell():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, AFTER_ONE))).correct(Cell(3, 0), None)
    assert watch.proposal is None


def test_a_person_can_add_a_tile_that_no_picture_shows():
    watch = seen_after(TABLE, pictured(TABLE)).correct(Cell(3, 0), parse_tile("rc"))
    assert told(watch) == "rc@3,0"


def test_a_rejected_reading_is_not_offered_again():
    seen = doubtful(with_tiles(TABLE, "rc@3,0"), Cell(3, 0), "rc", "r*", 0.8)
    watch = seen_after(TABLE, seen).reject()
    assert told(watch) == "r*@3,0"
    assert Question.REJECTED in watch.proposal.questions
    assert told(look(watch, seen, 10.0)) == "r*@3,0"


def test_rejecting_everything_leaves_nothing_and_no_jam():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, AFTER_ONE)))
    for _ in range(300):
        if watch.proposal is None:
            break
        watch = watch.reject()
    assert watch.proposal is None
    more = with_tiles(TABLE, "rc@3,0 bc@3,1")
    assert look(watch, pictured(more), 10.0).proposal is not None


def test_a_rejection_ends_when_the_tiles_are_taken_away():
    placed = with_tiles(TABLE, AFTER_ONE)
    watch = seen_after(TABLE, pictured(placed)).reject()
    watch = look(watch, pictured(TABLE), 20.0)
    assert told(look(watch, pictured(placed), 40.0)) == AFTER_ONE


def faintly(table, cell, sure):
    """A table on which one tile is hardly seen."""
    seen = pictured(table)
    sightings = [
        one if one.cell != cell else replace(one, shapes=dict.fromkeys(Shape, (1 - sure) / 5))
        for one in seen.sightings
    ]
    return replace(seen, sightings=tuple(sightings))


def test_what_hardly_looks_like_a_tile_does_not_come_while_nothing_moves():
    ghost = faintly(with_tiles(TABLE, AFTER_ONE), Cell(3, 0), 0.2)
    watch = seen_after(TABLE, pictured(TABLE))
    assert look(watch, ghost, 1.0).proposal is None
    assert look(watch.stirred(0.5), ghost, 1.0).proposal is not None


def test_a_tile_does_not_go_while_nothing_moves_but_that_it_was_not_seen_is_asked():
    placed = pictured(with_tiles(TABLE, "rc@3,0 r*@4,0"))
    without = pictured(with_tiles(TABLE, "r*@4,0"))
    watch = seen_after(TABLE, placed, placed, step_s=1.0)
    overlooked = look(look(watch, without, 2.0), without, 4.0)
    assert told(overlooked) == "rc@3,0 r*@4,0"
    assert overlooked.proposal.questions == {Question.READING}
    assert not look(overlooked, placed, 5.0).proposal.asked
    assert told(look(watch.stirred(2.0), without, 11.0)) == "r*@4,0"


def test_a_placed_tile_that_something_hides_by_now_is_asked_about():
    board = with_tiles(TABLE, AFTER_ONE)
    watch = seen_after(TABLE, pictured(board))
    rest = pictured(TABLE)
    at_px = next(s for s in pictured(board).sightings if s.cell == Cell(3, 0)).centre_px
    over = StraySighting(Stray.BLANK, at_px, ())
    hidden = look(watch.stirred(1.0), replace(rest, strays=(over,)), 3.0)
    assert told(hidden) == AFTER_ONE
    assert Question.READING in hidden.proposal.questions


def test_tiles_far_from_the_grid_are_not_a_move():
    rack = parse_placement("yo@0,8 gx@1,8 b*@2,8 pd@3,8")
    table = with_tiles(TABLE, AFTER_ONE).with_tiles(rack)
    watch = seen_after(TABLE, pictured(table))
    assert told(watch) == AFTER_ONE
    assert not watch.proposal.asked


@pytest.mark.parametrize(("sure", "asked"), [(0.93, True), (0.99, False)])
def test_many_pictures_are_no_surer_than_one_of_a_tile_that_makes_a_move_illegal(sure, asked):
    # Something of a lace cloth looks like the same tile in every picture.
    laid = doubtful(with_tiles(TABLE, "rc@3,0 oo@3,1"), Cell(3, 1), "oo", "ox", sure)
    watch = seen_after(TABLE, pictured(TABLE), *([laid] * 6))
    assert told(watch) == "rc@3,0 oo@3,1"
    assert not watch.proposal.is_legal
    assert (Question.READING in watch.proposal.questions) == asked


def test_a_tile_that_came_while_nothing_moved_is_asked_about_until_it_is_seen_again():
    illegal = pictured(with_tiles(TABLE, "oo@3,0"))
    ghost = pictured(with_tiles(TABLE, "oo@3,0 gx@0,1"))
    watch = look(look(watch_of(TABLE), pictured(TABLE), 0.0).stirred(1.0), illegal, 2.0)
    assert not watch.proposal.asked
    watch = look(look(watch, illegal, 3.0), ghost, 5.0)
    assert told(watch) == "oo@3,0 gx@0,1"
    assert Question.READING in watch.proposal.questions
    assert Question.READING not in look(watch, ghost, 9.0).proposal.questions


def test_a_clear_tile_that_touches_nothing_is_an_illegal_move():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@4,0")))
    assert told(watch) == "rc@4,0"
    assert [v.fault.value for v in watch.proposal.ruling.violations] == ["touches_nothing"]


def test_a_loose_tile_that_lay_there_before_is_no_part_of_the_next_move():
    loose = with_tiles(TABLE, "yx@4,1")
    watch = seen_after(TABLE, pictured(loose.with_tiles(parse_placement("rc@3,0"))))
    assert told(watch) == "rc@3,0"
    watch = accepted(watch)
    later = loose.with_tiles(parse_placement("rc@3,0 pc@3,-1"))
    watch = look(watch, pictured(later), 20.0)
    assert told(watch) == "pc@3,-1"


ROW = parse_placement("yo@0,6 gx@1,6 b*@2,6 pd@3,6")


def test_a_players_open_row_that_lay_there_first_is_no_opening():
    row = EMPTY_BOARD.with_tiles(ROW)
    watch = seen_after("", pictured(row))
    assert watch.proposal is None
    watch = look(watch, pictured(row.with_tiles(parse_placement("ro@1,0 rs@2,0"))), 10.0)
    assert [str(placed.tile) for placed in watch.proposal.placement] == ["ro", "rs"]
    assert not watch.proposal.asked


def apart(row, *tiles):
    """A picture whose grid is a player's row, tiles of the game beside it on no common lattice."""
    seen = pictured(row)
    beside = [
        sighting_of(cell, tile, at_px=(400.0 + 40 * cell.x, 200.0 + 40 * cell.y))
        for cell, tile in parse_placement(" ".join(tiles))
    ]
    loose = [StraySighting(Stray.LOOSE, one.centre_px, one.corners_px, one) for one in beside]
    return replace(seen, strays=tuple(loose))


def test_the_game_is_found_beside_a_row_that_is_larger():
    row = EMPTY_BOARD.with_tiles(ROW)
    watch = seen_after("", pictured(row), apart(row, "ro@5,5 rs@6,5"))
    assert told(watch) == "ro@0,0 rs@1,0"
    watch = look(accepted(watch), apart(row, "ro@0,0 rs@1,0 rd@2,0"), 20.0)
    assert told(watch) == "rd@2,0"
    watch = look(watch, pictured("ro rs rd bs\n.. .. .. bo"), 30.0)
    assert len(watch.proposal.placement) == 3


def test_an_illegal_opening_on_a_table_that_was_empty_is_announced():
    watch = seen_after("", Observation(SIZE_WH), pictured("ro bs"))
    assert len(watch.proposal.placement) == 2
    assert not watch.proposal.is_legal


def test_a_row_that_is_filled_up_again_is_still_no_move():
    watch = seen_after("", pictured(EMPTY_BOARD.with_tiles(ROW)))
    more = EMPTY_BOARD.with_tiles((*ROW, *parse_placement("rc@4,6")))
    assert look(watch, pictured(more), 10.0).proposal is None


def test_beside_a_players_row_the_legal_opening_is_the_move():
    watch = seen_after("", pictured(EMPTY_BOARD.with_tiles((*ROW, *parse_placement("ro@1,0")))))
    assert [str(placed.tile) for placed in watch.proposal.placement] == ["ro"]


def test_the_first_picture_of_a_game_under_way_is_asked_about():
    watch = seen_after("", pictured(TABLE))
    assert Question.UNDER_WAY in watch.proposal.questions
    assert len(watch.proposal.placement) == 6


def test_more_tiles_than_a_hand_holds_are_asked_about():
    many = with_tiles("ro", "rs@1,0 rd@2,0 rc@3,0 r*@4,0 rx@5,0 bx@5,1 gx@5,2")
    watch = seen_after("ro", pictured(many))
    assert Question.TOO_MANY in watch.proposal.questions


def test_an_unreadable_tile_beside_the_new_ones_is_asked_about():
    seen = pictured(with_tiles(TABLE, AFTER_ONE))
    x, y = MIDDLE_PX[0] + 40 * 4, MIDDLE_PX[1]
    blank = StraySighting(Stray.BLANK, (x, y), ())
    watch = seen_after(TABLE, replace(seen, strays=(blank,)))
    assert Question.UNREAD in watch.proposal.questions


def test_a_tile_put_down_between_two_cells_beside_the_new_ones_is_asked_about():
    seen = pictured(with_tiles(TABLE, AFTER_ONE))
    beside = max(seen.sightings, key=lambda one: one.centre_px)
    x, y = beside.centre_px
    loose = StraySighting(Stray.LOOSE, (x + 40 * 1.05, y + 40 * 0.45), (), beside)
    watch = seen_after(TABLE, replace(seen, strays=(loose,)))
    assert Question.UNREAD in watch.proposal.questions


def test_a_tile_of_the_board_that_is_now_another_is_a_reason_to_ask():
    watch = seen_after(TABLE, *[pictured(TABLE)] * 4)
    old = next(iter(watch.game.board))
    other = Tile(old.tile.colour, next(s for s in Shape if s is not old.tile.shape))
    swapped = with_tiles(TABLE, AFTER_ONE).with_tiles([Placed(old.cell, other)])
    once = look(watch.stirred(50.0), pictured(swapped), 51.0)
    twice = look(once, pictured(swapped), 52.0)
    assert Question.READING in twice.proposal.questions


def test_tiles_that_could_all_be_of_another_colour_do_not_vouch_for_each_other():
    row = pictured("bo bs bd bc")
    doubtful = {Colour.BLUE: 0.72, Colour.GREEN: 0.28}
    unsure = tuple(replace(one, colours=doubtful) for one in row.sightings)
    watch = seen_after("", replace(row, sightings=unsure))
    assert Question.READING in watch.proposal.questions
    assert watch.proposal.sureness < 0.8
    assert watch.proposal.rivals[0].placement == parse_placement("go@0,0 gs@1,0 gd@2,0 gc@3,0")


def test_a_line_that_ends_where_the_picture_does_is_asked_about():
    seen = pictured(with_tiles(TABLE, AFTER_ONE))
    right = max(x for sighting in seen.sightings for x, _ in sighting.corners_px)
    cut = replace(seen, size_wh=(round(right + 5), seen.size_wh[1]))
    assert Question.OUT_OF_VIEW in seen_after(TABLE, cut).proposal.questions
    assert not seen_after(TABLE, seen).proposal.asked


def test_a_face_down_tile_elsewhere_is_nobodys_business():
    seen = pictured(with_tiles(TABLE, AFTER_ONE))
    blank = StraySighting(Stray.BLANK, (100.0, 700.0), ())
    watch = seen_after(TABLE, replace(seen, strays=(blank,)))
    assert not watch.proposal.asked


def test_a_take_back_before_acceptance_leaves_nothing():
    placed = with_tiles(TABLE, AFTER_ONE)
    watch = seen_after(TABLE, pictured(placed), pictured(TABLE))
    assert watch.proposal is None


def test_tiles_taken_back_far_from_the_others_are_forgotten_too():
    long = with_tiles(TABLE, "rc@3,0 r*@4,0 rx@5,0")
    watch = seen_after(TABLE, pictured(long), pictured(TABLE))
    assert watch.proposal is None
    assert watch.known.new_cells == frozenset()


def test_another_tile_on_the_same_cell_after_a_hand_came_is_no_doubt():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")))
    watch = look(watch.stirred(1.0), pictured(with_tiles(TABLE, "r*@3,0")), 4.0)
    assert told(watch) == "r*@3,0"
    assert not watch.proposal.asked


def test_a_refused_move_with_a_gap_stays_whole():
    gap = with_tiles(TABLE, "rc@3,0 rx@5,0")
    watch = seen_after(TABLE, pictured(gap))
    watch = accepted(watch)
    assert not watch.game.turns[-1].is_legal
    assert told(look(watch, pictured(gap), 10.0)) == "rc@3,0 rx@5,0"


def test_a_cleared_table_is_told():
    watch = watch_of(TABLE)
    for at_s in (0.0, 2.0, 4.0):
        watch = look(watch, Observation(SIZE_WH), at_s)
    assert watch.is_cleared
    assert watch.proposal is None


def test_a_trade_changes_nothing_on_the_table():
    watch = seen_after(TABLE, pictured(TABLE))
    watch = watch.follow(answer(watch.game, Traded("Anna", 3)).game)
    assert watch.proposal is None


def test_tiles_after_acceptance_that_could_belong_to_that_turn_are_marked():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")))
    assert not watch.proposal.joins
    watch = look(accepted(watch), pictured(with_tiles(TABLE, "rc@3,0 r*@4,0")), 10.0)
    assert told(watch) == "r*@4,0"
    assert watch.proposal.joins


def test_an_illegal_move_that_was_let_stand_is_part_of_the_board():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "oc@3,0")))
    move = TilesPlaced("Anna", watch.proposal.placement)
    watch = watch.follow(answer(watch.game, LetStand(move, 0)).game)
    assert watch.proposal is None


# Turn end


def quiet(watch, for_s):
    return turn_end(watch, watch.known.at_s + for_s, watch.known.at_s)


def test_nothing_placed_never_ends_a_turn():
    assert quiet(watch_of(TABLE), 1000.0) is TurnEnd.WAIT
    assert quiet(seen_after(TABLE, pictured(TABLE)), 1000.0) is TurnEnd.WAIT


def test_a_legal_and_sure_move_is_accepted_after_the_quiet_time():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, AFTER_ONE)))
    assert quiet(watch, 3.2) is TurnEnd.WAIT
    assert quiet(watch, 5.0) is TurnEnd.ACCEPT


def test_an_illegal_move_is_never_accepted_by_itself():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "oc@3,0")))
    assert quiet(watch, 1000.0) is TurnEnd.ASK


def test_a_doubtful_move_is_never_accepted_by_itself():
    table = with_tiles(TABLE, "rc@3,0")
    watch = seen_after(TABLE, doubtful(table, Cell(3, 0), "rc", "r*", 0.6))
    assert quiet(watch, 1000.0) is TurnEnd.ASK


def two_turns(paused_s):
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")))
    watch = watch.stirred(paused_s)
    return look(watch, pictured(with_tiles(TABLE, "rc@3,0 go@3,2")), paused_s + 3.0)


def test_the_next_players_tiles_end_the_turn_before():
    watch = two_turns(paused_s=4.0)
    assert format_placement(watch.overtaken) == "rc@3,0"
    assert turn_end(watch, 7.0, 7.0) is TurnEnd.NEXT_BEGAN
    after = watch.follow(answer(watch.game, TilesPlaced("Anna", watch.overtaken)).game)
    assert told(after) == "go@3,2"
    assert not after.proposal.asked


LEFT, RIGHT = (Arm(0.1, (x, 0.5), (0.5, 0.5, 0.5)) for x in (0.0, 1.0))


def quick_turns(*arms):
    """Three turns or two: the second and the third tile lie in one line, a moment apart."""
    watch, lay, at_s = seen_after(TABLE, pictured(TABLE)), "", 0.0
    for arm, placed, paused_s in zip(arms, ("rc@3,0", "go@3,2", "gd@4,2"), (4, 1, 9), strict=True):
        watch, lay = watch.stirred(at_s + 0.5, arm), f"{lay} {placed}"
        watch = look(watch, pictured(with_tiles(TABLE, lay)), at_s + 1.5)
        at_s += 1.5 + paused_s
        if watch.overtaken is not None:
            done = answer(watch.game, TilesPlaced(watch.game.mover, watch.overtaken))
            watch = watch.follow(done.game, by_itself=True)
    return watch


def test_the_arm_of_tiles_that_are_left_when_a_turn_is_over_is_still_known():
    again = quick_turns(LEFT, RIGHT, RIGHT)
    assert told(again) == "go@3,2 gd@4,2"
    assert Question.TWO_TURNS not in again.proposal.questions
    assert Question.TWO_TURNS in quick_turns(LEFT, None, RIGHT).proposal.questions


@pytest.mark.parametrize(
    ("whose", "is_asked"), [((), True), (("Anna", "Chris"), False), (("Chris", "Anna"), True)]
)
def test_arms_from_two_sides_are_one_players_where_no_other_one_has_them(whose, is_asked):
    top = Arm(0.1, (0.5, 0.0), (0.1, 0.5, 0.9))
    arms = NO_ARMS
    for player, arm in [*zip(whose, (LEFT, top), strict=False)] * 4:
        arms = arms.with_arm(player, arm)
    watch = replace(seen_after(TABLE, pictured(TABLE)), arms=arms)
    watch = watch.stirred(2.0).reached_by([arm_at(2.0), arm_at(3.5, x=1.0)])
    watch = look(watch, pictured(with_tiles(TABLE, "go@3,2 gd@4,2")), 4.0)
    assert (Question.TWO_TURNS in watch.proposal.questions) is is_asked


def test_of_two_arms_one_took_back_what_is_gone():
    illegal = pictured(with_tiles(TABLE, "yx@0,1"))
    for before, is_asked in ((illegal, False), (pictured(TABLE), True)):
        watch = seen_after(TABLE, before)
        if is_asked is False:
            watch = watch.correct(Cell(0, 1), None)
        watch = watch.stirred(2.0).reached_by([arm_at(2.0), arm_at(3.5, x=1.0)])
        watch = look(watch, pictured(with_tiles(TABLE, "go@3,2 gd@4,2")), 4.0)
        assert (Question.TWO_TURNS in watch.proposal.questions) is is_asked


def test_what_is_left_of_a_move_was_brought_by_the_arm_that_laid_it():
    watch = seen_after(TABLE, pictured(TABLE)).stirred(2.0, LEFT)
    watch = look(watch, pictured(with_tiles(TABLE, "go@3,2")), 4.0)
    laid = watch.brought
    watch = look(watch.stirred(6.0, RIGHT), pictured(with_tiles(TABLE, "go@3,2 gd@4,2")), 8.0)
    for at_s in (10.0, 12.0):
        watch = look(watch.stirred(at_s - 1), pictured(with_tiles(TABLE, "go@3,2")), at_s)
    assert told(watch) == "go@3,2"
    assert (watch.brought, watch.rests) == (laid, ())


def test_a_tile_laid_apart_and_elsewhere_later_is_the_next_players():
    watch = look(seen_after(TABLE, pictured(TABLE)), pictured(with_tiles(TABLE, "rc@3,0")), 10.0)
    apart = pictured(with_tiles(TABLE, "rc@3,0 bd@1,4"))
    watch = look(watch.stirred(16.0), apart, 18.0)
    assert Question.APART not in watch.proposal.questions
    assert format_placement(watch.overtaken) == "rc@3,0"
    watch = watch.follow(answer(watch.game, TilesPlaced("Anna", watch.overtaken)).game)
    assert told(watch) == "bd@1,4"
    assert not watch.proposal.is_legal
    # Beside the move it may be on its way to it.
    beside = look(seen_after(TABLE, pictured(TABLE)), pictured(with_tiles(TABLE, "rc@3,0")), 10.0)
    beside = look(beside.stirred(16.0), pictured(with_tiles(TABLE, "rc@3,0 bd@5,1")), 18.0)
    assert Question.APART in beside.proposal.questions


def test_an_arm_is_known_by_the_way_it_came_to_its_tiles():
    watch = seen_after(TABLE, pictured(TABLE)).stirred(2.0, LEFT)
    watch = look(watch, pictured(with_tiles(TABLE, "go@3,2")), 4.0)
    (x, y), (wide, high) = watch.known.view.centres_px[Cell(3, 2)], watch.known.view.size_wh
    assert watch.brought == (LEFT.from_tiles((x / wide, y / high), (wide, high), 0),)


def test_a_tile_that_came_with_the_next_players_is_not_put_aside_with_the_turn_before():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")))
    watch = look(watch.stirred(5.0), pictured(with_tiles(TABLE, "rc@3,0 go@3,2 bd@5,2")), 7.0)
    first = parse_placement("rc@3,0")
    watch = watch.follow(answer(watch.game, TilesPlaced("Anna", first)).game)
    assert not watch.known.loose
    assert told(watch) == "go@3,2 bd@5,2" or Question.APART in watch.proposal.questions


def arm_at(at_s, x=0.0):
    return Arm(0.1, (x, 0.5), (0.5, 0.5, 0.5), at_s)


def rest_before(*arms, laid, read_s=2.0):
    """How long a tile lay there before these arms came, some of which laid another one."""
    watch = seen_after(TABLE, pictured(TABLE)).stirred(0.5, arm_at(1.0)).reached_by([arm_at(1.0)])
    watch = look(watch, pictured(with_tiles(TABLE, "rc@3,0")), read_s)
    for arm in arms:
        watch = watch.stirred(arm.at_s, arm)
    watch = watch.reached_by([arm for arm in arms if arm.at_s >= laid])
    watch = look(watch, pictured(with_tiles(TABLE, "rc@3,0 go@3,2")), 10.0)
    return watch.rests[0].pause_s


def test_a_head_that_leans_in_ends_no_rest():
    head, *arms = (arm_at(at_s) for at_s in (3.0, 7.0, 7.5, 8.0))
    assert rest_before(head, *arms, laid=8.0) == pytest.approx(7.0 - 1.8)
    assert rest_before(head, *arms, laid=3.0) == pytest.approx(3.0 - 1.8)


def test_an_arm_that_hovers_before_it_lays_a_tile_ends_the_rest_when_it_comes():
    arms = [arm_at(3.0 + 0.5 * k) for k in range(11)]
    assert rest_before(*arms, laid=8.0) == pytest.approx(3.0 - 1.8)


@pytest.mark.parametrize(("busy_s", "rest_s"), [(3.0, 8.0 - 3.8), (6.5, 6.5 - 2.0)])
def test_an_arm_that_lays_nothing_meanwhile_parts_a_rest(busy_s, rest_s):
    lies = pictured(with_tiles(TABLE, "rc@3,0"))
    watch = look(seen_after(TABLE, pictured(TABLE)).stirred(0.5), lies, 2.0)
    watch = watch.stirred(busy_s, arm_at(busy_s))
    watch = look(watch, lies, busy_s + 1.0).stirred(8.0, arm_at(8.0))
    watch = look(watch, pictured(with_tiles(TABLE, "rc@3,0 go@3,2")), 10.0)
    assert [rest.pause_s for rest in watch.rests] == pytest.approx([rest_s])


def test_a_turn_may_have_ended_at_a_rest_of_which_nothing_was_read():
    watch = seen_after(TABLE, pictured(TABLE))
    watch = look(watch.stirred(1.0), Observation(SIZE_WH), 2.0)
    watch = look(watch.stirred(8.0), pictured(with_tiles(TABLE, "rc@3,0 go@3,2")), 9.0)
    assert Question.TWO_TURNS in watch.proposal.questions


def test_tiles_in_no_line_that_came_while_nobody_saw_the_table_are_asked_about():
    after = pictured(with_tiles(TABLE, "g*@3,0 bd@2,3"))
    for stirred_s, is_asked in ((1.0, True), (7.0, False)):
        watch = look(seen_after(TABLE, pictured(TABLE)).stirred(stirred_s), after, 9.0)
        assert not watch.proposal.is_legal
        assert (Question.TWO_TURNS in watch.proposal.questions) is is_asked


def test_a_tile_of_the_turn_before_that_the_next_turn_touches_is_asked_about():
    watch = accepted(seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0"))))
    watch = watch.stirred(10.0, arm_at(10.0))
    later = pictured(with_tiles(TABLE, "rc@3,0 r*@4,0 rx@5,0 gx@5,1 bx@5,2"))
    for at_s in (14.0, 17.0):
        watch = look(watch, later, at_s)
    assert not watch.proposal.is_legal
    assert Question.TWO_TURNS in watch.proposal.questions


@pytest.mark.parametrize(("waits", "rest_s"), [("go", 0.0), ("bd", 8.0 - 2.0)])
def test_while_a_tile_lies_askew_beside_its_cell_no_turn_has_ended(waits, rest_s):
    later = pictured(with_tiles(TABLE, "rc@3,0 go@3,2"))
    laid = next(one for one in later.sightings if one.cell == Cell(3, 2))
    (x, y), tile_px = laid.centre_px, later.tile_px
    tile = parse_placement(f"{waits}@3,2")[0].tile
    askew = sighting_of(Cell(3, 2), tile, at_px=(x - 0.4 * tile_px, y + 0.5 * tile_px))
    lies = pictured(with_tiles(TABLE, "rc@3,0"), groups=(Group(GroupKind.HEAP, (askew,)),))
    watch = look(seen_after(TABLE, pictured(TABLE)).stirred(0.5), lies, 2.0)
    watch = look(watch.stirred(8.0), later, 10.0)
    assert [rest.pause_s for rest in watch.rests] == pytest.approx([rest_s])


def test_a_rest_begins_when_the_arm_has_left_though_the_table_is_read_later():
    assert rest_before(arm_at(8.0), laid=8.0, read_s=6.0) == pytest.approx(8.0 - 1.8)
    assert rest_before(arm_at(8.0), laid=8.0, read_s=1.6) == pytest.approx(8.0 - 1.6)


def test_a_turn_is_over_though_the_next_players_tile_waited_beside_its_cell():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")))
    laid = pictured(with_tiles(TABLE, "rc@3,0 go@3,2"))
    x, y = next(s for s in laid.sightings if s.cell == Cell(3, 0)).centre_px
    askew = StraySighting(Stray.BLANK, (x + laid.tile_px, y), ())
    waiting = replace(pictured(with_tiles(TABLE, "rc@3,0")), strays=(askew,))
    watch = look(watch.stirred(5.0), waiting, 6.0)
    assert Question.UNREAD in watch.proposal.questions
    watch = look(watch.stirred(8.0), laid, 10.0)
    assert format_placement(watch.overtaken) == "rc@3,0"


def test_a_turn_is_over_though_the_next_players_tiles_leave_a_gap():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")))
    watch = look(watch.stirred(8.0), pictured(with_tiles(TABLE, "rc@3,0 go@0,2 g*@-2,2")), 10.0)
    assert Question.APART in watch.proposal.questions
    assert format_placement(watch.overtaken) == "rc@3,0"


def test_tiles_in_one_line_wait_for_what_is_laid_between_them():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "r*@3,0")))
    laid = pictured(with_tiles(TABLE, "r*@3,0 g*@3,2"))
    assert format_placement(look(watch.stirred(8.0), laid, 10.0).overtaken) == "r*@3,0"
    x, y = next(s for s in laid.sightings if s.cell == Cell(3, 0)).centre_px
    askew = StraySighting(Stray.BLANK, (x, y + laid.tile_px), ())
    watch = look(watch.stirred(8.0), replace(laid, strays=(askew,)), 10.0)
    assert Question.UNREAD in watch.proposal.questions
    assert watch.overtaken is None


def test_a_tile_that_lay_alone_before_the_second_came_may_have_been_the_opening():
    both = pictured("rc r*")
    first = min(both.sightings, key=lambda face: face.cell)
    lies_alone = (Group(GroupKind.HEAP, (first,)),)
    for lay, is_asked in (((), False), (lies_alone, True)):
        watch = watch_of()
        watch = look(watch.stirred(0.0), replace(both, sightings=(), groups=lay), 1.0)
        watch = look(watch.stirred(6.0), both, 8.0)
        assert told(watch) == "rc@0,0 r*@1,0"
        assert (Question.TWO_TURNS in watch.proposal.questions) is is_asked


def test_tiles_of_the_opening_that_lay_there_unread_are_not_silently_one_move_with_the_next():
    both = pictured("gs os ys")
    opening = tuple(face.centre_px for face in both.sightings if face.cell.x > 0)
    for lain, is_asked in (((), False), ((Alone(opening, 1.0, 6.0),), True)):
        watch = watch_of()
        watch = look(watch.stirred(0.0), replace(both, sightings=()), 1.0)
        watch = watch.stirred(6.0).look(both, 8.0, lain)
        assert told(watch) == "gs@0,0 os@1,0 ys@2,0"
        assert (Question.TWO_TURNS in watch.proposal.questions) is is_asked


def test_an_opening_that_lay_there_unread_is_over_when_the_next_turn_shows_it():
    both, after = pictured("gs os ys"), pictured("gs os ys\ngd .. ..")
    opening = tuple(face.centre_px for face in both.sightings if face.cell.x > 0)
    watch = look(watch_of().stirred(0.0), replace(both, sightings=()), 1.0)
    watch = watch.stirred(6.0).look(both, 8.0, (Alone(opening, 1.0, 6.0),))
    watch = watch.stirred(10.0).look(after, 12.0)
    assert format_placement(watch.overtaken) == "os@1,0 ys@2,0"


def test_each_rest_at_which_tiles_of_the_opening_lay_unread_may_have_ended_a_turn():
    every = pictured("gs os ys")
    _, os, ys = (face.centre_px for face in every.sightings)
    lain = (Alone((ys,), 1.0, 6.0), Alone((os, ys), 8.0, 14.0))
    watch = look(watch_of().stirred(0.0), replace(every, sightings=()), 1.0)
    watch = watch.stirred(14.0).look(every, 16.0, lain)
    assert [(len(rest.placement), rest.pause_s) for rest in watch.rests] == [(1, 5.0), (2, 6.0)]


def test_two_places_after_a_moment_are_asked_about():
    watch = two_turns(paused_s=0.8)
    assert Question.TWO_TURNS in watch.proposal.questions
    assert turn_end(watch, 7.0, 7.0) is TurnEnd.WAIT
    assert turn_end(watch, 70.0, 7.0) is TurnEnd.ASK


def test_two_places_after_a_short_pause_are_two_turns():
    watch = two_turns(paused_s=2.0)
    assert turn_end(watch, 7.0, 7.0) is TurnEnd.NEXT_BEGAN


def test_an_illegal_tile_after_a_rest_does_not_spoil_the_turn_before():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0"))).stirred(4.0)
    watch = look(watch, pictured(with_tiles(TABLE, "rc@3,0 yx@4,0")), 7.0)
    assert format_placement(watch.overtaken) == "rc@3,0"
    hasty = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0"))).stirred(0.8)
    hasty = look(hasty, pictured(with_tiles(TABLE, "rc@3,0 yx@4,0")), 3.0)
    assert [tuple(map(format_placement, one.turns)) for one in hasty.choices] == [("rc@3,0",)]
    assert Question.TWO_TURNS in hasty.proposal.questions
    assert turn_end(hasty, 70.0, 7.0) is TurnEnd.ASK


def test_an_illegal_tile_that_nobody_took_back_is_no_part_of_the_next_turn():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "yx@3,0"))).stirred(4.0)
    watch = look(watch, pictured(with_tiles(TABLE, "yx@3,0 go@3,2")), 7.0)
    assert watch.overtaken is None
    assert Question.TWO_TURNS in watch.proposal.questions
    assert turn_end(watch, 70.0, 7.0) is TurnEnd.ASK


def test_the_question_of_two_turns_stays_while_the_tiles_lie_there():
    watch = two_turns(paused_s=0.8)
    again = look(watch, pictured(with_tiles(TABLE, "rc@3,0 go@3,2")), 8.0)
    assert Question.TWO_TURNS in again.proposal.questions
    assert again.choices == watch.choices
    gone = look(again, pictured(with_tiles(TABLE, "rc@3,0")), 30.0)
    assert gone.choices == ()
    assert told(gone) == "rc@3,0"


def test_a_tile_that_could_belong_to_the_turn_before_makes_an_illegal_move_a_question():
    watch = accepted(seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0"))))
    seen = pictured(with_tiles(TABLE, "rc@3,0 r*@4,0 bo@0,1"))
    watch = look(watch.stirred(11.0), seen, 12.0)
    assert not watch.proposal.is_legal
    assert Question.TWO_TURNS in watch.proposal.questions
    other = pictured(with_tiles(TABLE, "rc@3,0 bc@3,1 bo@0,1"))
    again = look(accepted(seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")))), other, 12.0)
    assert not again.proposal.is_legal
    assert Question.TWO_TURNS not in again.proposal.questions


def test_two_turns_that_nobody_saw_still_in_between_are_asked_about():
    both = pictured(with_tiles(TABLE, "rc@3,0 go@3,2"))
    before = seen_after(TABLE, pictured(TABLE)).stirred(1.0)
    watch = look(look(before, both, 9.0), both, 10.0)
    orders = {tuple(map(format_placement, one.turns)) for one in watch.choices}
    assert orders >= {("rc@3,0", "go@3,2"), ("go@3,2", "rc@3,0")}
    assert Question.TWO_TURNS in watch.proposal.questions
    assert turn_end(watch, 70.0, 9.0) is TurnEnd.ASK
    assert look(before, both, 3.0).choices == ()


def test_a_trade_told_by_a_phone_does_not_hide_that_a_hand_came():
    watch = seen_after(TABLE, pictured(TABLE)).stirred(1.0)
    watch = watch.follow(answer(watch.game, Traded("Anna", 3)).game)
    assert watch.stirred_s == 1.0


def test_a_move_that_goes_on_in_its_line_is_one_move():
    watch = seen_after(TABLE, pictured(with_tiles(TABLE, "rc@3,0")), step_s=3.0)
    watch = look(watch.stirred(2.0), pictured(with_tiles(TABLE, "rc@3,0 r*@4,0")), 5.0)
    assert told(watch) == "rc@3,0 r*@4,0"
    assert watch.overtaken is None
    assert watch.since_s == 5.0


def test_a_watch_never_changes():
    watch = watch_of(TABLE)
    look(watch, pictured(with_tiles(TABLE, AFTER_ONE)), 0.0)
    assert watch == watch_of(TABLE)
    assert watch.since_s == math.inf


# ------------------------------------------------- every weight and every wait makes a difference


def test_a_kind_of_which_most_lie_there_already_is_less_likely_to_come():
    # Read as a red clover rather than a starburst, but two of its three copies lie there.
    used = with_tiles(TABLE, "rc@0,6 rc@6,6")
    seen = doubtful(used.with_tiles(parse_placement("rc@3,0")), Cell(3, 0), "rc", "r*", 0.55)
    assert told(look(watch_of(str(used)), seen, 0.0)) == "r*@3,0"
    seen = doubtful(with_tiles(TABLE, "rc@3,0"), Cell(3, 0), "rc", "r*", 0.55)
    assert told(look(watch_of(TABLE), seen, 0.0)) == "rc@3,0"


def test_a_steady_camera_keeps_the_place_when_every_colour_is_read_otherwise():
    colours = list(Colour)[:6]
    other = {one: colours[(k + 1) % 6] for k, one in enumerate(colours)}
    recoloured = EMPTY_BOARD.with_tiles(
        Placed(cell, Tile(other[tile.colour], tile.shape)) for cell, tile in parse_board(TABLE)
    )
    watch = seen_after(TABLE, pictured(TABLE), pictured(recoloured))
    assert watch.can_tell
    assert not seen_after(TABLE, pictured(recoloured)).can_tell


def test_a_tile_that_lay_loose_when_a_turn_was_accepted_is_no_part_of_a_move_that_reaches_it():
    loose = with_tiles(TABLE, "yx@4,1")
    watch = accepted(seen_after(TABLE, pictured(loose.with_tiles(parse_placement("rc@3,0")))))
    later = loose.with_tiles(parse_placement("rc@3,0 r*@4,0"))
    assert told(look(watch, pictured(later), 20.0)) == "r*@4,0"


def test_a_tile_laid_where_one_was_denied_and_taken_away_is_a_move():
    with_one = pictured(with_tiles(TABLE, AFTER_ONE))
    watch = seen_after(TABLE, with_one).correct(Cell(3, 0), None)
    assert watch.proposal is None
    for at_s in (10.0, 20.0):
        watch = look(watch, pictured(TABLE), at_s)
    watch = look(watch.stirred(25.0), with_one, 30.0)
    assert told(watch) == AFTER_ONE


def test_where_two_places_explain_a_picture_as_well_it_is_asked_and_not_sure():
    table = "ro .. .. .. .. .. .. .. ro"
    watch = seen_after(table, pictured("ro rs"))
    assert Question.ALIGNMENT in watch.proposal.questions
    assert watch.proposal.sureness < 0.6


def test_a_long_run_of_equal_errors_is_overturned_by_a_few_pictures():
    wrong, right = pictured(with_tiles(TABLE, "r*@3,0")), pictured(with_tiles(TABLE, "rc@3,0"))
    watch = seen_after(TABLE, *[wrong] * 12, *[right] * 3)
    assert told(watch) == "rc@3,0"


def test_a_reading_that_came_while_nothing_moved_waits_for_a_second():
    watch = seen_after(TABLE, pictured(TABLE))
    watch = look(watch, pictured(with_tiles(TABLE, AFTER_ONE)), 9.5)
    watch = look(watch, pictured(with_tiles(TABLE, AFTER_ONE)), 9.6)
    assert turn_end(watch, 10.2, 0.0) is TurnEnd.WAIT
    assert turn_end(watch, 10.7, 0.0) is not TurnEnd.WAIT


def test_two_looks_in_quick_succession_do_not_take_a_tile_away():
    gone = pictured(parse_board(TABLE).without([Cell(2, 2)]))
    assert seen_after(TABLE, pictured(TABLE), gone, gone, step_s=0.5).proposal is None


def test_a_cell_at_the_very_edge_of_the_picture_is_not_clearly_empty():
    at_the_edge = Camera(centre_px=(SIZE_WH[0] - 2.2 * 40, 1440.0))
    gone = pictured(parse_board(TABLE).without([Cell(2, 2)]), at_the_edge)
    assert not is_clearly_empty(gone, Cell(2, 2))
    assert is_clearly_empty(pictured(parse_board(TABLE).without([Cell(2, 2)])), Cell(2, 2))


def test_a_tile_that_was_nudged_and_is_read_askew_beside_its_cell_is_not_gone():
    lying, at = pictured(TABLE), Cell(2, 2)
    seen = next(one for one in lying.sightings if one.cell == at)
    nudged = replace(seen, centre_px=(seen.centre_px[0] + 0.4 * lying.tile_px, seen.centre_px[1]))
    gone = pictured(parse_board(TABLE).without([at]))
    askew = replace(gone, groups=(Group(GroupKind.HEAP, (nudged,)),))
    assert not is_clearly_empty(askew, at)
    assert seen_after(TABLE, lying, askew, askew, askew, step_s=5.0).proposal is None
    assert seen_after(TABLE, lying, gone, gone, gone, step_s=5.0).proposal.missing == (at,)


def test_a_game_that_begins_with_a_tile_like_one_of_a_row_beside_it_is_no_part_of_the_row():
    row = pictured(parse_board("po oo bs bc"))
    watch = look(look(Watch.over(game_of("")), row, 0.0), row, 1.0)
    assert watch.proposal is None
    opening = pictured(with_tiles("", "oc@3,0 rc@3,1 bc@3,2"))
    for at_s in (4.0, 5.0, 7.0):
        watch = look(watch.stirred(2.0) if at_s == 4.0 else watch, opening, at_s)
    assert len(watch.proposal.placement) == 3


def test_what_people_say_before_the_first_picture_was_no_endless_rest():
    watch = Watch.over(game_of(TABLE)).correct(Cell(3, 2), parse_tile("go"))
    watch = look(watch, pictured(with_tiles(TABLE, "go@3,2")), 4.0)
    watch = look(watch.stirred(6.0), pictured(with_tiles(TABLE, "go@3,2 gd@4,2")), 8.0)
    assert all(rest.pause_s <= 60.0 for rest in watch.rests)
    assert sum(one.probability for one in watch.explained) == pytest.approx(1.0)

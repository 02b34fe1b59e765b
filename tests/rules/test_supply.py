"""What remains: unseen tiles, the bag, dead cells."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.board import EMPTY_BOARD, Board, Cell, Placed, parse_board
from assistant.moves.open_cells import dead_cells
from assistant.moves.search import can_place, legal_moves
from assistant.rules import classic, cubes
from assistant.rules.grid import rule_on
from assistant.rules.supply import Supply, deal, unseen_colours, unseen_tiles
from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Tile, parse_tile, parse_tiles
from tests.support import positions


def test_nothing_seen_leaves_the_whole_set() -> None:
    assert sum(unseen_tiles((), classic.GAME).values()) == 108
    assert set(unseen_tiles((), classic.GAME).values()) == {3}
    assert unseen_colours((), cubes.GAME) == dict.fromkeys(PURPLE_SET.colours, 15)


def test_seen_tiles_are_taken_off_their_kind() -> None:
    left = unseen_tiles(parse_tiles("ro ro wo"), classic.GAME)
    assert left[parse_tile("ro")] == 1
    assert left[parse_tile("wo")] == 2
    assert parse_tile("po") not in left
    assert sum(left.values()) == 105


def test_seen_cubes_are_taken_off_their_colour() -> None:
    left = unseen_colours(parse_tiles("ro rs rs bo"), cubes.GAME)
    assert (left[Colour.RED], left[Colour.BLUE], left[Colour.GREEN]) == (12, 14, 15)
    assert unseen_colours(parse_tiles("ro"), classic.GAME)[Colour.RED] == 17
    assert Colour.WHITE in unseen_colours((), replace(cubes.GAME, palette=WHITE_SET))


def test_a_table_with_too_many_copies_leaves_none_not_fewer() -> None:
    assert unseen_tiles(parse_tiles("ro ro ro ro"), classic.GAME)[parse_tile("ro")] == 0


def test_cubes_have_no_number_of_each_kind() -> None:
    with pytest.raises(ValueError, match="each colour"):
        unseen_tiles((), cubes.GAME)


# --- the bag ----------------------------------------------------------------------------------


def test_dealing_leaves_the_rest_in_the_bag() -> None:
    assert deal(4, classic.GAME) == Supply(84, (6, 6, 6, 6))
    assert deal(2, cubes.GAME).bag == 78
    assert deal(6, classic.GAME).bag == 72
    with pytest.raises(ValueError, match="not enough"):
        deal(19, classic.GAME)


def test_placing_draws_back_to_six_as_far_as_the_bag_goes() -> None:
    assert deal(2, classic.GAME).after_placing(0, 4) == Supply(92, (6, 6))
    assert Supply(2, (6, 6)).after_placing(1, 5) == Supply(0, (6, 3))
    assert Supply(0, (4, 6)).after_placing(0, 4) == Supply(0, (0, 6))
    assert Supply(0, (0, 6)).is_out(0)
    assert not Supply(1, (0, 6)).is_out(0)


def test_a_hand_cannot_place_what_it_does_not_hold() -> None:
    with pytest.raises(ValueError, match="a hand of 3 cannot place 4"):
        Supply(0, (3, 6)).after_placing(0, 4)


def test_more_than_the_bag_holds_cannot_be_traded() -> None:
    supply = Supply(2, (6, 6))
    assert supply.can_trade(0, 2)
    assert not supply.can_trade(0, 3)
    assert not supply.can_trade(0, 0)
    assert not Supply(9, (4, 6)).can_trade(0, 5)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 6)), max_size=60))
def test_no_tile_is_lost_between_bag_hands_and_table(turns: list[tuple[int, int]]) -> None:
    supply, on_table = deal(4, classic.GAME), 0
    for seat, wanted in turns:
        count = min(wanted, supply.hands[seat])
        if count:
            supply = supply.after_placing(seat, count)
            on_table += count
        assert supply.bag + sum(supply.hands) + on_table == classic.TILE_COUNT
        assert supply.bag == 0 or set(supply.hands) == {6}


# --- dead cells -------------------------------------------------------------------------------


def test_an_empty_board_has_no_dead_cell() -> None:
    assert dead_cells(EMPTY_BOARD) == frozenset()


def test_the_cells_at_the_ends_of_a_full_line_are_dead() -> None:
    dead = dead_cells(parse_board("ro rs rd rc r* rx"))
    assert dead == {Cell(-1, 0), Cell(6, 0)}


def test_a_cell_between_lines_that_nothing_joins_is_dead() -> None:
    assert dead_cells(parse_board("ro .. bs")) == {Cell(1, 0)}
    assert dead_cells(parse_board("ro .. rs")) == frozenset()
    corner = "ro .. \n.. bs"
    assert dead_cells(parse_board(corner)) == frozenset()
    assert dead_cells(parse_board(corner), parse_tiles("rd bd")) == {Cell(1, 0), Cell(0, 1)}


def test_a_cell_is_dead_when_the_tiles_that_fit_are_gone() -> None:
    board = parse_board("ro rs rd rc r*")
    assert dead_cells(board) == frozenset()
    left = [tile for tile in PURPLE_SET.kinds if tile != parse_tile("rx")]
    assert dead_cells(board, left) == {Cell(-1, 0), Cell(5, 0)}


@given(positions.boards.filter(len))
def test_a_dead_cell_is_one_where_the_referee_refuses_every_tile(board: Board) -> None:
    dead = dead_cells(board)
    uncounted = replace(classic.GAME, copies=999)
    for cell in board.open_cells():
        fits = any(
            rule_on(board, (Placed(cell, tile),), uncounted).is_legal for tile in PURPLE_SET.kinds
        )
        assert (cell in dead) != fits


@given(positions.boards, positions.hands)
def test_a_hand_can_place_exactly_when_it_has_a_move(board: Board, hand: tuple[Tile, ...]) -> None:
    uncounted = replace(classic.GAME, copies=999)
    assert can_place(board, hand) == bool(legal_moves(board, hand, uncounted))

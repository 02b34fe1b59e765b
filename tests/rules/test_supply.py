"""What remains: unseen tiles, the bag, dead cells."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from assistant.board import Board, Placed, parse_board
from assistant.moves.open_cells import fitting, fitting_colours
from assistant.moves.search import legal_moves
from assistant.rules import classic, cubes
from assistant.rules.grid import rule_on
from assistant.rules.supply import unseen
from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Tile, parse_tile, parse_tiles
from tests.support import positions


def test_nothing_seen_leaves_the_whole_set() -> None:
    assert sum(unseen((), classic.BOOK).values()) == 108
    assert set(unseen((), classic.BOOK).values()) == {3}
    assert unseen((), cubes.BOOK) == dict.fromkeys(PURPLE_SET.colours, 15)


def test_seen_tiles_are_taken_off_their_kind() -> None:
    left = unseen(parse_tiles("ro ro wo"), classic.BOOK)
    assert left[parse_tile("ro")] == 1
    assert left[parse_tile("wo")] == 2
    assert parse_tile("po") not in left
    assert sum(left.values()) == 105


def test_seen_cubes_are_taken_off_their_colour() -> None:
    left = unseen(parse_tiles("ro rs rs bo"), cubes.BOOK)
    assert (left[Colour.RED], left[Colour.BLUE], left[Colour.GREEN]) == (12, 14, 15)
    assert Colour.WHITE in unseen((), replace(cubes.BOOK, palette=WHITE_SET))


def test_a_table_with_too_many_copies_leaves_none_not_fewer() -> None:
    assert unseen(parse_tiles("ro ro ro ro"), classic.BOOK)[parse_tile("ro")] == 0


# --- what still fits ------------------------------------------------------------------------


@given(positions.boards.filter(len))
def test_a_kind_fits_exactly_where_the_referee_takes_it(board: Board) -> None:
    uncounted = replace(classic.BOOK, copies=999)
    taken = {
        tile
        for tile in PURPLE_SET.kinds
        for cell in board.open_cells()
        if rule_on(board, (Placed(cell, tile),), uncounted).is_legal
    }
    assert fitting(board, PURPLE_SET.kinds) == taken


def test_a_block_of_one_colour_fits_no_other_colour() -> None:
    block = parse_board("go gs\ngd gc")
    assert fitting_colours(block, PURPLE_SET.colours) == {Colour.GREEN}
    assert fitting_colours(parse_board("go gs"), PURPLE_SET.colours) == set(PURPLE_SET.colours)


@given(positions.boards, positions.hands)
def test_a_hand_can_place_exactly_when_it_has_a_move(board: Board, hand: tuple[Tile, ...]) -> None:
    uncounted = replace(classic.BOOK, copies=999)
    assert bool(fitting(board, hand)) == bool(legal_moves(board, hand, uncounted))

"""Moves: complete, each once, best first, with the reckoning the referee would give."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

from assistant.board import EMPTY_BOARD, Board, Cell, format_placement, parse_board
from assistant.moves.open_cells import fitting
from assistant.moves.search import legal_moves
from assistant.rules import classic, cubes
from assistant.rules.book import Book
from assistant.rules.grid import rule_on
from assistant.tiles import WHITE_SET, parse_tile, parse_tiles

ROOT = Path(__file__).parents[2]


def moves(board: str, hand: str, game: Book = classic.BOOK) -> dict[str, int]:
    found = legal_moves(parse_board(board), parse_tiles(hand), game)
    return {format_placement(move.placement): move.points for move in found}


def test_an_empty_hand_has_no_move() -> None:
    assert moves("ro", "") == moves("", "") == {}
    assert not fitting(parse_board("ro"), ())
    assert not fitting(EMPTY_BOARD, ())


def test_a_first_move_covers_the_origin_in_either_direction() -> None:
    assert moves("", "ro") == {"ro@0,0": 1}
    assert moves("", "ro rs") == {
        "ro@0,0": 1,
        "rs@0,0": 1,
        "ro@0,0 rs@1,0": 2,
        "rs@0,0 ro@1,0": 2,
        "ro@-1,0 rs@0,0": 2,
        "rs@-1,0 ro@0,0": 2,
        "ro@0,0 rs@0,1": 2,
        "rs@0,0 ro@0,1": 2,
        "ro@0,-1 rs@0,0": 2,
        "rs@0,-1 ro@0,0": 2,
    }
    assert fitting(EMPTY_BOARD, parse_tiles("ro"))


def test_a_hand_that_fits_nowhere_has_no_move() -> None:
    assert moves("ro", "bs") == {}
    assert not fitting(parse_board("ro"), parse_tiles("bs ro"))
    assert fitting(parse_board("ro"), parse_tiles("bs ro bo"))


def test_like_tiles_in_the_hand_are_one_choice() -> None:
    assert moves("ro", "rs rs rs") == moves("ro", "rs")
    assert len(moves("ro", "rs")) == 4


def test_the_order_of_the_hand_changes_nothing() -> None:
    board = parse_board("ro rs .. rc\n.. bs ..")
    hand = parse_tiles("rd bd r*")
    first = legal_moves(board, hand, classic.BOOK)
    assert all(legal_moves(board, order, classic.BOOK) == first for order in permutations(hand))


def test_plays_at_both_ends_are_found() -> None:
    assert moves("@0,0\nro rs", "rd rc")["rd@-1,0 rc@2,0"] == 4


def test_plays_that_straddle_old_tiles_are_found() -> None:
    found = moves("@1,0\nro .. rs .. rd", "rc r* rx")
    assert found["rc@0,0 r*@2,0 rx@4,0"] == 12
    assert "rc@0,0 r*@4,0" not in found


def test_a_play_may_lead_up_to_the_grid_over_cells_that_touch_nothing() -> None:
    assert moves("ro", "rs rd rc")["rc@-3,0 rd@-2,0 rs@-1,0"] == 4


def test_the_best_move_comes_first_and_of_equals_the_one_with_fewest_tiles() -> None:
    found = legal_moves(parse_board("ro rs rd rc r*"), parse_tiles("rx bo yo"), classic.BOOK)
    assert found[0].points == 12
    ranks = [(-move.points, len(move.placement)) for move in found]
    assert ranks == sorted(ranks)


def test_every_move_carries_the_lines_of_its_ruling() -> None:
    board = parse_board("ro rs rd\nbo .. ..\n.. .. yd")
    for move in legal_moves(board, parse_tiles("bs gs rc bd gd"), classic.BOOK):
        ruling = rule_on(board, move.placement, classic.BOOK)
        assert ruling.is_legal
        assert (ruling.lines, ruling.points) == (move.lines, move.points)


def test_a_fourth_copy_is_no_classic_move_but_a_cubes_move() -> None:
    board = "ro rs .. ro rs .. ro rs"
    assert not any(placed.startswith("ro") for placed in moves(board, "ro"))
    assert moves(board, "ro", cubes.BOOK)


def test_the_last_cubes_of_a_colour_limit_a_turn() -> None:
    board = Board({Cell(3 * i, 0): parse_tile("r" + "osdc*x"[i % 6]) for i in range(14)})
    found = legal_moves(board, parse_tiles("rs rd bo"), cubes.BOOK)
    assert found
    reds = [sum(str(p.tile)[0] == "r" for p in move.placement) for move in found]
    assert max(reds) == 1


def test_purple_and_white_are_never_laid_in_one_game() -> None:
    assert moves("wo", "po") == {}
    assert moves("ro", "po wo") == moves("ro", "po") | moves("ro", "wo")
    white = replace(classic.BOOK, palette=WHITE_SET)
    assert moves("ro", "po", white) == {}


def test_a_broken_line_on_the_table_cannot_be_extended_but_stops_nothing_else() -> None:
    found = moves("ro bs\nrd ..", "rc")
    assert "rc@-1,0" not in found
    assert found["rc@0,2"] == 3


def test_old_tiles_of_one_line_must_go_together_even_when_they_do_not_touch() -> None:
    found = moves("rs .. ro .. rs", "rd rc")
    assert found["rd@1,0"] == 3
    assert "rd@1,0 rc@3,0" not in found


def test_a_table_with_purple_and_white_still_has_no_line_of_seven() -> None:
    assert "go@2,0" in moves("oo yo .. bo po wo", "go ro")
    assert "go@2,0 ro@6,0" not in moves("oo yo .. bo po wo", "go ro")
    assert "ro@-1,0" not in moves("oo yo go bo po wo", "ro")


def test_tiles_far_apart_are_no_trouble() -> None:
    far = Board({Cell(0, 0): parse_tile("ro"), Cell(10**6, 10**6): parse_tile("bs")})
    assert len(legal_moves(far, parse_tiles("rs"), classic.BOOK)) == 8

"""The grid referee: every fault as players argue it, and agreement with a second referee."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from assistant.board import (
    EMPTY_BOARD,
    Board,
    Cell,
    Placed,
    Placement,
    parse_board,
    parse_placement,
)
from assistant.moves.open_cells import fitting
from assistant.moves.search import legal_moves
from assistant.rules import classic, cubes
from assistant.rules.book import Book
from assistant.rules.grid import rule_on
from assistant.rules.ruling import Fault, Ruling, ScoredLine, Violation
from assistant.tiles import (
    PURPLE_SET,
    WHITE_SET,
    Colour,
    Shape,
    Tile,
    parse_colour,
    parse_shape,
    parse_tile,
    parse_tiles,
)
from tests.support import brute_force

GAMES = {"classic": classic.BOOK, "cubes": cubes.BOOK}
POSITIONS, SHARES, SHARES_OF_EVERY_RUN = 10_000, 16, 2
"""`make long` compares all of them, every other run a quarter."""


def ruling(board: str, placement: str, game: Book = classic.BOOK) -> Ruling:
    return rule_on(parse_board(board), parse_placement(placement), game)


def faults(board: str, placement: str, game: Book = classic.BOOK) -> list[Fault]:
    return [violation.fault for violation in ruling(board, placement, game).violations]


def only(answer: Ruling) -> Violation:
    (violation,) = answer.violations
    assert answer.points == 0
    return violation


# --- the empty case, and what a move pays ---------------------------------------------------


def test_placing_nothing_is_no_turn() -> None:
    assert only(ruling("", "")) == Violation(Fault.NOTHING_PLACED, "C3")
    assert only(ruling("ro", "", cubes.BOOK)).rule == "U4"


def test_a_lone_first_tile_scores_one_wherever_it_lies() -> None:
    answer = ruling("", "ro@5,-3")
    assert answer == Ruling((), (ScoredLine((Cell(5, -3),), None, 1),), 1)


def test_a_first_line_scores_its_length() -> None:
    answer = ruling("", "ro@7,7 rs@8,7 rd@9,7")
    assert answer.is_legal
    assert answer.points == 3
    assert [line.shares for line in answer.lines] == [Colour.RED]


def test_a_tile_in_two_lines_counts_in_both_and_the_turns_own_line_comes_first() -> None:
    answer = ruling("ro rs\nbo ..", "bs@1,1")
    assert answer.points == 4
    assert [line.shares for line in answer.lines] == [Colour.BLUE, Shape.SQUARE]
    answer = ruling("ro rs", "bs@1,1 ys@1,2")
    assert [len(line.cells) for line in answer.lines] == [3]


def test_six_in_a_line_pay_twelve_and_two_at_once_twenty_four() -> None:
    assert ruling("ro rs rd rc r*", "rx@5,0").points == 12
    table = """
        .. .. .. .. .. bo
        .. .. .. .. .. yo
        .. .. .. .. .. go
        .. .. .. .. .. oo
        .. .. .. .. .. po
        rs rd rc r* rx ..
    """
    answer = ruling(table, "ro@5,5")
    assert answer.is_legal
    assert answer.points == 24
    assert all(line.is_qwirkle for line in answer.lines)


def test_tiles_at_both_ends_of_a_line_are_one_turn() -> None:
    assert ruling("@1,0\nro rs", "rd@0,0 rc@3,0").points == 4


def test_an_orange_diamond_that_touches_no_diamond_scores_no_diamond_line() -> None:
    table = "o* .. \n.. .. yd"
    answer = ruling(table, "ox@0,1 od@0,2")
    assert [(line.shares, len(line.cells)) for line in answer.lines] == [(Colour.ORANGE, 3)]


# --- every fault --------------------------------------------------------------------------


def test_a_taken_cell_is_named_with_both_tiles() -> None:
    violation = only(ruling("ro rs", "rd@1,0"))
    assert violation.fault is Fault.OCCUPIED
    assert violation.cells == (Cell(1, 0),)
    assert violation.tiles == parse_tiles("rd rs")


def test_two_tiles_of_one_turn_on_one_cell_are_one_fault() -> None:
    violation = only(ruling("ro", "rs@1,0 rd@1,0"))
    assert violation.fault is Fault.OCCUPIED
    assert violation.tiles == parse_tiles("rd rs")
    assert faults("ro", "rs@1,0 rs@1,0") == [Fault.OCCUPIED]


def test_tiles_in_different_rows_are_not_one_line() -> None:
    assert faults("ro rs", "rd@2,0 rc@0,1") == [Fault.NOT_ONE_LINE]
    assert only(ruling("ro rs", "rd@2,0 rc@0,1", cubes.BOOK)).rule == "U8"


def test_a_gap_is_pointed_at_and_is_not_also_a_tile_that_touches_nothing() -> None:
    violation = only(ruling("ro rs", "rd@2,0 rc@5,0"))
    assert violation.fault is Fault.GAP
    assert violation.cells == (Cell(3, 0), Cell(4, 0))
    assert faults("", "ro@0,0 rs@2,0") == [Fault.GAP]


def test_a_gap_far_from_every_tile_is_both() -> None:
    assert faults("ro", "rs@9,9 rd@11,9") == [Fault.GAP, Fault.TOUCHES_NOTHING]


def test_a_tile_that_touches_only_a_corner_touches_nothing() -> None:
    violation = only(ruling("ro", "rs@1,1"))
    assert violation.fault is Fault.TOUCHES_NOTHING
    assert violation.cells == (Cell(1, 1),)
    assert violation.rule == "C5"


def test_in_different_rows_only_the_loose_tile_touches_nothing() -> None:
    answer = ruling("ro", "rs@1,0 rd@5,5")
    assert [v.fault for v in answer.violations] == [Fault.NOT_ONE_LINE, Fault.TOUCHES_NOTHING]
    assert answer.violations[1].cells == (Cell(5, 5),)


def test_a_line_that_mixes_colours_and_shapes_names_the_new_tile_first() -> None:
    violation = only(ruling("ro rs", "bd@2,0"))
    assert violation.fault is Fault.MIXED_LINE
    assert violation.cells == (Cell(2, 0), Cell(0, 0), Cell(1, 0))
    assert violation.tiles == parse_tiles("bd ro rs")


def test_a_tile_that_fits_one_line_but_not_the_crossing_one_is_refused_for_the_crossing() -> None:
    table = "ro rs ..\n.. .. bd"
    violation = only(ruling(table, "rc@2,0"))
    assert violation.fault is Fault.MIXED_LINE
    assert violation.cells == (Cell(2, 0), Cell(2, 1))


def test_a_tile_twice_in_a_line_names_the_tile_and_where_its_twin_lies() -> None:
    violation = only(ruling("ro rs rd", "rs@3,0"))
    assert violation.fault is Fault.TWICE_IN_LINE
    assert violation.tiles == parse_tiles("rs")
    assert violation.cells == (Cell(3, 0), Cell(1, 0))
    assert faults("ro", "ro@1,0") == [Fault.TWICE_IN_LINE]


def test_a_tile_that_joins_two_lines_with_the_same_tile_in_them_is_refused() -> None:
    violation = only(ruling("ro rs .. rs rd", "rc@2,0"))
    assert violation.fault is Fault.TWICE_IN_LINE
    assert set(violation.cells) == {Cell(1, 0), Cell(3, 0)}


def test_a_line_of_seven_and_six_that_share_nothing_bring_no_bonus() -> None:
    (seven, *_) = ruling("ro rs rd rc r* rx", "ro@6,0").lines
    assert (len(seven.cells), seven.points) == (7, 7)
    (mixed, *_) = ruling("ro rs rd rc r*", "bo@5,0").lines
    assert (len(mixed.cells), mixed.points) == (6, 6)


def test_a_seventh_tile_is_too_long_and_must_be_somebodys_twin() -> None:
    answer = ruling("ro rs rd rc r* rx", "ro@6,0")
    assert [v.fault for v in answer.violations] == [Fault.TWICE_IN_LINE, Fault.TOO_LONG]
    assert answer.violations[1].count == 7
    assert faults("ro rs rd rc r* rx", "bo@6,0") == [Fault.MIXED_LINE, Fault.TOO_LONG]


def test_tiles_of_a_turn_that_share_nothing_are_named_apart_from_the_line_they_spoil() -> None:
    assert faults("ro", "rs@1,0 bd@2,0") == [Fault.MIXED_LINE, Fault.SHARES_NOTHING]
    assert Fault.SHARES_NOTHING in faults("", "ro@0,0 rs@1,0 bo@2,0")


def test_a_fourth_copy_is_one_more_than_the_classic_set_has() -> None:
    table = """
        ro rs rd .. rs ro
        .. .. .. .. .. rd .. .. .. ..
        .. .. .. .. .. .. .. .. .. ro
    """
    violation = only(ruling(table, "ro@2,1"))
    assert violation.fault is Fault.TOO_MANY_COPIES
    assert violation.count == 3
    assert violation.cells == (Cell(2, 1), Cell(0, 0), Cell(5, 0), Cell(9, 2))
    assert Fault.TOO_MANY_COPIES not in faults(table, "ro@2,1", cubes.BOOK)


def test_a_sixteenth_cube_of_a_colour_is_one_more_than_the_cubes_have() -> None:
    fourteen = Board({Cell(3 * i, 0): parse_tile("r" + "osdc*x"[i % 6]) for i in range(14)})
    assert rule_on(fourteen, parse_placement("rs@0,1"), cubes.BOOK).is_legal
    fifteen = fourteen.with_tiles(parse_placement("rs@0,1"))
    violation = only(rule_on(fifteen, parse_placement("rd@0,2"), cubes.BOOK))
    assert violation.fault is Fault.TOO_MANY_COPIES
    assert violation.count == 15
    assert len(violation.cells) == 16
    assert rule_on(fifteen, parse_placement("bs@1,1"), cubes.BOOK).is_legal


def test_seven_tiles_are_more_than_a_hand() -> None:
    row = " ".join(f"r{shape}@{x},0" for x, shape in enumerate("osdc*xo"))
    answer = ruling("", row)
    assert answer.violations[-1].fault is Fault.TOO_MANY_TILES
    assert answer.violations[-1].count == 7


def test_purple_beside_white_is_no_set() -> None:
    violation = only(ruling("po", "wo@1,0"))
    assert violation.fault is Fault.WRONG_COLOUR_SET
    assert violation.cells == (Cell(1, 0),)
    assert ruling("ro", "wo@1,0").is_legal
    assert faults("", "po@0,0 wo@1,0") == [Fault.WRONG_COLOUR_SET]


def test_the_sixth_colour_that_lies_on_the_table_is_the_right_one() -> None:
    violation = ruling("ps", "po@0,1 wo@0,2").violations[-1]
    assert violation.fault is Fault.WRONG_COLOUR_SET
    assert violation.tiles == parse_tiles("wo")
    assert ruling("po wo", "ro@2,0").is_legal
    assert faults("po wo", "ps@0,1") == [Fault.WRONG_COLOUR_SET]


def test_a_known_palette_refuses_the_other_sixth_colour_from_the_start() -> None:
    white = parse_placement("wo@0,0")
    purple_tiles, white_tiles = (replace(classic.BOOK, palette=p) for p in (PURPLE_SET, WHITE_SET))
    assert not rule_on(EMPTY_BOARD, white, purple_tiles).is_legal
    assert rule_on(EMPTY_BOARD, white, white_tiles).is_legal
    white_cubes = replace(cubes.BOOK, palette=WHITE_SET)
    assert not rule_on(EMPTY_BOARD, parse_placement("po@0,0"), white_cubes).is_legal


def test_all_reasons_come_at_once() -> None:
    table = "ro rs\nbo .."
    assert faults(table, "rs@0,0 yd@1,1 gx@4,4") == [
        Fault.OCCUPIED,
        Fault.NOT_ONE_LINE,
        Fault.TOUCHES_NOTHING,
        Fault.MIXED_LINE,
        Fault.MIXED_LINE,
        Fault.SHARES_NOTHING,
    ]


def test_a_refused_move_still_shows_its_lines() -> None:
    answer = ruling("ro rs", "bd@2,0")
    assert answer.lines == (ScoredLine((Cell(0, 0), Cell(1, 0), Cell(2, 0)), None, 3),)
    assert not ruling("ro rs rd rc r*", "bo@5,0").lines[0].is_qwirkle


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_grid_fault_has_its_rule_number(game: Book) -> None:
    of_cards = {Fault.ROW_TOO_SHORT, Fault.CARD_MISSING, Fault.CARD_FROM_NOWHERE}
    assert set(game.rules) == set(Fault) - of_cards
    assert all(rule[0] == game.letter and rule[1:].isdigit() for rule in game.rules.values())


# --- agreement with the second referee ------------------------------------------------------


TILES = {face: Tile(parse_colour(face[0]), parse_shape(face[1])) for face in brute_force.FACES}


def placement_of(turn: brute_force.Turn) -> Placement:
    return tuple(Placed(Cell(*spot), TILES[face]) for spot, face in turn)


def board_of(table: brute_force.Table) -> Board:
    return Board({Cell(*spot): TILES[face] for spot, face in table.items()})


def check_turn(table: brute_force.Table, board: Board, turn: brute_force.Turn, game: str) -> bool:
    """Whether the turn is legal, when both referees say the same about it."""
    expected = brute_force.faults(table, turn, game)
    answer = rule_on(board, placement_of(turn), GAMES[game])
    assert {v.fault.value for v in answer.violations} == expected, (board, turn)
    new = brute_force.own_spots(table, turn)
    after = table | {spot: face for spot, face in turn if spot in new}
    lines = brute_force.lines_with(after, new)
    if table or len(turn) != 1:
        assert {line.cells for line in answer.lines} == lines, (board, turn)
    assert answer.points == (0 if expected else brute_force.pay(lines)), (board, turn)
    return not expected


def check_moves(board: Board, hand: list[Tile], expected: brute_force.Moves, game: str) -> None:
    moves = legal_moves(board, hand, GAMES[game])
    found = {frozenset(move.placement): move.points for move in moves}
    assert len(found) == len(moves), "a move is listed twice"
    wanted = {frozenset(placement_of(tuple(turn))): n for turn, n in expected.items()}
    assert found == wanted, (board, hand)
    assert [m.points for m in moves] == sorted((m.points for m in moves), reverse=True)
    assert bool(fitting(board, hand)) == bool(expected)
    for move in moves[::7]:
        assert rule_on(board, move.placement, GAMES[game]) == Ruling((), move.lines, move.points)


def has_old_tiles_between(turn: frozenset[tuple[brute_force.Spot, brute_force.Face]]) -> bool:
    (left, top), (right, bottom) = min(spot for spot, _ in turn), max(spot for spot, _ in turn)
    return right - left + bottom - top + 1 > len(turn)


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=() if seed < SHARES_OF_EVERY_RUN else pytest.mark.long)
        for seed in range(SHARES)
    ],
)
def test_verdicts_points_and_moves_agree_with_the_second_referee(seed: int) -> None:
    chance = random.Random(seed)
    game = "classic" if seed % 2 else "cubes"
    seen = {"legal": 0, "illegal": 0, "straddling": 0}
    for table, hand, moves in brute_force.random_positions(seed, POSITIONS // SHARES):
        board = board_of(table)
        turns = sorted(moves, key=sorted)
        check_moves(board, [TILES[face] for face in hand], moves, game)
        seen["straddling"] += sum(map(has_old_tiles_between, turns))
        for _ in range(3):
            turn = brute_force.random_turn(chance, table, turns)
            seen["legal" if check_turn(table, board, turn, game) else "illegal"] += 1
    assert min(seen.values()) > 40, f"the sample is too one-sided: {seen}"


def test_moves_of_full_hands_on_crowded_tables_agree_with_the_second_referee() -> None:
    positions = brute_force.random_positions(99, 200, hand_sizes=(6,), fewest=40, most=60)
    crowded = [position for position in positions if len(position[0]) > 30][:12]
    for table, hand, moves in crowded:
        check_moves(board_of(table), [TILES[face] for face in hand], moves, "classic")
    assert len(crowded) == 12

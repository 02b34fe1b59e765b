"""Cubes: the rulebook's examples, its printed refusals, and its own numbers."""

from __future__ import annotations

import pytest

from assistant.board import parse_board, parse_placement
from assistant.rules import cubes
from assistant.rules.grid import rule_on, rule_on_opening
from assistant.rules.ruling import Fault

START = """
@0,1
g* gd gx
y* .. ..
b* .. ..
"""
TURNS = [
    ("Stephanie", "ro@-2,0 rs@-1,0 r*@0,0", 7),
    ("Jacques", "yc@-2,2 yo@-1,2 yd@1,2", 6),
    ("Anne", "rd@1,0 rx@2,0 rc@3,0", 17),
]


def test_the_worked_turns_pay_what_the_rulebook_prints() -> None:
    board = parse_board(START)
    for player, placed, points in TURNS:
        ruling = rule_on(board, parse_placement(placed), cubes.BOOK)
        assert ruling.is_legal, player
        assert ruling.points == points, player
        board = board.with_tiles(parse_placement(placed))


def test_the_single_green_circle_pays_four() -> None:
    ruling = rule_on(parse_board("g* ..\nb* bo"), parse_placement("go@1,0"), cubes.BOOK)
    assert ruling.is_legal
    assert ruling.points == 4


@pytest.mark.parametrize(
    ("board", "placed", "fault"),
    [
        ("ro rs", "rd@5,5", Fault.TOUCHES_NOTHING),
        ("ro rs", "ro@2,0", Fault.TWICE_IN_LINE),
        ("ro bo", "ro@2,0", Fault.TWICE_IN_LINE),
        ("ro rs rd rc r* rx", "go@6,0", Fault.TOO_LONG),
        ("ro rs ..\n.. .. bd", "rc@2,0", Fault.MIXED_LINE),
        ("ro rs", "rd@2,0 rc@0,1", Fault.NOT_ONE_LINE),
    ],
)
def test_every_printed_refusal_is_refused_for_its_reason(
    board: str, placed: str, fault: Fault
) -> None:
    ruling = rule_on(parse_board(board), parse_placement(placed), cubes.BOOK)
    violation = next(v for v in ruling.violations if v.fault is fault)
    assert violation.rule == "U8"
    assert ruling.points == 0


def test_a_fourth_cube_of_a_kind_is_fine() -> None:
    board = parse_board("ro rs .. ro rs .. ro rs")
    assert rule_on(board, parse_placement("ro@1,1"), cubes.BOOK).is_legal


def test_the_game_in_numbers() -> None:
    assert cubes.BOOK.tile_count == 6 * cubes.BOOK.copies == 90
    assert cubes.BOOK.hand_size == 6


def test_the_opening_must_be_as_large_as_the_declared_set() -> None:
    (violation,) = rule_on_opening(parse_placement("ro@0,0"), 2, cubes.BOOK).violations
    assert (violation.fault, violation.rule) == (Fault.OPENING_TOO_SMALL, "U3")

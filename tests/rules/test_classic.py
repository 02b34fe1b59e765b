"""Classic: the rulebooks' example game in both orders, its refusals, and who starts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from assistant.board import EMPTY_BOARD, Placement, parse_board, parse_placement
from assistant.rules import classic
from assistant.rules.grid import rule_on, rule_on_opening
from assistant.rules.ruling import Fault
from assistant.tiles import parse_tiles

EXAMPLE = Path(__file__).parent / "examples" / "classic.txt"
ENGLISH_ORDER = "ABCDEFGHIJKL"
DUTCH_ORDER = "ABCDEFGHLIJK"
TOTALS = {"Anna": 20, "Chris": 22, "Sally": 25, "Dave": 18}


class Figure(NamedTuple):
    player: str
    placement: Placement
    points: int
    lines: list[str]


def example() -> dict[str, Figure]:
    figures = {}
    for line in EXAMPLE.read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#-":
            name, player, placed, points, lines = (part.strip() for part in line.split("|"))
            figures[name] = Figure(player, parse_placement(placed), int(points), lines.split(", "))
    return figures


@pytest.mark.parametrize("order", [ENGLISH_ORDER, DUTCH_ORDER])
def test_the_example_game_pays_what_the_rulebooks_print(order: str) -> None:
    figures, board, totals = example(), EMPTY_BOARD, Counter[str]()
    for name in order:
        figure = figures[name]
        ruling = rule_on(board, figure.placement, classic.BOOK)
        assert ruling.is_legal, name
        assert ruling.points == figure.points, name
        lines = [f"{ln.shares.value} {len(ln.cells)}" for ln in ruling.lines if ln.shares]
        assert sorted(lines) == sorted(figure.lines), name
        totals[figure.player] += ruling.points
        board = board.with_tiles(figure.placement)
    assert totals == TOTALS


def test_the_printed_refusal_is_refused_for_the_printed_reason() -> None:
    (line,) = [ln for ln in EXAMPLE.read_text(encoding="utf-8").splitlines() if ln[:1] == "-"]
    after, placed, fault, tile, cells = (part.strip() for part in line[1:].split("|"))
    board = EMPTY_BOARD
    for name in ENGLISH_ORDER[: ENGLISH_ORDER.index(after) + 1]:
        board = board.with_tiles(example()[name].placement)
    ruling = rule_on(board, parse_placement(placed), classic.BOOK)
    (violation,) = ruling.violations
    assert violation.fault is Fault(fault)
    assert violation.tiles == parse_tiles(tile)
    assert [str(cell) for cell in violation.cells] == cells.split()
    assert ruling.points == 0


def test_the_game_in_numbers() -> None:
    book = classic.BOOK
    assert book.tile_count == 6 * 6 * book.copies == 108
    assert (book.hand_size, book.going_out_bonus, book.lone_tile_points) == (6, 6, 1)
    assert (book.min_players, book.max_players, book.house_players) == (2, 4, 6)


# --- the compulsory opening -------------------------------------------------------------------


def test_the_opening_must_be_as_large_as_the_declared_set() -> None:
    two = parse_placement("ro@0,0 rs@1,0")
    assert rule_on_opening(two, 2, classic.BOOK).points == 2
    ruling = rule_on_opening(two, 3, classic.BOOK)
    (violation,) = ruling.violations
    assert violation.fault is Fault.OPENING_TOO_SMALL
    assert (violation.rule, violation.count) == ("C2", 3)
    assert ruling.points == 0


def test_an_opening_larger_than_declared_is_not_the_declared_set() -> None:
    ruling = rule_on_opening(parse_placement("ro@0,0 rs@1,0 rd@2,0"), 2, classic.BOOK)
    (violation,) = ruling.violations
    assert (violation.fault, violation.rule) == (Fault.OPENING_TOO_LARGE, "C2")
    assert (violation.count, ruling.points) == (2, 0)


def test_without_a_declaration_an_opening_of_any_size_is_legal() -> None:
    assert rule_on_opening(parse_placement("ro@0,0"), 0, classic.BOOK).points == 1


def test_an_opening_can_be_too_small_and_wrong_at_once() -> None:
    ruling = rule_on_opening(parse_placement("ro@0,0 rs@2,0"), 3, classic.BOOK)
    assert [v.fault for v in ruling.violations] == [Fault.GAP, Fault.OPENING_TOO_SMALL]
    assert [v.fault for v in rule_on_opening((), 3, classic.BOOK).violations] == [
        Fault.NOTHING_PLACED
    ]


# --- disputes the rulebooks invite --------------------------------------------------------------


def test_the_crossing_line_that_people_forget_is_paid() -> None:
    board = parse_board("ro rs rd\n.. bs ..")
    ruling = rule_on(board, parse_placement("bo@0,1"), classic.BOOK)
    assert ruling.points == 4


def test_filling_a_gap_between_two_lines_makes_them_one() -> None:
    ruling = rule_on(parse_board("ro rs .. rd rc"), parse_placement("r*@2,0"), classic.BOOK)
    assert ruling.points == 5

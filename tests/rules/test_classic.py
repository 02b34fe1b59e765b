"""Classic: the rulebooks' example game in both orders, its refusals, and who starts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from assistant.board import EMPTY_BOARD, Placement, parse_board, parse_placement
from assistant.rules import classic
from assistant.rules.grid import TieBreak
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
        ruling = classic.rule_on(board, figure.placement)
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
    ruling = classic.rule_on(board, parse_placement(placed))
    (violation,) = ruling.violations
    assert violation.fault is Fault(fault)
    assert violation.tiles == parse_tiles(tile)
    assert [str(cell) for cell in violation.cells] == cells.split()
    assert ruling.points == 0


def test_the_game_in_numbers() -> None:
    assert classic.TILE_COUNT == 6 * 6 * classic.COPIES == 108
    assert (classic.HAND_SIZE, classic.QWIRKLE_BONUS, classic.GOING_OUT_BONUS) == (6, 6, 6)
    assert (classic.MIN_PLAYERS, classic.MAX_PLAYERS, classic.MAX_PLAYERS_HOUSE_RULE) == (2, 4, 6)


# --- who starts (C2) ------------------------------------------------------------------------


def test_an_empty_hand_has_an_empty_set() -> None:
    assert classic.largest_set(()) == ()


def test_the_largest_set_counts_no_duplicates() -> None:
    assert classic.largest_set(parse_tiles("ro ro ro ro bs")) == parse_tiles("ro")
    assert classic.largest_set(parse_tiles("ro bs rs bs gs ys")) == parse_tiles("bs rs gs ys")
    assert classic.largest_set(parse_tiles("ro rs rd rc r* rx")) == parse_tiles("ro rs rd rc r* rx")


def test_the_most_matching_tiles_start() -> None:
    hands = [parse_tiles("ro rs bd"), parse_tiles("ro rs rd"), parse_tiles("ro ro ro")]
    assert classic.starter(hands) == 1


def test_a_tie_goes_to_the_oldest_or_where_set_to_the_youngest() -> None:
    counts, ages = [3, 2, 3, 3], [9, 70, 41, 38]
    assert classic.starter_by_count(counts, TieBreak.OLDEST, ages) == 2
    assert classic.starter_by_count(counts, TieBreak.YOUNGEST, ages) == 0
    assert classic.tied_for_start(counts) == (0, 2, 3)


def test_a_tie_without_ages_goes_to_the_first_seat_among_the_tied() -> None:
    assert classic.starter_by_count([2, 3, 3], TieBreak.OLDEST) == 1
    assert classic.starter_by_count([2, 3, 3], TieBreak.YOUNGEST, [5, 40, 40]) == 1


def test_a_start_that_cannot_be_decided_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="nobody"):
        classic.starter_by_count([], TieBreak.OLDEST)
    with pytest.raises(ValueError, match="2 numbers"):
        classic.starter_by_count([1, 2], TieBreak.OLDEST, [30])


# --- the compulsory opening -------------------------------------------------------------------


def test_the_opening_must_be_as_large_as_the_declared_set() -> None:
    two = parse_placement("ro@0,0 rs@1,0")
    assert classic.rule_on_opening(two, 2).points == 2
    ruling = classic.rule_on_opening(two, 3)
    (violation,) = ruling.violations
    assert violation.fault is Fault.OPENING_TOO_SMALL
    assert (violation.rule, violation.count) == ("C2", 3)
    assert ruling.points == 0


def test_an_opening_larger_than_declared_is_fine() -> None:
    assert classic.rule_on_opening(parse_placement("ro@0,0 rs@1,0 rd@2,0"), 2).points == 3


def test_an_opening_can_be_too_small_and_wrong_at_once() -> None:
    ruling = classic.rule_on_opening(parse_placement("ro@0,0 rs@2,0"), 3)
    assert [v.fault for v in ruling.violations] == [Fault.GAP, Fault.OPENING_TOO_SMALL]
    assert [v.fault for v in classic.rule_on_opening((), 3).violations] == [Fault.NOTHING_PLACED]


# --- disputes the rulebooks invite --------------------------------------------------------------


def test_the_crossing_line_that_people_forget_is_paid() -> None:
    board = parse_board("ro rs rd\n.. bs ..")
    ruling = classic.rule_on(board, parse_placement("bo@0,1"))
    assert ruling.points == 4


def test_filling_a_gap_between_two_lines_makes_them_one() -> None:
    ruling = classic.rule_on(parse_board("ro rs .. rd rc"), parse_placement("r*@2,0"))
    assert ruling.points == 5

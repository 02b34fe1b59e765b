"""What must not change a ruling: where the table stands, how it is turned, who was laid first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.board import Board, Cell, Placed, Placement
from assistant.moves.search import legal_moves
from assistant.rules import classic, cubes
from assistant.rules.grid import rule_on
from assistant.rules.ruling import Ruling
from assistant.tiles import PURPLE_SET, Shape, Tile
from tests.support import brute_force, positions


@dataclass(frozen=True)
class Change:
    """A table seen otherwise: another place for each cell, another face for each tile."""

    cell: Callable[[Cell], Cell] = lambda cell: cell
    tile: Callable[[Tile], Tile] = lambda tile: tile

    def turn(self, placement: Placement) -> Placement:
        return tuple(Placed(self.cell(p.cell), self.tile(p.tile)) for p in placement)

    def board(self, board: Board) -> Board:
        return Board({self.cell(cell): self.tile(tile) for cell, tile in board.tiles.items()})

    def summary(self, ruling: Ruling) -> object:
        """Everything a ruling says, apart from the order of cells."""
        faults = Counter(
            (
                violation.fault,
                frozenset(map(self.cell, violation.cells)),
                frozenset(map(self.tile, violation.tiles)),
                violation.count,
            )
            for violation in ruling.violations
        )
        lines = Counter((frozenset(map(self.cell, ln.cells)), ln.points) for ln in ruling.lines)
        return faults, lines, ruling.points


def with_roles_swapped(tile: Tile) -> Tile:
    shapes = tuple(Shape)
    return Tile(
        PURPLE_SET.colours[shapes.index(tile.shape)], shapes[PURPLE_SET.colours.index(tile.colour)]
    )


CHANGES = {
    "shift": Change(cell=lambda cell: Cell(cell.x + 31, cell.y - 17)),
    "quarter turn": Change(cell=lambda cell: Cell(-cell.y, cell.x)),
    "mirror": Change(cell=lambda cell: Cell(-cell.x, cell.y)),
    "colours for shapes": Change(tile=with_roles_swapped),
}
AS_IT_IS = Change()
changes = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


@changes
@given(positions.boards, positions.turns)
def test_a_ruling_stays_the_same_under(change: Change, board: Board, turn: Placement) -> None:
    before = rule_on(board, turn, classic.BOOK)
    after = rule_on(change.board(board), change.turn(turn), classic.BOOK)
    assert change.summary(before) == AS_IT_IS.summary(after)


@changes
@given(positions.boards.filter(len), positions.hands)
@settings(max_examples=60)
def test_the_moves_stay_the_same_under(change: Change, board: Board, hand: list[Tile]) -> None:
    before = legal_moves(board, hand, classic.BOOK)
    after = legal_moves(change.board(board), [change.tile(tile) for tile in hand], classic.BOOK)
    assert {(frozenset(change.turn(move.placement)), move.points) for move in before} == {
        (frozenset(move.placement), move.points) for move in after
    }
    assert [move.points for move in before] == [move.points for move in after]


@given(positions.boards, positions.turns, st.randoms(use_true_random=False))
def test_the_order_of_laying_never_changes_a_ruling(
    board: Board, turn: Placement, chance: object
) -> None:
    shuffled = list(turn)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    for game in (classic.BOOK, cubes.BOOK):
        assert rule_on(board, tuple(shuffled), game) == rule_on(board, turn, game)


@given(positions.boards, positions.turns)
@settings(max_examples=300)
def test_on_any_heap_of_tiles_the_second_referee_finds_the_same_faults(
    board: Board, turn: Placement
) -> None:
    for game in (classic.BOOK, cubes.BOOK):
        ruling = rule_on(board, turn, game)
        found = {violation.fault.value for violation in ruling.violations}
        assert found == brute_force.faults(table_of(board), turn_of(turn), game.name.value)


@given(positions.boards, positions.hands)
@settings(max_examples=150)
def test_on_any_heap_of_tiles_the_moves_are_those_of_the_second_referee(
    board: Board, hand: tuple[Tile, ...]
) -> None:
    table, faces = table_of(board), [face_of(tile) for tile in hand]
    wanted = {
        turn: points
        for turn, points in brute_force.all_moves(table, faces).items()
        if not brute_force.faults(table, tuple(turn))
    }
    moves = legal_moves(board, hand, classic.BOOK)
    assert {frozenset(turn_of(move.placement)): move.points for move in moves} == wanted
    for move in moves:
        assert rule_on(board, move.placement, classic.BOOK) == Ruling((), move.lines, move.points)


def face_of(tile: Tile) -> brute_force.Face:
    return tile.colour.value, tile.shape.value


def table_of(board: Board) -> brute_force.Table:
    return {(cell.x, cell.y): face_of(tile) for cell, tile in board.tiles.items()}


def turn_of(placement: Placement) -> brute_force.Turn:
    return tuple(((p.cell.x, p.cell.y), face_of(p.tile)) for p in placement)

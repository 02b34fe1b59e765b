"""Qwirkle Cubes: its numbers, its rule numbers, and who starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.board import Board, Placement
from assistant.rules import grid
from assistant.rules.grid import GridGame, Limit, TieBreak
from assistant.rules.opening import largest_set, starter_by_count, tied_for_start
from assistant.rules.ruling import Fault, Ruling
from assistant.tiles import Palette, Tile

__all__ = [
    "COPIES",
    "GAME",
    "GOING_OUT_BONUS",
    "HAND_SIZE",
    "MAX_PLAYERS",
    "MAX_PLAYERS_HOUSE_RULE",
    "MIN_PLAYERS",
    "QWIRKLE_BONUS",
    "TILE_COUNT",
    "largest_set",
    "rule_on",
    "rule_on_opening",
    "starter",
    "starter_by_count",
    "tied_for_start",
]

HAND_SIZE = 6
COPIES = 15
TILE_COUNT = 90
GOING_OUT_BONUS = 6
QWIRKLE_BONUS = grid.QWIRKLE_BONUS
MIN_PLAYERS = 2
MAX_PLAYERS = 4
MAX_PLAYERS_HOUSE_RULE = 6

RULES = {
    Fault.NOTHING_PLACED: "U4",
    Fault.OCCUPIED: "U6",
    Fault.NOT_ONE_LINE: "U8",
    Fault.GAP: "U6",
    Fault.TOUCHES_NOTHING: "U8",
    Fault.MIXED_LINE: "U8",
    Fault.TWICE_IN_LINE: "U8",
    Fault.TOO_LONG: "U8",
    Fault.SHARES_NOTHING: "U6",
    Fault.TOO_MANY_COPIES: "U1",
    Fault.TOO_MANY_TILES: "U2",
    Fault.WRONG_COLOUR_SET: "U1",
    Fault.OPENING_TOO_SMALL: "U3",
}
GAME = GridGame("cubes", RULES, COPIES, Limit.COLOUR, TILE_COUNT, TieBreak.YOUNGEST, HAND_SIZE)


def rule_on(board: Board, placement: Placement, palette: Palette | None = None) -> Ruling:
    """The ruling on a placement and its points (U6)."""
    return grid.rule_on(board, placement, replace(GAME, palette=palette))


def rule_on_opening(
    placement: Placement, required_size: int, palette: Palette | None = None
) -> Ruling:
    """The ruling on the first placement, which must be as large as the declared set (U3)."""
    return grid.rule_on_opening(placement, required_size, replace(GAME, palette=palette))


def starter(
    hands: Sequence[Sequence[Tile]],
    tie_break: TieBreak = GAME.tie_break,
    ages: Sequence[float] | None = None,
) -> int:
    """Who starts, by seat, from the open hands (U3)."""
    return starter_by_count([len(largest_set(hand)) for hand in hands], tie_break, ages)

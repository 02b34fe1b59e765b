"""Classic Qwirkle: its numbers, its rule numbers, and who starts."""

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
COPIES = 3
TILE_COUNT = 108
GOING_OUT_BONUS = 6
QWIRKLE_BONUS = grid.QWIRKLE_BONUS
MIN_PLAYERS = 2
MAX_PLAYERS = 4
MAX_PLAYERS_HOUSE_RULE = 6

RULES = {
    Fault.NOTHING_PLACED: "C3",
    Fault.OCCUPIED: "C4",
    Fault.NOT_ONE_LINE: "C4",
    Fault.GAP: "C4",
    Fault.TOUCHES_NOTHING: "C5",
    Fault.MIXED_LINE: "C6",
    Fault.TWICE_IN_LINE: "C6",
    Fault.TOO_LONG: "C6",
    Fault.SHARES_NOTHING: "C4",
    Fault.TOO_MANY_COPIES: "C1",
    Fault.TOO_MANY_TILES: "C1",
    Fault.WRONG_COLOUR_SET: "C1",
    Fault.OPENING_TOO_SMALL: "C2",
}
GAME = GridGame("classic", RULES, COPIES, Limit.KIND, TILE_COUNT, TieBreak.OLDEST, HAND_SIZE)


def rule_on(board: Board, placement: Placement, palette: Palette | None = None) -> Ruling:
    """The ruling on a placement (C3 to C6) and its points (C8 to C10)."""
    return grid.rule_on(board, placement, replace(GAME, palette=palette))


def rule_on_opening(
    placement: Placement, required_size: int, palette: Palette | None = None
) -> Ruling:
    """The ruling on the first placement, which must be as large as the declared set (C2)."""
    return grid.rule_on_opening(placement, required_size, replace(GAME, palette=palette))


def starter(
    hands: Sequence[Sequence[Tile]],
    tie_break: TieBreak = GAME.tie_break,
    ages: Sequence[float] | None = None,
) -> int:
    """Who starts, by seat, from the shown hands (C2)."""
    return starter_by_count([len(largest_set(hand)) for hand in hands], tie_break, ages)

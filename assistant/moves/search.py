"""All legal moves of a hand on a board, best first, each with its reckoning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.board import Board, Placed, Placement
from assistant.moves.fit import ATTRIBUTES, KINDS, SHARES, NumberedBoard, numbered_board
from assistant.moves.windows import Kinds, Window, WindowSearch, pay
from assistant.rules.book import Book
from assistant.rules.ruling import ScoredLine
from assistant.tiles import Tile

__all__ = ["Move", "legal_moves"]


@dataclass(frozen=True, slots=True)
class Move:
    """A legal placement and what it pays."""

    placement: Placement
    lines: tuple[ScoredLine, ...]
    """The turn's own line first, then its crossings in order, as a ruling lists them."""
    points: int


def legal_moves(board: Board, hand: Sequence[Tile], rules: Book) -> tuple[Move, ...]:
    """Every legal placement once: most points first, then fewest tiles, then from the top left.

    Like tiles in the hand are one choice. On an empty board a move covers the origin.
    """
    numbered = numbered_board(board)
    windows = WindowSearch(numbered, hand, rules).windows()
    reckoning = _Reckoning(numbered)
    return tuple([move for window in sorted(windows) for move in reckoning.moves_in(window)])


_Placing = tuple[Placed, tuple[ScoredLine, ...]]


class _Reckoning:
    """Turns windows into moves, making once what several of them have in common."""

    def __init__(self, numbered: NumberedBoard) -> None:
        self.numbered = numbered
        self.placings: dict[int, dict[tuple[int, int], _Placing]] = {
            step: {} for step in numbered.steps
        }

    def moves_in(self, window: Window) -> list[Move]:
        """The moves that fill one window."""
        points, line = -window.minus_points, window.line
        if not line:
            return self.moves_on(window.keys[0], window.fillings, points)
        keys, across = window.keys, self.numbered.across(line.step)
        own: dict[int, ScoredLine] = {}
        moves = []
        for kinds in window.fillings:
            shares = SHARES[kinds[0]][kinds[1]]
            if shares not in own:
                own[shares] = self.scored(line, shares)
            lines = [own[shares]]
            placement = []
            for key, kind in zip(keys, kinds, strict=True):
                placed, crossing = self.place(key, kind, across)
                placement.append(placed)
                lines += crossing
            moves.append(Move(tuple(placement), tuple(lines), points))
        return moves

    def moves_on(self, key: int, fillings: list[Kinds], points: int) -> list[Move]:
        """The moves that lay a single tile on one cell."""
        moves = []
        for (kind,) in fillings:
            placed, across = self.place(key, kind, 1)
            _, down = self.place(key, kind, self.numbered.width)
            lines = across + down or (ScoredLine((placed.cell,), None, points),)
            moves.append(Move((placed,), lines, points))
        return moves

    def place(self, key: int, kind: int, step: int) -> _Placing:
        """One tile on one cell, with the line along a step that it makes or extends."""
        placing = self.placings[step].get((key, kind))
        if placing is None:
            lines: tuple[ScoredLine, ...] = ()
            if run := self.numbered.joined[step].get(key):
                beside = self.numbered.kinds[key - step if run.first < key else key + step]
                line = range(run.first, run.last + 1, step)
                lines = (self.scored(line, SHARES[kind][beside]),)
            placing = Placed(self.numbered.cell(key), KINDS[kind]), lines
            self.placings[step][key, kind] = placing
        return placing

    def scored(self, line: range, shares: int) -> ScoredLine:
        """A line with what its tiles have in common and what it pays."""
        cells = tuple([self.numbered.cell(key) for key in line])
        return ScoredLine(cells, ATTRIBUTES[shares], pay(len(line)))

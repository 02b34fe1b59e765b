"""The ruling on a placement, as Classic and Cubes share it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assistant.board import DIRECTIONS, EMPTY_BOARD, Board, Cell, Placed, Placement
from assistant.rules.book import LONGEST_LINE, QWIRKLE_BONUS, Book
from assistant.rules.grid_faults import cell_faults, common_attribute, line_faults, tile_faults
from assistant.rules.opening import wrong_size
from assistant.rules.ruling import Fault, Ruling, ScoredLine
from assistant.tiles import Attribute, Tile


def rule_on(board: Board, placement: Placement, game: Book) -> Ruling:
    """Whether these tiles may be laid on this board, every reason if not, and every line's pay."""
    if not placement:
        return Ruling((game.violation(Fault.NOTHING_PLACED),), (), 0)
    turn = tuple(sorted(placement, key=_reading_order))
    laid = _on_free_cells(board, turn)
    after = board.with_tiles(laid)
    lines = _lines_made(after, laid)
    if not board and len(turn) == 1:
        lines = ((turn[0].cell,),)
    violations = (
        *cell_faults(board, turn, laid, game),
        *(fault for line in lines for fault in line_faults(line, after, laid, game)),
        *tile_faults(board, turn, game),
    )
    scored = tuple(_score(line, after, game) for line in lines)
    points = 0 if violations else sum(line.points for line in scored)
    return Ruling(violations, scored, points)


def rule_on_opening(placement: Placement, declared: int, game: Book) -> Ruling:
    """The ruling on the game's first placement, which must be the declared set, all of it."""
    ruling = rule_on(EMPTY_BOARD, placement, game)
    fault = wrong_size(len(placement), declared)
    if not placement or not declared or fault is None:
        return ruling
    turn = sorted(placement, key=_reading_order)
    wrong = game.violation(
        fault, (placed.cell for placed in turn), (placed.tile for placed in turn), declared
    )
    return Ruling((*ruling.violations, wrong), ruling.lines, 0)


def shared_attribute(tiles: Sequence[Tile]) -> Attribute | None:
    """What a legal line of these tiles has in common; None for one tile or a broken line."""
    if len(tiles) < 2 or len(tiles) > LONGEST_LINE or len(set(tiles)) < len(tiles):
        return None
    return common_attribute(tiles)


def _reading_order(placed: Placed) -> tuple[int, int, str]:
    return placed.cell.y, placed.cell.x, str(placed.tile)


def _on_free_cells(board: Board, turn: Placement) -> Placement:
    """The tiles that have a cell to themselves; only these can make lines."""
    claims = Counter(placed.cell for placed in turn)
    return tuple(p for p in turn if p.cell not in board and claims[p.cell] == 1)


def _lines_made(after: Board, laid: Placement) -> tuple[tuple[Cell, ...], ...]:
    """Every line with a new tile in it, the turn's own line first, then its crossings in order."""
    lines = {
        line
        for placed in laid
        for direction in DIRECTIONS
        if len(line := after.line_through(placed.cell, direction)) > 1
    }
    rank = {placed.cell: index for index, placed in enumerate(laid)}

    def order(line: tuple[Cell, ...]) -> tuple[int, int, bool]:
        new = [rank[cell] for cell in line if cell in rank]
        return -len(new), new[0], line[0].x == line[1].x

    return tuple(sorted(lines, key=order))


def _score(line: tuple[Cell, ...], after: Board, game: Book) -> ScoredLine:
    if len(line) == 1:
        return ScoredLine(line, None, game.lone_tile_points)
    shares = shared_attribute([after.tiles[cell] for cell in line])
    bonus = QWIRKLE_BONUS if shares and len(line) == LONGEST_LINE else 0
    return ScoredLine(line, shares, len(line) + bonus)

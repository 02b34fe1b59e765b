"""The ruling on a placement, as Classic and Cubes share it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from assistant.board import DIRECTIONS, EMPTY_BOARD, Board, Cell, Placed, Placement
from assistant.rules.ruling import Fault, Ruling, ScoredLine, Violation
from assistant.tiles import Attribute, Colour, Palette, Tile

LONGEST_LINE = 6
QWIRKLE_BONUS = 6


class TieBreak(Enum):
    """Who starts among players with equally large sets; editions differ."""

    OLDEST = "oldest"
    YOUNGEST = "youngest"


class Limit(Enum):
    """What a set has only so many of."""

    KIND = "kind"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class GridGame:
    """What differs between the games that are played on a grid."""

    name: str
    rules: Mapping[Fault, str] = field(hash=False)
    """The rulebook's number for each fault."""
    copies: int
    """How many of each kind, or of each colour, the set has."""
    limit: Limit
    tile_count: int
    tie_break: TieBreak
    hand_size: int = 6
    palette: Palette | None = None
    """The set's colours; None while nobody has said, and then only purple beside white is wrong."""

    def violation(
        self,
        fault: Fault,
        cells: Iterable[Cell] = (),
        tiles: Iterable[Tile] = (),
        count: int = 0,
    ) -> Violation:
        """The fault under this game's rule number."""
        return Violation(fault, self.rules[fault], tuple(cells), tuple(tiles), count)


def rule_on(board: Board, placement: Placement, game: GridGame) -> Ruling:
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
        *_cell_faults(board, turn, laid, game),
        *(fault for line in lines for fault in _line_faults(line, after, laid, game)),
        *_tile_faults(board, turn, game),
    )
    scored = tuple(_score(line, after) for line in lines)
    points = 0 if violations else sum(line.points for line in scored)
    return Ruling(violations, scored, points)


def rule_on_opening(placement: Placement, required_size: int, game: GridGame) -> Ruling:
    """The ruling on the game's first placement, which must be as large as the declared set."""
    ruling = rule_on(EMPTY_BOARD, placement, game)
    if not placement or len(placement) >= required_size:
        return ruling
    turn = sorted(placement, key=_reading_order)
    too_small = game.violation(
        Fault.OPENING_TOO_SMALL,
        (placed.cell for placed in turn),
        (placed.tile for placed in turn),
        required_size,
    )
    return Ruling((*ruling.violations, too_small), ruling.lines, 0)


def shared_attribute(tiles: Sequence[Tile]) -> Attribute | None:
    """What a legal line of these tiles has in common; None for one tile or a broken line."""
    if len(tiles) < 2 or len(tiles) > LONGEST_LINE or len(set(tiles)) < len(tiles):
        return None
    return _common(tiles)


def _common(tiles: Sequence[Tile]) -> Attribute | None:
    first = tiles[0]
    if all(tile.colour is first.colour for tile in tiles):
        return first.colour
    if all(tile.shape is first.shape for tile in tiles):
        return first.shape
    return None


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


def _score(line: tuple[Cell, ...], after: Board) -> ScoredLine:
    shares = shared_attribute([after.tiles[cell] for cell in line if cell in after])
    bonus = QWIRKLE_BONUS if shares and len(line) == LONGEST_LINE else 0
    return ScoredLine(line, shares, len(line) + bonus)


def _cell_faults(
    board: Board, turn: Placement, laid: Placement, game: GridGame
) -> Iterator[Violation]:
    """What is wrong with where the tiles lie, whatever is printed on them."""
    cells = sorted({placed.cell for placed in turn}, key=lambda cell: (cell.y, cell.x))
    free = {placed.cell for placed in laid}
    for cell in cells:
        if cell not in free:
            rivals = [placed.tile for placed in turn if placed.cell == cell]
            there = board.tile_at(cell)
            yield game.violation(
                Fault.OCCUPIED, (cell,), rivals if there is None else [*rivals, there]
            )
    one_line = len({cell.x for cell in cells}) == 1 or len({cell.y for cell in cells}) == 1
    if not one_line:
        yield game.violation(Fault.NOT_ONE_LINE, cells)
    elif gap := [cell for cell in _span(cells) if cell not in board and cell not in cells]:
        yield game.violation(Fault.GAP, gap)
    if board and (loose := _loose(board, cells, one_line)):
        yield game.violation(
            Fault.TOUCHES_NOTHING, loose, (p.tile for p in turn if p.cell in loose)
        )


def _span(cells: Sequence[Cell]) -> list[Cell]:
    """Every cell from the first to the last of one line."""
    first, last = cells[0], cells[-1]
    return [Cell(x, y) for x in range(first.x, last.x + 1) for y in range(first.y, last.y + 1)]


def _loose(board: Board, cells: Sequence[Cell], one_line: bool) -> list[Cell]:
    """The cells of a turn that the grid does not reach.

    In one line a touch anywhere is enough: what else lies apart is a gap, and named as one.
    """
    reached = {c for c in cells if c in board or any(near in board for near in c.neighbours)}
    if one_line and reached:
        return []
    waiting = list(reached)
    while waiting:
        fresh = {near for near in waiting.pop().neighbours if near in cells} - reached
        reached |= fresh
        waiting.extend(fresh)
    return [cell for cell in cells if cell not in reached]


def _line_faults(
    line: tuple[Cell, ...], after: Board, laid: Placement, game: GridGame
) -> Iterator[Violation]:
    """What is wrong with one line, new tiles named before old ones."""
    new = {placed.cell for placed in laid}
    cells = sorted(line, key=lambda cell: cell not in new)
    tiles = [after.tiles[cell] for cell in cells if cell in after]
    if not tiles or len(cells) == 1:
        return
    if _common(tiles) is None:
        yield game.violation(Fault.MIXED_LINE, cells, tiles)
    for tile, count in Counter(tiles).items():
        if count > 1:
            twins = (cell for cell in cells if after.tiles[cell] == tile)
            yield game.violation(Fault.TWICE_IN_LINE, twins, (tile,), count)
    if len(cells) > LONGEST_LINE:
        yield game.violation(Fault.TOO_LONG, cells, tiles, len(cells))


def _tile_faults(board: Board, turn: Placement, game: GridGame) -> Iterator[Violation]:
    """What is wrong with the choice of tiles, wherever they lie."""
    cells = [placed.cell for placed in turn]
    tiles = [placed.tile for placed in turn]
    if _common(tiles) is None:
        yield game.violation(Fault.SHARES_NOTHING, cells, tiles)
    yield from _copy_faults(board, turn, game)
    if len(turn) > game.hand_size:
        yield game.violation(Fault.TOO_MANY_TILES, cells, tiles, len(turn))
    if foreign := [placed for placed in turn if placed.tile.colour in _foreign(board, turn, game)]:
        yield game.violation(
            Fault.WRONG_COLOUR_SET, (p.cell for p in foreign), (p.tile for p in foreign)
        )


def _copy_faults(board: Board, turn: Placement, game: GridGame) -> Iterator[Violation]:
    """More of a kind, or of a colour, than the set has."""

    def limited(tile: Tile) -> Tile | Colour:
        return tile if game.limit is Limit.KIND else tile.colour

    for what in dict.fromkeys(limited(placed.tile) for placed in turn):
        new = [placed for placed in turn if limited(placed.tile) == what]
        old = [placed for placed in board if limited(placed.tile) == what]
        if len(new) + len(old) > game.copies:
            cells = (placed.cell for placed in (*new, *old))
            tiles = dict.fromkeys(placed.tile for placed in new)
            yield game.violation(Fault.TOO_MANY_COPIES, cells, tiles, game.copies)


def _foreign(board: Board, turn: Placement, game: GridGame) -> set[Colour]:
    """The colours this set does not have: told by the setting, else by the tiles on the board."""
    if game.palette is not None:
        return set(Colour) - set(game.palette.colours)
    sixths = {Colour.PURPLE, Colour.WHITE}
    old = sixths & {tile.colour for tile in board.tiles.values()}
    new = sixths & {placed.tile.colour for placed in turn}
    if old | new != sixths:
        return set()
    return sixths - old or sixths

"""Every way in which a placement on a grid can be wrong, found at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from assistant.board import Board, Cell, Placement
from assistant.rules.book import LONGEST_LINE, Book
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Attribute, Colour, Tile


def common_attribute(tiles: Sequence[Tile]) -> Attribute | None:
    """A colour or shape that all of these tiles have; the colour where they have both."""
    first = tiles[0]
    if all(tile.colour is first.colour for tile in tiles):
        return first.colour
    if all(tile.shape is first.shape for tile in tiles):
        return first.shape
    return None


def cell_faults(board: Board, turn: Placement, laid: Placement, game: Book) -> Iterator[Violation]:
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


def line_faults(
    line: tuple[Cell, ...], after: Board, laid: Placement, game: Book
) -> Iterator[Violation]:
    """What is wrong with one line, new tiles named before old ones."""
    new = {placed.cell for placed in laid}
    cells = sorted(line, key=lambda cell: cell not in new)
    tiles = [after.tiles[cell] for cell in cells]
    if common_attribute(tiles) is None:
        yield game.violation(Fault.MIXED_LINE, cells, tiles)
    for tile, count in Counter(tiles).items():
        if count > 1:
            twins = (cell for cell in cells if after.tiles[cell] == tile)
            yield game.violation(Fault.TWICE_IN_LINE, twins, (tile,), count)
    if len(cells) > LONGEST_LINE:
        yield game.violation(Fault.TOO_LONG, cells, tiles, len(cells))


def tile_faults(board: Board, turn: Placement, game: Book) -> Iterator[Violation]:
    """What is wrong with the choice of tiles, wherever they lie."""
    cells = [placed.cell for placed in turn]
    tiles = [placed.tile for placed in turn]
    if common_attribute(tiles) is None:
        yield game.violation(Fault.SHARES_NOTHING, cells, tiles)
    yield from _copy_faults(board, turn, game)
    if len(turn) > game.hand_size:
        yield game.violation(Fault.TOO_MANY_TILES, cells, tiles, len(turn))
    foreign_to_set = foreign_colours(
        {tile.colour for tile in board.tiles.values()}, {tile.colour for tile in tiles}, game
    )
    if foreign := [placed for placed in turn if placed.tile.colour in foreign_to_set]:
        yield game.violation(
            Fault.WRONG_COLOUR_SET, (p.cell for p in foreign), (p.tile for p in foreign)
        )


def _copy_faults(board: Board, turn: Placement, game: Book) -> Iterator[Violation]:
    """More of a kind, or of a colour, than the set has."""
    for what in dict.fromkeys(game.limited(placed.tile) for placed in turn):
        new = [placed for placed in turn if game.limited(placed.tile) == what]
        old = [cell for cell, tile in board.tiles.items() if game.limited(tile) == what]
        if len(new) + len(old) > game.copies:
            cells = [placed.cell for placed in new] + sorted(old, key=lambda cell: (cell.y, cell.x))
            tiles = dict.fromkeys(placed.tile for placed in new)
            yield game.violation(Fault.TOO_MANY_COPIES, cells, tiles, game.copies)


def foreign_colours(old: set[Colour], new: set[Colour], game: Book) -> set[Colour]:
    """The new colours this set does not have: told by the setting, else by the tiles on the board.

    Where nobody said which sixth colour the set has, the one that lies on the board is right.
    """
    if game.palette is not None:
        return new - set(game.palette.colours)
    sixths = {Colour.PURPLE, Colour.WHITE}
    if not sixths <= old | new:
        return set()
    return new & (sixths - old or sixths)

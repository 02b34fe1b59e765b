"""How fast all legal moves are found, against a plain search: `python -m benchmarks.moves`."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from assistant.board import ACROSS, DIRECTIONS, DOWN, EMPTY_BOARD, Board, Cell, Placed
from assistant.moves.search import Move, legal_moves
from assistant.rules import classic
from assistant.tiles import PURPLE_SET, Tile

POSITIONS = 200
FEWEST_TILES, MOST_TILES = 30, 70
Search = Callable[[Board, Sequence[Tile]], object]
Taken = dict[Cell, Tile]
Found = dict[frozenset[Placed], int]
"""Points by the set of placed tiles."""


def plain_search(board: Board, hand: Sequence[Tile]) -> Found:
    """Every legal move, by trying each tile on each open cell and then at both ends of its line."""
    found: Found = {}
    for cell in board.open_cells():
        for index, tile in enumerate(hand):
            rest = [*hand[:index], *hand[index + 1 :]]
            for direction in DIRECTIONS:
                _try(dict(board.tiles), [Placed(cell, tile)], rest, direction, found)
    return found


def _try(tiles: Taken, turn: list[Placed], rest: list[Tile], direction: Cell, found: Found) -> None:
    """Lay the turn's last tile; if that is legal, note the turn and try further tiles."""
    cell, tile = turn[-1]
    tiles[cell] = tile
    if all(_is_line([tiles[c] for c in _line(tiles, cell, way)]) for way in DIRECTIONS):
        found.setdefault(frozenset(turn), _points(tiles, turn, direction))
        line = _line(tiles, cell, direction)
        for end in (line[0].step(direction, -1), line[-1].step(direction)):
            for index, other in enumerate(rest):
                left = [*rest[:index], *rest[index + 1 :]]
                _try(tiles, [*turn, Placed(end, other)], left, direction, found)
    del tiles[cell]


def _line(tiles: Taken, cell: Cell, direction: Cell) -> list[Cell]:
    line = [cell]
    while (before := line[0].step(direction, -1)) in tiles:
        line.insert(0, before)
    while (after := line[-1].step(direction)) in tiles:
        line.append(after)
    return line


def _is_line(tiles: list[Tile]) -> bool:
    one_colour = len({tile.colour for tile in tiles}) == 1
    one_shape = len({tile.shape for tile in tiles}) == 1
    return (one_colour or one_shape) and len(set(tiles)) == len(tiles)


def _points(tiles: Taken, turn: list[Placed], direction: Cell) -> int:
    crossing = ACROSS if direction is DOWN else DOWN
    lengths = [len(_line(tiles, turn[0].cell, direction))]
    lengths += [len(_line(tiles, placed.cell, crossing)) for placed in turn]
    return sum(length + 6 * (length == 6) for length in lengths if length > 1)


def midgame_positions(seed: int) -> Iterator[tuple[Board, tuple[Tile, ...]]]:
    """Boards and hands of random games for two in which every turn is a random legal move."""
    chance = random.Random(seed)
    while True:
        board, bag = EMPTY_BOARD, list(PURPLE_SET.kinds) * classic.BOOK.copies
        chance.shuffle(bag)
        hands = [[bag.pop() for _ in range(classic.BOOK.hand_size)] for _ in range(2)]
        while bag and len(board) <= MOST_TILES and (moves := legal_classic_moves(board, hands[0])):
            if len(board) >= FEWEST_TILES and len(hands[0]) == classic.BOOK.hand_size:
                yield board, tuple(hands[0])
            move = chance.choice(moves)
            board = board.with_tiles(move.placement)
            for placed in move.placement:
                hands[0].remove(placed.tile)
            hands[0] += [bag.pop() for _ in range(min(len(bag), len(move.placement)))]
            hands.reverse()


def legal_classic_moves(board: Board, hand: Sequence[Tile]) -> tuple[Move, ...]:
    """The search that the assistant uses."""
    return legal_moves(board, hand, classic.BOOK)


def _milliseconds(search: Search, board: Board, hand: Sequence[Tile]) -> float:
    """The best of three runs, so that whatever else the machine does is left out."""
    times_s = []
    for _ in range(3):
        start_s = time.perf_counter()
        search(board, hand)
        times_s.append(time.perf_counter() - start_s)
    return min(times_s) * 1000


def measure(positions: int = POSITIONS, seed: int = 1) -> dict[str, float]:
    """Median times in ms and the ratio of the sums; both searches must find the same moves."""
    plain_ms, ours_ms, counts = [], [], []
    for board, hand in islice(midgame_positions(seed), positions):
        moves = legal_classic_moves(board, hand)
        if {frozenset(m.placement): m.points for m in moves} != plain_search(board, hand):
            raise AssertionError(f"the two searches differ for {hand} on\n{board}")
        counts.append(len(moves))
        plain_ms.append(_milliseconds(plain_search, board, hand))
        ours_ms.append(_milliseconds(legal_classic_moves, board, hand))
    return {
        "positions": len(counts),
        "moves": statistics.median(counts),
        "plain_ms": statistics.median(plain_ms),
        "ours_ms": statistics.median(ours_ms),
        "slowest_ms": max(ours_ms),
        "ratio": sum(plain_ms) / sum(ours_ms),
    }


def main() -> None:
    """Print what was measured."""
    result = measure()
    print(
        f"moves: {result['positions']:.0f} boards of {FEWEST_TILES} to {MOST_TILES} tiles, "
        f"median {result['moves']:.0f} moves; plain search {result['plain_ms']:.2f} ms, "
        f"legal_moves {result['ours_ms']:.2f} ms (slowest {result['slowest_ms']:.2f} ms), "
        f"{result['ratio']:.1f} times faster"
    )


if __name__ == "__main__":
    main()

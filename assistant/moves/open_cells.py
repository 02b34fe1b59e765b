"""What can still be placed at all: kinds of tile, and colours of cubes."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.board import Board
from assistant.moves.fit import mask_of, numbered_board
from assistant.tiles import Colour, Shape, Tile


def fitting(board: Board, kinds: Iterable[Tile]) -> frozenset[Tile]:
    """Those of these kinds that fit somewhere."""
    somewhere = 0
    for fits in numbered_board(board).fits().values():
        somewhere |= fits
    return frozenset(kind for kind in kinds if somewhere & mask_of([kind]))


def fitting_colours(board: Board, colours: Iterable[Colour]) -> frozenset[Colour]:
    """Those of these colours of which some face fits somewhere (U5)."""
    faces = [Tile(colour, shape) for colour in colours for shape in Shape]
    return frozenset(tile.colour for tile in fitting(board, faces))

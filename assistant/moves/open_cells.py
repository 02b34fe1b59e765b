"""Where anything can still be placed: hands that fit somewhere, and cells that are dead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.board import Board, Cell
from assistant.moves.fit import lattice_of, mask_of
from assistant.tiles import Tile, palette_of


def can_place(board: Board, hand: Sequence[Tile]) -> bool:
    """Whether any tile of the hand fits anywhere; if several can be placed, one of them can."""
    held = mask_of(hand)
    return any(fits & held for fits in lattice_of(board).fits().values())


def dead_cells(board: Board, tiles: Iterable[Tile] | None = None) -> frozenset[Cell]:
    """The empty cells beside tiles where none of these tiles (or of the set) can ever go.

    Lines only grow, so what does not fit now will not fit later.
    """
    if not board:
        return frozenset()
    lattice = lattice_of(board)
    candidates = mask_of(palette_of(board.tiles.values()).kinds if tiles is None else tiles)
    return frozenset(
        lattice.cell(key) for key, fits in lattice.fits().items() if not fits & candidates
    )

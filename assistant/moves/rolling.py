"""Rolling cubes again: how likely it is that something fits then, exactly, from the faces."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from assistant.board import Board
from assistant.moves.open_cells import fitting
from assistant.tiles import Colour, Shape, Tile


def chance_to_fit(board: Board, colours: Iterable[Colour]) -> Fraction:
    """The chance that of cubes in these colours, all rolled, at least one fits somewhere.

    A cube shows each of its six symbols equally often, and where several cubes can be laid one of
    them can be laid alone, so that faces that fit are all that counts.
    """
    nothing = Fraction(1)
    for colour in colours:
        faces = fitting(board, [Tile(colour, shape) for shape in Shape])
        nothing *= 1 - Fraction(len(faces), len(Shape))
    return 1 - nothing

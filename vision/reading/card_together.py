"""Reading the cards of a row together: they share a colour or a shape, and no two are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from assistant.tiles import Tile, palette_of
from vision.observation import Face
from vision.reading.prints import Floats
from vision.reading.shape import SHAPES

LEGAL = 0.93
"""How likely a row on a table is as the rules want it, half-done tables and mistakes included."""
LEAST = 1e-4
"""No reading of a face is less likely than this, however sure it seems."""
HARDLY = 0.05
"""A row that is less likely than this as the rules want it is left as it was read: whoever holds it
against the table before knows better how rarely rows are against the rules, and would count twice
what speaks for their being legal."""
ONE_MORE = 0.25
"""What each further card says against a kind that all may share, beside the one that says most."""
SHORTEST = 3
"""Two cards share something by chance too often."""


def read_together(row: Sequence[Face]) -> list[Face]:
    """The faces of a row, unsure ones by what the sure ones have in common.

    Every colour and every shape that all of them may share is weighed, and none at all.
    """
    if not SHORTEST <= len(row) <= len(SHAPES):
        return list(row)
    inks = palette_of(face.tile for face in row).colours
    colours, shapes = _of(row)
    free = float(colours.max(axis=1).sum() + shapes.max(axis=1).sum())
    (one_shape, kinds), (one_ink, names) = _different(shapes), _different(colours)
    likely = np.concatenate([_shared(colours) + one_shape, _shared(shapes) + one_ink])
    if likely.max() >= free - 1e-9:
        return list(row)
    rows = [[Tile(ink, SHAPES[k]) for k in kinds] for ink in inks]
    rows += [[Tile(inks[k], shape) for k in names] for shape in SHAPES]
    odds = np.exp(likely - free) * LEGAL / (1 - LEGAL)
    shares = odds / (1 + odds.sum())
    if shares.sum() < HARDLY:
        return list(row)
    return [
        _weighed(face, tuple(zip(shares.tolist(), tiles, strict=True)))
        for face, tiles in zip(row, zip(*rows, strict=True), strict=True)
    ]


def may_be_row(row: Sequence[Face]) -> float:
    """How likely cards are such as the rules allow in one row, 0 to 1."""
    if len(row) > len(SHAPES):
        return 0.0
    colours, shapes = _of(row)
    free = float(colours.max(axis=1).sum() + shapes.max(axis=1).sum())
    legal = max(
        colours.sum(axis=0).max() + _different(shapes)[0],
        shapes.sum(axis=0).max() + _different(colours)[0],
    )
    return float(np.exp(legal - free))


def _of(row: Sequence[Face]) -> tuple[Floats, Floats]:
    """(N, kinds) logarithms of the colours' and of the shapes' probabilities."""
    inks = palette_of(face.tile for face in row).colours
    colours = _logs([[face.colours.get(k, 0.0) for k in inks] for face in row])
    return colours, _logs([[face.shapes.get(k, 0.0) for k in SHAPES] for face in row])


def _logs(likely: list[list[float]]) -> Floats:
    """(N, kinds) logarithms of probabilities."""
    return np.asarray(np.log(np.maximum(np.array(likely), LEAST)), np.float64)


def _shared(same: Floats) -> Floats:
    """(kinds,) log probabilities that all cards share each kind.

    Cards that seem to have another one count little more than the clearest of them: what is
    mistaken once, an ink above all, is mistaken on all of them.
    """
    best = same.max(axis=1)
    against = same - best[:, None]
    most = against.min(axis=0)
    more = ONE_MORE * (against.sum(axis=0) - most)
    return np.asarray(best.sum() + most + more, np.float64)


def _different(kinds: Floats) -> tuple[float, list[int]]:
    """The likeliest way to give each card another kind: its log probability, and the kinds."""
    count = len(kinds)
    orders = np.array(list(permutations(range(kinds.shape[1]), count)))
    totals = kinds[np.arange(count), orders].sum(axis=1)
    best = int(totals.argmax())
    return float(totals[best]), [int(k) for k in orders[best]]


def _weighed(face: Face, readings: Sequence[tuple[float, Tile]]) -> Face:
    """The face with these shares as these tiles, and for the rest as it was."""
    rest = 1 - sum(share for share, _ in readings)
    colours = {kind: rest * p for kind, p in face.colours.items()}
    shapes = {kind: rest * p for kind, p in face.shapes.items()}
    for share, tile in readings:
        colours[tile.colour] = colours.get(tile.colour, 0.0) + share
        shapes[tile.shape] = shapes.get(tile.shape, 0.0) + share
    return replace(face, colours=colours, shapes=shapes)

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
SHORTEST = 3
"""Two cards share something by chance too often."""


def read_together(row: Sequence[Face]) -> list[Face]:
    """The faces of a row, unsure ones by what the sure ones have in common."""
    if not SHORTEST <= len(row) <= len(SHAPES):
        return list(row)
    inks_of_set = palette_of(face.tile for face in row).colours
    colours, shapes = _of(row)
    free = float(colours.max(axis=1).sum() + shapes.max(axis=1).sum())
    one_colour, kinds = _best(colours, shapes)
    one_shape, inks = _best(shapes, colours)
    if max(one_colour[1], one_shape[1]) >= free - 1e-9:
        return list(row)
    if one_colour[1] >= one_shape[1]:
        likely = one_colour[1]
        tiles = [Tile(inks_of_set[one_colour[0]], SHAPES[k]) for k in kinds]
    else:
        likely = one_shape[1]
        tiles = [Tile(inks_of_set[k], SHAPES[one_shape[0]]) for k in inks]
    odds = np.exp(likely - free) * LEGAL / (1 - LEGAL)
    share = float(odds / (1 + odds))
    return [_drawn_to(face, tile, share) for face, tile in zip(row, tiles, strict=True)]


def may_be_row(row: Sequence[Face]) -> float:
    """How likely cards are such as the rules allow in one row, 0 to 1."""
    if len(row) > len(SHAPES):
        return 0.0
    colours, shapes = _of(row)
    free = float(colours.max(axis=1).sum() + shapes.max(axis=1).sum())
    legal = max(_best(colours, shapes)[0][1], _best(shapes, colours)[0][1])
    return float(np.exp(legal - free))


def _of(row: Sequence[Face]) -> tuple[Floats, Floats]:
    """(N, kinds) logarithms of the colours' and of the shapes' probabilities."""
    inks = palette_of(face.tile for face in row).colours
    colours = _logs([[face.colours.get(k, 0.0) for k in inks] for face in row])
    return colours, _logs([[face.shapes.get(k, 0.0) for k in SHAPES] for face in row])


def _logs(likely: list[list[float]]) -> Floats:
    """(N, kinds) logarithms of probabilities."""
    return np.asarray(np.log(np.maximum(np.array(likely), LEAST)), np.float64)


def _best(same: Floats, different: Floats) -> tuple[tuple[int, float], list[int]]:
    """The likeliest shared kind with its log probability, and a different one for each card."""
    shared = same.sum(axis=0)
    count = len(different)
    orders = np.array(list(permutations(range(different.shape[1]), count)))
    totals = different[np.arange(count), orders].sum(axis=1)
    best = int(totals.argmax())
    kind = int(shared.argmax())
    return (kind, float(shared[kind] + totals[best])), [int(k) for k in orders[best]]


def _drawn_to(face: Face, tile: Tile, share: float) -> Face:
    """The face as before, and with so large a share that tile."""
    return replace(
        face,
        colours={k: (1 - share) * p + share * (k is tile.colour) for k, p in face.colours.items()},
        shapes={k: (1 - share) * p + share * (k is tile.shape) for k, p in face.shapes.items()},
    )

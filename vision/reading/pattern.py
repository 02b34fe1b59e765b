"""Pattern: more neighbours in one plain shape than any game has, as on a phone's screen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import FACE_SURE, face_share
from vision.reading.lattice import Lattice
from vision.reading.prints import Floats
from vision.reading.shape import PLAIN_SHAPES, SHAPES

MOST_OF_A_SHAPE, OF_ONE_SHAPE = 18, 0.85
"""A set has so many tiles of a shape: more of it edge to edge, and hardly anything else among them,
are icons, keys or the checks of a cloth."""


def are_too_alike(shapes: Floats) -> bool:
    """Whether more of the prints than a set has are faces of one plain shape."""
    told = shapes[face_share(shapes) >= FACE_SURE, : len(SHAPES)].argmax(axis=1)
    return bool(np.bincount(told, minlength=len(SHAPES))[PLAIN_SHAPES].max() > MOST_OF_A_SHAPE)


def of_a_pattern(lattice: Lattice, shapes: Floats) -> NDArray[np.bool_]:
    """Which prints lie edge to edge with more others of one plain shape than a set has."""
    found = np.zeros(len(shapes), np.bool_)
    if not are_too_alike(shapes):
        return found
    faces, told = face_share(shapes) >= FACE_SURE, shapes[:, : len(SHAPES)].argmax(axis=1)
    for rows in _side_by_side(lattice):
        counts = np.bincount(told[rows][faces[rows]], minlength=len(SHAPES))
        most = int(counts[PLAIN_SHAPES].max())
        found[rows] = most > MOST_OF_A_SHAPE and most >= OF_ONE_SHAPE * counts.sum()
    return found


def _side_by_side(lattice: Lattice) -> list[list[int]]:
    """Rows of prints on the lattice that a way over neighbouring cells joins."""
    at: dict[tuple[int, int], list[int]] = {}
    for row in np.nonzero(lattice.belongs)[0].tolist():
        at.setdefault((int(lattice.cells[row, 0]), int(lattice.cells[row, 1])), []).append(row)
    groups = []
    while at:
        cell, rows = at.popitem()
        newest = [cell]
        while newest:
            x, y = newest.pop()
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in at:
                    rows = [*rows, *at.pop(beside)]
                    newest.append(beside)
        groups.append(rows)
    return groups

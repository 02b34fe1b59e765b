"""Askew: tiles that lie turned on the table, whose prints are no faces until they are cut so."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.faces import Faces, edges_px, face_share
from vision.reading.lattice import NEAR, turn_matrix
from vision.reading.medians import median
from vision.reading.prints import Floats, Prints, distances
from vision.reading.shape import shape_probabilities

TURNS = tuple(np.radians(range(15, 90, 15)).tolist())
"""Quarter turns look alike, and the net reads what lies up to 15 degrees askew."""
SURE = 0.9
"""A turned print must be this sure to be a face: it had more chances to look like one."""
ALIKE_PX = 1.3
"""A print of the grid's tiles has an edge within this factor of theirs."""
GROUND_RATIO, DARKEST = 1.8, 30.0
"""And stands on a black no brighter than theirs by this factor, or than this level."""
NEAREST = 2.5
"""And lies within this many cells of one of them."""
APART = 0.6
"""And is no part of one: further than this from its centre, in cells."""
MOST = 12
"""Only so many prints are turned, the nearest first: a game has one or two."""


def askew_faces(working: PictureBgr, prints: Prints, faces: Faces) -> Faces:
    """The faces among the other prints near the grid that lie turned."""
    grid = faces.subset(faces.belongs)
    none = faces.subset(np.zeros(len(faces), np.bool_))
    black = max(GROUND_RATIO * _usual_ground(prints, grid), DARKEST) if len(grid) else 0.0
    prints = prints.subset(_beside(prints, faces) & (prints.grounds <= black))
    if not len(grid) or not len(prints):
        return none
    nearest, ways, rows = _candidates(prints, grid)
    if not len(rows):
        return none
    centres, frames = prints.centres_px[rows], grid.frames_px[nearest]
    turned = np.concatenate([frames @ turn_matrix(turn) for turn in TURNS])
    looks = cut_at_size(working, np.tile(centres, (len(TURNS), 1)), turned)
    cuts = looks.reshape(len(TURNS), len(rows), *looks.shape[1:])
    shapes = shape_probabilities(looks).reshape(len(TURNS), len(rows), -1)
    best, each = face_share(shapes).argmax(axis=0), np.arange(len(rows))
    steps = np.rint(ways).astype(np.int64)
    taken = {tuple(cell) for cell in grid.cells.tolist()}
    cells = grid.cells[nearest] + steps
    belongs = np.abs(ways - steps).max(axis=1) < NEAR
    belongs &= np.array([tuple(cell) not in taken for cell in cells.tolist()])
    found = Faces(centres, cells, belongs, frames, _blended(shapes), cuts[best, each])
    return found.subset(face_share(found.shapes) >= SURE)


def _candidates(prints: Prints, grid: Faces) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
    """Which prints could be turned tiles: nearest tile of the grid, the way from it, their rows."""
    away = prints.centres_px[:, None] - grid.centres_px[None]
    ways = np.einsum("gij,pgj->pgi", np.linalg.inv(grid.frames_px), away)
    far = np.hypot(ways[..., 0], ways[..., 1])
    nearest, each = far.argmin(axis=1), np.arange(len(prints))
    edges = edges_px(grid.frames_px)[nearest]
    alike = np.abs(np.log(prints.edges_px / edges)) < np.log(ALIKE_PX)
    fits = alike & (far[each, nearest] < NEAREST)
    order = np.argsort(far[each, nearest], kind="stable")
    rows = order[fits[order]][:MOST]
    return nearest[rows], ways[rows, nearest[rows]], rows


def _beside(prints: Prints, faces: Faces) -> NDArray[np.bool_]:
    """Which prints are no part of a face."""
    away = distances(prints.centres_px, faces.centres_px)
    return np.asarray((away > APART * edges_px(faces.frames_px)).all(axis=1), np.bool_)


def _usual_ground(prints: Prints, grid: Faces) -> float:
    """How bright the black of the grid's own tiles is."""
    away = distances(prints.centres_px, grid.centres_px).min(axis=1)
    own = away < 0.25 * median(edges_px(grid.frames_px))
    return median(prints.grounds[own]) if own.any() else 0.0


def _blended(shapes: Floats) -> Floats:
    """What all turns say, the surest loudest: between two turns a square may be a diamond."""
    weights = face_share(shapes) ** 4
    return np.asarray(
        (shapes * weights[..., None]).sum(axis=0) / weights.sum(axis=0)[:, None], np.float64
    )

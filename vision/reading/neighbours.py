"""Beside: faces whose print did not stand out, found from cell to cell by their neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.faces import Faces, edges_px, face_share
from vision.reading.lattice import NEAR
from vision.reading.medians import median, ranked
from vision.reading.prints import FACE_PX, Floats, brightness, distances
from vision.reading.shape import BACK, shape_probabilities

FOUND_SURE = 0.9
"""A face where no print was found, beside the others, must be this sure."""
FURTHEST = 8
"""Cells from a print that stood out to a face that is found by its neighbours alone."""
MOST_FACES = 324
"""Where more faces are known than three sets have tiles, nothing more is looked for beside them."""
FEW, SIZES = 3, (1.0, 0.88, 1.14)
"""Groups of fewer faces than this are tried at these sizes, as editions print their shapes."""
MOST_FEW = 8
"""Only among so few faces, as where a game begins, something is looked for beside loose ones too:
where more lie, their own prints and edges tell it."""
LATTICES_APART = 1000
"""Cells between the lattices of faces that lie alone, so that they can be looked at together."""
APART = 0.6
"""No face lies closer to another than this, in tiles."""
PLAIN_LEVELS, ALIKE, DARK = 10.0, 0.1, 8.0
"""Grey levels by which parts of a bare cell differ at most, and log ratio by which its light
differs from that of the others, after so many levels were added to both."""
DRAWN = 0.25
"""A print that seems to lie further than this off its cell, in cells, is also looked for on it."""
_BLOCKS = np.kron(np.eye(6), np.full((4, 1), 0.25)).astype(np.float32)
"""(24, 6) means of four pixels beside each other."""
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


def with_those_beside(working: PictureBgr, faces: Faces) -> Faces:
    """The faces and, from cell to cell, those beside them whose print did not stand out."""
    loose = faces.subset(~faces.belongs)
    grid = _spread(working, _at_their_sizes(working, faces.subset(faces.belongs)))
    loose = loose.subset(_apart(loose, grid))
    faces = grid.with_more(loose)
    sure = face_share(loose.shapes) >= FOUND_SURE
    if not sure.any() or len(faces) > MOST_FEW:
        return faces
    # Each has cells of its own, far from the others': where they already lie, nothing is looked
    # for.
    alone = loose.subset(sure)
    apart = np.stack([LATTICES_APART * (1 + np.arange(len(alone))), np.zeros(len(alone))], axis=1)
    alone = replace(alone, cells=apart.astype(np.int64), belongs=np.ones(len(alone), np.bool_))
    found = _spread(working, _at_their_sizes(working, alone))
    found = replace(found, belongs=np.zeros(len(found), np.bool_))
    for k in np.nonzero(_apart(found, faces))[0]:
        one = found.subset(np.arange(len(found)) == k)
        faces = faces.with_more(one.subset(_apart(one, faces)))
    return faces


def _spread(working: PictureBgr, known: Faces) -> Faces:
    """The faces of one lattice and all that are found beside them, step by step."""
    newest = known
    for _ in range(FURTHEST):
        if not len(newest) or len(known) > MOST_FACES:
            break
        newest = _beside(working, newest, known)
        # A row that lies half a cell off is not found once more on the cells between.
        newest = newest.subset(_apart(newest, known))
        known = known.with_more(newest)
        newest = newest.subset(face_share(newest.shapes) >= FOUND_SURE)
    return known


def _apart(found: Faces, known: Faces) -> NDArray[np.bool_]:
    """Which of the faces lie where none is known."""
    away = np.hypot(*(found.centres_px[:, None] - known.centres_px[None]).transpose(2, 0, 1))
    return np.asarray((away > APART * edges_px(known.frames_px)).all(axis=1), np.bool_)


def _at_their_sizes(working: PictureBgr, grid: Faces) -> Faces:
    """The faces, those that lie alone or in pairs at the tile size at which others lie beside them.

    A print tells its tile's size only as far as all editions print it alike, and the neighbours
    that tell it better may lie with gaps, as in a player's row.
    """
    steps = distances(grid.cells, grid.cells)
    sure = face_share(grid.shapes) >= FOUND_SURE
    groups = [few for few in _small_groups(steps <= 1) if sure[few].all()]
    if not groups:
        return grid
    start = grid.subset(np.any(groups, axis=0))
    looks = []
    for size in SIZES:
        found = _beside(working, replace(start, frames_px=start.frames_px * size), grid)
        near = distances(grid.cells, found.cells) <= 1
        looks.append(
            [float(face_share(found.shapes)[near[few].any(axis=0)].sum()) for few in groups]
        )
    frames = grid.frames_px.copy()
    for few, best in zip(groups, np.argmax(looks, axis=0).tolist(), strict=True):
        frames[few] *= SIZES[best]
    return replace(grid, frames_px=frames)


def _small_groups(touch: NDArray[np.bool_]) -> Iterator[NDArray[np.bool_]]:
    """The rows of each group of fewer than a few that touch one another and nothing else."""
    counts = touch.sum(axis=1)
    for k in np.flatnonzero(counts < FEW).tolist():
        row = touch[k]
        if (counts[row] == counts[k]).all() and row.argmax() == k:
            yield row


def _beside(working: PictureBgr, start: Faces, known: Faces) -> Faces:
    """Faces on the cells around some faces, where none is known yet."""
    cells, centres, frames = cells_around(start, known)
    cuts = cut_at_size(working, centres, frames)
    rows = _printed(cuts) & ~_bare(cuts)
    if not rows.any():
        return known.subset(np.zeros(len(known), np.bool_))
    cells, centres, frames, cuts = cells[rows], centres[rows], frames[rows], cuts[rows]
    off = _print_offset(cuts)
    # The first cut shows only a part of a print that lies far off.
    nearer = centres + np.einsum("nij,nj->ni", frames, off)
    off = np.clip(off + _print_offset(cut_at_size(working, nearer, frames)), -NEAR, NEAR)
    shifted = centres + np.einsum("nij,nj->ni", frames, off)
    found = _surely(cells, shifted, frames, cut_at_size(working, shifted, frames))
    # A bright table beside a dark print draws the shift to itself.
    drawn = (np.abs(off).max(axis=1) > DRAWN) & ~_among(cells, found.cells)
    there = _surely(cells[drawn], centres[drawn], frames[drawn], cuts[drawn])
    return found.with_more(there)


def _surely(cells: NDArray[np.int64], centres: Floats, frames: Floats, cuts: PictureBgr) -> Faces:
    """Those cuts on cells that are faces or backs beyond doubt."""
    shapes = shape_probabilities(cuts)
    belongs = np.ones(len(cells), np.bool_)
    faces = Faces(centres, cells, belongs, frames, shapes, cuts)
    surely = np.maximum(face_share(shapes), shapes[:, BACK]) >= FOUND_SURE
    return faces.subset(np.asarray(surely, np.bool_))


def _among(cells: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which cells are among the others."""
    return np.asarray((cells[:, None] == others[None]).all(axis=2).any(axis=1), np.bool_)


def cells_around(start: Faces, known: Faces) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Cells around the faces with no known face, where their centres should be, their frames."""
    taken = {tuple(cell) for cell in known.cells[known.belongs].tolist()}
    cells, rows, steps = [], [], []
    for step in AROUND:
        for k, (x, y) in enumerate(start.cells.tolist()):
            cell = (x + step[0], y + step[1])
            if cell not in taken:
                taken.add(cell)
                cells.append(cell)
                rows.append(k)
                steps.append(step)
    frames = start.frames_px[rows]
    way = np.array(steps, np.float64).reshape(-1, 2)
    centres = start.centres_px[rows] + np.einsum("nij,nj->ni", frames, way)
    return np.array(cells, np.int64).reshape(-1, 2), centres, frames


def _printed(cuts_bgr: PictureBgr) -> NDArray[np.bool_]:
    """Whether a cut could show a tile: mostly dark, or dark with something bright in its middle."""
    bright = brightness(cuts_bgr)
    # Beside a tile that lies off its cell the table shows on one side or two.
    sides = np.stack([bright[:, 4], bright[:, -5], bright[:, :, 4], bright[:, :, -5]])
    (rim,) = ranked(sides, (FACE_PX // 3,), axis=2)
    rim = rim.min(axis=0)
    middle = bright[:, 12:20, 12:20].mean(axis=(1, 2))
    return np.asarray((rim < 0.66 * middle) | (np.maximum(rim, middle) < 70), np.bool_)


def _bare(cuts_bgr: PictureBgr) -> NDArray[np.bool_]:
    """Which cuts are plain and like most of the others: a dark table, rather than a tile's back."""
    own = brightness(cuts_bgr)[:, 4:-4, 4:-4].astype(np.float32)
    means = (_BLOCKS.T @ own @ _BLOCKS).reshape(len(cuts_bgr), 36)
    level = np.log(means.mean(axis=1) + DARK)
    plain = np.ptp(means, axis=1) < PLAIN_LEVELS
    return np.asarray(plain & (np.abs(level - median(level)) < ALIKE), np.bool_)


def _print_offset(cuts_bgr: PictureBgr) -> Floats:
    """(N, 2) how far each cut's print lies from its middle, in cells, at most a quarter."""
    bright = brightness(cuts_bgr).astype(np.float64)[:, 5:-5, 5:-5]
    low, high = bright.min(axis=(1, 2)), bright.max(axis=(1, 2))
    weight = np.clip(bright - ((low + high) / 2)[:, None, None], 0, None) + 1e-6
    side = (np.arange(weight.shape[1]) - (weight.shape[1] - 1) / 2) * 1.2 / FACE_PX
    total = weight.sum(axis=(1, 2))
    x = (weight.sum(axis=1) * side).sum(axis=1) / total
    y = (weight.sum(axis=2) * side).sum(axis=1) / total
    return np.asarray(np.clip(np.stack([x, y], axis=1), -0.25, 0.25), np.float64)

"""Finding all faces of a picture: prints, their lattice, the net's word, and those beside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.askew import askew_faces
from vision.cutting import cut_at_size, resized
from vision.faces import FACE_PX, Floats, Picture, Prints, brightness, find_prints
from vision.found import Faces, edges_px, face_share
from vision.lattice import NEAR, Lattice, find_lattice, turn_matrix
from vision.shape import BACK, SHAPES, shape_probabilities

WORKING_PX = 960
"""Longest side of the picture in which faces are looked for first."""
FINEST_PX = 1920
"""Longest side of the second look, when the tiles are small or none was found."""
SMALL_TILE_PX = 20.0
"""Tiles smaller than this in the working picture get the second look."""
FACE_SURE = 0.5
"""A print is taken for a face when the net gives it at least this."""
CLEAR_SHARE = 0.6
"""When fewer of the prints are faces, other directions are tried."""
LATTICE_SHARE = 0.9
"""When fewer of the prints are faces, the lattice is found again from the faces alone."""
TURNS = tuple(np.radians((15, 30, 45, 60, 75)).tolist())
MOST_OF_A_SHAPE = 18
DARKEST_PART = 0.05
GROUND_RATIO = 1.8
"""Tiles of one picture differ by less than this in how bright their black is."""
FOUND_SURE = 0.9
"""A face where no print was found, beside the others, must be this sure."""
RIM = [4, 5, -6, -5]
"""Rows and columns of a cut face in which a tile is black, whatever its shape."""
FURTHEST = 8
"""Cells from a print that stood out to a face that is found by its neighbours alone."""
FEW, SIZES = 3, (1.0, 0.88, 1.14)
"""Fewer faces than this are tried at these sizes, as editions print their shapes."""
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


def find_faces(picture_bgr: Picture) -> Faces:
    """Faces at the working size, or at the finest when the tiles are small there or none is."""
    longest = max(picture_bgr.shape[:2])
    faces = _find_at(picture_bgr, min(1.0, WORKING_PX / longest))
    edge = float(np.median(edges_px(faces.frames_px))) if len(faces) else 0.0
    if edge * min(1.0, WORKING_PX / longest) >= SMALL_TILE_PX:
        return faces
    finer = _find_at(picture_bgr, min(FINEST_PX / longest, 2.0))
    return finer if _worth(finer.shapes) >= _worth(faces.shapes) else faces


def _worth(shapes: Floats) -> float:
    """How many faces of a game these can be: of one shape no more than a set has."""
    share = face_share(shapes)
    counts = np.bincount(shapes[:, : len(SHAPES)].argmax(axis=1), share, len(SHAPES))
    return float(np.minimum(counts, MOST_OF_A_SHAPE).sum())


def _find_at(picture_bgr: Picture, scale: float) -> Faces:
    """Faces and face-like places found in the picture at a scale, in pixels of the picture."""
    working = resized(picture_bgr, scale)
    size_wh = (working.shape[1], working.shape[0])
    prints = every = find_prints(working)
    lattice, shapes, cuts = _look(working, prints, find_lattice(prints, size_wh))
    if _worth(shapes) < CLEAR_SHARE * len(prints):
        chosen = _told_by_the_darkest(working, prints)
        again = _look(working, chosen, find_lattice(chosen, size_wh))
        # Fewer prints, nearly all of them faces, beat many of which few are.
        if len(chosen) and _worth(again[1]) ** 2 / len(chosen) > _worth(shapes) ** 2 / len(prints):
            prints, (lattice, shapes, cuts) = chosen, again
    real = face_share(shapes) >= FACE_SURE
    if len(real) and real.mean() < LATTICE_SHARE:
        prints = prints.subset(real)
        lattice, shapes, cuts = _look(working, prints, find_lattice(prints, size_wh))
        real = face_share(shapes) >= FACE_SURE
    faces = Faces(
        prints.centres_px, lattice.cells, lattice.belongs, lattice.frames_px, shapes, cuts
    ).subset(real)
    faces = _with_those_beside(working, faces)
    faces = faces.with_more(askew_faces(working, every, faces))
    centres = (faces.centres_px + 0.5) / scale - 0.5
    return Faces(
        centres, faces.cells, faces.belongs, faces.frames_px / scale, faces.shapes, faces.cuts_bgr
    )


def _look(working: Picture, prints: Prints, lattice: Lattice) -> tuple[Lattice, Floats, Picture]:
    """The faces at the prints under the lattice's directions, or turned if that fits better.

    Tiles that meet only at corners, or a lone one, do not tell the directions; their faces do.
    """
    cuts = cut_at_size(working, prints.centres_px, lattice.frames_px)
    shapes = shape_probabilities(cuts)
    share = float(face_share(shapes).sum())
    if share >= CLEAR_SHARE * len(prints):
        return lattice, shapes, cuts
    gains = []
    for turn in TURNS:
        frames = lattice.frames_px @ turn_matrix(turn)
        turned_cuts = cut_at_size(working, prints.centres_px, frames)
        gains.append(float(face_share(shape_probabilities(turned_cuts)).sum()) - share)
    best = int(np.argmax(gains))
    if gains[best] < 0.3:
        return lattice, shapes, cuts
    size_wh = (working.shape[1], working.shape[0])
    turned = find_lattice(prints, size_wh, turn=TURNS[best])
    cuts = cut_at_size(working, prints.centres_px, turned.frames_px)
    return turned, shape_probabilities(cuts), cuts


def _told_by_the_darkest(working: Picture, prints: Prints) -> Prints:
    """The prints on the darkest ground, and the others that are faces when cut as those are.

    So the tiles speak, rather than the many squares of a cloth.
    """
    limit = max(GROUND_RATIO * float(np.quantile(prints.grounds, DARKEST_PART)), 30.0)
    dark = prints.grounds <= limit
    darker, others = prints.subset(dark), prints.subset(~dark)
    lattice, _, _ = _look(
        working, darker, find_lattice(darker, (working.shape[1], working.shape[0]))
    )
    if not len(others):
        return darker
    away = np.abs(others.centres_px[:, None] - darker.centres_px[None]).sum(axis=2)
    frames = lattice.frames_px[away.argmin(axis=1)]
    share = face_share(shape_probabilities(cut_at_size(working, others.centres_px, frames)))
    keep = dark.copy()
    keep[~dark] = share >= FOUND_SURE
    return prints.subset(keep)


def _with_those_beside(working: Picture, faces: Faces) -> Faces:
    """The faces and, from cell to cell, those beside them whose print did not stand out."""
    newest = faces.subset(faces.belongs)
    if len(newest) < FEW:
        newest = _at_its_size(working, newest)
        faces = newest.with_more(faces.subset(~faces.belongs))
    for _ in range(FURTHEST):
        if not len(newest):
            break
        newest = _beside(working, newest, faces)
        faces = faces.with_more(newest)
        newest = newest.subset(face_share(newest.shapes) >= FOUND_SURE)
    return faces


def _at_its_size(working: Picture, few: Faces) -> Faces:
    """A lone face or two at the tile size at which most others lie beside them.

    A print tells its tile's size only as far as all editions print it alike.
    """
    scaled = [replace(few, frames_px=few.frames_px * size) for size in SIZES]
    return max(scaled, key=lambda one: float(face_share(_beside(working, one, one).shapes).sum()))


def _beside(working: Picture, start: Faces, known: Faces) -> Faces:
    """Faces on the cells around some faces, where none is known yet."""
    cells, centres, frames = cells_around(start, known)
    if not len(cells):
        return known.subset(np.zeros(len(known), np.bool_))
    rows = _printed(cut_at_size(working, centres, frames))
    if not rows.any():
        return known.subset(np.zeros(len(known), np.bool_))
    cells, centres, frames = cells[rows], centres[rows], frames[rows]
    off = _print_offset(cut_at_size(working, centres, frames))
    # The first cut shows only a part of a print that lies far off.
    nearer = centres + np.einsum("nij,nj->ni", frames, off)
    off = np.clip(off + _print_offset(cut_at_size(working, nearer, frames)), -NEAR, NEAR)
    centres = centres + np.einsum("nij,nj->ni", frames, off)
    cuts = cut_at_size(working, centres, frames)
    shapes = shape_probabilities(cuts)
    sure = (face_share(shapes) >= FOUND_SURE) | (shapes[:, BACK] >= FOUND_SURE)
    return Faces(centres, cells, np.ones(len(cells), np.bool_), frames, shapes, cuts).subset(sure)


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


def _printed(cuts_bgr: Picture) -> NDArray[np.bool_]:
    """Whether a cut could show a tile: mostly dark, or dark with something bright in its middle."""
    bright = brightness(cuts_bgr)
    # Beside a tile that lies off its cell the table shows on one side or two.
    sides = np.stack([bright[:, 4], bright[:, -5], bright[:, :, 4], bright[:, :, -5]])
    rim = np.partition(sides, FACE_PX // 3, axis=2)[..., FACE_PX // 3].min(axis=0)
    middle = bright[:, 12:20, 12:20].mean(axis=(1, 2))
    return np.asarray((rim < 0.66 * middle) | (np.maximum(rim, middle) < 70), np.bool_)


def _print_offset(cuts_bgr: Picture) -> Floats:
    """(N, 2) how far each cut's print lies from its middle, in cells, at most a quarter."""
    bright = brightness(cuts_bgr).astype(np.float64)[:, 5:-5, 5:-5]
    low, high = bright.min(axis=(1, 2)), bright.max(axis=(1, 2))
    weight = np.clip(bright - ((low + high) / 2)[:, None, None], 0, None) + 1e-6
    side = (np.arange(weight.shape[1]) - (weight.shape[1] - 1) / 2) * 1.2 / FACE_PX
    total = weight.sum(axis=(1, 2))
    x = (weight.sum(axis=1) * side).sum(axis=1) / total
    y = (weight.sum(axis=2) * side).sum(axis=1) / total
    return np.asarray(np.clip(np.stack([x, y], axis=1), -0.25, 0.25), np.float64)

"""How large a loose piece should be and how turned: by the grid, by the others, by its row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.edges import DARK_TABLE, find_edges, seen_along
from vision.reading.faces import Faces, edges_px, face_share
from vision.reading.lattice import edges_by_tilt, roots
from vision.reading.medians import median, medians
from vision.reading.neighbours import FEW
from vision.reading.prints import Floats, Prints, ways_between
from vision.reading.shape import ANSWERS, piece_probabilities
from vision.reading.trust import CLEAR, SEEN, SURELY

FIRST_SIZES = tuple(np.exp(np.linspace(np.log(0.76), np.log(1.32), 9)).tolist())
"""Edges of a piece against what its print tells: worn and other printings differ by so much."""
SIZES = (0.92, 0.96, 1.0, 1.04, 1.08)
"""The same once the pieces of the picture have told how large they are."""
TELL_TILT, TELLING = 8, 1.2
"""So many pieces are asked for the size of all, even where their edges are no more than plain."""
MOST_ASKED = 120
"""So many prints, those on the darkest ground, tell how large the pieces are."""
NEIGHBOUR, ALONG_DEG = (0.72, 1.3), 6.0
"""How far a neighbour in a row may lie, in edges as expected; how exactly a piece lies along."""
MOST_BESIDE = 160
"""Only so many ways to neighbours are looked along, those of the pieces whose edges show best: 47
at most on tables, 2,200 on a page of printed squares."""
MAY_BE = 0.4
"""What a piece must be a face by along a neighbour at a glance: of 1,018 ways along which it was
one by less than half none was a face beyond doubt after all."""
MOST_GROWN = 1.4
"""Pieces of one picture look at most so many times as large as the grid's nearest."""


def expected_frames(
    soft: PictureBgr, prints: Prints, grid: Faces, of_grid: Prints
) -> tuple[Floats, NDArray[np.bool_]]:
    """How each print's piece is squeezed and how large it should be; whether its print fits that.

    The grid tells where there is one, otherwise the pieces whose edges show best.
    """
    if len(grid) > 1:
        nearest = ways_between(prints.centres_px, grid.centres_px).argmin(axis=1)
        grown = growth(prints, grid, of_grid, nearest)
        frames = grid.frames_px[nearest] * grown[:, None, None]
        return frames, _fits(prints.edges_px, edges_px(frames))
    frames = own_frames(prints)
    asked = prints.are_darkest(MOST_ASKED)
    first = find_edges(soft, prints.centres_px[asked], frames[asked], FIRST_SIZES, DARK_TABLE)
    clear, told = asked.copy(), prints.edges_px.copy()
    clear[asked] = first.seen >= _clear_enough(first.seen)
    if not clear.any():
        return frames, np.ones(len(prints), np.bool_)
    told[asked] *= first.sizes
    edges = edges_by_tilt(prints.centres_px, told, clear)
    common = medians(prints.moments_px2[clear] / _root_areas(prints)[clear, None, None], axis=0)
    common = common / np.sqrt(np.linalg.det(common))
    return roots(common[None]) * edges[:, None, None], _fits(prints.edges_px, edges)


def growth(prints: Prints, grid: Faces, of_grid: Prints, nearest: NDArray[np.int64]) -> Floats:
    """(N,) how much larger each piece should look than that of the grid which is nearest to it.

    As sizes change over the table: the grid's, and those that prints as on the grid tell.
    """
    if len(of_grid) < FEW:
        return np.ones(len(prints))
    known = edges_px(grid.frames_px)
    told = prints.edges_px * median(known) / median(of_grid.edges_px)
    alike = np.abs(np.log(told / known[nearest])) < np.log(MOST_GROWN)
    sizes = np.concatenate([known, told])
    clear = np.concatenate([np.ones(len(grid), np.bool_), alike])
    fitted = edges_by_tilt(np.concatenate([grid.centres_px, prints.centres_px]), sizes, clear)
    grown = fitted[len(grid) :] / fitted[: len(grid)][nearest]
    return np.asarray(grown.clip(1 / MOST_GROWN, MOST_GROWN), np.float64)


def _clear_enough(seen: Floats) -> float:
    """How clear edges must be to tell the size: all that are clear, or some that are plain.

    A few do not tell how sizes fall with the distance.
    """
    best = np.sort(seen)[::-1][:TELL_TILT]
    return float(np.clip(best[-1] if len(best) else CLEAR, TELLING, CLEAR))


def along_neighbours(
    working: PictureBgr, soft: PictureBgr, pieces: Faces, seen: Floats
) -> tuple[Faces, Floats]:
    """The pieces, and how clearly their edges show; those in rows along their rows.

    Of a piece between two others only two edges show, and others may seem to be its own: one that
    the net does not know is turned to a neighbour, and as large as that is far.
    """
    unknown = np.nonzero(face_share(pieces.shapes) < SURELY)[0]
    ways = pieces.centres_px[None] - pieces.centres_px[unknown, None]
    ways = (np.linalg.inv(pieces.frames_px[unknown])[:, None] @ ways[..., None])[..., 0]
    far = np.hypot(*ways.transpose(2, 0, 1))
    rows, others = np.nonzero((far > NEIGHBOUR[0]) & (far < NEIGHBOUR[1]))
    if not len(rows):
        return pieces, seen
    if len(rows) > MOST_BESIDE:
        best_seen = np.sort(np.argsort(-seen[unknown[rows]], kind="stable")[:MOST_BESIDE])
        rows, others = rows[best_seen], others[best_seen]
    x, y = ways[rows, others].T
    turns = np.stack([x, -y, y, x], axis=1).reshape(-1, 2, 2)
    first = unknown[rows]
    frames = pieces.frames_px[first] @ turns
    edges = find_edges(soft, pieces.centres_px[first], frames, SIZES, DARK_TABLE)
    clear = seen_along(edges, ALONG_DEG)
    cuts = cut_at_size(working, pieces.centres_px[first], frames)
    shapes, shown = np.zeros((len(first), ANSWERS)), clear >= SEEN
    shapes[shown] = piece_probabilities(cuts[shown], MAY_BE)
    better = shown & (face_share(shapes) >= SURELY)
    # The surest comes last, and stays where several neighbours tell of one piece.
    best = np.nonzero(better)[0][np.argsort(face_share(shapes)[better])]

    def mended(old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        told = old.copy()
        told[first[best]] = new[best]
        return told

    turned = replace(
        pieces,
        frames_px=mended(pieces.frames_px, frames),
        shapes=mended(pieces.shapes, shapes),
        cuts_bgr=mended(pieces.cuts_bgr, cuts),
    )
    return turned, mended(seen, clear)


def own_frames(prints: Prints) -> Floats:
    """(N, 2, 2) how each print's piece is squeezed and how large, as the print itself says."""
    squeeze = roots(prints.moments_px2 / _root_areas(prints)[:, None, None])
    return np.asarray(squeeze * prints.edges_px[:, None, None], np.float64)


def _root_areas(prints: Prints) -> Floats:
    return np.asarray(np.sqrt(np.maximum(np.linalg.det(prints.moments_px2), 1e-18)), np.float64)


def _fits(found: Floats, expected: Floats) -> NDArray[np.bool_]:
    """Whether a print can be that of a piece so large; worn ones look smaller."""
    return np.asarray((found < 1.5 * expected) & (found > 0.42 * expected), np.bool_)

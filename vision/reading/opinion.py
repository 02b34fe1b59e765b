"""A second opinion on a whole grid: another game, another printing, or the usual tiles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.edges import find_edges, seen_along
from vision.reading.faces import Faces, face_share
from vision.reading.medians import median, quantiles
from vision.reading.neighbours import FEW
from vision.reading.print_light import middle_and_ground
from vision.reading.prints import Floats, ways_between
from vision.reading.shape import (
    BACK,
    NO_FACE,
    SHAPES,
    piece_probabilities,
    pieces_at_a_glance,
    shape_probabilities,
)

SAMPLE = 12
"""As many faces of a grid are asked about; all of them where these are another printing."""
NO_GAME = 0.3
"""A grid of which half the faces are told to be faces by less than this is none of this game."""
TOLD = 0.5
"""What the second net must hold for a face before its name counts."""
OTHERWISE = 0.12
"""More of the sample than this is named otherwise where the printing is another one."""
SMALL_PRINT, SMALLER_PRINT = 1.18, 1.1
"""Edge of a tile on its lattice against what its print tells, from which on the printing is another
one: 0.94 to 1.17 for the usual one, 1.19 and more where it is a quarter smaller. And from which on
another printing is so much smaller that it is looked at from nearer."""
CLOSER, LEAST = 1.12, 1e-4
"""How much larger than usual the first net then sees a print: of 500 tiles of six small printings
it names none wrong, 18 where they look as large as usual. What a name is worth at least."""
PALE, COLOURED, FAINT, CLEAR = 0.42, 0.4, 0.5, 1.5
"""Level of the ground against the print from which on it is hardly a tile's black: 0.46 at most on
tables at dusk, 0.45 and more for chips, caps, cards and stickers. Black is grey then, or edges show
clearly; and they show at all."""
BLACK, NO_EDGES = 0.235, 0.15
"""Where the ground is darker than this against the print, edges may be missing: black on a black
table. Elsewhere they show better than that: 0.2 and more on tables, under 0.12 for dice, letters
and printed squares."""
KNOWN, KNOWN_PART = 0.9, 0.25
"""Of more than a few faces all but this part are told to be faces by so much on tables as dark as
their hazy tiles: 0.93 and more there, 0.66 and less for dominoes and dice."""
IN_TOUCH = 0.8
"""So many faces of a game, at least, have another one beside them: of six tiles one lies alone."""
DOUBTFUL_NAME = 0.95
"""A name that the first net holds for less than this, of all that it holds for a face, is told by
both."""
DIAMOND = SHAPES.index(Shape.DIAMOND)
EDGE_SIZES, ALONG_DEG = (0.92, 0.96, 1.0, 1.04, 1.08), 12.0


def with_second_opinion(working: PictureBgr, faces: Faces, print_ratio: float = 1.0) -> Faces:
    """The faces of a grid; none where it is another game's; named anew in another printing.

    That is one of small prints, or where the second net names a sample otherwise.
    """
    printed = np.nonzero(face_share(faces.shapes) >= TOLD)[0]
    if len(printed) <= FEW:
        return faces
    some = printed[_sample(faces.shapes[printed])]
    if print_ratio <= SMALL_PRINT and _are_the_usual(faces.shapes[some], faces.cuts_bgr[some]):
        return _with_doubtful_names(faces, printed)
    second = piece_probabilities(faces.cuts_bgr[some])
    if median(face_share(second)) < NO_GAME:
        return faces.subset(np.zeros(len(faces), np.bool_))
    alike = _otherwise(faces.shapes[some], second) <= OTHERWISE
    if alike and print_ratio <= SMALL_PRINT:
        return _with_doubtful_names(faces, printed)
    second = piece_probabilities(faces.cuts_bgr[printed])
    if print_ratio > SMALLER_PRINT:
        frames = faces.frames_px[printed] / (CLOSER * print_ratio)
        near = cut_at_size(working, faces.centres_px[printed], frames)
        second = _agreed(second, shape_probabilities(near))
    named = faces.shapes.copy()
    named[printed] = renamed(faces.shapes[printed], second)
    return replace(faces, shapes=named)


def _with_doubtful_names(faces: Faces, printed: NDArray[np.int64]) -> Faces:
    """The faces of the usual printing, those named by both nets whose name the first is unsure of.

    A clover with short lobes is half a diamond to it, and none to the second.
    """
    shapes = faces.shapes[printed, :BACK]
    unsure = printed[shapes.max(axis=1) < DOUBTFUL_NAME * shapes.sum(axis=1)]
    if not len(unsure):
        return faces
    named = faces.shapes.copy()
    second = piece_probabilities(faces.cuts_bgr[unsure])
    both = second.copy()
    both[:, :BACK] = np.sqrt((second[:, :BACK] + LEAST) * (faces.shapes[unsure, :BACK] + LEAST))
    both[:, :BACK] *= (face_share(second) / both[:, :BACK].sum(axis=1))[:, None]
    named[unsure] = renamed(faces.shapes[unsure], both)
    return replace(faces, shapes=named)


def _are_the_usual(shapes: Floats, cuts_bgr: PictureBgr) -> bool:
    """Whether the second net says the same at a glance: it need not be asked further then."""
    second = pieces_at_a_glance(cuts_bgr)
    return median(face_share(second)) >= TOLD and _otherwise(shapes, second) <= OTHERWISE


def _sample(shapes: Floats) -> NDArray[np.int64]:
    """Rows of faces that are asked about, up to half of them diamonds: clovers pass for those."""
    diamonds = shapes[:, :BACK].argmax(axis=1) == DIAMOND
    half = _evenly(np.nonzero(diamonds)[0], SAMPLE // 2)
    return np.sort(np.concatenate([half, _evenly(np.nonzero(~diamonds)[0], SAMPLE - len(half))]))


def _evenly(rows: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """No more than so many of the rows, evenly spread."""
    if len(rows) <= most:
        return rows
    return np.asarray(rows[np.linspace(0, len(rows) - 1, most).astype(int)], np.int64)


def is_on_no_tiles(soft: PictureBgr, faces: Faces) -> bool:
    """Whether what seems a grid stands on no tiles: on no black, or without any straight edge.

    On a table as dark as the tiles their edges do not show, but there they stand on black.
    """
    grid = faces.subset(faces.belongs & (face_share(faces.shapes) >= TOLD))
    if not len(grid):
        return False
    in_touch = _are_in_touch(grid)
    grid = grid.subset(np.arange(len(grid)) % -(-len(grid) // SAMPLE) == 0)
    core, ground = middle_and_ground(grid.cuts_bgr)
    pale = ground.max(axis=1) / np.maximum(core.max(axis=1), 1)
    if pale.min() < PALE and median(pale) < BLACK:
        return False
    edges = find_edges(soft, grid.centres_px, grid.frames_px, EDGE_SIZES)
    seen = median(seen_along(edges, ALONG_DEG))
    if pale.min() < PALE:
        return seen < NO_EDGES and not (in_touch and _are_well_known(grid))
    tone = median(np.ptp(ground, axis=1) / np.maximum(ground.max(axis=1), 8))
    return seen < FAINT or (tone > COLOURED and seen < CLEAR)


def _are_in_touch(grid: Faces) -> bool:
    """Whether nearly all faces have another one beside them, as tiles of a game and unlike keys.

    One tile may lie by itself: a move with a gap, or one that is not finished.
    """
    apart = ways_between(grid.cells, grid.cells)
    return float((apart == 1).any(axis=1).mean()) >= IN_TOUCH


def _are_well_known(grid: Faces) -> bool:
    """Whether the net that knows other games' pieces is sure of nearly all of these faces."""
    if len(grid) <= FEW:
        return False
    told = face_share(piece_probabilities(grid.cuts_bgr))
    return bool(quantiles(told, KNOWN_PART, axis=0) >= KNOWN)


def surer(first: Floats, second: Floats) -> Floats:
    """Of two nets' answers to each face those of the net that is surer of a face."""
    return np.where((face_share(first) > face_share(second))[:, None], first, second)


def _agreed(any_printing: Floats, nearer: Floats) -> Floats:
    """As sure of a face as the surer net; its name as both say, the nearer look twice."""
    names = (any_printing[:, :BACK] + LEAST) * (nearer[:, :BACK] + LEAST) ** 2
    names = np.cbrt(names)
    share = np.maximum(face_share(any_printing), face_share(nearer))
    agreed = surer(any_printing, nearer).copy()
    agreed[:, :BACK] = names * (share / names.sum(axis=1))[:, None]
    return np.asarray(agreed, np.float64)


def _otherwise(first: Floats, second: Floats) -> float:
    """The share of faces that both nets see and name differently."""
    told = face_share(second) >= TOLD
    differ = first[:, :BACK].argmax(axis=1) != second[:, :BACK].argmax(axis=1)
    return float((told & differ).sum() / max(int(told.sum()), 1))


def renamed(first: Floats, second: Floats) -> Floats:
    """As sure of a face as the first net is, the shape as the second one says where it sees one."""
    told = face_share(second)[:, None]
    names = second[:, :BACK] / np.maximum(told, 1e-9)
    shapes = first.copy()
    shapes[:, :BACK] = np.where(told >= TOLD, names * face_share(first)[:, None], first[:, :BACK])
    shapes[:, NO_FACE] = np.maximum(1 - shapes[:, :BACK].sum(axis=1) - shapes[:, BACK], 0)
    return np.asarray(shapes, np.float64)

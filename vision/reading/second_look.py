"""A second look at pieces that were framed amiss: at every turn, as large as the known ones are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.edges import DARK_TABLE, TURN_STEP_DEG, find_edges
from vision.reading.faces import Faces, edges_px, face_share
from vision.reading.lattice import edges_by_tilt, turn_matrix
from vision.reading.print_light import ground_levels
from vision.reading.prints import Floats
from vision.reading.shape import ANSWERS, piece_probabilities, pieces_at_a_glance
from vision.reading.trust import CLEAR, SEEN, SURELY

FEWEST = 3
"""So many pieces that are known tell how large the others are."""
LOOKS = 6
"""Turns at which each is looked at, in a quarter: the net reads what lies 10 degrees askew."""
FIRST, HOPE = 2, 0.05
"""Every so manieth of them is looked at first, and the others where one of those is a face by so
much: of 705 pieces 34 became faces, all of them by 0.1 and more at the first turns, as 10 in 100
of the others did."""
MOST = 24
"""So many are looked at again, those whose edges show best."""
NEAR_SIZE = (0.6, 1.6)
"""What is further from the size of the known ones than this is no piece of theirs."""
COUNTS, MAY_BE = 0.1, 0.3
"""What a look weighs among the others of its piece before the net is asked further about it; and
what a piece must be a face by at a glance: of 356 looks that were one by less than half two became
one beyond doubt, and these by 0.3 and more."""
STRANGER = 0.01
"""What is a face by less than this within clear edges of its own is another game's piece: of 208
such none became a face."""
ON_AS_BRIGHT = 0.9
"""Ground against print from which on nothing that was framed amiss becomes a face: of 1,178 the
brightest that did had 0.8, and 549 have more than this."""
SIZES = (0.96, 1.0, 1.04)
"""Edges of a piece against that."""
EDGE_SAYS = 0.15
"""How much clearer edges must show to be e times as likely: those of a square at its own turn
against those at which it is a diamond."""


def looked_at_again(
    working: PictureBgr, soft: PictureBgr, pieces: Faces, seen: Floats
) -> tuple[Faces, Floats]:
    """The pieces, those that are no faces as they were framed at the turns at which they are.

    And how clearly their edges show. Where edges are hidden or lost in the dark, others seem to be
    a piece's own: a line of the table, a shadow, the next piece's.
    """
    rows, grown = _candidates(pieces, seen)
    if not len(rows):
        return pieces, seen
    frames = pieces.frames_px[rows] * grown[:, None, None]
    frames, clear = _turned(soft, pieces.centres_px[rows], frames)
    first = _cuts(working, pieces.centres_px[rows], frames[:, ::FIRST])
    glances = pieces_at_a_glance(first).reshape(len(rows), -1, ANSWERS)
    hope = face_share(glances).max(axis=1) >= HOPE
    rows, frames, clear = rows[hope], frames[hope], clear[hope]
    if not len(rows):
        return pieces, seen
    cuts = _cuts(working, pieces.centres_px[rows], frames)
    shapes = _asked_where_it_counts(cuts, clear, glances[hope])
    weight = _likelihoods(shapes, clear)
    best, each = weight.argmax(axis=1), np.arange(len(rows))
    told = (weight[..., None] * shapes).sum(axis=1)
    better = face_share(told) >= SURELY
    rows, best, each = rows[better], best[better], each[better]

    def mended(old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        mixed = old.copy()
        mixed[rows] = new
        return mixed

    faces = replace(
        pieces,
        frames_px=mended(pieces.frames_px, frames[each, best]),
        shapes=mended(pieces.shapes, told[better]),
        cuts_bgr=mended(pieces.cuts_bgr, cuts.reshape(-1, LOOKS, *cuts.shape[1:])[each, best]),
    )
    return faces, mended(seen, clear[each, best])


def _candidates(pieces: Faces, seen: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Rows of pieces that are worth a second look, and how much larger each should be."""
    share = face_share(pieces.shapes)
    known = (share >= SURELY) & (seen >= SEEN)
    if known.sum() < FEWEST:
        return np.zeros(0, np.int64), np.zeros(0)
    found = edges_px(pieces.frames_px)
    grown = edges_by_tilt(pieces.centres_px, found, known) / found
    again = (share < SURELY) & (grown > 1 / NEAR_SIZE[1]) & (grown < 1 / NEAR_SIZE[0])
    again &= (seen < CLEAR) | (share >= STRANGER)
    rows = np.nonzero(again)[0]
    rows = rows[ground_levels(pieces.cuts_bgr[rows]) < ON_AS_BRIGHT]
    rows = rows[np.argsort(-seen[rows], kind="stable")][:MOST]
    return rows, np.asarray(grown[rows], np.float64)


def _asked_where_it_counts(cuts_bgr: PictureBgr, clear: Floats, glances: Floats) -> Floats:
    """(N, LOOKS, ANSWERS) what the net says of each look, asked further about the likeliest ones.

    And only of pieces that may be faces by these. What it says of every FIRST look is known.
    """
    others = np.arange(LOOKS) % FIRST > 0
    shapes = np.empty((*clear.shape, ANSWERS))
    shapes[:, ~others] = glances
    more = pieces_at_a_glance(cuts_bgr[np.tile(others, len(clear))])
    shapes[:, others] = more.reshape(len(clear), -1, ANSWERS)
    weight = _likelihoods(shapes, clear)
    told = (weight[..., None] * shapes).sum(axis=1)
    counts = (weight >= COUNTS) & (face_share(told) >= MAY_BE)[:, None]
    shapes[counts] = piece_probabilities(cuts_bgr[counts.ravel()])
    return shapes


def _cuts(working: PictureBgr, centres_px: Floats, frames_px: Floats) -> PictureBgr:
    """Each piece cut in all of its frames (N, turns, 2, 2), one after the other."""
    centres = np.repeat(centres_px, frames_px.shape[1], axis=0)
    return cut_at_size(working, centres, frames_px.reshape(-1, 2, 2))


def _turned(soft: PictureBgr, centres_px: Floats, frames_px: Floats) -> tuple[Floats, Floats]:
    """(N, LOOKS, 2, 2) the frames at the best turn of each part of a quarter; (N, LOOKS) edges."""
    by_turn = find_edges(soft, centres_px, frames_px, SIZES, DARK_TABLE).by_turn
    parts = by_turn.reshape(len(by_turn), LOOKS, -1)
    steps = parts.argmax(axis=2) + np.arange(LOOKS) * parts.shape[2]
    turns = turn_matrix(np.radians(TURN_STEP_DEG) * np.arange(by_turn.shape[1]))
    return frames_px[:, None] @ turns[steps], parts.max(axis=2)


def _likelihoods(shapes: Floats, clear: Floats) -> Floats:
    """(N, LOOKS) how likely each turn is a piece's own, by the net and by its edges."""
    share = face_share(shapes)
    weight = share * np.exp((clear - clear.max(axis=1, keepdims=True)) / EDGE_SAYS) + 1e-9
    return np.asarray(weight / weight.sum(axis=1, keepdims=True), np.float64)

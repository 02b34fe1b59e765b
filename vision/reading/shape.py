"""Telling the shape on a cut face, or that it is no face: a small net on its brightness alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading.medians import ranked
from vision.reading.nets import folded, net_of
from vision.reading.prints import FACE_PX, brightness

WEIGHTS = Path(__file__).with_name("shapes.onnx")
"""Trained on the simulated table by `vision.training.learn_shapes`: the tiles of a grid."""
PIECE_WEIGHTS = Path(__file__).with_name("pieces.onnx")
"""Trained by the same: any printing, worn, veiled, in heaps, among other games' pieces."""
SHAPES = tuple(Shape)
PLAIN_SHAPES = [SHAPES.index(one) for one in (Shape.CIRCLE, Shape.SQUARE, Shape.DIAMOND)]
"""Found everywhere."""
SIGNS = [SHAPES.index(one) for one in (Shape.CLOVER, Shape.STARBURST, Shape.CRISSCROSS)]
"""Shapes that hardly anything but a tile bears."""
BACK, NO_FACE = len(SHAPES), len(SHAPES) + 1
"""What the net answers beside the six shapes: a tile lying face down, or no tile face at all."""
ANSWERS = len(SHAPES) + 2
FAINTEST = 6.0
"""Grey levels added to a face's spread, so that noise on a plain surface stays small."""

SURE, LEAST = 0.98, 1e-6
"""What the net is surer of than this is not asked again; and what an answer is worth at least."""
NOTHING = 0.9
"""Nor what it is surer of to be no face: of 510 such on photographs and drawn tables none became
likelier than not to be one when it was shown from all sides."""
SETTLED, HARDLY = 0.95, 0.1
"""Turned upside down is enough where the net is then so sure of a name, on the whole, or so sure
that it is no face: of 5,700 that it was not sure of at a glance 1,340 were settled so, and from all
sides none had another name, or was likelier than not to be a face after all."""
OTHERS_SAY, FLOOR = 0.15, 1e-3
"""Exponent of the net of grids in the names of what the net of pieces is not sure of, and what a
name is worth at least: of 2,700 faces on photographs and drawn tables 13 instead of 21 are wrong
with that and all sides, 39 before this net."""
SHARPER = 1.4
"""Exponent of the names by the net of pieces, which is humbler than it need be: of those that it
was 0.9 to 0.95 sure of 96 in 100 were right."""
OWN = slice(5, 27)
"""Rows and columns of a cut that show the piece and nothing beside it."""


def shape_probabilities(faces_bgr: PictureBgr) -> NDArray[np.float64]:
    """(N, ANSWERS) for faces (N, FACE_PX, FACE_PX, 3), from `cut_faces`; rows sum to one."""
    return answers_to(plain_faces(faces_bgr), WEIGHTS)


def piece_probabilities(faces_bgr: PictureBgr, least: float = 0.0) -> NDArray[np.float64]:
    """The same by the net that knows any printing, any wear and the pieces of other games.

    What it is not sure of is shown to it from all sides, and the other net has a small say: of all
    that are faces by at least so much at a glance.
    """
    planes = piece_planes(faces_bgr)
    told = answers_to(planes, PIECE_WEIGHTS)
    unsure = (told.max(axis=1, initial=0.0) < SURE) & (told[:, NO_FACE] < NOTHING)
    unsure &= told[:, :BACK].sum(axis=1) >= least
    if unsure.any():
        around = _from_all_sides(planes[unsure], told[unsure])
        told[unsure] = _named_by_both(around, shape_probabilities(faces_bgr[unsure]))
    return _as_sure_as_right(told)


def pieces_at_a_glance(faces_bgr: PictureBgr) -> NDArray[np.float64]:
    """What that net says of each when it is shown once, and asked no further."""
    return answers_to(piece_planes(faces_bgr), PIECE_WEIGHTS)


def _as_sure_as_right(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same with names that are as sure as they are right; as surely faces as before."""
    names = told[:, :BACK]
    sharp = names**SHARPER
    shares = names.sum(axis=1, keepdims=True) / np.maximum(sharp.sum(axis=1, keepdims=True), LEAST)
    return np.concatenate([sharp * shares, told[:, BACK:]], axis=1)


def _from_all_sides(planes: NDArray[np.float32], told: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the net says of pieces on the whole, turned and mirrored: no answer changes by that.

    First upside down, then from the other sides what is not settled by that.
    """
    logs = np.log(told + LEAST) + _said_of((planes[..., ::-1, ::-1],))
    together = _shares(logs / 2)
    left = together[:, :BACK].max(axis=1) < SETTLED
    left &= together[:, :BACK].sum(axis=1) >= HARDLY
    if left.any():
        upright = planes[left]
        lying = upright.transpose(0, 1, 3, 2)
        views = [upright[..., ::-1], upright[..., ::-1, :]]
        views += [lying[..., ::down, ::right] for down in (1, -1) for right in (1, -1)]
        together[left] = _shares((logs[left] + _said_of(views)) / (2 + len(views)))
    return together


def _said_of(views: Sequence[NDArray[np.float32]]) -> NDArray[np.float64]:
    """(N, ANSWERS) the sum of the logarithms of what the net says of all views of some pieces."""
    told = answers_to(np.concatenate(views), PIECE_WEIGHTS)
    return np.asarray(np.log(told + LEAST).reshape(len(views), -1, ANSWERS).sum(axis=0))


def _shares(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same as probabilities."""
    likely = np.exp(logs)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float64)


def _named_by_both(pieces: NDArray[np.float64], grid: NDArray[np.float64]) -> NDArray[np.float64]:
    """As sure of a face as the first, its name as both say."""
    first, second = (each[:, :BACK] for each in (pieces, grid))
    second = (second + FLOOR) / (second + FLOOR).sum(axis=1, keepdims=True)
    names = (first + FLOOR) ** (1 - OTHERS_SAY) * second**OTHERS_SAY
    named = pieces.copy()
    named[:, :BACK] = names * (first.sum(axis=1) / names.sum(axis=1))[:, None]
    return named


def answers_to(plain: NDArray[np.float32], weights: Path) -> NDArray[np.float64]:
    """(N, ANSWERS) of one net to normalised cuts (N, planes, FACE_PX, FACE_PX)."""
    if not len(plain):
        return np.zeros((0, ANSWERS))
    return net_of(weights).answers(folded(plain))


def plain_faces(faces_bgr: PictureBgr) -> NDArray[np.float32]:
    """Brightness alone, free of exposure: (N, 1, FACE_PX, FACE_PX) of mean 0 and spread 1."""
    bright = brightness(faces_bgr).reshape(-1, FACE_PX * FACE_PX).astype(np.float32)
    bright -= bright.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.einsum("np,np->n", bright, bright) / FACE_PX**2)
    bright /= spread[:, None] + FAINTEST
    return np.asarray(bright.reshape(-1, 1, FACE_PX, FACE_PX), np.float32)


def piece_planes(faces_bgr: PictureBgr) -> NDArray[np.float32]:
    """Blue, green and red against the piece's own black and print: (N, 3, FACE_PX, FACE_PX).

    What is brighter than all of the piece, as a white table around it, hides nothing of it.
    """
    # Bytes are moved in a quarter of the time of floats.
    planes = np.ascontiguousarray(faces_bgr.transpose(0, 3, 1, 2))
    side = OWN.stop - OWN.start
    own = planes[:, :, OWN, OWN].reshape(len(planes), 3, side * side)
    ranks = (int(0.1 * side * side), int(0.95 * side * side))
    low, high = ranked(own, ranks, axis=2)
    plain = planes.astype(np.float32)
    plain -= low[:, :, None, None]
    plain /= (high - low).max(axis=1)[:, None, None, None] + FAINTEST
    return np.asarray(np.clip(plain, -0.5, 1.5, out=plain), np.float32)

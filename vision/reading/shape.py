"""Telling the shape on a cut face, or that it is no face: a small net on its brightness alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading.nets import net_of
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

OWN = slice(5, 27)
"""Rows and columns of a cut that show the piece and nothing beside it."""


def shape_probabilities(faces_bgr: PictureBgr) -> NDArray[np.float64]:
    """(N, ANSWERS) for faces (N, FACE_PX, FACE_PX, 3), from `cut_faces`; rows sum to one."""
    return answers_to(plain_faces(faces_bgr), WEIGHTS)


def piece_probabilities(faces_bgr: PictureBgr) -> NDArray[np.float64]:
    """The same by the net that knows any printing, any wear and the pieces of other games."""
    return answers_to(piece_planes(faces_bgr), PIECE_WEIGHTS)


def answers_to(plain: NDArray[np.float32], weights: Path) -> NDArray[np.float64]:
    """(N, ANSWERS) of one net to normalised cuts (N, planes, FACE_PX, FACE_PX)."""
    if not len(plain):
        return np.zeros((0, ANSWERS))
    return net_of(weights).answers(plain)


def plain_faces(faces_bgr: PictureBgr) -> NDArray[np.float32]:
    """Brightness alone, free of exposure: (N, 1, FACE_PX, FACE_PX) of mean 0 and spread 1."""
    bright = brightness(faces_bgr).reshape(-1, FACE_PX * FACE_PX).astype(np.float32)
    bright -= bright.mean(axis=1, keepdims=True)
    bright /= bright.std(axis=1, keepdims=True) + FAINTEST
    return np.asarray(bright.reshape(-1, 1, FACE_PX, FACE_PX), np.float32)


def piece_planes(faces_bgr: PictureBgr) -> NDArray[np.float32]:
    """Blue, green and red against the piece's own black and print: (N, 3, FACE_PX, FACE_PX).

    What is brighter than all of the piece, as a white table around it, hides nothing of it.
    """
    planes = faces_bgr.transpose(0, 3, 1, 2).astype(np.float32)
    side = OWN.stop - OWN.start
    own = planes[:, :, OWN, OWN].reshape(len(planes), 3, side * side)
    ranks = (int(0.1 * side * side), int(0.95 * side * side))
    low, high = np.partition(own, ranks, axis=2)[..., ranks].transpose(2, 0, 1)
    scale = (high - low).max(axis=1)[:, None, None, None] + FAINTEST
    planes = (planes - low[:, :, None, None]) / scale
    return np.asarray(np.clip(planes, -0.5, 1.5), np.float32)

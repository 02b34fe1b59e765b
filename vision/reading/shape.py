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
BACK, NO_FACE = len(SHAPES), len(SHAPES) + 1
"""What the net answers beside the six shapes: a tile lying face down, or no tile face at all."""
ANSWERS = len(SHAPES) + 2
FAINTEST = 6.0
"""Grey levels added to a face's spread, so that noise on a plain surface stays small."""


def shape_probabilities(faces_bgr: PictureBgr) -> NDArray[np.float64]:
    """(N, ANSWERS) for faces (N, FACE_PX, FACE_PX, 3), from `cut_faces`; rows sum to one."""
    return answers_to(plain_faces(faces_bgr), WEIGHTS)


def piece_probabilities(faces_bgr: PictureBgr) -> NDArray[np.float64]:
    """The same for pieces that lie by themselves: what both nets say, as far as they agree."""
    plain = plain_faces(faces_bgr)
    both = np.sqrt(answers_to(plain, WEIGHTS) * answers_to(plain, PIECE_WEIGHTS))
    both[:, NO_FACE] += np.maximum(1 - both.sum(axis=1), 0)
    return np.asarray(both, np.float64)


def answers_to(plain: NDArray[np.float32], weights: Path) -> NDArray[np.float64]:
    """(N, ANSWERS) of one net to normalised cuts (N, 1, FACE_PX, FACE_PX)."""
    if not len(plain):
        return np.zeros((0, ANSWERS))
    return net_of(weights).answers(plain)


def plain_faces(faces_bgr: PictureBgr) -> NDArray[np.float32]:
    """Brightness alone, free of exposure: (N, 1, FACE_PX, FACE_PX) of mean 0 and spread 1."""
    bright = brightness(faces_bgr).reshape(-1, FACE_PX * FACE_PX).astype(np.float32)
    bright -= bright.mean(axis=1, keepdims=True)
    bright /= bright.std(axis=1, keepdims=True) + FAINTEST
    return np.asarray(bright.reshape(-1, 1, FACE_PX, FACE_PX), np.float32)

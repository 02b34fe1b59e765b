"""Cut faces drawn by hand, as the reader would cut them: a figure on a black tile."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.reading.faces import Faces
from vision.reading.prints import FACE_PX
from vision.reading.shape import ANSWERS, SHAPES
from vision.simulated.pieces.shapes import coverage, outline

INKS_BGR = {
    "red": (35, 30, 190),
    "orange": (20, 95, 225),
    "yellow": (20, 200, 235),
    "green": (70, 130, 25),
    "blue": (235, 140, 36),
    "purple": (212, 82, 132),
    "white": (225, 230, 232),
}
BLACK_BGR = (22, 23, 25)
SHOWN = 1.2
"""Edge of a cut against that of its tile."""


def figure(shape: Shape, colour: str) -> np.ndarray:
    """A cut face with one of the six shapes."""
    alpha = coverage(outline(shape) / SHOWN, FACE_PX)[..., None]
    return np.rint((1 - alpha) * BLACK_BGR + alpha * INKS_BGR[colour]).astype(np.uint8)


def letter(sign: str, colour: str = "white") -> np.ndarray:
    """A cut piece with a letter of another game."""
    large = np.full((4 * FACE_PX, 4 * FACE_PX, 3), BLACK_BGR, np.uint8)
    cv2.putText(large, sign, (34, 92), cv2.FONT_HERSHEY_SIMPLEX, 2.6, INKS_BGR[colour], 9)
    return cv2.resize(large, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)


def faces_of(cuts: list[np.ndarray], shapes: list[Shape] | None = None) -> Faces:
    """Faces in a row on a grid, told as these shapes, or as squares."""
    count = len(cuts)
    answers = np.zeros((count, ANSWERS))
    told = shapes or [Shape.SQUARE] * count
    answers[np.arange(count), [SHAPES.index(shape) for shape in told]] = 1.0
    cells = np.stack([np.arange(count), np.zeros(count, np.int64)], axis=1)
    return Faces(
        cells * 40.0,
        cells,
        np.ones(count, np.bool_),
        np.repeat(40.0 * np.eye(2)[None], count, axis=0),
        answers,
        np.array(cuts, np.uint8).reshape(count, FACE_PX, FACE_PX, 3),
    )

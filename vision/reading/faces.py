"""Faces found in a picture, before their colours are told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.observation import Rejection
from vision.pictures.load import PictureBgr
from vision.reading.prints import FACE_PX, Floats
from vision.reading.shape import ANSWERS, BACK, NO_FACE

FACE_SURE = 0.5
"""A print is taken for a face when the net gives it at least this."""


@dataclass(frozen=True, slots=True)
class Faces:
    """What was found in a picture before colours are told, in its pixels; one row each."""

    centres_px: Floats
    cells: NDArray[np.int64]
    belongs: NDArray[np.bool_]
    frames_px: Floats
    shapes: Floats
    """(N, ANSWERS) from the net."""
    cuts_bgr: PictureBgr
    """(N, FACE_PX, FACE_PX, 3)"""

    def __len__(self) -> int:
        return len(self.cells)

    def subset(self, rows: NDArray[np.bool_]) -> Faces:
        """The faces of the chosen rows."""
        if rows.all():
            return self
        return Faces(
            self.centres_px[rows],
            self.cells[rows],
            self.belongs[rows],
            self.frames_px[rows],
            self.shapes[rows],
            self.cuts_bgr[rows],
        )

    def with_more(self, more: Faces) -> Faces:
        """These faces and then those."""
        if not len(more) or not len(self):
            return self if len(self) else more
        names = self.__slots__
        return Faces(*(np.concatenate([getattr(self, n), getattr(more, n)]) for n in names))


NO_FACES = Faces(
    np.zeros((0, 2)),
    np.zeros((0, 2), np.int64),
    np.zeros(0, np.bool_),
    np.zeros((0, 2, 2)),
    np.zeros((0, ANSWERS)),
    np.zeros((0, FACE_PX, FACE_PX, 3), np.uint8),
)
Refused = tuple[Rejection, Faces]
"""What looked like faces, and why it was not taken for any."""


def face_share(shapes: Floats) -> Floats:
    """(…) how sure the net is that each is a face at all, by its answers (…, ANSWERS)."""
    return 1 - shapes[..., BACK] - shapes[..., NO_FACE]


def edges_px(frames_px: Floats) -> Floats:
    """(N,) the edge of a tile at each frame."""
    # Written out: numpy's determinant takes ten times as long for so few.
    across = frames_px[:, 0, 0] * frames_px[:, 1, 1] - frames_px[:, 0, 1] * frames_px[:, 1, 0]
    return np.asarray(np.sqrt(np.abs(across)), np.float64)


def corners_of(centres_px: Floats, frames_px: Floats, reach: float = 0.5) -> Floats:
    """(N, 4, 2) clockwise from the top left."""
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    reached = reach * unit @ frames_px.transpose(0, 2, 1)
    return np.asarray(centres_px[:, None] + reached, np.float64)

"""Furniture: what lay on the table before anybody played, covered before a picture is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr

Corners = Sequence[tuple[float, float]]

PATCH_PX = 16
"""A face is remembered as a picture of this size."""
SAME = 0.75
"""Correlation of a place with what it looked like: another light hardly changes it, a tile of
another shape or colour on a black one lowers it below 0.6."""
INSIDE = 0.85
"""The part of a face that is compared: its rim is as black on any tile."""
AROUND = 1.6
"""How far around a face its ground is looked at, in edges of the face."""
GROWN = 1.15
"""A face is covered with a little of its rim."""
NEXT_TO = (0.8, 1.25)
"""Distance of the middles of two tiles of one game that touch, in tile edges."""
ALIKE_SIZE = 1.2
"""Tiles of one game differ less than this in size."""


@dataclass(frozen=True)
class Piece:
    """Something like a tile that no hand brought."""

    corners_px: NDArray[np.float32]
    """(4, 2)."""
    looks: NDArray[np.float32]
    """What it looked like, PATCH_PX square and BGR, mean 0 and length 1."""

    @property
    def middle_px(self) -> NDArray[np.float32]:
        """Its centre."""
        return np.asarray(self.corners_px.mean(axis=0), np.float32)

    @property
    def edge_px(self) -> float:
        """Its size."""
        return _edge_px(self.corners_px)


class Furniture:
    """What lay there before the first hand of a game came."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def forget(self) -> None:
        """Nothing is known to have lain there before."""
        self._pieces.clear()

    def note(self, picture_bgr: PictureBgr, faces: Iterable[Corners]) -> None:
        """These faces lie there, and nobody has been at the table."""
        for corners in faces:
            corners_px = np.asarray(corners, np.float32)
            looks = _patch(picture_bgr, corners_px)
            if corners_px.shape != (4, 2) or looks is None:
                continue
            middle, edge = corners_px.mean(axis=0), _edge_px(corners_px)
            others = [p for p in self._pieces if _apart(p.middle_px, middle) > edge / 2]
            self._pieces = [*others, Piece(corners_px, looks)]

    def adjoins(self, faces: Iterable[Corners]) -> bool:
        """Whether some of it lies beside these faces as tiles of one game do."""
        return any(
            _are_neighbours(piece, np.asarray(corners, np.float32))
            for corners in faces
            for piece in self._pieces
        )

    def covered(self, picture_bgr: PictureBgr) -> PictureBgr:
        """The picture without it; what looks otherwise by now is left alone for good."""
        self._pieces = [piece for piece in self._pieces if _is_as_it_was(piece, picture_bgr)]
        drawn = picture_bgr.copy()
        for piece in self._pieces:
            ground = _ground(picture_bgr, piece.corners_px)
            cv2.fillConvexPoly(drawn, np.rint(_grown(piece.corners_px, GROWN)).astype(int), ground)
        return drawn


def _are_neighbours(piece: Piece, corners_px: NDArray[np.float32]) -> bool:
    edge = _edge_px(corners_px)
    low, high = NEXT_TO
    near = low * edge < _apart(piece.middle_px, corners_px.mean(axis=0)) < high * edge
    return near and 1 / ALIKE_SIZE < piece.edge_px / edge < ALIKE_SIZE


def _is_as_it_was(piece: Piece, picture_bgr: PictureBgr) -> bool:
    now = _patch(picture_bgr, piece.corners_px)
    return now is not None and float((now * piece.looks).sum()) > SAME


def _patch(picture_bgr: PictureBgr, corners_px: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """A face as a small picture of mean 0 and length 1; None where all of it is alike."""
    if corners_px.shape != (4, 2):
        return None
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (PATCH_PX - 1)
    onto = cv2.getPerspectiveTransform(_grown(corners_px, INSIDE), flat)
    warped = cv2.warpPerspective(picture_bgr, onto, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR)
    patch = warped.astype(np.float32) - np.float32(warped.mean())
    length = float(np.sqrt((patch**2).sum()))
    return None if length < 1 else np.asarray(patch / length, np.float32)


def _ground(picture_bgr: PictureBgr, corners_px: NDArray[np.float32]) -> tuple[float, float, float]:
    """The usual colour around a face."""
    x, y, wide, high = cv2.boundingRect(_grown(corners_px, AROUND))
    around = picture_bgr[max(0, y) : y + high, max(0, x) : x + wide]
    rim = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    blue, green, red = (float(v) for v in np.median(rim, axis=0))
    return blue, green, red


def _grown(corners_px: NDArray[np.float32], factor: float) -> NDArray[np.float32]:
    middle = corners_px.mean(axis=0)
    return np.asarray(middle + factor * (corners_px - middle), np.float32)


def _edge_px(corners_px: NDArray[np.float32]) -> float:
    sides = corners_px - np.roll(corners_px, 1, axis=0)
    return max(1.0, float(np.linalg.norm(sides, axis=1).mean()))


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(one - other))

"""Furniture: what lay on the table before anybody played, covered before a picture is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.scene.cloth import Cloth

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
LOST_SHARE = 0.5
"""Where fewer than this look as they did, it is the camera that moved, not they."""
CORNERS, FEWEST_CORNERS, AGREE_PX = 800, 25, 4.0
"""Corners that are looked for in a picture, how many must be found again after the camera moved,
and how near to where the others say."""
MOST_MARKS = 60
"""A table with more marks than this is a cloth with a pattern, as lace, and tiles lie on many of
them: a carpet with medallions shows some thirty."""
NEXT_TO = (0.8, 1.25)
"""Distance of the middles of two tiles of one game that touch, in tile edges."""
ALIKE_SIZE = 1.2
"""Tiles of one game differ less than this in size."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Something like a tile that no hand brought."""

    corners_px: NDArray[np.float32]
    """(4, 2)."""
    looks: NDArray[np.float32]
    """What it looked like, PATCH_PX square and BGR, mean 0 and length 1."""
    is_mark: bool = False
    """Whether it is a mark of the table, as a carpet's, and no piece that could be the game's."""

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
        self._cloth: Cloth | None = None
        self._last_bgr: PictureBgr | None = None
        """The latest picture that was covered."""

    def __bool__(self) -> bool:
        return bool(self._pieces) or self.is_on_cloth

    @property
    def is_on_cloth(self) -> bool:
        """Whether the table is a cloth whose pattern is known, and may pass for tiles."""
        return self._cloth is not None

    def forget(self) -> None:
        """Nothing is known to have lain there before."""
        self._pieces.clear()
        self._cloth = self._last_bgr = None

    @property
    def is_marks_only(self) -> bool:
        """Whether nothing of it could be a piece of the game."""
        return all(piece.is_mark for piece in self._pieces)

    def note(
        self,
        picture_bgr: PictureBgr,
        faces: Iterable[Corners],
        marks: Iterable[Corners] = (),
        sure: Iterable[Corners] = (),
    ) -> None:
        """These faces lie there, these marks are on the table, and nobody has been at it.

        A mark in a face is the face's print. On a cloth with a pattern only the sure faces count.
        """
        marks, cloth = tuple(marks), Cloth(picture_bgr)
        self._cloth = cloth if cloth.is_patterned else None
        if self.is_on_cloth:
            self._note(picture_bgr, sure, is_mark=False)
            return
        if len(marks) <= MOST_MARKS:
            self._note(picture_bgr, marks, is_mark=True)
        self._note(picture_bgr, faces, is_mark=False)

    def overlooked(
        self, picture_bgr: PictureBgr, sure: Iterable[Corners], came: Iterable[Corners]
    ) -> None:
        """These sure faces are on the table, of which those came: the others lay there before."""
        middles = [np.asarray(corners, np.float32).mean(axis=0) for corners in came]
        for corners in sure:
            corners_px = np.asarray(corners, np.float32)
            middle, reach = corners_px.mean(axis=0), _edge_px(corners_px) / 2
            if all(_apart(middle, other) > reach for other in middles):
                self._note(picture_bgr, [corners], is_mark=False)

    def _note(self, picture_bgr: PictureBgr, places: Iterable[Corners], is_mark: bool) -> None:
        for corners in places:
            corners_px = np.asarray(corners, np.float32)
            looks = looks_of(picture_bgr, corners_px)
            if corners_px.shape != (4, 2) or looks is None:
                continue
            middle, edge = corners_px.mean(axis=0), _edge_px(corners_px)
            near = [p for p in self._pieces if _apart(p.middle_px, middle) <= edge / 2]
            if is_mark and not all(piece.is_mark for piece in near):
                continue
            others = [p for p in self._pieces if p not in near]
            self._pieces = [*others, Piece(corners_px, looks, is_mark)]

    def knows(self, corners: Corners) -> bool:
        """Whether this face is one of those that lay there."""
        corners_px = np.asarray(corners, np.float32)
        middle, edge = corners_px.mean(axis=0), _edge_px(corners_px)
        return any(_apart(piece.middle_px, middle) <= edge / 2 for piece in self._pieces)

    def adjoins(self, faces: Iterable[Corners]) -> bool:
        """Whether some of it lies beside these faces as tiles of one game do."""
        return any(
            _are_neighbours(piece, np.asarray(corners, np.float32))
            for corners in faces
            for piece in self._pieces
            if not piece.is_mark
        )

    def covered(self, picture_bgr: PictureBgr) -> PictureBgr:
        """The picture without it; what looks otherwise by now is left alone for good.

        Where most of it does, the camera has moved, and it is looked for where it went.
        """
        kept = _as_they_were(self._pieces, picture_bgr)
        if self._last_bgr is not None and len(kept) < LOST_SHARE * len(self._pieces):
            kept = max(kept, _followed(self._pieces, self._last_bgr, picture_bgr), key=len)
        drawn = self._without_cloth(picture_bgr)
        self._pieces, self._last_bgr = kept, picture_bgr
        for piece in self._pieces:
            ground = _ground(picture_bgr, piece.corners_px)
            cv2.fillConvexPoly(drawn, np.rint(_grown(piece.corners_px, GROWN)).astype(int), ground)
        return drawn

    def _without_cloth(self, picture_bgr: PictureBgr) -> PictureBgr:
        """The picture without the cloth's pattern; a cloth that cannot be followed is forgotten."""
        if self._cloth is None:
            return picture_bgr.copy()
        covered = self._cloth.covered(picture_bgr)
        if covered is None and self._last_bgr is not None:
            onto = _way_between(self._last_bgr, picture_bgr)
            self._cloth = None if onto is None else self._cloth.moved(onto)
            covered = None if self._cloth is None else self._cloth.covered(picture_bgr)
        if covered is None:
            self._cloth = None
            return picture_bgr.copy()
        return covered


def _are_neighbours(piece: Piece, corners_px: NDArray[np.float32]) -> bool:
    edge = _edge_px(corners_px)
    low, high = NEXT_TO
    near = low * edge < _apart(piece.middle_px, corners_px.mean(axis=0)) < high * edge
    return near and 1 / ALIKE_SIZE < piece.edge_px / edge < ALIKE_SIZE


def _as_they_were(pieces: Iterable[Piece], picture_bgr: PictureBgr) -> list[Piece]:
    return [piece for piece in pieces if _is_as_it_was(piece, picture_bgr)]


def _followed(pieces: Sequence[Piece], before: PictureBgr, now: PictureBgr) -> list[Piece]:
    """The pieces where the camera sees them from elsewhere, as far as they look alike there."""
    onto = _way_between(before, now)
    if onto is None:
        return []
    moved = [
        replace(piece, corners_px=cv2.perspectiveTransform(piece.corners_px[None], onto)[0])
        for piece in pieces
    ]
    return _as_they_were(moved, now)


def _way_between(before: PictureBgr, now: PictureBgr) -> NDArray[np.float64] | None:
    """How the table of one picture lies in another, (3, 3); None where that cannot be told."""
    finder = cv2.ORB.create(CORNERS)
    grey = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY) for one in (before, now))
    (places, kinds), (others, other_kinds) = (finder.detectAndCompute(one, None) for one in grey)
    if kinds is None or other_kinds is None:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(kinds, other_kinds)
    if len(pairs) < FEWEST_CORNERS:
        return None
    here = np.array([places[pair.queryIdx].pt for pair in pairs], np.float32)
    there = np.array([others[pair.trainIdx].pt for pair in pairs], np.float32)
    onto, agree = cv2.findHomography(here, there, cv2.RANSAC, AGREE_PX)
    if onto is None or int(agree.sum()) < FEWEST_CORNERS:
        return None
    return np.asarray(onto, np.float64)


def _is_as_it_was(piece: Piece, picture_bgr: PictureBgr) -> bool:
    now = looks_of(picture_bgr, piece.corners_px)
    return now is not None and float((now * piece.looks).sum()) > SAME


def looks_of(
    picture_bgr: PictureBgr, corners_px: NDArray[np.float32]
) -> NDArray[np.float32] | None:
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

"""Rests that could not be read: what lay on the table at them, once a later picture is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.pictures.load import PictureBgr
from vision.scene.furniture import SAME, Corners, looks_of

MOST_RESTS = 4
"""Rests whose picture is kept: a picture of a large camera takes 6 MB."""


@dataclass(slots=True)
class UnreadRest:
    """A rest of the table at which no grid was read."""

    picture_bgr: PictureBgr
    """The first picture of it."""
    since_s: float
    until_s: float
    """When the table was last seen at rest so."""

    def shows(self, picture_bgr: PictureBgr, corners: Corners) -> bool:
        """Whether a face of a later picture looked the same then."""
        corners_px = np.asarray(corners, np.float32)
        if self.picture_bgr.shape != picture_bgr.shape:
            return False
        then, now = looks_of(self.picture_bgr, corners_px), looks_of(picture_bgr, corners_px)
        return then is not None and now is not None and float((then * now).sum()) > SAME


class UnreadRests:
    """The rests before the first move of a game at which no grid was read."""

    def __init__(self) -> None:
        self._rests: list[UnreadRest] = []
        self._is_lasting = False
        """Whether the latest picture that was read is of the latest of them."""

    def forget(self) -> None:
        """The game goes on, or the camera sees the table from elsewhere."""
        self._rests.clear()

    def note(self, picture_bgr: PictureBgr, at_s: float, *, stirred: bool) -> None:
        """No grid was read on this picture; `stirred` if anything moved since the one before."""
        if stirred or not self._rests:
            rest = UnreadRest(picture_bgr.copy(), at_s, at_s)
            self._rests = [*self._rests[1 - MOST_RESTS :], rest]
        self._is_lasting = True
        self.lasts(at_s)

    def lasts(self, at_s: float) -> None:
        """The table is still as it was when it was last noted."""
        if self._rests and self._is_lasting:
            self._rests[-1].until_s = at_s

    def with_any(
        self, picture_bgr: PictureBgr, faces: Iterable[Corners]
    ) -> list[tuple[UnreadRest, list[Corners]]]:
        """The rests at which some of these faces lay already, each with those; oldest first."""
        self._is_lasting = False
        faces = tuple(faces)
        shown = [(rest, [f for f in faces if rest.shows(picture_bgr, f)]) for rest in self._rests]
        return [(rest, lay) for rest, lay in shown if lay]

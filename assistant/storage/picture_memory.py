"""The witness: which of the latest pictures shows the table as a move left it."""

from __future__ import annotations

from collections import deque

from assistant.board import Placed, Placement
from vision.pictures.load import PictureBgr

REMEMBERED = 4
"""Moves whose pictures are remembered: this one, the one before it that the next player overtook,
and what they looked like half laid."""


class Witness:
    """Remembers the newest picture of each of the last few moves that were seen."""

    def __init__(self) -> None:
        self._seen: deque[tuple[frozenset[Placed], PictureBgr]] = deque(maxlen=REMEMBERED)

    def saw(self, picture_bgr: PictureBgr, placement: Placement) -> None:
        """The table was still, and these tiles lay there that are not part of the game yet."""
        move = frozenset(placement)
        for older in [one for one in self._seen if one[0] == move]:
            self._seen.remove(older)
        self._seen.append((move, picture_bgr))

    def picture_of(self, placement: Placement) -> PictureBgr | None:
        """The picture of a move: of the same tiles, else on the same cells, else the newest."""
        if not self._seen:
            return None
        cells = {placed.cell for placed in placement}
        newest_first = list(reversed(self._seen))
        same = [picture for move, picture in newest_first if move == frozenset(placement)]
        near = [picture for move, picture in newest_first if {p.cell for p in move} == cells]
        return (same or near or [picture for _, picture in newest_first])[0]

    def forget(self) -> None:
        """Another camera, or another game: what was seen says nothing about it."""
        self._seen.clear()

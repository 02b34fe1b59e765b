"""The memory of pictures: which of the latest pictures shows the table as a move left it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from assistant.board import Cell, Placed
from assistant.game.events import Laid
from assistant.tiles import Tile
from vision.pictures.load import PictureBgr

REMEMBERED = 4
"""Moves whose pictures are remembered: this one, the one before it that the next player overtook,
and what they looked like half laid."""


class PictureMemory:
    """Remembers the newest picture of each of the last few moves that were seen."""

    def __init__(self) -> None:
        self._seen: deque[tuple[Counter[Placed | Tile], PictureBgr]] = deque(maxlen=REMEMBERED)

    def saw(self, picture_bgr: PictureBgr, laid: Laid) -> None:
        """The table was still, and these tiles lay there that are not part of the game yet."""
        move: Counter[Placed | Tile] = Counter(laid)
        for older in [one for one in self._seen if one[0] == move]:
            self._seen.remove(older)
        self._seen.append((move, picture_bgr))

    def picture_of(self, laid: Laid) -> PictureBgr | None:
        """The newest picture that shows a move: the same tiles, else all of its cells; else none.

        A move that was typed before anybody saw it has no picture: that of the turn before would
        be evidence of something else.
        """
        move, places = Counter(laid), _places(laid)
        newest_first = list(reversed(self._seen))
        same = [picture for seen, picture in newest_first if seen == move]
        near = [picture for seen, picture in newest_first if places <= _places(seen)]
        return next(iter(same or near), None)

    def forget(self) -> None:
        """Another camera, or another game: what was seen says nothing about it."""
        self._seen.clear()


def _places(laid: Iterable[Placed | Tile]) -> set[Cell | Tile]:
    """Where tiles lie; cards, which have no place, are told by what they are."""
    return {one.cell if isinstance(one, Placed) else one for one in laid}

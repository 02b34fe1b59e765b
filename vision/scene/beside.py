"""What moves beside the game: a tail, a curtain, players' own hands; no game waits for it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.thumbnail import Mask

REACH_TILES = 2.5
"""So far around the tiles that lie there the next ones are laid."""
BESIDE_TILES = 1.0
"""So far around a tile lie the cells beside it: a turn begins on one of them."""
MIDDLE_SHARE = 0.6
"""Of each side: where the game is looked for while few tiles lie there."""
FEW_TILES = 12
"""So few may be a player's own row, and the game elsewhere."""
MOVING_PX = 3
"""Pixels of the glimpse that differ when something moves."""
FIDGET_S = 2.5
"""Beside the game alone, motion without a pause for this long is no hand on its way to it."""
PAUSE_S = 1.2
"""A tail that turns about seems to stop for shorter than this."""
MEMORY_S = 12.0
"""What fidgeted is believed to go on for this long after it last did."""


RESTLESS_S, FORGET_S = 1.0, 15.0
"""What moved for this long in all, of so many seconds, and was no hand is a tail or a shadow, also
where the next tile could be laid."""
MOST_RESTLESS = 0.12
"""Of the picture: where more of it moves so, that is no tail."""
LONGEST_STEP_S = 0.5
"""Between two pictures: what happened in a longer pause is not known."""


class Beside:
    """Tells motion in the game's place from motion beside it."""

    def __init__(self) -> None:
        self._places: Sequence[tuple[float, float]] = ()
        self._tile = 0.0
        self._game: Mask | None = None
        self._began_s: float | None = None  # since when something moves beside the game alone
        self._last_s = -math.inf  # when it last did
        self._until_s = -math.inf  # how long it is believed to fidget
        self._moved_s: NDArray[np.float32] | None = None  # how long each pixel moved of late
        self._noted_s = -math.inf

    def lay_out(self, places: Sequence[tuple[float, float]], tile: float) -> None:
        """Take in where tiles lie and how large they are, in pixels of the glimpse."""
        self._places, self._tile, self._game = places, tile, None

    def note(self, moving: Mask, at_s: float) -> None:
        """Take in what moves while no hand is in view: where it does so again and again."""
        passed_s = min(max(0.0, at_s - self._noted_s), LONGEST_STEP_S)
        self._noted_s = at_s
        if self._moved_s is None or self._moved_s.shape != moving.shape:
            self._moved_s = np.zeros(moving.shape, np.float32)
        self._moved_s *= np.float32(math.exp(-passed_s / FORGET_S))
        self._moved_s[moving > 0] += np.float32(passed_s)

    def fidgets(self, at_s: float) -> bool:
        """Whether something beside the game never stops moving."""
        return at_s < self._until_s

    def stirs(self, moving: Mask, at_s: float) -> bool:
        """Whether this motion is in the game's place; what is beside it is remembered."""
        if cv2.countNonZero(moving & self._calm_place(moving)) >= MOVING_PX:
            self._began_s = None
            return True
        if self._began_s is None or at_s - self._last_s > PAUSE_S:
            self._began_s = at_s
        self._last_s = at_s
        if self.fidgets(at_s) or at_s - self._began_s >= FIDGET_S:
            self._until_s = at_s + MEMORY_S
        return False

    def calm(self, mask: Mask, at_s: float) -> Mask:
        """The mask without what fidgets beside the game."""
        return mask & self._place(mask) if self.fidgets(at_s) else mask

    def reaches_in(self, area: Mask, at_s: float) -> bool:
        """Whether what lies over the picture's edge hides any of the game's place."""
        if not self._places and not self.fidgets(at_s):
            return True
        return cv2.countNonZero(area & self._calm_place(area)) >= MOVING_PX

    def is_apart(self, area: Mask) -> bool:
        """Whether what lies over the picture's edge hides no tile and no cell beside one."""
        if not self._places:
            return False
        return not cv2.countNonZero(area & self._drawn(area.shape, BESIDE_TILES))

    def _calm_place(self, like: Mask) -> Mask:
        """The game's place without where something moves again and again and is no hand."""
        place = self._place(like)
        if self._moved_s is None or self._moved_s.shape != like.shape:
            return place
        restless = (self._moved_s > RESTLESS_S).astype(np.uint8)
        if not restless.any() or restless.mean() > MOST_RESTLESS:
            return place
        return place & (1 - np.asarray(cv2.dilate(restless, np.ones((5, 5), np.uint8)), np.uint8))

    def _place(self, like: Mask) -> Mask:
        """Where tiles lie or may be laid next."""
        if self._game is None or self._game.shape != like.shape:
            self._game = self._drawn(like.shape, REACH_TILES)
        return self._game

    def _drawn(self, shape: tuple[int, ...], reach_tiles: float) -> Mask:
        """So far around each tile, and the middle while few tiles lie."""
        place = np.zeros(shape, np.uint8)
        high, wide = shape
        reach = (0.5 + reach_tiles) * self._tile
        for x, y in self._places:
            left, top = max(0, round(x - reach)), max(0, round(y - reach))
            place[top : max(0, round(y + reach) + 1), left : max(0, round(x + reach) + 1)] = 1
        if len(self._places) < FEW_TILES:
            x_px, y_px = (round(side * (1 - MIDDLE_SHARE) / 2) for side in (wide, high))
            place[y_px : high - y_px, x_px : wide - x_px] = 1
        return place

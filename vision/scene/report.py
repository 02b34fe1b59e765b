"""What a picture says about the scene: one word for the players, the detail for setting up."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

QUIET_AFTER_S = 1.5
"""Still for so long, the table has been read and nobody is in a hurry."""
QUIET_LOOK_S = 0.1
"""Between two looks at a quiet table: a hand that comes is seen long before it lays a tile."""


class SceneState(Enum):
    """What the camera sees, for whoever sets it up."""

    MOVING = "moving"
    HAND = "hand in view"
    STILL = "still"
    LIGHT_JUMPED = "light jumped"
    CAMERA_MOVED = "camera moved"
    BLURRED = "blurred"
    LOST = "lost"

    @property
    def word(self) -> TableWord:
        """The same for the players."""
        return _WORDS[self]


class TableWord(Enum):
    """What the camera is doing, in one word for the players."""

    WATCHING = "watching"
    WAIT = "wait"
    SETTLING = "settling"
    UNCLEAR = "unclear"
    LOST = "lost"


_WORDS = {
    SceneState.MOVING: TableWord.WAIT,
    SceneState.HAND: TableWord.WAIT,
    SceneState.STILL: TableWord.WATCHING,
    SceneState.LIGHT_JUMPED: TableWord.SETTLING,
    SceneState.CAMERA_MOVED: TableWord.SETTLING,
    SceneState.BLURRED: TableWord.UNCLEAR,
    SceneState.LOST: TableWord.LOST,
}

Box = tuple[int, int, int, int]
"""x, y, width, height in pixels of the full picture."""


@dataclass(frozen=True, slots=True)
class ArmInView:
    """Something that reaches in from the picture's rim."""

    share: float
    """Of the picture."""
    rim: tuple[float, float]
    """Where it crosses the rim, in widths and heights of the picture."""
    colour_bgr: tuple[float, float, float]
    """Near the rim, 0 to 1 of the light that a white thing gives there."""
    at_s: float = -math.inf
    """When it was seen, where that is known."""


@dataclass(frozen=True, slots=True)
class SceneReport:
    """What one more picture says about the scene."""

    state: SceneState
    at_s: float
    still_for_s: float = 0.0
    """How long nothing has moved where the game is; light and what is beside it do not count."""
    fidgeting: bool = False
    """Whether something beside the game never stops moving."""
    changed_boxes: tuple[Box, ...] = ()
    """Where it differs from the picture that was settled before this one."""
    light_gain: float = 1.0
    """How much brighter the whole picture is than that one."""
    camera_shift_px: tuple[float, float] = (0.0, 0.0)
    """How far the whole picture has moved since then, where it has."""
    sharpness: float = 0.0
    """Steepness of the strongest edges, 0 to 1; 0 also where none was seen yet."""
    arm: ArmInView | None = None
    """The largest arm in view, where a hand is."""
    reached: tuple[ArmInView, ...] = ()
    """On a still table: the arms before that, in their order, that were where it differs now."""
    settled: int = 0
    """How many times the table has become still; a new number is a table to be read."""
    happened: frozenset[SceneState] = field(default_factory=frozenset)
    """All states since the table was last still."""

    @property
    def look_again_s(self) -> float:
        """How long the next picture may wait; a quiet table need not be watched at every frame."""
        quiet = self.state is SceneState.STILL and self.still_for_s > QUIET_AFTER_S
        return QUIET_LOOK_S if quiet else 0.0

"""Stir: what moved at the table between two pictures, which may have changed what lies there."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from assistant.board import Placed
from assistant.watch.arms import Arm, Arms, arms_apart, arms_left_s, came_s
from assistant.watch.knowledge import Knowledge
from assistant.watch.sequences import HARDLY, PERHAPS, TWO_ARMS, UNSEEN_S

SETTLED_S = 0.8
"""After an arm was last where it laid tiles the table is still and read, where nothing else moves:
0.6 s of stillness and a picture of five a second."""
MOST_ARMS = 200
"""Arms over the table that are kept in mind until it is still."""


@dataclass(frozen=True, slots=True)
class Stir:
    """What moved since the latest picture that could be told."""

    since_s: float | None = None
    """When something first moved; None while all is quiet."""
    arms: tuple[Arm, ...] = ()
    """The arms that were over the table."""
    came_s: float = -math.inf
    """When the arm of those came into view that laid tiles, where that is known."""

    def moved(self, at_s: float, arm: Arm | None) -> Stir:
        """With something that moves: a hand with its arm, the camera, the light."""
        arms = self.arms if arm is None else (*self.arms, arm)[-MOST_ARMS:]
        return replace(self, since_s=at_s if self.since_s is None else self.since_s, arms=arms)

    def reached_by(self, arms: Sequence[Arm]) -> Stir:
        """With the arms that were where the table changed, where that is known."""
        if not arms or self.since_s is None:
            return self
        return replace(self, arms=tuple(arms), came_s=came_s(self.arms, arms))

    def unseen(self, at_s: float) -> float:
        """The odds of a turn that was never seen at rest, by how long nobody saw the table so."""
        unseen_s = 0.0 if self.since_s is None else at_s - self.since_s
        return PERHAPS if unseen_s > UNSEEN_S else HARDLY

    def until_s(self, at_s: float) -> float:
        """Until when the table lay as it did; until the time given where nothing moved since."""
        return at_s if self.since_s is None else max(self.since_s, self.came_s)


CALM = Stir()


@dataclass(frozen=True, slots=True)
class Change:
    """From what was known of the table to what is known now."""

    was: Knowledge
    now: Knowledge
    stir: Stir = CALM
    """What moved between."""
    unseen: float = HARDLY
    """The odds that a turn between was never seen at rest."""
    skipped: int = 0
    """How many photos between are known to be missing."""

    @property
    def adds_turns(self) -> bool:
        """Whether the game has more turns now."""
        return len(self.now.game.turns) > len(self.was.game.turns)

    @property
    def left_s(self) -> float:
        """When the arms between had left, and the table would have been still."""
        return min(self.now.at_s, arms_left_s(self.stir.arms, self.now.at_s) + SETTLED_S)

    @property
    def until_s(self) -> float:
        """Until when the table lay as the picture before showed it, as far as is known."""
        return self.stir.until_s(self.was.at_s)

    def laid(self, tiles: Collection[Placed]) -> tuple[Arm | None, Arm | None]:
        """The arm that laid these tiles, and one of somebody else that was over the table too."""
        most, other = arms_apart(self.stir.arms)
        return _from_tiles(most, tiles, self.now), _from_tiles(other, tiles, self.now)

    def unseen_of_two(self, arm: Arm, other: Arm, arms: Arms) -> float:
        """The odds of a turn that was not seen where arms reached in from two places.

        They are one player's if none of them is any likelier another one's.
        """
        game = self.was.game
        others = [player for player in game.players if player != game.mover]
        likelier = max(arms.of_somebody_else(one, game.mover, others) for one in (arm, other))
        return TWO_ARMS * min(1.0, likelier)

    def has_taken(self, named: Collection[Placed]) -> bool:
        """Whether uncounted tiles that no proposal named are gone: one of two arms took them."""
        evidence, board = self.now.evidence, self.now.board
        cells = {placed.cell for placed in named} | board.tiles.keys()
        return any(
            there.present > 0 and (cell not in evidence or evidence[cell].missed)
            for cell, there in self.was.evidence.items()
            if cell not in cells
        )


def _from_tiles(arm: Arm | None, tiles: Collection[Placed], known: Knowledge) -> Arm | None:
    """An arm with the way it came from, as it laid these tiles."""
    view = known.view
    if arm is None or view is None:
        return arm
    places_px = [view.centres_px[one.cell] for one in tiles if one.cell in view.centres_px]
    if not places_px:
        return arm
    middle_px = (sum(along) / len(places_px) for along in zip(*places_px, strict=True))
    across, down = (px / size for px, size in zip(middle_px, view.size_wh, strict=True))
    return arm.from_tiles((across, down), view.size_wh, view.pose.turns)

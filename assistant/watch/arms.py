"""Arms: whose arm laid tiles, by where it reached in and what its sleeve looks like.

Nothing is assumed about seats: a table's own turns show who reaches in from where, and how far
that tells players apart at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

RIM = 0.12
"""Standard deviation of where one player's arm crosses the picture's rim, in its widths and
heights; assumed, a player leans."""
SLEEVE = 0.06
"""The same of a sleeve's colour, of the whole range of light."""
PEAK = 30.0
"""How much likelier an arm is exactly where one of the player's was than anywhere at all."""
ANYWHERE = 1.0
"""An arm from anywhere counts as much as so many arms that were seen."""
MOST_SAID = 2.0
"""The most that one arm of the past says about arms telling players apart, as a logarithm."""
ALIKE = 6.0
"""Two arms less apart than this, as a square of standard deviations, look like one person's."""
SAME_ALIKE = 0.9
"""How often two arms of one player, one after the other in a move, look alike; assumed."""
NEXT_ALIKE, NEXT_UNLIKE = 0.3, 2.0
"""Before anything is known of a table, the arms of two players after each other look alike and
unlike as if so many had been seen: people rarely sit on one chair."""
APART = 4.0
"""Arms that cross the rim further apart than so many deviations are two people's."""
DOUBTED = 2.0
"""Before anything is known, arms are doubted to tell players apart by this logarithm of odds."""
REMEMBERED = 16
"""Arms of each player that are kept; people move their chairs."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm over the table, as the camera saw most of it."""

    size: float
    """The share of the picture that it covers."""
    rim: tuple[float, float]
    """Where it crosses the picture's rim, in widths and heights of the picture."""
    sleeve: tuple[float, float, float]
    """Its colour there, each 0 to 1."""


@dataclass(frozen=True, slots=True)
class Arms:
    """The arms of turns of which it is known whose they were."""

    seen: Mapping[str, tuple[Arm, ...]] = field(default_factory=dict)
    last: tuple[str, Arm] | None = None
    """The latest of them, and whose it was."""
    alike: int = 0
    """How often the next player's arm looked like the one before."""
    unlike: int = 0

    def with_arm(self, player: str, arm: Arm | None) -> Arms:
        """With the arm of one more turn."""
        if arm is None:
            return self
        own = (*self.seen.get(player, ()), arm)[-REMEMBERED:]
        after = replace(self, seen={**self.seen, player: own}, last=(player, arm))
        if self.last is None or self.last[0] == player:
            return after
        if _distance(self.last[1], arm) < ALIKE:
            return replace(after, alike=self.alike + 1)
        return replace(after, unlike=self.unlike + 1)

    def odds(
        self, arm: Arm | None, players: Sequence[str], before: Arm | None = None
    ) -> tuple[float, ...]:
        """How much likelier an arm is each player's than the first one's, whose came before."""
        if arm is None:
            return (1.0,) * len(players)
        likely = [_likelihood(arm, self.seen.get(player, ())) for player in players]
        telling, changed = self._telling(), self._changed(arm, before)
        odds = [changed * (telling * one / likely[0] + 1 - telling) for one in likely]
        return (1.0, *odds[1:])

    def _changed(self, arm: Arm, before: Arm | None) -> float:
        """How much likelier an arm is after another one if the player has changed."""
        if before is None:
            return 1.0
        alike, unlike = self.alike + NEXT_ALIKE, self.unlike + NEXT_UNLIKE
        if _distance(arm, before) < ALIKE:
            return alike / (alike + unlike) / SAME_ALIKE
        return unlike / (alike + unlike) / (1 - SAME_ALIKE)

    def _telling(self) -> float:
        """How likely it is that arms tell the players of this table apart."""
        said = -DOUBTED
        for player, own in self.seen.items():
            others = tuple(chain.from_iterable(a for p, a in self.seen.items() if p != player))
            for k, arm in enumerate(own):
                rest = own[:k] + own[k + 1 :]
                if rest and others:
                    ratio = math.log(_likelihood(arm, rest) / _likelihood(arm, others))
                    said += max(-MOST_SAID, min(MOST_SAID, ratio))
        return 1 / (1 + math.exp(-said))


NO_ARMS = Arms()


def larger(one: Arm | None, other: Arm | None) -> Arm | None:
    """The arm of which more was seen."""
    if one is None or other is None:
        return one or other
    return one if one.size >= other.size else other


def are_two(one: Arm | None, other: Arm | None) -> bool:
    """Whether two arms reach in from places too far apart for one person's."""
    if one is None or other is None:
        return False
    return math.dist(one.rim, other.rim) > APART * RIM


def _likelihood(arm: Arm, known: Iterable[Arm]) -> float:
    """How likely a player of these arms is to show this one, against an arm from anywhere."""
    near = [PEAK * math.exp(-_distance(arm, one) / 2) for one in known]
    return (sum(near) + ANYWHERE) / (len(near) + ANYWHERE)


def _distance(one: Arm, other: Arm) -> float:
    """The square of how far two arms are apart, in standard deviations."""
    rim = sum(((a - b) / RIM) ** 2 for a, b in zip(one.rim, other.rim, strict=True))
    sleeve = sum(((a - b) / SLEEVE) ** 2 for a, b in zip(one.sleeve, other.sleeve, strict=True))
    return rim + min(sleeve, 9.0)

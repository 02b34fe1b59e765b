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
LONG, MOST_SLEEVE, MOST_SHORT = 0.08, 9.0, 3.0
"""An arm that covers more of the picture than this shows its sleeve at the rim, a shorter one now
its sleeve and now its hand; and the most that colours count then, as a square of deviations."""
HAND_ONLY = 0.055
"""Of an arm that covers less of the picture than this only the hand is in view: it comes in beside
what it lays, whoever's it is."""
PEAK = 30.0
"""How much likelier an arm is exactly where one of the player's was than anywhere at all."""
ANYWHERE = 1.0
"""An arm from anywhere counts as much as so many arms that were seen."""
MOST_SAID = 2.0
"""The most that one arm of the past says about arms telling players apart, as a logarithm."""
LEANING = 0.2
"""The same of two arms of one move, one of which may reach to the far end of the grid."""
ALIKE = 6.0
"""Two arms less apart than this, as a square of standard deviations, look like one person's."""
SAME_ALIKE = 0.9
"""How often two arms of one player, one after the other in a move, look alike; assumed."""
NEXT_ALIKE, NEXT_UNLIKE = 0.3, 2.0
"""Before anything is known of a table, the arms of two players after each other look alike and
unlike as if so many had been seen: people rarely sit on one chair."""
FAR = 0.7
"""Arms that cross the rim further apart than this, in widths and heights of the picture, come from
two sides of the table."""
SAME_FAR, NEXT_FAR = 0.15, 0.5
"""How many of the arms that are unlike come from two sides, of one player and of two; assumed."""
UNCLEAR = 0.5
"""How often two arms are like or unlike as far as can be told, of one player as of two."""
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
        if self.last is None or self.last[0] == player or _is_unclear(arm, self.last[1]):
            return after
        if _distance(self.last[1], arm, LEANING) < ALIKE:
            return replace(after, alike=self.alike + 1)
        return replace(after, unlike=self.unlike + 1)

    def odds(
        self, arm: Arm | None, players: Sequence[str], before: Arm | None = None
    ) -> tuple[float, ...]:
        """How much likelier an arm is each player's than the first one's, whose came before."""
        reached = Reached(self, (before, arm), tuple(players))
        return tuple(reached.odds((0, k)) for k in range(len(players)))

    def own(self, arm: Arm, player: str, more: Sequence[Arm] = ()) -> float:
        """How likely a player who showed more arms too is to show this, against anybody."""
        return _likelihood(arm, (*self.seen.get(player, ()), *more))

    def rate(self, arm: Arm, before: Arm, changed: bool) -> float:
        """How often an arm is as like another one as this is, of the same player or of two."""
        if _is_unclear(arm, before):
            return UNCLEAR
        alike, unlike = self.alike + NEXT_ALIKE, self.unlike + NEXT_UNLIKE
        is_alike = alike / (alike + unlike) if changed else SAME_ALIKE
        if _distance(arm, before, LEANING) < ALIKE:
            return is_alike
        far = NEXT_FAR if changed else SAME_FAR
        is_far = math.dist(arm.rim, before.rim) > FAR
        return (1 - is_alike) * (far if is_far else 1 - far)

    def telling(self) -> float:
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


class Reached:
    """Arms that came one after the other, each of which may be any player's."""

    def __init__(self, arms: Arms, came: Sequence[Arm | None], players: Sequence[str]) -> None:
        """With the arms of the past, and the players from the one on whose turn it is."""
        self._arms, self._came, self._players = arms, tuple(came), tuple(players)
        self._telling = arms.telling()
        self._known: dict[tuple[int, ...], float] = {}

    def odds(self, whose: Sequence[int]) -> float:
        """How much likelier the arms are these players' than all the first one's.

        Each by how many turns on from the first player; nothing is said of too few or too many.
        """
        if len(whose) != len(self._came):
            return 1.0
        return self._likelihood(tuple(whose)) / self._likelihood((0,) * len(whose))

    def _likelihood(self, whose: tuple[int, ...]) -> float:
        if whose not in self._known:
            self._known[whose] = self._reckoned([k % len(self._players) for k in whose])
        return self._known[whose]

    def _reckoned(self, whose: Sequence[int]) -> float:
        arms, weight = self._arms, 1.0
        shown: dict[int, list[Arm]] = {}
        before: tuple[int, Arm] | None = None
        for k, arm in zip(whose, self._came, strict=True):
            if arm is None:
                before = None
                continue
            again = 1.0
            if before is not None:
                weight *= arms.rate(arm, before[1], changed=k != before[0])
                if k != before[0] and k in shown:
                    own = shown[k][-1]
                    again = arms.rate(arm, own, changed=False) / arms.rate(arm, own, changed=True)
            told = arms.own(arm, self._players[k], shown.get(k, ()))
            weight *= self._telling * told + (1 - self._telling) * again
            shown.setdefault(k, []).append(arm)
            before = (k, arm)
        return weight


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


def _distance(one: Arm, other: Arm, rim: float = RIM) -> float:
    """The square of how far two arms are apart, in standard deviations."""
    crossed = sum(((a - b) / rim) ** 2 for a, b in zip(one.rim, other.rim, strict=True))
    sleeve = sum(((a - b) / SLEEVE) ** 2 for a, b in zip(one.sleeve, other.sleeve, strict=True))
    return crossed + min(sleeve, MOST_SHORT if _is_short(one, other) else MOST_SLEEVE)


def _is_short(one: Arm, other: Arm) -> bool:
    return min(one.size, other.size) <= LONG


def _is_unclear(one: Arm, other: Arm) -> bool:
    """Whether two arms are hands at one place, or differ as a hand and its sleeve do."""
    if not _is_short(one, other):
        return False
    if max(one.size, other.size) <= HAND_ONLY and _distance(one, other, LEANING) < ALIKE:
        return True
    whole = _distance(replace(one, size=1.0), replace(other, size=1.0), LEANING)
    return _distance(one, other, LEANING) < ALIKE <= whole

"""Arms: whose arm laid tiles, by which way it reached in and what its sleeve looks like.

Nothing is assumed about seats: a table's own turns show who reaches in from where, and how far
that tells players apart at all.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

HEADING_DEG = 25.0
"""Standard deviation of the way that one player's arm comes from. Filmed players keep to theirs by
12 degrees, and nothing changes from 15 to 30; people who sit at a table have a shoulder that stays
and tiles that do not."""
SLEEVE = 0.04
"""The same of a sleeve's colour, as a distance of parts of the whole range of light: within 0.02 in
one light of a film, 0.1 after another lamp was lit; nothing changes from 0.025 to 0.05."""
LONG = 0.08
"""An arm that covers more of the picture than this shows its sleeve at the rim, a shorter one now
its sleeve and now its hand."""
HAND_ONLY = 0.055
"""Of an arm that covers less of the picture than this only the hand is in view: it comes in beside
what it lays, whoever's it is."""
HEADING_PEAK, SLEEVE_PEAK = 5.0, 12.0
"""How much likelier an arm is exactly as one of the player's was than of any kind: by the way it
comes from, of which a whole turn has room for some, and by its sleeve."""
ANYWHERE = 0.5
"""An arm of any kind counts as much as so many arms that were seen."""
MOST_SAID = 2.0
"""The most that one arm of the past says about arms telling players apart, as a logarithm."""
ALIKE_DEG, ALIKE_SLEEVE, ONE_SLEEVE = 40.0, 0.08, 0.03
"""Two arms whose ways and whose sleeves are less apart than this look like one person's; the last
is how little one sleeve or hand changes from one visit to the next: of 71 pairs in ten films 56."""
SAME_ALIKE = 0.9
"""How often two arms of one player, one after the other in a move, look alike; assumed."""
SAME_LONG, SAME_SHORT, SAME_HANDS = (0.7, 0.2, 0.1), (0.55, 0.2, 0.25), (0.7, 0.26, 0.04)
"""How often they are just alike, nearly, and not: sleeves of long arms, those of which one is short
and may show some hand, and hands. Counted 33, 5 and 0, 14, 3 and 7, 18, 4 and 0 times."""
NEXT_SLEEVES = (0.1, 0.07, 2.1)
"""Before anything is known of a table, the arms of two players after each other look just alike,
nearly and unlike as if so many had been seen: people rarely sit on one chair."""
NEXT_HANDS = (1.4, 0.2, 0.4)
"""The same of hands without a sleeve that come one way: those that are just alike are anybody's
until a table's own have shown that two players' differ."""
FAR_DEG = 75.0
"""Arms whose ways are further apart than this come from two sides of the table."""
SAME_FAR, NEXT_FAR = 0.15, 0.5
"""How many of the arms that are unlike come from two sides, of one player and of two; assumed."""
NEXT_ONE_WAY, NEXT_OTHER_WAY = 1.8, 0.2
"""Where colours cannot tell, ways do, as far as this table has shown: at first the arms of two
players are taken to come one way as often as one player's."""
APART = 0.48
"""Arms that cross the rim further apart than this, in its widths and heights, are two people's."""
OUT_OF_VIEW_S = 0.75
"""Whatever was not in view for this long has gone; the fewest pictures are 0.2 s apart."""
AT_ONCE_S, GROWN = 0.3, 1.2
"""An arm that is seen again within this time is still the same if it has not become larger or
smaller than by this factor: filmed arms take longer to leave."""
DOUBTED = 2.5
"""Before anything is known, arms are doubted to tell players apart by this logarithm of odds."""
REMEMBERED = 16
"""Arms of each player that are kept; people move their chairs."""
MIDDLE, SQUARE = (0.5, 0.5), (1, 1)
"""Of a picture of which nothing else is known."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm over the table, as the camera saw most of it."""

    size: float
    """The share of the picture that it covers."""
    rim: tuple[float, float]
    """Where it crosses the picture's rim, in widths and heights of the picture."""
    sleeve: tuple[float, float, float]
    """Its colour there, each 0 to 1."""
    at_s: float = -math.inf
    """When it was seen, where that is known."""
    heading_deg: float | None = None
    """The way it came from, seen from what it laid, as the board lies; where that is known."""

    @property
    def way_deg(self) -> float:
        """The way it came from; seen from the middle of the picture where nothing tells better."""
        return _way_deg(MIDDLE, self.rim, SQUARE) if self.heading_deg is None else self.heading_deg

    def from_tiles(self, at: tuple[float, float], size_wh: tuple[int, int], turns: int) -> Arm:
        """With the way it came from, as it laid tiles there in widths and heights of the picture.

        A camera that is put on another side of the table, quarter turns clockwise, changes nothing.
        """
        return replace(self, heading_deg=_way_deg(at, self.rim, size_wh) + 90 * turns)


@dataclass(frozen=True, slots=True)
class Arms:
    """The arms of turns of which it is known whose they were."""

    seen: Mapping[str, tuple[Arm, ...]] = field(default_factory=dict)
    last: tuple[str, Arm] | None = None
    """The latest of them, and whose it was."""
    sleeves: tuple[int, int, int] = (0, 0, 0)
    """How often the next player's arm looked just like the one before, nearly, and unlike it."""
    hands: tuple[int, int, int] = (0, 0, 0)
    """The same of hands without a sleeve."""
    one_way: int = 0
    """How often the next player's arm came the way of the one before."""
    other_way: int = 0

    def with_arm(self, player: str, arm: Arm | None) -> Arms:
        """With the arm of one more turn."""
        if arm is None:
            return self
        own = (*self.seen.get(player, ()), arm)[-REMEMBERED:]
        after = replace(self, seen={**self.seen, player: own}, last=(player, arm))
        if self.last is None or self.last[0] == player:
            return after
        if _is_one_way(arm, self.last[1]):
            after = replace(after, one_way=self.one_way + 1)
        else:
            after = replace(after, other_way=self.other_way + 1)
        likeness = _likeness(self.last[1], arm)
        if _are_hands(arm, self.last[1]):
            return replace(after, hands=_with_one(self.hands, likeness))
        if _is_unclear(arm, self.last[1]):
            return after
        return replace(after, sleeves=_with_one(self.sleeves, likeness))

    def odds(
        self, arm: Arm | None, players: Sequence[str], before: Arm | None = None
    ) -> tuple[float, ...]:
        """How much likelier an arm is each player's than the first one's, whose came before."""
        reached = Reached(self, (before, arm), tuple(players))
        return tuple(reached.odds((0, k)) for k in range(len(players)))

    def own(self, arm: Arm, player: str, more: Sequence[Arm] = ()) -> float:
        """How likely a player who showed more arms too is to show this, against anybody."""
        own = (*self.seen.get(player, ()), *more)
        return _likelihood(arm, own, (*chain.from_iterable(self.seen.values()), *more))

    def of_somebody_else(self, arm: Arm, player: str, others: Sequence[str]) -> float:
        """How much likelier an arm is one of the others' than a player's, as far as arms tell."""
        telling = self.telling()
        as_own, *as_others = (
            telling * self.own(arm, one) + 1 - telling for one in (player, *others)
        )
        return max(as_others, default=1.0) / as_own

    def rate(self, arm: Arm, before: Arm, changed: bool) -> float:
        """How often an arm is as like another one as this is, of the same player or of two."""
        likeness = _likeness(arm, before)
        if _are_hands(arm, before):
            hands = _shares(self.hands, NEXT_HANDS) if changed else SAME_HANDS
            return self._one_way(changed) * hands[likeness]
        if _is_unclear(arm, before):
            return self._one_way(changed)
        same = SAME_SHORT if _is_short(arm) or _is_short(before) else SAME_LONG
        sleeves = _shares(self.sleeves, NEXT_SLEEVES) if changed else same
        if likeness < UNLIKE:
            return sleeves[likeness]
        far = NEXT_FAR if changed else SAME_FAR
        is_far = _apart_deg(arm, before) > FAR_DEG
        return sleeves[UNLIKE] * (far if is_far else 1 - far)

    def _one_way(self, changed: bool) -> float:
        """How often two arms after each other come one way, of the same player or of two."""
        one, other = self.one_way + NEXT_ONE_WAY, self.other_way + NEXT_OTHER_WAY
        return one / (one + other) if changed else SAME_ALIKE

    def telling(self) -> float:
        """How likely it is that arms tell the players of this table apart."""
        said = -DOUBTED
        for player, own in self.seen.items():
            others = tuple(chain.from_iterable(a for p, a in self.seen.items() if p != player))
            for k, arm in enumerate(own):
                rest = own[:k] + own[k + 1 :]
                if rest and others:
                    all_others = (*rest, *others)
                    as_own, as_other = (_likelihood(arm, a, all_others) for a in (rest, others))
                    ratio = math.log(as_own / as_other)
                    said += max(-MOST_SAID, min(MOST_SAID, ratio))
        return 1 / (1 + math.exp(-said))


NO_ARMS = Arms()
UNLIKE = 2
"""Two arms that do not look like one person's; 0 is just alike, 1 nearly."""


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


def arms_apart(arms: Sequence[Arm]) -> tuple[Arm | None, Arm | None]:
    """Of arms one after the other that of which most was seen, and that of somebody else.

    Where nothing speaks for somebody else, none.
    """
    most = max(arms, key=lambda arm: arm.size, default=None)
    followed: list[list[Arm]] = []
    before: Arm | None = None
    for arm in arms:
        same = [one for one in followed if not _are_two(one[-1], arm)]
        if not same and before is not None and _goes_on(before, arm):
            same = [one for one in followed if one[-1] is before]
        if same:
            same[0].append(arm)
        else:
            followed.append([arm])
        before = arm
    others = [
        arm
        for one in followed
        if all(arm is not most for arm in one)
        for arm in one
        if most is not None and _are_two(most, arm)
    ]
    return most, max(others, key=lambda arm: arm.size, default=None)


def came_s(arms: Sequence[Arm], laid: Sequence[Arm]) -> float:
    """When the arm that laid tiles came into view, of all arms that did; -inf if nobody knows.

    A head that leaned in and was gone before it came is not counted.
    """
    since_s = min((arm.at_s for arm in laid), default=-math.inf)
    for arm in reversed(arms):
        if since_s - OUT_OF_VIEW_S < arm.at_s < since_s:
            since_s = arm.at_s
    return since_s


def arms_left_s(arms: Sequence[Arm], otherwise_s: float) -> float:
    """When the last of some arms was seen; without any, or where that is not known, otherwise."""
    last_s = max((arm.at_s for arm in arms), default=otherwise_s)
    return otherwise_s if math.isinf(last_s) else last_s


def _are_two(one: Arm, other: Arm) -> bool:
    """Whether two arms reach in from places too far apart for one person's."""
    return math.dist(one.rim, other.rim) > APART


def _goes_on(before: Arm, arm: Arm) -> bool:
    """Whether an arm is the one of the picture before, whatever it ran into at the rim.

    Nobody's long arm is gone, and somebody else's as long, within a moment.
    """
    if _is_short(before) or _is_short(arm) or not arm.at_s - before.at_s < AT_ONCE_S:
        return False
    is_as_large = max(before.size, arm.size) < GROWN * min(before.size, arm.size)
    return is_as_large and math.dist(before.sleeve, arm.sleeve) < ALIKE_SLEEVE


def _likelihood(arm: Arm, own: Collection[Arm], everybodys: Collection[Arm]) -> float:
    """How likely a player of these arms is to show this one, against an arm of any kind.

    One of which little is in view may be a hand, and hands are as anybody's.
    """
    way = _density((_apart_deg(arm, one) / HEADING_DEG for one in own), HEADING_PEAK)
    if not _is_short(arm):
        return way * _sleeve_density(arm, [one for one in own if not _is_short(one)])
    hands = [one for one in everybodys if _is_short(one)]
    return way * (_sleeve_density(arm, own) + _sleeve_density(arm, hands)) / 2


def _sleeve_density(arm: Arm, known: Iterable[Arm]) -> float:
    return _density((math.dist(arm.sleeve, one.sleeve) / SLEEVE for one in known), SLEEVE_PEAK)


def _density(deviations: Iterable[float], peak: float) -> float:
    """How likely something is that is so far from each that is known, against one of any kind."""
    near = [peak * math.exp(-(off**2) / 2) for off in deviations]
    return (sum(near) + ANYWHERE) / (len(near) + ANYWHERE)


def _way_deg(at: tuple[float, float], rim: tuple[float, float], size_wh: tuple[int, int]) -> float:
    """The way from a place of the picture to one of its rim, clockwise from the right."""
    across, down = ((to - here) * size for here, to, size in zip(at, rim, size_wh, strict=True))
    return math.degrees(math.atan2(down, across))


def _apart_deg(one: Arm, other: Arm) -> float:
    """How far the ways of two arms are apart."""
    return abs((one.way_deg - other.way_deg + 180) % 360 - 180)


def _is_alike(one: Arm, other: Arm) -> bool:
    """Whether two arms look like one person's."""
    return _is_one_way(one, other) and math.dist(one.sleeve, other.sleeve) < ALIKE_SLEEVE


def _likeness(one: Arm, other: Arm) -> int:
    """How like one person's two arms look: 0 just so, 1 nearly, 2 not."""
    if not _is_alike(one, other):
        return UNLIKE
    return int(math.dist(one.sleeve, other.sleeve) >= ONE_SLEEVE)


def _with_one(counts: tuple[int, int, int], which: int) -> tuple[int, int, int]:
    """Counts with one more of a kind."""
    just, nearly, not_so = (count + (k == which) for k, count in enumerate(counts))
    return just, nearly, not_so


def _shares(counts: Sequence[int], assumed: Sequence[float]) -> Sequence[float]:
    """How often each kind comes, by what was counted and what is assumed."""
    weights = [count + more for count, more in zip(counts, assumed, strict=True)]
    return [weight / sum(weights) for weight in weights]


def _is_one_way(one: Arm, other: Arm) -> bool:
    """Whether two arms came about the same way."""
    return _apart_deg(one, other) < ALIKE_DEG


def _is_short(arm: Arm) -> bool:
    return arm.size <= LONG


def _are_hands(one: Arm, other: Arm) -> bool:
    """Whether two arms are hands without a sleeve that came the same way."""
    return _is_one_way(one, other) and max(one.size, other.size) <= HAND_ONLY


def _is_unclear(one: Arm, other: Arm) -> bool:
    """Whether two arms that came the same way differ as a hand and its sleeve do."""
    shown = sum(arm.size <= HAND_ONLY for arm in (one, other))
    return shown == 1 and _is_one_way(one, other)

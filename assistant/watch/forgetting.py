"""Forgetting: how likely it is that no photo was taken after a turn, as far as a table tells."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

FORGETFUL, CAREFUL = 0.25, 0.002
"""Of a hundred turns so many are not photographed, by people who forget and by people who do not.
Assumed: people are of the one kind or of the other, and a game soon shows of which."""
FORGETFUL_TABLES = 0.05
"""The share of tables whose people forget, before anything is known of one. Assumed."""
TOLD = 0.0005
"""Odds of a turn without a photo where the numbers of the photos have told of every other one."""
SPREAD = 0.6
"""Standard deviation of the logarithm of the time between two photos. Assumed."""
ENOUGH = 3
"""Times between photos that must be known before one can be called long."""
MOST = 10.0
"""A pause is never more evidence than this: people also talk, eat and telephone."""
REMEMBERED = 24
LEAST_GAP_S = 2.0
"""Photos closer together than any turn were sent or copied together: their times tell nothing."""


@dataclass(frozen=True, slots=True)
class Photo:
    """When a photo was taken, where that is known, and what is known of the time before it."""

    taken_s: float | None = None
    gap_s: float | None = None
    """The time since the photo before."""
    skipped: int = 0
    """How many photos are known to be missing before it."""
    is_told: bool = False
    """Whether it is known by now what it shows."""

    @classmethod
    def after(cls, before: Photo | None, skipped: int, taken_s: float | None) -> Photo:
        """The next photo."""
        if before is None or before.taken_s is None or taken_s is None:
            return cls(taken_s, skipped=skipped)
        return cls(taken_s, taken_s - before.taken_s, skipped)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The photos of one game, and what they turned out to show."""

    single: int = 0
    """Photos that show one turn, as far as anybody can tell."""
    forgotten: int = 0
    """Turns that had no photo, and nothing told so."""
    told: int = 0
    """Turns that had no photo, as the photos' numbers told."""
    gaps_s: tuple[float, ...] = ()
    """The times between photos of which each shows one turn."""

    def odds(self, gap_s: float | None = None) -> float:
        """The odds that the next photo shows more turns than one, with the time since the last."""
        if self.told and not self.forgotten:
            return TOLD
        forgetful = FORGETFUL_TABLES * self._likelihood(FORGETFUL)
        careful = (1 - FORGETFUL_TABLES) * self._likelihood(CAREFUL)
        rate = (forgetful * FORGETFUL + careful * CAREFUL) / (forgetful + careful)
        return rate / (1 - rate) * self._by_time(gap_s)

    def with_photo(self, turns: int, skipped: int, gap_s: float | None) -> Forgetting:
        """With one more photo of so many turns, of which so many were known to miss."""
        told = min(skipped, turns - 1)
        forgotten = turns - 1 - told
        gaps_s = self.gaps_s
        if turns == 1 and gap_s is not None and gap_s >= LEAST_GAP_S:
            gaps_s = (*gaps_s, gap_s)[-REMEMBERED:]
        return replace(
            self,
            single=self.single + (turns == 1),
            forgotten=self.forgotten + forgotten,
            told=self.told + told,
            gaps_s=gaps_s,
        )

    def _likelihood(self, rate: float) -> float:
        return float(rate**self.forgotten * (1 - rate) ** self.single)

    def _by_time(self, gap_s: float | None) -> float:
        """How much likelier so long a pause is after two turns than after one."""
        if gap_s is None or gap_s < LEAST_GAP_S or len(self.gaps_s) < ENOUGH:
            return 1.0
        usual = sum(math.log(one) for one in self.gaps_s) / len(self.gaps_s)
        longer, double = math.log(gap_s) - usual, math.log(2)
        evidence = math.exp(double * (longer - double / 2) / SPREAD**2)
        return min(MOST, max(1 / MOST, evidence))


NOTHING_FORGOTTEN = Forgetting()

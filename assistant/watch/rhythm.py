"""The rhythm of a table: how long players pause inside a move, and how long between turns."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

WITHIN_S, BETWEEN_S = 1.5, 7.0
"""Where nothing is known of a table yet: the usual pause inside a move, with hand and tiles at
rest, and the usual quiet between two turns. Assumed, not measured; a table's own outweigh them."""
WITHIN_SPREAD, BETWEEN_SPREAD = 0.45, 0.8
"""Standard deviation of their logarithms: of pauses inside a move two in three lie within a factor
of 1.6, of those between turns within one of 2.2: some begin at once, others think."""
WITHIN_RATE = 0.15
"""How many turns have a pause inside at which the table is seen at rest; assumed."""
ASSUMED_WEIGHT = 6.0
"""The assumed lengths count as much as so many that were seen."""
REMEMBERED = 24
"""Pauses of each kind that are kept; an evening's rhythm changes."""
SHORTEST_S = 0.2

Pauses = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Rhythm:
    """The pauses of which it turned out what they were."""

    within_s: Pauses = ()
    between_s: Pauses = ()

    def odds_of_next(self, pause_s: float) -> float:
        """How much likelier a pause of this length is between two turns than inside a move.

        A shorter pause never speaks more for the next player than a longer one.
        """
        within = _usual(WITHIN_S, self.within_s)
        between = max(_usual(BETWEEN_S, self.between_s), within)
        narrow, wide = WITHIN_SPREAD**-2, BETWEEN_SPREAD**-2
        least = (within * narrow - between * wide) / (narrow - wide)
        length = max(math.log(max(pause_s, SHORTEST_S)), least)
        as_within = math.exp(-narrow * (length - within) ** 2 / 2) / WITHIN_SPREAD
        as_between = math.exp(-wide * (length - between) ** 2 / 2) / BETWEEN_SPREAD
        return as_between / max(as_within * WITHIN_RATE, LEAST)

    def with_within(self, pause_s: float) -> Rhythm:
        """With one more pause that was inside a move."""
        return replace(self, within_s=(*self.within_s, pause_s)[-REMEMBERED:])

    def with_between(self, pause_s: float) -> Rhythm:
        """With one more pause that was between two turns."""
        return replace(self, between_s=(*self.between_s, pause_s)[-REMEMBERED:])


UNKNOWN = Rhythm()
LEAST = 1e-12
"""No pause is impossible."""


def _usual(assumed_s: float, seen_s: Pauses) -> float:
    """The mean logarithm of a kind of pause."""
    logs = sum(math.log(max(pause_s, SHORTEST_S)) for pause_s in seen_s)
    return (ASSUMED_WEIGHT * math.log(assumed_s) + logs) / (ASSUMED_WEIGHT + len(seen_s))

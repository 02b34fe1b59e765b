"""Advice during a game: which checks are told of, once they have been bad for long enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration.checks.checks import Check, Finding, Standing, troubles

EVERY_S = 2.0
"""Between two judgements of the camera while a game is watched."""
BAD_FOR_S = 3.5
"""A check is told of once it has been red for so long: a passing shadow is no trouble."""
SLOW_BAD_FOR_S = 9.0
"""For what is judged over a window of six seconds: one lamp switched on is no trouble either."""
GOOD_FOR_S = 3.0
"""A sentence goes away once its check has not been red for so long."""
SLOWLY = frozenset((Check.RATE, Check.STEADY, Check.HUNTING))
"""Checks that only show over some seconds."""


class Advising:
    """Follows the checks of one camera and holds what is to be told of them."""

    def __init__(self) -> None:
        self._judged_s: float | None = None
        self._red: dict[Check, tuple[float, float, Finding]] = {}
        self._shown: set[Check] = set()

    def is_due(self, now_s: float) -> bool:
        """Whether it is time to judge again."""
        return self._judged_s is None or now_s - self._judged_s >= EVERY_S

    def forget(self) -> None:
        """Begin anew, as with another camera."""
        self._judged_s = None
        self._red.clear()
        self._shown.clear()

    def judge(self, findings: Sequence[Finding], now_s: float) -> tuple[Finding, ...]:
        """What to tell now, in the order people put it right; a finding stays as first told."""
        self._judged_s = now_s
        for finding in troubles(findings):
            since_s, _, first = self._red.get(finding.check, (now_s, now_s, finding))
            self._red[finding.check] = (since_s, now_s, first)
        for check, (since_s, last_s, _) in [*self._red.items()]:
            patience_s = SLOW_BAD_FOR_S if check in SLOWLY else BAD_FOR_S
            if now_s - last_s >= GOOD_FOR_S:
                del self._red[check]
                self._shown.discard(check)
            elif now_s - since_s >= patience_s:
                self._shown.add(check)
        return tuple(self._red[check][2] for check in Check if check in self._shown)


def without_tiles(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings where tiles are known to lie on the table and none is seen.

    That is a trouble of its own, unless another one explains it.
    """
    if troubles(findings):
        return tuple(findings)
    return tuple(
        replace(finding, standing=Standing.RED) if finding.check is Check.TILES else finding
        for finding in findings
    )

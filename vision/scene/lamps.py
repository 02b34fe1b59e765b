"""Light that goes on jumping, as a television's does: after a while it is not waited for."""

from __future__ import annotations

import math

JUMP_S = 0.5
"""Changes of light closer to each other than this are one jump."""
RESTLESS_S = 8.0
"""Light that jumped so recently before is restless."""
PATIENCE = 2
"""Jumps in a row that are waited for: a lamp that is switched on, an exposure that follows."""
PATIENCE_S = 3.0
"""A jump that takes longer than this, in pictures of ever other light, is not waited for."""


class RestlessLight:
    """Counts jumps of the light that follow each other."""

    def __init__(self) -> None:
        self._last_s = -math.inf
        self._began_s = -math.inf
        self._jumps = 0

    def jumps_on(self, at_s: float) -> bool:
        """Whether a change of light at this time is one of many."""
        since_s, self._last_s = at_s - self._last_s, at_s
        if since_s > RESTLESS_S:
            self._jumps, self._began_s = 1, at_s
        elif since_s > JUMP_S:
            self._jumps, self._began_s = self._jumps + 1, at_s
        return self._jumps > PATIENCE or at_s - self._began_s > PATIENCE_S

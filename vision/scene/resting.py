"""Resting: what reaches in over the picture's edge and looks the same for long is a thing."""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from vision.scene.causes import other_share
from vision.scene.thumbnail import Glimpse, Mask

REST_S = 6.0
"""What lies at the edge for this long in all without any motion is a thing, not a hand."""
APART_REST_S = 2.0
"""The same where it hides no tile and no cell beside one: a forearm along the edge shifts every few
seconds, and hands that lay tiles are not still for so long on their way."""
SAME_AREA = 0.6
"""Of what two areas cover together, they share this where they are one: light that changes takes a
third from a row of tiles."""
OTHER_SHARE = 0.05
"""More of a hand that moves by a pixel of the glimpse looks otherwise than before."""
LONGEST_STEP_S = 0.5
"""Between two pictures: what happened in a longer pause is not known."""
MOST_AREAS = 8
"""So many are remembered: racks, sleeves and bowls around a table."""


@dataclass(slots=True)
class _Area:
    mask: Mask
    glimpse: Glimpse
    rested_s: float
    seen_s: float


class RestingAreas:
    """How long each area at the edge has looked the same in all, whatever moved elsewhere.

    Hands go on playing beside a row of tiles that somebody has put down at the edge, so the time
    is counted for each area by itself, and goes on where a hand was over it meanwhile.
    """

    def __init__(self) -> None:
        self._areas: list[_Area] = []

    def forget(self) -> None:
        """The table was taken as it is, with what lies at its edge."""
        self._areas = []

    def is_thing(self, area: Mask, now: Glimpse, at_s: float, *, apart: bool) -> bool:
        """Whether what covers this area, apart from all tiles or not, has rested for long."""
        known = next((one for one in self._areas if _is_same(one, area, now)), None)
        if known is None:
            begun = _Area(area.copy(), now.copy(), 0.0, at_s)
            self._areas = [*self._areas[1 - MOST_AREAS :], begun]
            return False
        known.rested_s += min(at_s - known.seen_s, LONGEST_STEP_S)
        known.seen_s = at_s
        return known.rested_s >= (APART_REST_S if apart else REST_S)


def _is_same(one: _Area, area: Mask, now: Glimpse) -> bool:
    if one.mask.shape != area.shape:
        return False
    shared, both = cv2.countNonZero(one.mask & area), cv2.countNonZero(one.mask | area)
    return shared >= SAME_AREA * both and other_share(now, one.glimpse, area) <= OTHER_SHARE

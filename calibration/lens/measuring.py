"""Measuring a lens step by step: one view of the sheet after the other until they tell enough."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from calibration.lens.views import LensVerdict, SheetView, find_sheet, judge_lens, measure_lens
from vision.lens import Lens
from vision.pictures.load import PictureBgr

WANTED = 5
"""Views of the sheet, each somewhere else, after which the lens is measured."""


class SheetStep(Enum):
    """What one more picture of the sheet brought."""

    NOT_SEEN = "not_seen"
    SAME = "same"
    """The sheet lies as in an earlier view."""
    SEEN = "seen"
    MEASURED = "measured"


@dataclass(frozen=True, slots=True)
class SheetOutcome:
    """What one more picture brought, how many views there are, and in the end the lens."""

    step: SheetStep
    count: int
    verdict: LensVerdict | None = None
    lens: Lens | None = None
    """Only one that is worth straightening."""


class LensMeasuring:
    """The views of the sheet so far; it begins anew after each verdict."""

    def __init__(self, wanted: int = WANTED) -> None:
        self._wanted = wanted
        self._views: list[SheetView] = []

    def see(self, picture_bgr: PictureBgr) -> SheetOutcome:
        """One more picture of the sheet."""
        view = find_sheet(picture_bgr)
        if view is None:
            return SheetOutcome(SheetStep.NOT_SEEN, len(self._views))
        if self._views and view.size_wh != self._views[0].size_wh:
            self._views.clear()  # another camera, or another size: what was seen tells nothing
        if any(view.is_like(other) for other in self._views):
            return SheetOutcome(SheetStep.SAME, len(self._views))
        self._views.append(view)
        if len(self._views) < self._wanted:
            return SheetOutcome(SheetStep.SEEN, len(self._views))
        return self.measure()

    def measure(self) -> SheetOutcome:
        """The lens by the views so far; there must be one."""
        views, self._views = self._views, []
        lens = measure_lens(views)
        verdict = judge_lens(views, lens)
        worth = lens if verdict is LensVerdict.BENT else None
        return SheetOutcome(SheetStep.MEASURED, len(views), verdict, worth)

    def forget(self) -> None:
        """Begin anew, as with another camera."""
        self._views.clear()

"""Whether a picture is worth reading: moving, hand, still, light, camera, blur, lost."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glimpse import (
    Blob,
    Difference,
    Glimpse,
    Mask,
    alikeness,
    compare,
    edge_strength,
    find_blobs,
    moved_by,
    shift_between,
    shrink,
)
from vision.pictures import PictureBgr
from vision.scene_report import Box, SceneReport, SceneState, TableWord
from vision.sharpness import SharpnessWatch

__all__ = ["Box", "SceneGate", "SceneReport", "SceneState", "TableWord"]

STILL_S = 0.6
"""Nothing may move for this long before a picture is read."""
FEWEST_STILL = 3
"""Pictures within that time; two alike with nothing between could hide a hand."""
GAP_S = 1.5
"""A pause between two pictures after which stillness is not known any more."""
MOVING_PX = 3
"""Pixels of the glimpse that differ when something moves: the smallest tile has 4."""
LIGHT_STEP = 0.08
"""Relative change of light that is a jump; lamps flicker by 0.02."""
HAND_SHARE = 0.012
"""Of the picture: the smallest hand that reaches in from the edge covers twice as much."""
HAND_TILES = 3.0
"""Where the size of a tile is known, a hand covers more than so many of them."""
HAND_PATIENCE_S = 6.0
"""What lies at the edge without any motion for this long is a thing, not a hand."""
NOISE_S = 2.0
"""The estimate of the sensor's noise follows with this time constant."""
MOST_NOISE = 4.0
"""Levels of the glimpse, where noise is averaged over 48 pixels: no working camera has more."""
DRIFT_S = 5.0
"""The settled picture follows daylight and exposure with this time constant."""
PARTS_WH = (6, 4)
"""The picture in parts, to tell a change of all of it from one at a place."""
EDGE_LEVELS = 20.0
"""Steps of the glimpse that move visibly when the camera does."""
FEWEST_PARTS = 4
"""On a plain table with few edges a hand could cover them all, so more than half these change."""
WIDESPREAD = 0.6
"""Share of the parts with edges in them that change when light or camera did."""
SHIFT_PX = 0.4
"""Of the glimpse: a smaller shift of the whole picture is not told from none."""
EXPLAINED = 0.6
"""A shift is believed if no more than this of the changed pixels remain when it is undone."""
ALIKE = 0.75
"""Correlation of relief above which the table is the same under another light."""


@dataclass(frozen=True, slots=True)
class _Reference:
    """A glimpse to compare with, and its edges."""

    glimpse: Glimpse
    edges: NDArray[np.float32]

    @classmethod
    def of(cls, glimpse: Glimpse) -> _Reference:
        return cls(glimpse.copy(), edge_strength(glimpse))

    def difference(self, now: Glimpse, noise: float) -> Difference:
        return compare(now, self.glimpse, self.edges, noise)


class SceneGate:
    """Follows the pictures of one camera; each call is one more picture, or its absence."""

    def __init__(self, still_s: float = STILL_S) -> None:
        self.tile_px = 0.0
        """The edge of a tile in the full picture, set by whoever has read one; 0 is unknown."""
        self._still_s = still_s
        self._sharpness = SharpnessWatch()
        self._last_s = -math.inf
        self._noise = 1.0  # deviation of the sensor's noise in the glimpse, in levels
        self._scale = 1.0  # full pixels to one of the glimpse
        self._settled: _Reference | None = None  # the table when it was last still
        self._bare: _Reference | None = None  # the same before something came to rest at the edge
        self._found: SceneReport | None = None  # what settling found, while the table is still
        self._anchor: _Reference | None = None  # the first picture of the time without motion
        self._since_s, self._count = 0.0, 0  # when that was, and how many pictures since
        self._happened: set[SceneState] = set()

    def see(self, picture_bgr: PictureBgr, at_s: float) -> SceneReport:
        """The state of the scene with this picture, taken at this time."""
        now = shrink(picture_bgr)
        self._scale = picture_bgr.shape[1] / now.shape[1]
        if self._settled is not None and self._settled.glimpse.shape != now.shape:
            self._settled = self._bare = self._found = None  # the camera changed its size
        if self._anchor is not None and self._anchor.glimpse.shape != now.shape:
            self._anchor = None
        self._sharpness.see(picture_bgr, at_s)
        gap_s, self._last_s = at_s - self._last_s, at_s
        if self._settled is not None and self._found is not None:
            if gap_s < GAP_S and not self._has_moved(self._settled, now, gap_s):
                _follow_drift(self._settled, now, gap_s)
                still_for_s, sharpness = at_s - self._since_s, self._sharpness.now
                return replace(self._found, at_s=at_s, still_for_s=still_for_s, sharpness=sharpness)
            self._found, self._anchor, self._happened = None, None, set()
        return self._wait(now, at_s, gap_s)

    def lose(self, at_s: float) -> SceneReport:
        """The camera gives nothing at this time; the settled picture is kept for its return."""
        self._found, self._anchor = None, None
        self._happened.add(SceneState.LOST)
        return SceneReport(SceneState.LOST, at_s, happened=frozenset(self._happened))

    def _wait(self, now: Glimpse, at_s: float, gap_s: float) -> SceneReport:
        """One more picture of a table that is not still, or not yet for long enough."""
        if self._anchor is None or gap_s > GAP_S or self._has_moved(self._anchor, now, gap_s):
            self._anchor = _Reference.of(now)
            self._since_s, self._count = at_s, 0
        self._count += 1
        report = replace(
            self._judge(now, at_s),
            still_for_s=at_s - self._since_s,
            sharpness=self._sharpness.now,
        )
        patience_s = HAND_PATIENCE_S if report.state is SceneState.HAND else self._still_s
        self._happened.add(report.state)
        if report.still_for_s >= patience_s and self._count >= FEWEST_STILL:
            if not self._sharpness.is_blurred:
                return self._settle(now, report)
            self._happened.add(SceneState.BLURRED)
            report = replace(report, state=SceneState.BLURRED)
        return replace(report, happened=frozenset(self._happened))

    def _has_moved(self, before: _Reference, now: Glimpse, passed_s: float) -> bool:
        """Whether anything but flicker and noise lies between two pictures."""
        difference = before.difference(now, self._noise)
        share = 1 - math.exp(-passed_s / NOISE_S)
        seen = min(difference.noise, 2 * self._noise + 0.5)  # a lamp is no noise
        self._noise = min(MOST_NOISE, self._noise + share * (seen - self._noise))
        return difference.changed_px >= MOVING_PX or difference.light_step > LIGHT_STEP

    def _settle(self, now: Glimpse, report: SceneReport) -> SceneReport:
        """Take this picture as the table that later ones are compared with."""
        self._settled = _Reference.of(now)
        if report.state is not SceneState.HAND:
            self._bare = self._settled
        happened = frozenset(self._happened)
        self._found = replace(report, state=SceneState.STILL, happened=happened)
        return self._found

    def _judge(self, now: Glimpse, at_s: float) -> SceneReport:
        """What is going on, by what differs from the settled table."""
        if self._settled is None:
            return SceneReport(SceneState.MOVING, at_s)
        difference = self._settled.difference(now, self._noise)
        state, shift_px = SceneState.MOVING, (0.0, 0.0)
        if _is_widespread(difference.mask, self._settled):
            shift_px = self._camera_shift(now, self._settled, difference)
            if shift_px != (0.0, 0.0):
                state = SceneState.CAMERA_MOVED
            elif alikeness(now, self._settled.glimpse) > ALIKE:
                state = SceneState.LIGHT_JUMPED
        if state is SceneState.MOVING and self._has_hand(now, difference.solid):
            state = SceneState.HAND
        if state is SceneState.MOVING and difference.light_step > LIGHT_STEP:
            state = SceneState.LIGHT_JUMPED
        return SceneReport(
            state,
            at_s,
            changed_boxes=tuple(
                _full_box(blob, self._scale) for blob in find_blobs(difference.mask)
            ),
            light_gain=sum(difference.gain_bgr) / 3,
            camera_shift_px=shift_px,
        )

    def _camera_shift(
        self, now: Glimpse, settled: _Reference, difference: Difference
    ) -> tuple[float, float]:
        """How far the picture moved, in full pixels; zero where a shift explains little."""
        x, y = shift_between(now, settled.glimpse)
        if math.hypot(x, y) < SHIFT_PX:
            return 0.0, 0.0
        undone = _Reference.of(moved_by(settled.glimpse, x, y)).difference(now, self._noise)
        if undone.changed_px > EXPLAINED * difference.changed_px:
            return 0.0, 0.0
        return x * self._scale, y * self._scale

    def _has_hand(self, now: Glimpse, mask: Mask) -> bool:
        """Whether something larger than some tiles reaches in from the picture's edge.

        What uncovers the bare table again is an arm leaving, not an arm.
        """
        if self._bare is not None and self._bare is not self._settled:
            mask = mask & self._bare.difference(now, self._noise).solid
        tile_area = (self.tile_px / self._scale) ** 2
        least = max(HAND_SHARE * mask.size, HAND_TILES * tile_area)
        return any(blob.at_edge and blob.area > least for blob in find_blobs(mask))


def _follow_drift(settled: _Reference, now: Glimpse, passed_s: float) -> None:
    """Let the settled picture go along with slow changes of light."""
    cv2.accumulateWeighted(now, settled.glimpse, 1 - math.exp(-passed_s / DRIFT_S))


def _is_widespread(mask: Mask, settled: _Reference) -> bool:
    """Whether most parts of the picture that have edges in them differ."""
    edged = _share_a_part((settled.edges > EDGE_LEVELS).view(np.uint8)) > 0.02
    changed = _share_a_part(mask) > 0.01
    return bool((changed & edged).sum() >= WIDESPREAD * max(FEWEST_PARTS, edged.sum()))


def _share_a_part(mask: Mask) -> NDArray[np.float32]:
    """How much of each part of the picture a mask covers."""
    shares = cv2.resize(mask.astype(np.float32), PARTS_WH, interpolation=cv2.INTER_AREA)
    return shares.astype(np.float32, copy=False)


def _full_box(blob: Blob, scale: float) -> Box:
    """The area of a blob in pixels of the full picture."""
    left, top = math.floor(blob.x * scale), math.floor(blob.y * scale)
    return left, top, math.ceil(blob.width * scale), math.ceil(blob.height * scale)

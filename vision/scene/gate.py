"""Whether a picture is worth reading: moving, hand, still, light, camera, blur, lost."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2

from vision.pictures.load import PictureBgr
from vision.scene.border import RestlessPlaces
from vision.scene.causes import find_knock, is_same_table, is_same_there, is_widespread
from vision.scene.report import Box, SceneReport, SceneState, TableWord
from vision.scene.sharpness import SharpnessWatch
from vision.scene.thumbnail import Glimpse, Mask, Reference, areas_at_edge, find_blobs, shrink

__all__ = ["Box", "SceneGate", "SceneReport", "SceneState", "TableWord"]

STILL_S = 0.6
"""Nothing may move for this long before a picture is read."""
SLACK_S = 0.01
"""Rounding of times: three pictures at 5 a second are 0.6 s."""
FEWEST_STILL = 3
"""Pictures within that time; two alike with nothing between could hide a hand."""
GAP_S = 1.5
"""A pause between two pictures after which stillness is not known any more."""
MOVING_PX = 3
"""Pixels of the glimpse that differ when something moves: the smallest tile has 4."""
LIGHT_STEP = 0.08
"""Relative change of light that is a jump; lamps flicker by 0.02."""
LIGHT_PATIENCE_S = 3.0
"""A light that goes on jumping for this long, as a television's, is no more waited for."""
HAND_SHARE = 0.012
"""Of the picture: the smallest hand that reaches in from the edge covers twice as much."""
HAND_TILES = 3.0
"""Where the size of a tile is known, a hand covers more than so many of them."""
HAND_PATIENCE_S = 6.0
"""What lies at the edge without any motion for this long is a thing, not a hand."""
MOVED_PATIENCE_S = 1.5
"""The same where all of the picture is another one: the camera was put elsewhere."""
FURTHEST_KNOCK_PX = 10.0
"""Of the glimpse: what seems to be a larger knock is a camera put elsewhere over a pattern that
repeats, as parquet does."""
NOISE_S = 2.0
"""The estimate of the sensor's noise follows with this time constant."""
MOST_NOISE = 4.0
"""Levels of the glimpse, where noise is averaged over 48 pixels: no working camera has more."""
DRIFT_S = 5.0
"""The settled picture follows daylight and exposure with this time constant."""


class SceneGate:
    """Follows the pictures of one camera; each call is one more picture, or its absence."""

    def __init__(self, still_s: float = STILL_S) -> None:
        self.tile_px = 0.0
        """The edge of a tile in the full picture, set by whoever has read one; 0 is unknown."""
        self.board_box: Box | None = None
        """Where tiles lie or may be laid next; what fidgets outside it is not waited for."""
        self._still_s = still_s
        self._sharpness = SharpnessWatch()
        self._restless = RestlessPlaces()
        self._noise = 1.0  # deviation of the sensor's noise in the glimpse, in levels
        self._scale = 1.0  # full pixels to one of the glimpse
        self._last_s = -math.inf
        self._settled: Reference | None = None  # the table when it was last still
        self._bare: Reference | None = None  # the same before something came to rest at the edge
        self._found: SceneReport | None = None  # what settling found, while the table is still
        self._anchor: Reference | None = None  # the first picture of the time without motion
        self._since_s, self._count = 0.0, 0  # when that was, and how many pictures since
        self._moved_s = -math.inf  # when something moved, other than the light
        self._all_differs = False  # whether the whole picture is another than the settled one
        self._times_settled = 0
        self._happened: set[SceneState] = set()

    def see(self, picture_bgr: PictureBgr, at_s: float) -> SceneReport:
        """The state of the scene with this picture, taken at this time."""
        now = shrink(picture_bgr)
        self._scale = picture_bgr.shape[1] / now.shape[1]
        self._forget_other_sizes(now)
        self._sharpness.see(picture_bgr, at_s)
        gap_s, self._last_s = max(0.0, at_s - self._last_s), at_s
        if self._settled is not None and self._found is not None:
            if gap_s < GAP_S and not self._has_moved(self._settled, now, gap_s):
                self._settled.follow(now, 1 - math.exp(-gap_s / DRIFT_S))
                return self._timed(self._found, at_s)
            self._found, self._anchor, self._happened = None, None, set()
        return self._wait(now, at_s, gap_s)

    def lose(self, at_s: float) -> SceneReport:
        """The camera gives nothing at this time; the settled picture is kept for its return."""
        self._found, self._anchor = None, None
        self._happened.add(SceneState.LOST)
        happened = frozenset(self._happened)
        return SceneReport(SceneState.LOST, at_s, settled=self._times_settled, happened=happened)

    def _forget_other_sizes(self, now: Glimpse) -> None:
        """Begin anew where the camera has changed the shape of its pictures."""
        if self._settled is not None and self._settled.glimpse.shape != now.shape:
            self._settled = self._bare = self._found = None
        if self._anchor is not None and self._anchor.glimpse.shape != now.shape:
            self._anchor = None

    def _timed(self, report: SceneReport, at_s: float) -> SceneReport:
        return replace(
            report,
            at_s=at_s,
            still_for_s=at_s - self._since_s,
            sharpness=self._sharpness.now,
            settled=self._times_settled,
        )

    def _wait(self, now: Glimpse, at_s: float, gap_s: float) -> SceneReport:
        """One more picture of a table that is not still, or not yet for long enough."""
        if self._anchor is None or gap_s > GAP_S or self._has_moved(self._anchor, now, gap_s):
            self._anchor = Reference.of(now)
            self._since_s, self._count = at_s, 0
        self._count += 1
        report = self._timed(self._judge(now), at_s)
        self._happened.add(report.state)
        if (
            report.still_for_s >= self._patience_s(report.state) - SLACK_S
            and self._count >= FEWEST_STILL
        ):
            if not self._sharpness.is_blurred:
                return self._settle(now, report)
            self._happened.add(SceneState.BLURRED)
            report = replace(report, state=SceneState.BLURRED)
        return replace(report, happened=frozenset(self._happened))

    def _patience_s(self, state: SceneState) -> float:
        """How long nothing may move before the picture counts as the table."""
        if state is not SceneState.HAND:
            return self._still_s
        return MOVED_PATIENCE_S if self._all_differs else HAND_PATIENCE_S

    def _settle(self, now: Glimpse, report: SceneReport) -> SceneReport:
        """Take this picture as the table that later ones are compared with."""
        self._settled = Reference.of(now)
        if report.state is not SceneState.HAND:
            self._bare = self._settled
        self._times_settled += 1
        self._found = replace(
            report,
            state=SceneState.STILL,
            settled=self._times_settled,
            happened=frozenset(self._happened),
        )
        return self._found

    def _has_moved(self, before: Reference, now: Glimpse, passed_s: float) -> bool:
        """Whether anything but flicker and noise lies between two pictures."""
        difference = before.difference(now, self._noise)
        share = 1 - math.exp(-passed_s / NOISE_S)
        seen = min(difference.noise, 2 * self._noise + 0.5)  # a lamp is no noise
        self._noise = min(MOST_NOISE, self._noise + share * (seen - self._noise))
        self._restless.see(difference.mask, passed_s)
        if cv2.countNonZero(self._calm(difference.mask)) >= MOVING_PX:
            self._moved_s = self._last_s
            return True
        just_moved = self._last_s - self._moved_s < LIGHT_PATIENCE_S or self._found is not None
        return just_moved and difference.light_step > LIGHT_STEP

    def _judge(self, now: Glimpse) -> SceneReport:
        """What is going on, by what differs from the settled table."""
        if self._settled is None:
            return SceneReport(SceneState.MOVING, self._last_s)
        difference = self._settled.difference(now, self._noise)
        state, shift = SceneState.MOVING, (0.0, 0.0)
        compared, solid = self._settled.glimpse, difference.solid
        self._all_differs = False
        if is_widespread(difference.mask, self._settled):
            if knock := find_knock(now, self._settled):
                state, shift = SceneState.CAMERA_MOVED, knock.shift
                compared = knock.settled.glimpse
                self._all_differs = math.hypot(*shift) > FURTHEST_KNOCK_PX
                solid = solid & knock.settled.difference(now, self._noise).solid & knock.known
            elif is_same_table(now, self._settled.glimpse):
                state = SceneState.LIGHT_JUMPED
            else:
                self._all_differs = True
        if self._has_hand(now, compared, solid):
            state = SceneState.HAND
        elif state is SceneState.MOVING and difference.light_step > LIGHT_STEP:
            state = SceneState.LIGHT_JUMPED
        blobs = find_blobs(self._calm(difference.mask))
        return SceneReport(
            state,
            self._last_s,
            changed_boxes=tuple(blob.times(self._scale) for blob in blobs),
            light_gain=sum(difference.gain_bgr) / 3,
            camera_shift_px=(shift[0] * self._scale, shift[1] * self._scale),
        )

    def _calm(self, mask: Mask) -> Mask:
        """The mask without what fidgets beside the board."""
        if self.board_box is None:
            return self._restless.calm(mask, None)
        x, y, width, height = self.board_box
        corners = (x, y, x + width, y + height)
        left, top, right, bottom = (round(corner / self._scale) for corner in corners)
        return self._restless.calm(mask, (left, top, right, bottom))

    def _has_hand(self, now: Glimpse, settled: Glimpse, solid: Mask) -> bool:
        """Whether something larger than some tiles reaches in from the picture's edge.

        What uncovers the bare table again is an arm leaving, and what the table shows through
        is a shadow.
        """
        if self._bare is not None and self._bare is not self._settled:
            solid = solid & self._bare.difference(now, self._noise).solid
        tile_area = (self.tile_px / self._scale) ** 2
        least_px = max(HAND_SHARE * solid.size, HAND_TILES * tile_area)
        return any(
            cv2.countNonZero(self._calm(area)) > least_px and not is_same_there(now, settled, area)
            for area in areas_at_edge(solid, least_px)
        )

"""Whether a picture is worth reading: moving, hand, still, light, camera, blur, lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import cv2

from vision.pictures.load import PictureBgr
from vision.scene.arms import ArmsSeen, arm_of
from vision.scene.beside import Beside
from vision.scene.causes import (
    find_knock,
    has_other_things,
    is_same_table,
    is_same_there,
    is_widespread,
)
from vision.scene.lamps import RestlessLight
from vision.scene.report import Box, SceneReport, SceneState, TableWord
from vision.scene.resting import REST_S, RestingAreas
from vision.scene.sharpness import SharpnessWatch
from vision.scene.thumbnail import (
    Difference,
    Glimpse,
    Mask,
    Reference,
    areas_at_edge,
    find_blobs,
    shrink,
)

__all__ = ["Box", "SceneGate", "SceneReport", "SceneState", "TableWord"]

STILL_S = 0.6
"""Nothing may move for this long before a picture is read."""
SLACK_S = 0.01
"""Rounding of times: three pictures at 5 a second are 0.6 s."""
FEWEST_STILL = 3
"""Pictures within that time; two alike with nothing between could hide a hand."""
GAP_S = 1.5
"""A pause between two pictures after which stillness is not known any more."""
MOVING_PX = 4
"""Pixels of the glimpse in one piece that differ clearly when something moves: the smallest tile
has so many."""
FAINT_PX = 60
"""Pixels in one piece, a rim of one included, that differ faintly when something moves: a dark
sleeve has hundreds, the coarse blocks of a video of few bits 30."""
REDRAWN_PIECES, REDRAWN_SHARE = 8, 0.4
"""A camera that spares bits sends a whole picture now and then: it differs faintly in more pieces
than this, none of which has more than this share of all that differs; a sleeve is one piece."""
LIT_SHARE = 0.03
"""Of the picture: light falls on more of it than this, or it is no light."""
LIGHT_STEP = 0.08
"""Relative change of light that is a jump; lamps flicker by 0.02."""
HAND_SHARE = 0.012
"""Of the picture: the smallest hand that reaches in from the edge covers twice as much."""
HAND_TILES = 3.0
"""Where the size of a tile is known, a hand covers more than so many of them."""
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
        self._still_s = still_s
        self._sharpness = SharpnessWatch()
        self._beside = Beside()
        self._light = RestlessLight()
        self._noise = 1.0  # deviation of the sensor's noise in the glimpse, in levels
        self._scale = 1.0  # full pixels to one of the glimpse
        self._last_s = -math.inf
        self._settled: Reference | None = None  # the table when it was last still
        self._bare: Reference | None = None  # the same before something came to rest at the edge
        self._found: SceneReport | None = None  # what settling found, while the table is still
        self._anchor: Reference | None = None  # the first picture of the time without motion
        self._since_s, self._count = 0.0, 0  # when that was, and how many pictures since
        self._quiet_since_s = math.inf  # since when nothing has moved where the game is
        self._all_differs = False  # whether the whole picture is another than the settled one
        self._arms_seen = ArmsSeen()
        self._resting = RestingAreas()
        self._has_thing = False  # whether something has come to rest at the edge since then
        self._is_hand = False  # whether a hand was in view in the picture before
        self._times_settled = 0
        self._happened: set[SceneState] = set()

    def lay_out(self, places_px: Iterable[tuple[float, float]], tile_px: float) -> None:
        """Take in where tiles lie, in pixels of the full picture: there the game goes on."""
        self.tile_px = tile_px or self.tile_px
        scaled = [(x / self._scale, y / self._scale) for x, y in places_px]
        self._beside.lay_out(scaled, self.tile_px / self._scale)

    def see(self, picture_bgr: PictureBgr, at_s: float) -> SceneReport:
        """The state of the scene with this picture, taken at this time."""
        now = shrink(picture_bgr)
        self._scale = picture_bgr.shape[1] / now.shape[1]
        self._forget_other_sizes(now)
        self._sharpness.see(picture_bgr, at_s)
        gap_s, self._last_s = max(0.0, at_s - self._last_s), at_s
        self._quiet_since_s = min(self._quiet_since_s, at_s)
        if self._settled is not None and self._found is not None:
            if gap_s < GAP_S and not self._has_moved(self._settled, now, gap_s):
                self._settled.follow(now, 1 - math.exp(-gap_s / DRIFT_S))
                return self._timed(self._found, at_s)
            if gap_s >= GAP_S:
                self._quiet_since_s = at_s
            self._found, self._anchor, self._happened = None, None, set()
        return self._wait(now, at_s, gap_s)

    def lose(self, at_s: float) -> SceneReport:
        """The camera gives nothing at this time; the settled picture is kept for its return."""
        self._found, self._anchor = None, None
        self._quiet_since_s = math.inf
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
            still_for_s=at_s - self._quiet_since_s,
            fidgeting=self._beside.fidgets(at_s),
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
            at_s - self._since_s >= self._patience_s(report.state) - SLACK_S
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
        return MOVED_PATIENCE_S if self._all_differs else REST_S

    def _settle(self, now: Glimpse, report: SceneReport) -> SceneReport:
        """Take this picture as the table that later ones are compared with."""
        before = self._settled or Reference.of(now)
        reached = self._arms_seen.take(before.difference(now, self._noise).solid)
        self._settled = Reference.of(now)
        self._resting.forget()
        if report.state is not SceneState.HAND and not self._has_thing:
            self._bare = self._settled
        self._times_settled += 1
        self._found = replace(
            report,
            state=SceneState.STILL,
            settled=self._times_settled,
            happened=frozenset(self._happened),
            reached=reached,
        )
        return self._found

    def _has_moved(self, before: Reference, now: Glimpse, passed_s: float) -> bool:
        """Whether anything but flicker and noise lies between two pictures."""
        difference = before.difference(now, self._noise)
        share = 1 - math.exp(-passed_s / NOISE_S)
        seen = min(difference.noise, 2 * self._noise + 0.5)  # a lamp is no noise
        self._noise = min(MOST_NOISE, self._noise + share * (seen - self._noise))
        moving = _moving(difference)
        if cv2.countNonZero(moving) and _is_redrawn(difference):
            before.become(now)
            return False
        if not self._is_hand:
            self._beside.note(moving, self._last_s)
        if cv2.countNonZero(moving) and not self._is_lit(before, now, moving):
            if self._beside.stirs(moving, self._last_s):
                self._quiet_since_s = self._last_s
            return not self._beside.fidgets(self._last_s) or self._quiet_since_s == self._last_s
        if not (cv2.countNonZero(moving) or difference.light_step > LIGHT_STEP):
            return False
        if self._light.jumps_on(self._last_s):
            before.become(now)
            return False
        return True

    def _is_lit(self, before: Reference, now: Glimpse, moving: Mask) -> bool:
        """Whether light alone differs: it falls on much of the picture and leaves its relief."""
        if cv2.countNonZero(moving) < LIT_SHARE * moving.size:
            return False
        if has_other_things(now, before.glimpse):
            return False  # a hand that comes with the light is no light
        return is_same_there(now, before.glimpse, moving)

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
        areas = self._arms(now, compared, solid)
        arms = [arm_of(now, area, self._last_s) for area in areas]
        for arm, area in zip(arms, areas, strict=True):
            self._arms_seen.add(arm, area)
        self._is_hand = bool(arms)
        if arms:
            state = SceneState.HAND
        elif state is SceneState.MOVING and difference.light_step > LIGHT_STEP:
            state = SceneState.LIGHT_JUMPED
        blobs = find_blobs(self._beside.calm(difference.mask, self._last_s))
        return SceneReport(
            state,
            self._last_s,
            changed_boxes=tuple(blob.times(self._scale) for blob in blobs),
            light_gain=sum(difference.gain_bgr) / 3,
            camera_shift_px=(shift[0] * self._scale, shift[1] * self._scale),
            arm=max(arms, key=lambda arm: arm.share, default=None),
        )

    def _arms(self, now: Glimpse, settled: Glimpse, solid: Mask) -> list[Mask]:
        """What is larger than some tiles and reaches in from the picture's edge.

        What uncovers the bare table again is an arm leaving, what the table shows through is a
        shadow, and what rests for long is a thing, though hands go on playing beside it.
        """
        if self._bare is not None and self._bare is not self._settled:
            solid = solid & self._bare.difference(now, self._noise).solid
        tile_area = (self.tile_px / self._scale) ** 2
        least_px = max(HAND_SHARE * solid.size, HAND_TILES * tile_area)
        reaching = [
            area
            for area in areas_at_edge(solid, least_px)
            if self._beside.reaches_in(area, self._last_s) and not is_same_there(now, settled, area)
        ]
        arms = [area for area in reaching if not self._is_thing(area, now)]
        self._has_thing = len(arms) < len(reaching)
        return arms

    def _is_thing(self, area: Mask, now: Glimpse) -> bool:
        """Whether what reaches in has rested for so long that it is no hand."""
        apart = self._beside.is_apart(area)
        return self._resting.is_thing(area, now, self._last_s, apart=apart)


def _moving(difference: Difference) -> Mask:
    """Where something moves: what differs clearly, and what differs faintly in large pieces.

    Nobody lays a tile without a hand, and a hand is never small and faint; what a camera that
    spares bits makes of its picture is.
    """
    mask = difference.mask
    pieces = find_blobs(mask)
    if not pieces or _is_clear(difference):
        return mask
    large = mask.copy()
    for piece in pieces:
        if piece.area < FAINT_PX:
            large[piece.y : piece.y + piece.height, piece.x : piece.x + piece.width] = 0
    return large


def _is_clear(difference: Difference) -> bool:
    """Whether something differs clearly that is as large as the smallest tile."""
    _, _, clear, _ = cv2.connectedComponentsWithStats(difference.solid)
    return bool(clear[1:, cv2.CC_STAT_AREA].max(initial=0) >= MOVING_PX)


def _is_redrawn(difference: Difference) -> bool:
    """Whether the camera sent the same table anew, with other flaws."""
    areas = [piece.area for piece in find_blobs(difference.mask)]
    if len(areas) < REDRAWN_PIECES or max(areas) > REDRAWN_SHARE * sum(areas):
        return False
    return not _is_clear(difference)

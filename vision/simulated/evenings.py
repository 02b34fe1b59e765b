"""Ordinary evenings: what moves, glows and drifts around a table while people play at it.

Each is drawn over the frames of a film, from its time alone, so that the same film is the same.
"""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from vision.simulated.optics.srgb import PictureBgr


class Evening(Enum):
    """What goes on beside the game."""

    CALM = "nothing"
    TAIL = "a cat's tail sways at the edge"
    CURTAIN = "a curtain moves in the draught"
    TELEVISION = "a television lights the table"
    CLOUDS = "clouds pass before the sun"
    LEANING = "an arm lies on the table's edge and shifts"
    HEAD = "a head leans in and out again"
    PUMPING = "the exposure follows every hand"
    HUNTING = "the focus hunts after every hand"
    LOW_RATE = "the video has a low bit rate"
    MAINS = "a lamp flickers with the mains"


class Room:
    """The room around one film: its frames as the evening makes them."""

    def __init__(self, evening: Evening, seed: int, size_wh: tuple[int, int]) -> None:
        self._evening = evening
        self._rng = np.random.default_rng((seed, 77))
        self._wide, self._high = size_wh
        self._phase = float(self._rng.uniform(0, 6))
        self._left = bool(self._rng.integers(2))
        self._steps = self._rng.uniform(0.72, 1.0, 4096)
        self._tints = self._rng.uniform(0.94, 1.06, (4096, 3))
        self._hand_s = -60.0
        self._exposure = 1.0
        self._last_s = 0.0
        self._coded: PictureBgr | None = None
        self._frames = 0

    def seen(self, picture_bgr: PictureBgr, at_s: float, hand: bool) -> PictureBgr:
        """The frame at a time; `hand` says whether somebody reaches over the table."""
        passed_s, self._last_s = at_s - self._last_s, at_s
        if hand:
            self._hand_s = at_s
        match self._evening:
            case Evening.CALM:
                return picture_bgr
            case Evening.TAIL:
                return self._with_tail(picture_bgr, at_s)
            case Evening.CURTAIN:
                return self._with_curtain(picture_bgr, at_s)
            case Evening.TELEVISION:
                return self._lit_by_television(picture_bgr, at_s)
            case Evening.CLOUDS:
                cloud = 0.82 + 0.18 * np.sin(at_s / 5.0 + self._phase)
                return _brighter(picture_bgr, np.full(3, cloud))
            case Evening.LEANING:
                return self._with_sleeve(picture_bgr, at_s)
            case Evening.HEAD:
                return self._with_head(picture_bgr, at_s)
            case Evening.PUMPING:
                wanted = 1.18 if at_s - self._hand_s < 0.3 else 1.0
                self._exposure += (1 - np.exp(-passed_s / 0.5)) * (wanted - self._exposure)
                return _brighter(picture_bgr, np.full(3, self._exposure))
            case Evening.HUNTING:
                since_s = at_s - self._hand_s
                blur_px = 2.5 * abs(np.sin(3 * since_s)) * np.exp(-since_s) if since_s < 2 else 0.0
                if blur_px < 0.4:
                    return picture_bgr
                return np.asarray(cv2.GaussianBlur(picture_bgr, (0, 0), blur_px), np.uint8)
            case Evening.LOW_RATE:
                return self._coded_at_low_rate(picture_bgr)
            case Evening.MAINS:
                rows = np.arange(self._high) / self._high
                bands = 1 + 0.05 * np.sin(2 * np.pi * (2 * rows + 0.7 * at_s))
                return _scaled(picture_bgr, bands[:, None, None])

    def _with_tail(self, picture_bgr: PictureBgr, at_s: float) -> PictureBgr:
        """A dark curve that sweeps a quarter of one side without ever stopping."""
        swing = np.sin(1.7 * at_s + self._phase) + 0.4 * np.sin(4.1 * at_s)
        root = np.array([0.02 * self._wide, 0.8 * self._high])
        steps = np.linspace(0, 1, 24)
        lean = 0.5 * swing * steps**1.5 - 0.5
        length = 0.3 * self._high
        points = root + length * steps[:, None] * np.stack(
            [0.45 * np.cos(lean) + 0.25, np.sin(lean)], 1
        )
        if not self._left:
            points[:, 0] = self._wide - points[:, 0]
        drawn = picture_bgr.copy()
        thick = max(3, round(0.035 * self._high))
        cv2.polylines(
            drawn, [np.rint(points).astype(np.int32)], False, (38, 44, 52), thick, cv2.LINE_AA
        )
        return drawn

    def _with_curtain(self, picture_bgr: PictureBgr, at_s: float) -> PictureBgr:
        """Pale folds along one side that breathe in and out."""
        drawn = picture_bgr.copy()
        rows = np.arange(0, self._high, 4)
        depth = 0.1 + 0.02 * np.sin(0.9 * at_s + self._phase)
        edge = self._wide * (depth + 0.012 * np.sin(rows / 40 + 1.3 * at_s))
        outline = np.column_stack([edge, rows])
        if self._left:
            outline = np.vstack([[0, 0], outline, [0, self._high]])
        else:
            outline = np.column_stack([self._wide - outline[:, 0], outline[:, 1]])
            outline = np.vstack([[self._wide, 0], outline, [self._wide, self._high]])
        cv2.fillPoly(drawn, [np.rint(outline).astype(np.int32)], (176, 190, 196), cv2.LINE_AA)
        return drawn

    def _lit_by_television(self, picture_bgr: PictureBgr, at_s: float) -> PictureBgr:
        """Scenes of half a second to three, each of its own light, strongest at one side."""
        scene = int(at_s * 0.9 + 0.5 * np.sin(at_s)) % 4096
        fall = np.linspace(1.0, 0.35, self._wide)
        fall = fall if self._left else fall[::-1]
        share = 1 - (1 - self._steps[scene]) * fall
        return _scaled(picture_bgr, share[None, :, None] * self._tints[scene])

    def _with_sleeve(self, picture_bgr: PictureBgr, at_s: float) -> PictureBgr:
        """A forearm along the lower edge that shifts now and then."""
        times = int(at_s / 7.3)
        moving = min(1.0, (at_s - 7.3 * times) / 0.6)
        before, now = self._steps[times], self._steps[times + 1]
        x = self._wide * (0.2 + 0.8 * (before + (now - before) * moving - 0.72))
        drawn = picture_bgr.copy()
        thick = round(0.13 * self._high)
        start = (round(x), self._high + thick // 4)
        end = (round(x + 0.3 * self._wide), self._high + thick // 6)
        cv2.line(drawn, start, end, (96, 64, 52), thick, cv2.LINE_AA)
        return drawn

    def _with_head(self, picture_bgr: PictureBgr, at_s: float) -> PictureBgr:
        """Hair over one corner for a few seconds, every now and then, swaying a little."""
        times = int(at_s / 11.0)
        since_s = at_s - 11.0 * times
        there = min(1.0, since_s / 0.7, max(0.0, 4.5 * self._steps[times] - since_s) / 0.7)
        if there <= 0:
            return picture_bgr
        reach = 0.34 * self._high
        x = (0.1 + 0.02 * np.sin(1.9 * at_s)) * self._wide
        x = x if self._left else self._wide - x
        y = -reach + there * (0.85 + 0.1 * np.sin(1.3 * at_s)) * reach
        drawn = picture_bgr.copy()
        cv2.circle(drawn, (round(x), round(y)), round(reach), (34, 44, 62), -1, cv2.LINE_AA)
        return drawn

    def _coded_at_low_rate(self, picture_bgr: PictureBgr) -> PictureBgr:
        """What a camera sends that spares bits: rare whole pictures, coarse changes between."""
        if self._coded is None or self._frames % 24 == 0:
            quality = 18 + int(8 * self._steps[self._frames % 4096])
            _, sent = cv2.imencode(".jpg", picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
            coded = np.asarray(cv2.imdecode(sent, cv2.IMREAD_COLOR), np.uint8)
        else:
            away = np.abs(picture_bgr.astype(np.int16) - self._coded).max(2).astype(np.uint8)
            blocks = cv2.resize(
                away, (self._wide // 16, self._high // 16), interpolation=cv2.INTER_AREA
            )
            sent_blocks = (blocks > 9).astype(np.uint8)
            mask = cv2.resize(
                sent_blocks, (self._wide, self._high), interpolation=cv2.INTER_NEAREST
            )
            coded = np.where(mask[..., None] > 0, cv2.medianBlur(picture_bgr, 3), self._coded)
        self._frames += 1
        self._coded = np.asarray(coded, np.uint8)
        return self._coded


def _brighter(picture_bgr: PictureBgr, gains: np.ndarray) -> PictureBgr:
    return _scaled(picture_bgr, gains[None, None, :])


def _scaled(picture_bgr: PictureBgr, gains: np.ndarray) -> PictureBgr:
    return np.asarray(np.clip(picture_bgr * gains.astype(np.float32), 0, 255), np.uint8)

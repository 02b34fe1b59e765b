"""What a phone that is the camera sends of a film: the page's own judgement, told in Python.

Its numbers are read from the page's script, so that the two cannot drift apart.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.sources.shown import Shot

SCRIPTS = Path(__file__).parents[2] / "templates" / "static"
NUMBERS = {
    name: float(number.replace("_", ""))
    for script in ("pages/phone_camera.js", "allowance.js")
    for name, number in re.findall(
        r"^const ([A-Z_]+) = ([\d._]+);", (SCRIPTS / script).read_text("utf-8"), re.M
    )
}
THUMB_WH = (64, 48)


@dataclass
class PhonePolicy:
    """Decides for each look what is sent: a still, word that nothing changed, or nothing."""

    before: np.ndarray | None = None
    sent: np.ndarray | None = None
    moved_s: float = 0.0
    rested_s: float = -9.0
    asked_s: float = -9.0
    stills: int = 0
    words: int = 0
    sent_bytes: int = 0
    of_late: list[tuple[float, int]] = field(default_factory=list, repr=False)
    """When how many bytes were sent, of those that the page still counts."""

    def look(self, picture_bgr, at_s):
        """The JPEG to send, b"" for word that nothing changed, None for nothing."""
        seen = _thumb(picture_bgr)
        if _differ(seen, self.before):
            self.moved_s = at_s
        self.before = seen
        is_resting = at_s - self.moved_s >= NUMBERS["REST_MS"] / 1000 - 1e-6
        is_new = _differ(seen, self.sent)
        if at_s - self.asked_s < self._pause_s(at_s, is_resting, is_new) - 1e-6:
            return None
        self.asked_s = at_s
        if is_resting and not is_new:
            self.words += 1
            return b""
        jpeg = _still(picture_bgr, self._quality(at_s, is_resting))
        self.sent = seen if is_resting else None
        if is_resting:
            self.rested_s = at_s
        self.stills += 1
        self.sent_bytes += len(jpeg)
        self.of_late.append((at_s, len(jpeg)))
        return jpeg

    def is_spent(self, at_s):
        """Whether so much was sent of late that the phone is sparing."""
        span_s = NUMBERS["SPAN_MS"] / 1000
        self.of_late = [(sent_s, size) for sent_s, size in self.of_late if at_s - sent_s < span_s]
        return sum(size for _, size in self.of_late) > NUMBERS["MOST_A_SECOND"] * span_s

    def _quality(self, at_s, is_resting):
        if is_resting:
            return NUMBERS["RESTING_QUALITY"]
        return NUMBERS["SPARING_QUALITY" if self.is_spent(at_s) else "MOVING_QUALITY"]

    def _pause_s(self, at_s, is_resting, is_new):
        if not is_resting:
            return NUMBERS["SPARING_MS" if self.is_spent(at_s) else "MOVING_MS"] / 1000
        if is_new:
            return NUMBERS["RESTING_MS"] / 1000 if self.is_spent(at_s) else 0.0
        is_fresh = at_s - self.rested_s < NUMBERS["FRESH_MS"] / 1000
        return NUMBERS["FRESH_PAUSE_MS" if is_fresh else "RESTING_MS"] / 1000


def as_a_phone(shots, policy, way_s=0.03):
    """The pictures of a film as the session gets them from a phone; `way_s` is the network's."""
    decoded = None
    for shot in shots:
        picture_bgr = shot.take()
        if picture_bgr is None:
            return
        sent = policy.look(picture_bgr, shot.at_s)
        if sent is None:
            continue
        if sent:
            decoded = cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR)
        yield Shot(shot.at_s + way_s, lambda shown=decoded: shown)


def _thumb(picture_bgr):
    small = cv2.resize(picture_bgr, THUMB_WH, interpolation=cv2.INTER_AREA).astype(np.float32)
    return (small[..., 2] + 2 * small[..., 1] + small[..., 0]) / 4


def _differ(one, other):
    if one is None or other is None:
        return True
    by = np.abs(one - other)
    return by.mean() > NUMBERS["MOVED"] or by.max() > NUMBERS["PART_MOVED"]


def _still(picture_bgr, quality):
    scale = min(1.0, NUMBERS["SENT_PX"] / max(picture_bgr.shape[:2]))
    sent = picture_bgr if scale == 1 else cv2.resize(picture_bgr, None, fx=scale, fy=scale)
    return cv2.imencode(".jpg", sent, [cv2.IMWRITE_JPEG_QUALITY, round(100 * quality)])[1].tobytes()

"""What a phone that is the camera sends of a film: the page's own judgement, told in Python.

Its numbers are read from the page's script, so that the two cannot drift apart.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.sources.shown import Shot

SCRIPT = Path(__file__).parents[2] / "templates" / "static" / "pages" / "phone_camera.js"
NUMBERS = {
    name: float(number)
    for name, number in re.findall(r"^const ([A-Z_]+) = ([\d.]+);", SCRIPT.read_text("utf-8"), re.M)
}
RESTING_QUALITY, MOVING_QUALITY = (
    int(100 * float(number))
    for number in re.search(
        r"still\(resting \? ([\d.]+) : ([\d.]+)\)", SCRIPT.read_text("utf-8")
    ).group(1, 2)
)
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
    _last: bytes = field(default=b"", repr=False)

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
        quality = RESTING_QUALITY if is_resting else MOVING_QUALITY
        self.sent = seen if is_resting else None
        if is_resting:
            self.rested_s = at_s
        self.stills += 1
        jpeg = _still(picture_bgr, quality)
        self.sent_bytes += len(jpeg)
        return jpeg

    def _pause_s(self, at_s, is_resting, is_new):
        if is_resting and is_new:
            return 0.0
        if not is_resting:
            return NUMBERS["MOVING_MS"] / 1000
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
    return cv2.imencode(".jpg", sent, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()

"""How long reading a photo takes against decoding it: 1920 px, 40 tiles, one thread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.reading.read import read_picture
from vision.simulated import random_scene, render

ROUNDS = 25
SEEDS = range(3)
WISHES = {
    "size_wh": (1446, 1920),
    "tile_px": 78.0,
    "tile_count": 40,
    "tilt_deg": 5.0,
    "clutter_count": 0,
    "hand_count": 0,
    "stray_count": 0,
}
"""A phone's photo of a table in the middle of a game."""


def median_ms(work: Callable[[], object]) -> float:
    """Median time of one call, after one that warms up."""
    work()
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def main() -> None:
    """Print the ratio for a few tables."""
    cv2.setNumThreads(1)
    for seed in SEEDS:
        shown = render(random_scene(seed, **WISHES))
        photo = cv2.imencode(".jpg", shown.picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        stored = np.asarray(photo, np.uint8)
        decoding = median_ms(lambda stored=stored: cv2.imdecode(stored, cv2.IMREAD_COLOR))
        reading = median_ms(lambda shown=shown: read_picture(shown.picture_bgr))
        print(
            f"reading {len(shown.truth)} tiles takes {reading / decoding:.2f} times decoding the "
            f"photo ({reading:.1f} ms against {decoding:.1f} ms; wanted: 3 times or less)"
        )


if __name__ == "__main__":
    main()

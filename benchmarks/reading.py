"""How long reading a photo takes against decoding it: 1920 px, one thread, processor time.

Tables in the middle of a game, loose pieces, and what only costs time: dots and printed squares.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.read import read_picture
from vision.simulated import random_scene, render
from vision.simulated.optics.light import LightKind
from vision.simulated.scenes.loose_tables import Crowding, LooseWishes, loose_table

ROUNDS = 15
SEEDS = range(3)
SIZE_WH = (1920, 1446)
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
LOOSE_WISHES = LooseWishes(
    tile_px=64.0,
    crowding=Crowding.ROWS,
    light=LightKind.DAYLIGHT,
    count=40,
    worn=0.0,
    letters=0,
    tilt_deg=8.0,
)
DOTS = 1000


def pictures() -> Iterator[tuple[str, PictureBgr]]:
    """What is read, by name."""
    for seed in SEEDS:
        yield f"40 tiles on a grid, table {seed}", render(random_scene(seed, **WISHES)).picture_bgr
    for seed in SEEDS:
        shown = render(loose_table(seed, LOOSE_WISHES)).picture_bgr
        scale = max(SIZE_WH) / max(shown.shape)
        pieces = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        yield f"40 loose pieces, table {seed}", np.asarray(pieces, np.uint8)
    rng = np.random.default_rng(0)
    dots = np.full((SIZE_WH[1], SIZE_WH[0], 3), 20, np.uint8)
    for centre in rng.integers(20, np.array(SIZE_WH) - 20, (DOTS, 2)).tolist():
        cv2.circle(dots, centre, int(rng.integers(5, 14)), _bright(rng), -1, cv2.LINE_AA)
    yield f"{DOTS} bright dots", dots
    squares = np.full_like(dots, 20)
    for y in range(20, 20 + 25 * 46, 46):
        for x in range(20, 20 + 40 * 46, 46):
            cv2.rectangle(squares, (x, y), (x + 28, y + 28), _bright(rng), -1)
    yield f"{DOTS} printed squares", squares


def _bright(rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(rng.integers(80, 255, 3).tolist())


def median_ms(work: Callable[[], object]) -> float:
    """Median processor time of one call, after one that warms up."""
    work()
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append(1000 * (time.process_time() - began))
    return statistics.median(times)


def main() -> None:
    """Print the ratio for each picture."""
    cv2.setNumThreads(1)
    for name, picture_bgr in pictures():
        photo = cv2.imencode(".jpg", picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        stored = np.asarray(photo, np.uint8)
        decoding = median_ms(lambda stored=stored: cv2.imdecode(stored, cv2.IMREAD_COLOR))
        reading = median_ms(lambda shown=picture_bgr: read_picture(shown))
        print(
            f"{name}: {reading / decoding:.2f} times decoding the photo "
            f"({reading:.1f} ms against {decoding:.1f} ms)"
        )


if __name__ == "__main__":
    main()

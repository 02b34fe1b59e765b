"""What watching a quiet table costs, as a ratio to decoding the same pictures from JPEG.

    python -m benchmarks.quiet [--seconds 10] [--fps 30] [--size 1920x1080]

Both run on one thread, in turns within one run, and are timed on the processor's own clock.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from vision.pictures.load import PictureBgr, decode_pixels
from vision.scene.gate import SceneGate, SceneState

MOST_OF_DECODING = 0.25


def draw_table(width: int, height: int, seed: int = 1) -> PictureBgr:
    """Wood with grain and forty tiles, as costly to decode as a photo of a table."""
    rng = np.random.default_rng(seed)
    planks = rng.normal(0, 14, (height // 8, width // 60, 1)).astype(np.float32)
    table = cv2.resize(planks, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    table = table + rng.normal(0, 4, (height, width, 1)) + np.array((105, 145, 175))
    picture = np.clip(table, 0, 255).astype(np.uint8)
    edge = width // 28
    for k in range(40):
        x, y = width // 5 + k % 10 * (edge + 2), height // 4 + k // 10 * (edge + 2)
        picture[y : y + edge, x : x + edge] = 26
        colour = tuple(int(level) for level in rng.integers(40, 240, 3))
        cv2.circle(picture, (x + edge // 2, y + edge // 2), edge // 3, colour, -1, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def film_quiet_table(width: int, height: int, count: int) -> list[bytes]:
    """JPEG frames of a table where nothing moves: noise and a lamp's flicker."""
    rng = np.random.default_rng(2)
    table = draw_table(width, height).astype(np.float32)
    grain = rng.normal(0, 3, (height + 16, width + 16, 3)).astype(np.float32)
    frames = []
    for k in range(count):
        y, x = rng.integers(0, 16, 2)
        lit = table * (1 + 0.01 * np.sin(k)) + grain[y : y + height, x : x + width]
        picture = np.clip(lit, 0, 255).astype(np.uint8)
        frames.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    return frames


@dataclass(frozen=True, slots=True)
class Cost:
    """What the quiet table cost."""

    decode_ms: float
    watch_ms: float
    looks_a_second: float
    """How many pictures the gate asked for once the table was quiet."""


def measure(frames: list[bytes], fps: float, seconds: float) -> Cost:
    """Watch as the session does: each frame until the table is quiet, then when it is time."""
    gate = SceneGate()
    decode_ms, watch_ms, next_s = [], [], 0.0
    quiet_from_s = 2.5
    for k in range(round((quiet_from_s + seconds) * fps)):
        at_s = k / fps
        if at_s < next_s:
            continue
        began = time.thread_time()
        picture = decode_pixels(frames[k % len(frames)])
        decoded = time.thread_time()
        assert picture is not None
        report = gate.see(picture, at_s)
        watched = time.thread_time()
        next_s = at_s + report.look_again_s - 0.001
        if at_s >= quiet_from_s:
            assert report.state is SceneState.STILL
            decode_ms.append(1000 * (decoded - began))
            watch_ms.append(1000 * (watched - decoded))
    return Cost(median(decode_ms), median(watch_ms), len(watch_ms) / seconds)


def main(given: Sequence[str] = ()) -> int:
    """Print the numbers; the status is 1 where the gate costs too much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--fps", type=float, default=30.0)
    parser.add_argument("--size", default="1920x1080")
    words = parser.parse_args(given)
    width, height = (int(side) for side in words.size.split("x"))
    cv2.setNumThreads(1)
    cost = measure(film_quiet_table(width, height, 12), words.fps, words.seconds)
    whole_ms = cost.decode_ms + cost.watch_ms
    core = cost.looks_a_second * whole_ms / 1000
    ratio = cost.watch_ms / cost.decode_ms
    print(f"pictures     {width} × {height}, {words.fps:g} a second, nothing moves")
    print(f"decoding     {cost.decode_ms:.2f} ms a picture")
    print(f"scene gate   {cost.watch_ms:.2f} ms a picture, {ratio:.2f} × decoding")
    print(f"every frame  {1000 / whole_ms:.0f} a second can be decoded and watched on one core")
    print(f"quiet        {cost.looks_a_second:.0f} looks a second, {100 * core:.0f} % of one core,")
    print(f"             {core * 1000 / cost.decode_ms / words.fps:.2f} × decoding every frame")
    return 0 if ratio < MOST_OF_DECODING else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

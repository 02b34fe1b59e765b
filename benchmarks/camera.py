"""Where a camera may stand: tiles read right by their size in the picture and the camera's tilt.

`python -m benchmarks.camera` writes docs/camera.md and its pictures anew.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from benchmarks.lens import lens_section
from vision.reading.annotate import annotate
from vision.reading.read import read_picture
from vision.simulated import Rendered, render
from vision.simulated.optics.sensor import random_sensor
from vision.simulated.people.playing import playing_scene
from vision.simulated.scenes.laid_out import in_play

DOCS = Path(__file__).resolve().parents[1] / "docs"
SIZES_PX = (16.0, 20.0, 24.0, 30.0, 40.0, 60.0)
TILTS_DEG = (0.0, 15.0, 30.0, 45.0, 55.0)
TILES = 24
NEAR = 0.4
SHOWN = {"above": (40.0, 5.0), "aslant": (40.0, 35.0), "too-flat": (40.0, 62.0)}
"""The pictures: tile size in pixels and tilt."""
FOCAL = 0.72
"""Focal length of a usual webcam in widths of its picture: it sees 70 degrees."""

HEAD = """# Where to put the camera

Nothing needs to be exact: the program finds the tiles wherever they lie, and the set-up page
(`/setup`, or `qwirkle calibrate`) tells what to change. Three things help.

1. **From above, or nearly.** On a lamp arm, a shelf, a stack of books at the table's edge. Up to
   30° from straight above reads as well as straight above, 45° nearly so; the program advises
   against more than 50°, where near tiles hide far ones.
2. **Close enough.** A tile should be 25 pixels wide or more. The nearer, the more certain, as long
   as the whole play area stays in the picture with a cell to spare all around.
3. **Out of the lamp's mirror.** If you see a lamp shining in the tiles from where the camera is,
   move one of the two by a hand's breadth.

| straight above | from the side | too flat |
|---|---|---|
| ![tiles seen from above](camera-above.jpg) | ![tiles seen at 35°](camera-aslant.jpg) | ![tiles \
seen at 62°](camera-too-flat.jpg) |

| what to mend | a set that was learned | during a game |
|---|---|---|
| ![the set-up page says: raise the camera](setup-advice.jpg) | ![the set-up page after learning]\
(setup-learned.jpg) | ![the game page says: switch a lamp on](game-advice.jpg) |

![The whole set-up page on a desktop](setup.jpg)

From the first start to a learned set it takes two taps (*Set up the camera*, *Learn from this
picture*); a test in a real browser counts them.

## What is done about the light

Once the picture has settled, exposure and white balance are locked where the camera allows it, so
that a hand or a sleeve does not change the colours. The lock is proved by the pictures that
follow: if they become brighter or darker, it is undone. When the room's light changes, the camera
meters anew and is locked again, and when the program ends it is given back as it was found. The
set-up page says which of the two are locked. This was tested against captures that behave as Linux
cameras do, refuse, or fail, not with real cameras: whether yours takes part, the set-up page tells.

During a game the same checks go on. When light or view become bad, a sentence on every phone says
what to do, and goes away when it is good again.

## How far away
"""


FISH_EYE = """## Fish-eye lenses

Usual webcams and phones need nothing. Where straight edges look round and the board fills the
picture, print the sheet that the set-up page offers (or `qwirkle calibrate --sheet sheet.pdf`) at
its real size, hold it flat before the camera in five places, also into the corners, and tap each
time; or `qwirkle calibrate --lens --source 0`, with photos of the sheet after `--lens` if you like.
The lens is kept for this camera and this size of picture, and taken out of every picture before it
is read. Photos that do not fit together, and lenses that hardly bend, change nothing."""


def read_right(job: tuple[float, float, int]) -> tuple[float, float, int, int]:
    """One table: how many of its tiles were read right, and how many there are."""
    cv2.setNumThreads(1)
    tile_px, tilt_deg, seed = job
    right, count = _right(_drawn(tile_px, tilt_deg, seed))
    return tile_px, tilt_deg, right, count


def _drawn(tile_px: float, tilt_deg: float, seed: int) -> Rendered:
    rng = np.random.default_rng(seed)
    room = playing_scene(seed, size_wh=(1280, 960), tile_px=tile_px, tilt_deg=tilt_deg)
    room = replace(room, sensor=random_sensor(rng, tile_px))
    return render(in_play(room, seed, TILES))


def _right(shown: Rendered) -> tuple[int, int]:
    seen = read_picture(shown.picture_bgr).sightings
    right = 0
    for face in shown.truth:
        edge = float(np.sqrt(cv2.contourArea(np.asarray(face.corners_px, np.float32))))
        right += any(
            one.tile == face.tile
            and np.hypot(*np.subtract(one.centre_px, face.centre_px)) < NEAR * edge
            for one in seen
        )
    return right, len(shown.truth)


def report(results: list[tuple[float, float, int, int]], tables: int, lens_lines: list[str]) -> str:
    """The page."""
    lines = [
        HEAD,
        "A usual webcam sees 70 degrees. Then a tile is so wide when the camera is so far away:",
        "",
        "| picture | 30 px a tile | 40 px a tile | tiles across at 30 px |",
        "|---|---|---|---|",
    ]
    for wide, high in ((1280, 720), (1920, 1080)):
        near, nearer = (FOCAL * wide / px for px in (30, 40))
        lines.append(
            f"| {wide} × {high} | {near:.0f} tile edges | {nearer:.0f} tile edges "
            f"| {wide // 30} × {high // 30} |"
        )
    lines += [
        "",
        "## Measured",
        "",
        f"Share of tiles read wholly right on {tables} simulated tables of {TILES} tiles for each "
        "size and tilt, with random lamps and cameras (`python -m benchmarks.camera`). More "
        "conditions are in [accuracy.md](accuracy.md).",
        "",
        "| pixels a tile | " + " | ".join(f"{tilt:.0f}°" for tilt in TILTS_DEG) + " |",
        "|---" * (len(TILTS_DEG) + 1) + "|",
    ]
    for size in SIZES_PX:
        cells = []
        for tilt in TILTS_DEG:
            rows = [r for r in results if r[0] == size and r[1] == tilt]
            cells.append(f"{sum(r[2] for r in rows) / max(sum(r[3] for r in rows), 1):.1%}")
        lines.append(f"| {size:.0f} | " + " | ".join(cells) + " |")
    lines += ["", *FISH_EYE.splitlines(), "", *lens_lines]
    return "\n".join([*lines, ""])


def _draw_pictures() -> None:
    for name, (tile_px, tilt_deg) in SHOWN.items():
        room = playing_scene(5, size_wh=(1280, 960), tile_px=tile_px, tilt_deg=tilt_deg)
        picture_bgr = render(in_play(room, 11, 20)).picture_bgr
        marked = annotate(picture_bgr, read_picture(picture_bgr))
        small = cv2.resize(marked, (480, 360), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(DOCS / f"camera-{name}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 82])


def main() -> None:
    """Measure, draw and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=24, help="for each size and tilt")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    jobs = list(product(SIZES_PX, TILTS_DEG, range(options.tables)))
    with ProcessPoolExecutor(options.processes) as pool:
        results = list(pool.map(read_right, jobs, chunksize=4))
    _draw_pictures()
    (DOCS / "camera.md").write_text(
        report(results, options.tables, lens_section(options.tables // 4)), encoding="utf-8"
    )
    print(f"camera.md: {len(jobs)} tables")


if __name__ == "__main__":
    main()

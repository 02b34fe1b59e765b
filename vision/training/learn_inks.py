"""Fits the usual inks of `vision.reading.inks` on simulated tables: `make train`."""

from __future__ import annotations

import json
from collections.abc import Callable

import cv2
import numpy as np

from assistant.tiles import PURPLE_SET, WHITE_SET, Palette
from vision.pictures.load import PictureBgr
from vision.reading.inks import ANY_INKS_FILE, INKS_FILE, features
from vision.reading.print_light import print_light
from vision.reading.prints import FACE_PX, REACH, Floats
from vision.simulated.optics.light import Light, LightKind, random_light
from vision.simulated.optics.sensor import develop, random_sensor
from vision.simulated.optics.srgb import as_light
from vision.simulated.pieces.inks import Inks, any_inks, random_inks

SEED = 3
TABLES = 1500
COPIES = 3
"""Tiles of each colour on a simulated table."""
USUAL = 0.4
"""Share of sets of cubes that are printed as tiles are."""
SMALLEST = 2e-5
"""Floor of the variances, so that no ink is ever taken for exact."""

Draw = Callable[[np.random.Generator, Palette], Inks]
"""Draws the inks of one more set."""


def table_faces(rng: np.random.Generator, inks: Inks, light: Light) -> tuple[PictureBgr, Floats]:
    """Faces of all six colours, COPIES each, through one camera, and the tint on each."""
    tile_px = float(np.exp(rng.uniform(np.log(20), np.log(90))))
    sensor = random_sensor(rng, tile_px, dark=light.kind is LightKind.DUSK)
    side = round(2 * REACH * tile_px)
    count = 6 * COPIES
    strip = np.empty((side, side * count, 3), np.float32)
    strip[:] = inks.black
    tints = []
    for k in range(count):
        mix = float(rng.random()) if light.kind is LightKind.MIXED else 0.0
        tint = np.array(light.tint) * (1 - mix) + np.array(light.far_tint) * mix
        shade = float(rng.uniform(0.45, 1.1))
        veil = max(0.0, float(rng.normal(-0.01, 0.02)))
        middle = (side * k + side // 2, side // 2)
        ink = [float(v) for v in inks.linear(inks.palette.colours[k % 6])]
        radius = round(tile_px * rng.uniform(0.2, 0.34))
        cv2.circle(strip, middle, radius, ink, -1, cv2.LINE_AA)
        cell = strip[:, side * k : side * (k + 1)]
        cell *= (tint * shade).astype(np.float32)
        cell += np.float32(veil)
        tints.append(tint / tint[1])
    picture = develop(as_light(strip), sensor, rng)
    cells = picture.reshape(side, count, side, 3).transpose(1, 0, 2, 3)
    faces = [cv2.resize(np.ascontiguousarray(cell), (FACE_PX, FACE_PX)) for cell in cells]
    return np.array(faces, np.uint8), np.array(tints)


def fit(
    palette: Palette, rng: np.random.Generator, draw: Draw = random_inks
) -> dict[str, list[object]]:
    """Means and spreads of the six inks of an edition over many sets, rooms and cameras."""
    centres, inside = [], []
    for _ in range(TABLES):
        faces, tints = table_faces(rng, draw(rng, palette), random_light(rng))
        light = _against_some(rng, print_light(faces).inks)
        seen = features(light, tints.mean(axis=0)).reshape(COPIES, 6, 4)
        centre = seen.mean(axis=0)
        centres.append(centre)
        inside.append(seen - centre)
    table = np.array(centres)
    off = np.array(inside).reshape(-1, 6, 4) * np.sqrt(COPIES / (COPIES - 1))
    floor = SMALLEST * np.eye(4)
    within = np.einsum("nki,nkj->kij", off, off) / len(off) + floor
    away = table - table.mean(axis=0)
    between = np.einsum("nki,nkj->kij", away, away) / len(away) - within / COPIES
    between = np.array([_positive(b) for b in between])
    parts = {"means": table.mean(axis=0), "between": between, "within": within}
    return {name: np.round(part, 7).tolist() for name, part in parts.items()}


def _against_some(rng: np.random.Generator, light: Floats) -> Floats:
    """The light as it is scaled on a table where only some of these colours lie."""
    some = rng.choice(len(light), int(rng.integers(1, len(light) + 1)), replace=False)
    full = np.sort(light[some].max(axis=1))[int(0.9 * (len(some) - 1))]
    return np.asarray(light / full, np.float64)


def _positive(cov: Floats) -> Floats:
    values, vectors = np.linalg.eigh(cov)
    return np.asarray(vectors * np.maximum(values, SMALLEST) @ vectors.T)


def main() -> None:
    """Fit both editions, as they are measured and as anybody may print them."""
    for path, draw in ((INKS_FILE, random_inks), (ANY_INKS_FILE, _usual_or_any)):
        rng = np.random.default_rng(SEED)
        stored = {"white": fit(WHITE_SET, rng, draw), "purple": fit(PURPLE_SET, rng, draw)}
        path.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
        print(f"{path.name}: {2 * TABLES} tables, seed {SEED}")


def _usual_or_any(rng: np.random.Generator, palette: Palette) -> Inks:
    """Nobody has seen a set of cubes yet: inks as on tiles, or any at all."""
    return (random_inks if rng.random() < USUAL else any_inks)(rng, palette)


if __name__ == "__main__":
    main()

"""Random fields: the grain of wood, the unevenness of light, the scratches of wear."""

from __future__ import annotations

import cv2
import numpy as np

from vision.simulated.optics.srgb import Plane, as_light


def smooth_field(rng: np.random.Generator, size_wh: tuple[int, int], knots: float) -> Plane:
    """A smooth field of about unit spread with so many bumps across its longer side."""
    width, height = size_wh
    longer = max(width, height)
    coarse = (max(2, round(knots * height / longer) + 1), max(2, round(knots * width / longer) + 1))
    field = rng.standard_normal(coarse, np.float32)
    return as_light(cv2.resize(field, size_wh, interpolation=cv2.INTER_CUBIC))


def streaks(
    rng: np.random.Generator, size_wh: tuple[int, int], length_px: float, width_px: float
) -> Plane:
    """Fine lines along x of about unit spread, as wood fibres run."""
    width, height = size_wh
    coarse = (max(2, round(height / width_px)), max(2, round(width / length_px)))
    field = rng.standard_normal(coarse, np.float32)
    return as_light(cv2.resize(field, size_wh, interpolation=cv2.INTER_LINEAR))


def scratches(rng: np.random.Generator, size_px: int, amount: float) -> Plane:
    """Where print is scraped off, 0..1: thin lines and rubbed spots, more with more wear."""
    canvas = np.zeros((size_px, size_px), np.uint8)
    for _ in range(rng.poisson(12 * amount)):
        start = rng.uniform(0, size_px, 2)
        heading = rng.uniform(0, np.pi)
        reach = rng.exponential(0.12) * size_px
        end = start + reach * np.array([np.cos(heading), np.sin(heading)])
        strength = int(rng.uniform(40, 230))
        thick = max(1, round(size_px * rng.uniform(0.003, 0.012)))
        first, last = (tuple(int(v * 16) for v in p) for p in (start, end))
        cv2.line(canvas, first, last, strength, thick, cv2.LINE_AA, 4)
    if amount > 0.15:
        patchy = smooth_field(rng, (size_px, size_px), 14) + 0.6 * smooth_field(
            rng, (size_px, size_px), 4
        )
        rubbed = np.clip((patchy - 2.6 + 1.3 * amount) * 200, 0, 255).astype(np.uint8)
        canvas = np.maximum(canvas, rubbed)
    return canvas.astype(np.float32) / np.float32(255)

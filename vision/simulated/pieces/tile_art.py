"""One tile's face close up: stained wood, the print on it, and what years of play did to both."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.simulated.optics.noise import scratches, smooth_field, streaks
from vision.simulated.optics.srgb import Linear, Plane, Points, as_light
from vision.simulated.pieces.shapes import PrintStyle, coverage, outline

WORN_WOOD = np.array([0.16, 0.2, 0.24], np.float32)
"""Linear BGR of the bare wood and dust that shows at worn edges."""
SCUFF_LIGHT = np.float32(0.4)
"""Linear light of the grey that years in a bag leave all over a face."""


@dataclass(frozen=True, slots=True)
class PrintPose:
    """How a print sits on its tile: presses are not exact."""

    shift: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0


def random_print_pose(rng: np.random.Generator) -> PrintPose:
    """A print as the press left it: off by up to 4 % of the edge and 3 degrees."""
    dx, dy = np.clip(rng.normal(0, 0.014, 2), -0.04, 0.04)
    return PrintPose((float(dx), float(dy)), float(np.clip(rng.normal(0, 1.0), -3, 3)))


def black_wood(rng: np.random.Generator, size_px: int, black: Linear) -> Linear:
    """The stained wood of a tile's top without print; linear BGR (size, size, 3)."""
    square = (size_px, size_px)
    fibre = streaks(rng, square, size_px / 4, max(1.0, size_px / 60))
    if rng.random() < 0.5:
        fibre = np.ascontiguousarray(fibre.T)
    tone = 1 + rng.uniform(0.04, 0.3) * fibre + 0.12 * smooth_field(rng, square, 3)
    return np.maximum(tone, 0.3)[..., None] * black


def edge_wear(rng: np.random.Generator, size_px: int, wear: float) -> Plane:
    """How much bare wood shows, 0..1: pale lines along the edges, more at the corners."""
    along = np.arange(size_px, dtype=np.float32)
    rim = max(0.8, size_px * 0.008)
    worn = np.zeros((size_px, size_px), np.float32)
    for side in range(4):
        long = smooth_field(rng, (size_px, 1), 5)[0] + 0.5 * smooth_field(rng, (size_px, 1), 40)[0]
        patchy = np.clip(0.5 * long + 1.2 * wear, 0, 1)
        falling = np.exp(-along / (rim * rng.uniform(0.4, 1.0)))
        strip = falling[:, None] * patchy[None, :] * (0.15 + 0.6 * wear)
        worn = np.maximum(worn, np.rot90(strip, side))
    return worn


def scuffs(rng: np.random.Generator, size_px: int, rim: float = 0.04) -> Plane:
    """Where dust and scratches lie on a face, 0..1: patchy, streaked, less on its bevelled rim."""
    square = (size_px, size_px)
    fibre = streaks(rng, square, size_px / 3, max(1.0, size_px / 50))
    if rng.random() < 0.5:
        fibre = np.ascontiguousarray(fibre.T)
    grain = smooth_field(rng, square, max(4, size_px // 3))
    patchy = 0.8 + 0.15 * smooth_field(rng, square, 3) + 0.12 * fibre + 0.12 * grain
    away = np.minimum(np.arange(size_px) + 0.5, size_px - np.arange(size_px) - 0.5) / size_px
    inside = np.clip((away - rim) / 0.03 + 0.5, 0, 1).astype(np.float32)
    return np.asarray(np.clip(patchy, 0, 1) * np.minimum(inside[:, None], inside), np.float32)


def print_alpha(
    rng: np.random.Generator, shape: Shape, style: PrintStyle, wear: float, size_px: int
) -> Plane:
    """How much ink lies on each pixel of a face, 0..1."""
    return outline_alpha(rng, [outline(shape, style)], wear, size_px, style.rounding)


def outline_alpha(
    rng: np.random.Generator,
    polygons: list[Points],
    wear: float,
    size_px: int,
    rounding: float = 0.0,
) -> Plane:
    """How much ink of these outlines, in tile edges, lies on each pixel of a face, 0..1."""
    pose = random_print_pose(rng)
    turn = np.radians(pose.turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
    shift = np.array(pose.shift, np.float32)
    inks = [coverage((one @ spin + shift).astype(np.float32), size_px) for one in polygons]
    ink = as_light(np.maximum.reduce(inks))
    if rounding:
        soft = cv2.GaussianBlur(ink, (0, 0), max(0.5, rounding * size_px))
        ink = np.asarray(np.clip(4 * (soft - 0.5) + 0.5, 0, 1), np.float32)
    thin = 1 - 0.06 * np.abs(smooth_field(rng, (size_px, size_px), 12))
    return ink * np.clip(thin, 0, 1) * (1 - scratches(rng, size_px, wear))


def draw_face(body: Linear, ink: Linear, alpha: Plane, worn: Plane) -> Linear:
    """A face from its wood, its ink and where each shows; linear BGR."""
    face = body + alpha[..., None] * (ink - body)
    return (face + worn[..., None] * (WORN_WOOD - face)).astype(np.float32)


def shrink(image: Linear | Plane, factor: int) -> Linear:
    """The image at a fraction of its size, every pixel averaged."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // factor, height // factor), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)

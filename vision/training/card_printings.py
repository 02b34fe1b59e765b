"""Cards of any printing, close up, for learning only: far wider than the simulated table's own."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape
from vision.reading.shape import SHAPES
from vision.simulated.optics.srgb import Linear, as_light
from vision.simulated.pieces.shapes import PrintStyle, any_style, outline

Mask = NDArray[np.uint8]
Outline = list[NDArray[np.float32]]

_HUES_DEG = (0, 24, 50, 130, 215, 278)
"""Red, orange, yellow, green, blue, purple."""
_SHIFT = 4
"""Bits of a pixel's fraction when outlines are filled."""


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing of the cards; lengths in card widths, colours sRGB from 0 to 1."""

    black: bool
    high: float
    """Height over width."""
    paper: Linear
    rim: Linear
    rim_width: float
    frame: float
    """How far inside the edge a thin line runs around the card; 0 where there is none."""
    corner: float
    symbol: float
    """Edge of the large symbol's square."""
    index: float
    """The same of the small ones; 0 where there are none."""
    index_place: tuple[float, float]
    corners: tuple[int, ...]
    """Which have a small symbol: 0 upper left, 1 lower right, 2 upper right, 3 lower left."""
    outlines: tuple[Outline, ...]
    """Of the six shapes, in squares around the origin."""
    inks: Linear
    """(6, 3) BGR."""
    line: float
    """Width of a contour around symbols; 0 where there is none."""
    line_ink: Linear
    shading: float
    """How much darker the lower end of a symbol is."""


def any_printing(rng: np.random.Generator) -> Printing:
    """One more printing."""
    black = bool(rng.random() < 0.5)
    tint = rng.uniform(-0.03, 0.03, 3)
    white = np.array([0.93, 0.96, 0.97]) - rng.uniform(0, 0.1) * np.array([1.6, 0.6, 0.2]) + tint
    dark = rng.uniform(0.02, 0.2) + 0.4 * tint
    index = float(rng.uniform(0.13, 0.29)) if rng.random() < 0.65 else 0.0
    rimmed = rng.random() < (0.75 if black else 0.5)
    rim = white if rng.random() < 0.8 else rng.uniform(0, 1, 3)
    inset = max(0.09, 0.5 * index + 0.025)
    two = (0, 1) if rng.random() < 0.8 else (2, 3)
    return Printing(
        black=black,
        high=float(rng.uniform(1.34, 1.66)),
        paper=as_light(np.clip(dark if black else white, 0, 1)),
        rim=as_light(np.clip(rim, 0, 1)),
        rim_width=float(rng.uniform(0.01, 0.07)) if rimmed else 0.0,
        frame=float(rng.uniform(0.03, 0.07)) if rng.random() < 0.12 else 0.0,
        corner=float(rng.uniform(0.03, 0.14)),
        symbol=float(rng.uniform(0.46, 0.92)),
        index=index,
        index_place=(float(inset + rng.uniform(0, 0.05)), float(inset + rng.uniform(0, 0.09))),
        corners=two if rng.random() < 0.7 else (0, 1, 2, 3),
        outlines=any_outlines(rng),
        inks=any_inks(rng, black),
        line=float(rng.uniform(0.01, 0.04)) if rng.random() < 0.2 else 0.0,
        line_ink=as_light(rng.uniform(0, 1) * np.ones(3)),
        shading=float(rng.uniform(-0.3, 0.3)) if rng.random() < 0.4 else 0.0,
    )


def any_inks(rng: np.random.Generator, black: bool) -> Linear:
    """(6, 3) BGR of six inks, pale, dark and strange ones among them."""
    hue = (np.array(_HUES_DEG) + rng.normal(0, 9, 6)) % 360
    saturation = np.clip(rng.uniform(0.55, 1.0) + rng.normal(0, 0.12, 6), 0.35, 1)
    value = np.clip(rng.uniform(0.55, 1.0) + rng.normal(0, 0.12, 6), 0.35, 1)
    if not black:
        # Yellow and orange on white are printed bright, the others often dark.
        value = np.where(np.isin(np.arange(6), (1, 2)), np.maximum(value, 0.8), value)
        value[3:] *= rng.uniform(0.6, 1.0)
    hsv = np.stack([hue, saturation, value], axis=1).astype(np.float32)[None]
    inks = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0]
    if rng.random() < 0.1:
        inks = rng.permuted(inks, axis=1)
    if black and rng.random() < 0.2:
        # White in place of purple.
        inks[5] = rng.uniform(0.75, 1.0)
    return as_light(inks)


def any_outlines(
    rng: np.random.Generator, plumpest: float = 0.5, half_turned: float = 0.15
) -> tuple[Outline, ...]:
    """The six shapes in proportions of their own, each as polygons to be filled together.

    The discs of a clover are so plump at most, in its reach; and such a share of starbursts is
    turned by half a point.
    """
    style: PrintStyle = any_style(rng)
    round_clover, rounding = rng.random() < 0.55, rng.choice([0.0, 0.0, 0.12, 0.22])
    spin = np.pi / 8 if rng.random() < half_turned else 0.0
    found = []
    for shape in SHAPES:
        points = outline(shape, style)
        if shape is Shape.CLOVER and round_clover:
            found.append(_round_clover(rng, style.clover_reach, plumpest))
            continue
        if shape is Shape.CRISSCROSS:
            points = _four_points(rng, style.cross_tip)
        if shape is Shape.STARBURST and spin:
            points = points @ np.array(
                [[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]]
            )
        if shape in (Shape.SQUARE, Shape.DIAMOND, Shape.STARBURST, Shape.CRISSCROSS) and rounding:
            points = _rounded_off(points, rounding)
        found.append([np.asarray(points, np.float32)])
    return tuple(found)


def _round_clover(rng: np.random.Generator, reach: float, plumpest: float) -> Outline:
    """Four discs around a small square."""
    radius = reach * rng.uniform(0.36, plumpest)
    away = reach - radius
    angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    disc = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    middle = 0.75 * away * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    steps = away * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    return [np.asarray(p, np.float32) for p in [*(disc + step for step in steps), middle]]


def _four_points(rng: np.random.Generator, tip: float) -> NDArray[np.floating]:
    """A star of four points towards the corners of its square, thin or fat, sides bowed or not."""
    waist, bow = tip * rng.uniform(0.22, 0.62), rng.uniform(-0.06, 0.04) * tip
    corners = []
    for k in range(8):
        reach = tip * np.sqrt(2) if k % 2 else waist
        angle = k * np.pi / 4
        corners.append((reach * np.cos(angle), reach * np.sin(angle)))
    at = np.array(corners)
    middle = (at + np.roll(at, -1, axis=0)) / 2
    middle *= 1 + bow / np.linalg.norm(middle, axis=1, keepdims=True)
    return np.stack([at, middle], axis=1).reshape(-1, 2)


def _rounded_off(points: NDArray[np.floating], share: float) -> NDArray[np.floating]:
    """The polygon with its corners cut, twice."""
    for _ in range(2):
        after = np.roll(points, -1, axis=0)
        points = np.stack(
            [points + share * (after - points), after - share * (after - points)], axis=1
        ).reshape(-1, 2)
        share *= 0.8
    return points


def filled(
    shape: Outline, size_wh: tuple[int, int], middle_px: NDArray[np.floating], edge_px: float
) -> Mask:
    """Where ink lies of a shape of that size around a place, 0 to 255."""
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    for polygon in shape:
        at = np.rint((polygon * edge_px + middle_px - 0.5) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(mask, [at], 255, cv2.LINE_AA, _SHIFT)
    return mask

"""The six printed shapes as outlines in tile edges, measured on photographed tiles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.simulated.optics.srgb import Plane, Points

_SUBPIXEL_BITS = 6
_OVERSAMPLING = 4


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """The proportions one edition prints its shapes with; lengths in tile edges from the centre.

    The defaults were measured on rectified tiles of a white set; `random_style` spreads them to
    cover the purple sets and other printings.
    """

    circle: float = 0.41
    square: float = 0.315
    diamond: float = 0.435
    clover_reach: float = 0.435
    clover_lobe: float = 0.16
    clover_waist: float = 0.13
    clover_round: float = 2.3
    star_reach: float = 0.415
    star_waist: float = 0.20
    cross_tip: float = 0.365
    cross_waist: float = 0.17
    cross_bow: float = 0.0
    rounding: float = 0.0
    """Radius of all corners, in tile edges."""


def random_style(rng: np.random.Generator) -> PrintStyle:
    """The proportions of one more edition."""
    size = rng.uniform(0.93, 1.04)

    def about(value: float, spread: float = 0.04) -> float:
        return float(value * size * rng.uniform(1 - spread, 1 + spread))

    return PrintStyle(
        circle=about(0.41),
        square=about(0.32, 0.06),
        diamond=min(about(0.437), 0.47),
        clover_reach=about(0.435, 0.03),
        clover_lobe=about(0.163, 0.08),
        clover_waist=about(0.125, 0.12),
        clover_round=float(rng.uniform(2.0, 2.5)),
        star_reach=about(0.418),
        star_waist=about(0.20, 0.12),
        cross_tip=about(0.36, 0.05),
        cross_waist=about(0.17, 0.12),
        cross_bow=float(rng.uniform(-0.02, 0.01)),
    )


def any_style(rng: np.random.Generator) -> PrintStyle:
    """Proportions of any printing of the six shapes, home-made ones too: for learning only."""
    size = rng.uniform(0.7, 1.18)

    def about(value: float, spread: float) -> float:
        return float(value * size * rng.uniform(1 - spread, 1 + spread))

    reach = min(about(0.43, 0.06), 0.49)
    star = min(about(0.415, 0.06), 0.49)
    return PrintStyle(
        circle=min(about(0.405, 0.06), 0.48),
        square=min(about(0.32, 0.09), 0.4),
        diamond=min(about(0.435, 0.07), 0.49),
        clover_reach=reach,
        clover_lobe=float(reach * rng.uniform(0.29, 0.46)),
        clover_waist=float(reach * rng.uniform(0.2, 0.36)),
        clover_round=float(rng.uniform(1.8, 3.0)),
        star_reach=star,
        star_waist=float(star * rng.uniform(0.36, 0.66)),
        cross_tip=min(about(0.36, 0.08), 0.43),
        cross_waist=float(size * rng.uniform(0.11, 0.22)),
        cross_bow=float(rng.uniform(-0.03, 0.015)),
    )


def outline(shape: Shape, style: PrintStyle = PrintStyle()) -> Points:  # noqa: B008 - frozen
    """The outline as points (n, 2) in tile edges, origin at the tile's centre, y down."""
    match shape:
        case Shape.CIRCLE:
            angle = np.linspace(0, 2 * np.pi, 64, endpoint=False)
            points = style.circle * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        case Shape.SQUARE:
            s = style.square
            points = np.array([(-s, -s), (s, -s), (s, s), (-s, s)])
        case Shape.DIAMOND:
            d = style.diamond
            points = np.array([(0, -d), (d, 0), (0, d), (-d, 0)])
        case Shape.CLOVER:
            points = _four_times(_lobe(style))
        case Shape.STARBURST:
            angle = np.arange(16) * np.pi / 8
            reach = np.where(np.arange(16) % 2, style.star_waist, style.star_reach)
            points = reach[:, None] * np.stack([np.sin(angle), -np.cos(angle)], axis=1)
        case Shape.CRISSCROSS:
            points = _four_times(_point(style))
    return np.ascontiguousarray(points, np.float32)


def _lobe(style: PrintStyle) -> np.ndarray:
    """The clover's upper lobe, from its left notch to its right one."""
    notch = style.clover_waist
    shoulder = np.array([style.clover_lobe, -0.68 * style.clover_reach])
    start = np.array([notch, -notch])
    control = np.array([style.clover_lobe, -0.52 * style.clover_reach])
    along = np.linspace(0, 1, 6)[:, None]
    flank = (1 - along) ** 2 * start + 2 * along * (1 - along) * control + along**2 * shoulder
    angle = np.linspace(0, np.pi / 2, 9)[1:]
    power = 2 / style.clover_round
    cap = np.stack(
        [
            style.clover_lobe * np.cos(angle).clip(0) ** power,
            shoulder[1] - 0.32 * style.clover_reach * np.sin(angle) ** power,
        ],
        axis=1,
    )
    right = np.concatenate([flank, cap])
    return np.concatenate([right[:-1] * (-1, 1), right[::-1]])


def _point(style: PrintStyle) -> np.ndarray:
    """The crisscross from its upper notch to the tip at the upper right, and on to the right."""
    notch = np.array([0.0, -style.cross_waist])
    tip = np.array([style.cross_tip, -style.cross_tip])
    inward = np.array([-1.0, -1.0]) / np.sqrt(2)
    control = (notch + tip) / 2 - style.cross_bow * inward * (1, -1)
    along = np.linspace(0, 1, 7)[:, None]
    first = (1 - along) ** 2 * notch + 2 * along * (1 - along) * control + along**2 * tip
    second = -first[::-1, ::-1]
    return np.concatenate([first, second[1:-1]])


def _four_times(quarter: np.ndarray) -> np.ndarray:
    """The quarter outline and its three quarter turns, clockwise on the picture."""
    turns = [np.array([[c, s], [-s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    return np.concatenate([quarter @ turn for turn in turns])


def coverage(points: Points, size_px: int) -> Plane:
    """How much of each pixel lies inside an outline in tile edges; shape (size, size), 0..1."""
    big = size_px * _OVERSAMPLING
    canvas = np.zeros((big, big), np.uint8)
    fixed = np.rint(((points + 0.5) * big - 0.5) * (1 << _SUBPIXEL_BITS)).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], 255, cv2.LINE_AA, _SUBPIXEL_BITS)
    small = cv2.resize(canvas, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / np.float32(255)

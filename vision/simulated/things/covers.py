"""Covers whose ornaments look like tiles on a bare table: carpet, marble with gold, lace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.simulated.optics.noise import smooth_field, streaks
from vision.simulated.optics.srgb import PictureBgr, Points
from vision.simulated.pieces.shapes import outline

Bgr = tuple[float, float, float]

PALE: tuple[Bgr, ...] = ((206, 222, 232), (120, 190, 226), (228, 226, 222))
"""sRGB of wool and gold in ornaments."""


class Cover(Enum):
    """What lies under the whole game."""

    CARPET = "a carpet with medallions"
    MARBLE = "dark marble with gold"
    LACE = "lace on dark wood"


def draw_cover(
    rng: np.random.Generator, cover: Cover, size_wh: tuple[int, int], tile_px: float
) -> PictureBgr:
    """A stretch of this cover, sRGB, on which a tile's edge measures `tile_px`."""
    return _PAINTERS[cover](rng, size_wh, tile_px)


def _carpet(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    """Pale medallions in rows on a dark ground, with the pile's knots over all."""
    grounds: tuple[Bgr, ...] = ((48, 40, 104), (96, 60, 44), (74, 78, 88))
    drawn = _ground(size_wh, grounds[rng.integers(3)])
    pale = PALE[rng.integers(3)]
    for place in _lattice(rng, size_wh, tile_px * rng.uniform(3.5, 5.5)):
        ornament = Shape.DIAMOND if rng.random() < 0.8 else Shape.STARBURST
        _fill(drawn, outline(ornament) * tile_px * rng.uniform(0.6, 0.85) + place, pale)
    knots = streaks(rng, size_wh, max(1.2, tile_px / 16), max(1.2, tile_px / 16))
    return _toned(drawn, 1 + 0.12 * knots)


def _marble(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    """Veins where a field crosses zero, and grains of gold."""
    drawn = _ground(size_wh, (72, 66, 62))
    veins = np.abs(smooth_field(rng, size_wh, 9) + 0.3 * smooth_field(rng, size_wh, 30))
    drawn[veins < 0.025] = (206, 208, 210)
    gold = (110, 190, 225)
    area = size_wh[0] * size_wh[1] / tile_px**2
    shapes = (Shape.DIAMOND, Shape.SQUARE, Shape.CLOVER)
    for _ in range(rng.poisson(area * 0.008)):
        grain = outline(shapes[rng.integers(3)]) * tile_px * rng.uniform(0.1, 0.75)
        turn = np.radians(rng.uniform(0, 360))
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        _fill(drawn, grain @ spin.T + rng.uniform(0, 1, 2) * size_wh, gold)
    return _toned(drawn, 1 + 0.06 * smooth_field(rng, size_wh, 14))


def _lace(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    """White flowers held by threads; the dark wood shows between them."""
    drawn = _ground(size_wh, (30, 44, 66))
    step = tile_px * rng.uniform(1.4, 2.4)
    thread = max(1, round(tile_px * 0.06))
    for place in _lattice(rng, size_wh, step):
        for end in ((step, 0), (0, step), (step, step), (step, -step)):
            _line(drawn, place, place + np.array(end), (226, 230, 232), thread)
        _fill(drawn, outline(Shape.CLOVER) * tile_px * 0.8 + place, (232, 236, 238))
    return _toned(drawn, 1 + 0.05 * streaks(rng, size_wh, 2.0, 2.0))


def _lattice(rng: np.random.Generator, size_wh: tuple[int, int], step: float) -> Iterator[Points]:
    """Places in rows, each a little off."""
    for y in np.arange(rng.uniform(0, step), size_wh[1], step):
        for x in np.arange(rng.uniform(0, step), size_wh[0], step):
            yield np.asarray(rng.normal((x, y), 0.02 * step), np.float32)


def _ground(size_wh: tuple[int, int], bgr: Bgr) -> PictureBgr:
    return np.full((size_wh[1], size_wh[0], 3), bgr, np.uint8)


def _fill(drawn: PictureBgr, points: Points, bgr: Bgr) -> None:
    cv2.fillPoly(drawn, [np.rint(points * 16).astype(np.int32)], bgr, cv2.LINE_AA, 4)


def _line(drawn: PictureBgr, start: Points, end: Points, bgr: Bgr, thick: int) -> None:
    ends = [(round(float(x)), round(float(y))) for x, y in (start, end)]
    cv2.line(drawn, ends[0], ends[1], bgr, thick, cv2.LINE_AA)


def _toned(drawn: PictureBgr, tone: np.ndarray) -> PictureBgr:
    return np.asarray(np.clip(drawn * tone[..., None], 0, 255), np.uint8)


_PAINTERS: dict[Cover, Callable[[np.random.Generator, tuple[int, int], float], PictureBgr]] = {
    Cover.CARPET: _carpet,
    Cover.MARBLE: _marble,
    Cover.LACE: _lace,
}

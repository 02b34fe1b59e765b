"""Table tops seen from straight above: wood, parquet, cloth, laminate and the like."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import cv2
import numpy as np

from vision.simulated.optics.noise import smooth_field, streaks
from vision.simulated.optics.srgb import PictureBgr, Plane, as_light


class Surface(Enum):
    """What the table is covered with."""

    WOOD = "wood"
    PARQUET = "parquet"
    DARK_WOOD = "dark wood"
    CLOTH = "cloth"
    CHECKED_CLOTH = "checked cloth"
    LAMINATE = "laminate"
    STONE = "stone"
    PRINTED_BOARD = "printed board"
    """A board with grid lines and digits lying on wood; drawn by `printed_board`."""


def draw_surface(
    rng: np.random.Generator, surface: Surface, size_wh: tuple[int, int], tile_px: float
) -> PictureBgr:
    """A stretch of this surface, sRGB, on which a tile's edge measures `tile_px`."""
    return _PAINTERS[surface](rng, size_wh, tile_px)


def _tinted(tone: Plane, rgb: tuple[float, float, float]) -> PictureBgr:
    """A tone around one times a colour, as sRGB bytes."""
    kept = np.maximum(tone, np.float32(0))
    return np.asarray(cv2.merge([cv2.convertScaleAbs(kept, alpha=v) for v in rgb[::-1]]), np.uint8)


def _between(
    rng: np.random.Generator, low: tuple[int, int, int], high: tuple[int, int, int]
) -> tuple[float, float, float]:
    """A colour between two, with a little hue of its own."""
    share = rng.random()
    red, green, blue = (
        float(np.clip(a + share * (b - a) + rng.uniform(-8, 8), 0, 255))
        for a, b in zip(low, high, strict=True)
    )
    return (red, green, blue)


def _grain(
    rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float, strength: float
) -> Plane:
    """Wood grain along x around one."""
    fine = streaks(rng, size_wh, 2.0 * tile_px, max(1.5, tile_px / 40))
    coarse = streaks(rng, size_wh, 5.0 * tile_px, max(2.0, tile_px / 9))
    broad = smooth_field(rng, size_wh, 6)
    return np.asarray(1 + strength * (0.35 * fine + 0.45 * coarse + 0.5 * broad), np.float32)


def _planks(
    rng: np.random.Generator, size_wh: tuple[int, int], plank_px: float, length_px: float
) -> tuple[Plane, Plane]:
    """Each plank's own tone around zero and the dark joints between planks, 0..1."""
    width, height = size_wh
    tone = np.zeros((height, width), np.float32)
    joint = np.zeros((height, width), np.float32)
    seam = max(1, round(plank_px * 0.02))
    top = -rng.uniform(0, plank_px)
    while top < height:
        bottom = top + plank_px
        rows = slice(max(0, round(top)), max(0, round(bottom)))
        left = -rng.uniform(0, length_px)
        while left < width:
            right = left + length_px * rng.uniform(0.5, 1.3)
            columns = slice(max(0, round(left)), max(0, round(right)))
            tone[rows, columns] = rng.normal()
            joint[rows, max(0, round(right)) : max(0, round(right)) + seam] = rng.uniform(0.2, 1)
            left = right
        joint[max(0, round(bottom)) : max(0, round(bottom)) + seam] = rng.uniform(0.2, 1)
        top = bottom
    return tone, joint


def _flecks(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> Plane:
    """Knots and dark flecks along the grain, 0..1."""
    canvas = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    area = size_wh[0] * size_wh[1] / tile_px**2
    for _ in range(rng.poisson(min(area * 0.015, 25))):
        centre = (int(rng.integers(0, size_wh[0])), int(rng.integers(0, size_wh[1])))
        axes = (
            int(tile_px * rng.uniform(0.1, 0.9)) + 1,
            int(tile_px * rng.uniform(0.01, 0.05)) + 1,
        )
        cv2.ellipse(canvas, centre, axes, rng.uniform(-6, 6), 0, 360, int(rng.uniform(40, 150)), -1)
    soft = cv2.GaussianBlur(canvas, (0, 0), max(0.8, tile_px * 0.03))
    return np.asarray(soft, np.float32) / np.float32(255)


def _wood(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    plank = tile_px * rng.uniform(0.8, 2.5)
    own, joint = _planks(rng, size_wh, plank, plank * rng.uniform(4, 9))
    tone = _grain(rng, size_wh, tile_px, rng.uniform(0.03, 0.09)) + rng.uniform(0.04, 0.11) * own
    tone *= (1 - 0.35 * joint) * (1 - 0.5 * _flecks(rng, size_wh, tile_px))
    return _tinted(tone, _between(rng, (146, 104, 74), (226, 190, 148)))


def _parquet(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    """Blocks of strips, every second block turned by a quarter."""
    block = max(8, round(tile_px * rng.uniform(2.5, 5)))
    big = (size_wh[0] + 2 * block, size_wh[1] + 2 * block)
    own, joint = _planks(rng, big, block / rng.integers(4, 7), block * 10)
    along = _grain(rng, big, tile_px, 0.07) + 0.07 * own - 0.25 * joint
    own, joint = _planks(rng, (big[1], big[0]), block / 5, block * 10)
    across = (_grain(rng, (big[1], big[0]), tile_px, 0.07) + 0.07 * own - 0.25 * joint).T
    y, x = np.ogrid[: big[1], : big[0]]
    turned = ((x // block + y // block) % 2).astype(bool)
    tone = np.where(turned, across, along)
    seam = (x % block < max(1, block // 60)) | (y % block < max(1, block // 60))
    tone = np.where(seam, tone * 0.7, tone)[block:-block, block:-block]
    return _tinted(np.asarray(tone, np.float32), _between(rng, (150, 108, 70), (215, 178, 125)))


def _dark_wood(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    tone = _grain(rng, size_wh, tile_px, rng.uniform(0.04, 0.14))
    tone *= 1 - 0.4 * _flecks(rng, size_wh, tile_px)
    return _tinted(tone, _between(rng, (48, 32, 26), (140, 80, 48)))


def _weave(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> Plane:
    thread = max(2.2, tile_px * rng.uniform(0.02, 0.06))
    x = np.arange(size_wh[0], dtype=np.float32) * np.float32(2 * np.pi / thread)
    y = np.arange(size_wh[1], dtype=np.float32) * np.float32(2 * np.pi / thread)
    weave = np.sin(x)[None, :] * np.sin(y)[:, None]
    folds = smooth_field(rng, size_wh, rng.uniform(2, 7))
    return np.asarray(1 + rng.uniform(0.02, 0.1) * weave + 0.06 * folds, np.float32)


_CLOTHS = (
    (30, 90, 60),
    (120, 30, 36),
    (36, 56, 110),
    (190, 180, 160),
    (96, 96, 100),
    (225, 220, 210),
    (70, 110, 150),
    (150, 120, 70),
    (36, 36, 40),
    (200, 150, 60),
)


def _cloth(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    colour = _CLOTHS[rng.integers(len(_CLOTHS))]
    return _tinted(_weave(rng, size_wh, tile_px), _between(rng, colour, colour))


def _checked_cloth(
    rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float
) -> PictureBgr:
    """Gingham or stripes: the pattern that looks most like a board."""
    square = max(3.0, tile_px * rng.uniform(0.25, 1.6))
    x = (np.arange(size_wh[0]) / square).astype(int) % 2
    y = (np.arange(size_wh[1]) / square).astype(int) % 2
    mix = (x[None, :] + (y[:, None] if rng.random() < 0.75 else x[None, :])) / 2
    first = np.array(_CLOTHS[rng.integers(len(_CLOTHS))][::-1], np.float32)
    pale = (235, 235, 235) if rng.random() < 0.6 else tuple(255 - v // 2 for v in first)
    second = np.array(pale, np.float32)
    weave, mix = _weave(rng, size_wh, tile_px), as_light(mix)
    planes = [weave * (a + mix * (b - a)) for a, b in zip(first, second, strict=True)]
    return np.asarray(cv2.merge([cv2.convertScaleAbs(plane) for plane in planes]), np.uint8)


def _laminate(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    speckle = streaks(rng, size_wh, max(1.2, tile_px / 40), max(1.2, tile_px / 40))
    tone = 1 + 0.008 * speckle + 0.015 * smooth_field(rng, size_wh, 3)
    return _tinted(np.asarray(tone, np.float32), _between(rng, (170, 172, 176), (244, 242, 238)))


def _stone(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    tone = np.ones((size_wh[1], size_wh[0]), np.float32)
    for scale in (0.03, 0.1, 0.4):
        step = max(1.5, tile_px * scale)
        tone += np.float32(0.09) * streaks(rng, size_wh, step, step)
    return _tinted(tone, _between(rng, (60, 60, 64), (205, 200, 192)))


def _under_board(rng: np.random.Generator, size_wh: tuple[int, int], tile_px: float) -> PictureBgr:
    return (_wood, _dark_wood)[rng.integers(2)](rng, size_wh, tile_px)


_PAINTERS: dict[Surface, Callable[[np.random.Generator, tuple[int, int], float], PictureBgr]] = {
    Surface.WOOD: _wood,
    Surface.PARQUET: _parquet,
    Surface.DARK_WOOD: _dark_wood,
    Surface.CLOTH: _cloth,
    Surface.CHECKED_CLOTH: _checked_cloth,
    Surface.LAMINATE: _laminate,
    Surface.STONE: _stone,
    Surface.PRINTED_BOARD: _under_board,
}

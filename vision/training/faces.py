"""Single tile faces as a reader cuts them out of a photo, thousands a second, for training."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Palette, Shape
from vision.simulated.optics.light import Light, LightKind
from vision.simulated.optics.sensor import develop, random_sensor
from vision.simulated.optics.srgb import Linear, PictureBgr, as_light
from vision.simulated.pieces.inks import Inks
from vision.simulated.pieces.tile_art import SCUFF_LIGHT
from vision.training.face_bank import FACE_PX, LEVELS, MARGIN_PX, FaceBank, face_bank

SMALLEST_PX = 14.0
LARGEST_PX = 80.0
"""Edge of a tile in the photo a patch is cut from, pixels."""
SHOWN = 1.2
"""Edge of a patch over the edge of the tile in it: a rim of the neighbourhood shows, as in
`vision.reading.prints`, where the reader cuts them."""

RUBBED_SHARE = 0.12
"""Prints of which much is rubbed off."""
SCUFFED_SHARE = 0.35
"""Faces that years in a bag made grey."""
TOUCHED_SHARE = 0.06
"""Faces with a fingertip over a part of them."""
VEIL_SHARE, GLARE_SHARE = 0.1, 0.12
"""Faces under an even veil of mirrored light, and under a spot of it."""

_SHAPES = tuple(Shape)


def random_face_patch(
    rng: np.random.Generator,
    size: int = 32,
    palette: Palette | None = None,
    inks: Inks | None = None,
    light: Light | None = None,
    jitter: float = 0.08,
    wide: bool = False,
) -> tuple[PictureBgr, Colour, Shape]:
    """One face, rectified about as well as a reader can: sRGB (size, size, 3) and what it shows.

    `jitter` bounds the reader's error: shift and scale in tile edges, and 14 degrees at 0.08.
    Give `inks` and `light` to get several faces of one table; `wide` for any printing and wear.
    """
    bank = face_bank(wide)
    if inks is None:
        palette = palette or (WHITE_SET if rng.random() < 0.5 else PURPLE_SET)
        inks = bank.inks[palette.sixth][rng.integers(len(bank.inks[palette.sixth]))]
    colour = inks.palette.colours[rng.integers(6)]
    shape = _SHAPES[rng.integers(6)]
    tile_px = random_tile_px(rng)
    level = level_for(tile_px)
    body = bank.bodies[rng.integers(len(bank.bodies))][level]
    alpha = bank.prints[shape][rng.integers(len(bank.prints[shape]))][level]
    if wide and rng.random() < RUBBED_SHARE:
        alpha = as_light(alpha * rng.uniform(0.25, 0.8))
    scene = body + alpha[..., None] * (inks.linear(colour) - body)
    if wide and rng.random() < SCUFFED_SHARE:
        worn = bank.scuffs[rng.integers(len(bank.scuffs))][level] * rng.uniform(0.1, 0.75)
        scene = scene + as_light(worn)[..., None] * (SCUFF_LIGHT * rng.uniform(0.7, 1.2) - scene)
    if wide and rng.random() < TOUCHED_SHARE:
        scene = _touched(rng, scene)
    unit = FACE_PX / LEVELS[level]
    middle = (FACE_PX / 2 + MARGIN_PX) / LEVELS[level]
    view = random_view(rng, (middle, middle), unit, jitter)
    return shoot(rng, scene, view, size, tile_px, bank, light), colour, shape


def _touched(rng: np.random.Generator, scene: Linear) -> Linear:
    """The scene with a fingertip that reaches over the face's rim, sometimes onto its print."""
    size = len(scene)
    turn, wide = rng.uniform(0, 2 * np.pi), rng.uniform(0.12, 0.3) * size
    away = rng.uniform(0.36, 0.5) * size
    way = np.array([np.cos(turn), np.sin(turn)])
    tip, root = size / 2 + (away + wide / 2) * way, size / 2 + 2 * size * way
    mask = np.zeros((size, size), np.uint8)
    ends = [tuple(int(v) for v in np.rint(end)) for end in (tip, root)]
    cv2.line(mask, ends[0], ends[1], 255, max(1, round(wide)), cv2.LINE_AA)
    skin = as_light(np.array([0.25, 0.35, 0.65]) * rng.uniform(0.15, 1.1))
    share = as_light(cv2.GaussianBlur(mask, (0, 0), 0.02 * size)) / np.float32(255)
    return as_light(scene + share[..., None] * (skin - scene))


def random_tile_px(rng: np.random.Generator) -> float:
    """How large the tile is in the photo."""
    return float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX))))


def level_for(tile_px: float) -> int:
    """The smallest level of the bank that is not coarser than the photo."""
    wanted = FACE_PX / tile_px
    return max(i for i, level in enumerate(LEVELS) if level <= max(1.0, wanted))


def random_view(
    rng: np.random.Generator, centre: tuple[float, float], unit: float, jitter: float
) -> Linear:
    """A cut around a place: the 2 x 3 matrix from the patch's unit square to scene pixels."""
    dx, dy, sx, sy, shear = np.clip(rng.normal(0, 0.5, 5), -1, 1)
    scale_x, scale_y = SHOWN * unit * (1 + jitter * sx), SHOWN * unit * (1 + jitter * sy)
    # Tiles lie turned by as much as ten degrees; every angle up to that is as likely.
    angle = float(np.radians(175 * jitter * rng.uniform(-1, 1)))
    lean = 0.6 * jitter * shear
    cos, sin = np.cos(angle), np.sin(angle)
    grid = np.array([[cos * scale_x, (lean - sin) * scale_y], [sin * scale_x, cos * scale_y]])
    start = np.array(centre) + jitter * unit * np.array([dx, dy]) - grid @ (0.5, 0.5)
    return as_light(np.column_stack([grid, start]))


def shoot(
    rng: np.random.Generator,
    scene: Linear,
    view: Linear,
    size: int,
    tile_px: float,
    bank: FaceBank,
    light: Light | None = None,
) -> PictureBgr:
    """Photographs a cut of a scene at `tile_px` and rectifies it to (size, size, 3)."""
    wide = max(8, round(SHOWN * tile_px))
    high = max(8, round(SHOWN * tile_px * rng.uniform(0.68, 1.0)))
    to_scene = view.copy()
    to_scene[:, 0] /= wide
    to_scene[:, 1] /= high
    to_scene[:, 2] += (to_scene[:, 0] + to_scene[:, 1]) / 2 - 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(
        scene, to_scene, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    if light is None:
        light = bank.lights[rng.integers(len(bank.lights))]
    lit = as_light(cut) * _light_over(rng, light, (wide, high))
    veils, veiled = VEIL_SHARE if bank.wide else 0.0, rng.random()
    if veiled < veils:
        lit = lit + as_light(rng.uniform(0.02, 0.3))
    elif veiled < veils + GLARE_SHARE:
        lit = lit + _glare(rng, (wide, high))
    sensor = random_sensor(rng, tile_px, dark=light.kind is LightKind.DUSK)
    picture = develop(as_light(lit), sensor, rng)
    shrinking = wide > 1.6 * size
    way = cv2.INTER_AREA if shrinking and rng.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (size, size), interpolation=way), np.uint8)


def _light_over(rng: np.random.Generator, light: Light, size_wh: tuple[int, int]) -> Linear:
    """The light over one tile: a slope, sometimes the rim of a shadow."""
    corners = (1 + rng.normal(0, 0.06, (2, 2, 1))) * np.array(light.tint)
    if light.kind is LightKind.MIXED:
        corners = corners + rng.random() * (np.array(light.far_tint) - np.array(light.tint))
    field = as_light(cv2.resize(as_light(corners), size_wh, interpolation=cv2.INTER_LINEAR))
    if rng.random() < 0.25:
        field = field * _shadow_rim(rng, light, size_wh)[..., None]
    return field


def _shadow_rim(rng: np.random.Generator, light: Light, size_wh: tuple[int, int]) -> Linear:
    x = np.linspace(-0.5, 0.5, size_wh[0], dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, size_wh[1], dtype=np.float32)[:, None]
    turn = rng.uniform(0, 2 * np.pi)
    beyond = np.cos(turn) * x + np.sin(turn) * y + rng.uniform(-0.8, 0.8)
    share = np.clip(beyond / rng.uniform(0.03, 0.5) + 0.5, 0, 1)
    return as_light(light.ambient + (1 - light.ambient) * share)


def _glare(rng: np.random.Generator, size_wh: tuple[int, int]) -> Linear:
    """The lamp mirrored in the varnish: a pale veil, rarely a burnt-out spot."""
    x = np.linspace(-0.5, 0.5, size_wh[0], dtype=np.float32)[None, :] - rng.uniform(-0.6, 0.6)
    y = np.linspace(-0.5, 0.5, size_wh[1], dtype=np.float32)[:, None] - rng.uniform(-0.6, 0.6)
    wide, high = rng.uniform(0.1, 0.6, 2)
    strength = rng.uniform(0.03, 0.25) if rng.random() < 0.8 else rng.uniform(0.25, 0.9)
    spot = strength * np.exp(-((x / wide) ** 2) - (y / high) ** 2)
    return as_light(spot[..., None])

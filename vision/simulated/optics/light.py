"""The light people play in: its colour, where it comes from, and how evenly it falls."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from vision.simulated.optics.noise import smooth_field
from vision.simulated.optics.srgb import Linear, Plane, decode

_KELVIN = (2000.0, 2700.0, 3500.0, 4500.0, 5500.0, 6500.0, 8000.0, 10000.0)
_WHITE_RGB = (
    (255, 137, 14),
    (255, 169, 87),
    (255, 196, 137),
    (255, 219, 186),
    (255, 236, 224),
    (255, 249, 253),
    (227, 233, 255),
    (204, 219, 255),
)
"""sRGB of a white page lit by a black body of that temperature, for a daylight camera."""


class LightKind(Enum):
    """The sort of light on the table."""

    DAYLIGHT = "daylight"
    WARM = "warm"
    COOL = "cool"
    DUSK = "dusk"
    MIXED = "mixed"


_RANGE_KELVIN = {
    LightKind.DAYLIGHT: (5000.0, 6800.0),
    LightKind.WARM: (2500.0, 3400.0),
    LightKind.COOL: (6500.0, 9500.0),
    LightKind.DUSK: (5500.0, 10000.0),
    LightKind.MIXED: (5000.0, 7500.0),
}


@dataclass(frozen=True, slots=True)
class Light:
    """One room's light as it reaches the table, the camera's white balance already applied."""

    kind: LightKind = LightKind.DAYLIGHT
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Linear BGR of a white page."""
    far_tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The same at the other side of the table: differs in mixed light."""
    azimuth_deg: float = 300.0
    """Where the main light comes from, clockwise from the picture's right."""
    elevation_deg: float = 55.0
    softness: float = 0.3
    """Width of a shadow's rim in tile edges for a shadow cast one edge high."""
    ambient: float = 0.55
    """The share of light that reaches into a cast shadow."""
    falloff: float = 0.2
    """How much darker the far side of the picture is."""
    uneven: float = 0.05
    """Slow random unevenness."""


def white_of(kelvin: float, green: float = 0.0) -> Linear:
    """Linear BGR of a white page under a black body, green kept at one; `green` as tubes add."""
    log = np.log(np.array(_KELVIN))
    rgb = [float(np.interp(np.log(kelvin), log, [w[i] for w in _WHITE_RGB])) for i in range(3)]
    white = decode(rgb[::-1])
    return np.asarray(white / white[1] * np.array([1, 1 + green, 1]), np.float32)


def random_light(rng: np.random.Generator, kind: LightKind | None = None) -> Light:
    """One more room's light."""
    if kind is None:
        kind = LightKind(rng.choice([k.value for k in LightKind]))
    kelvin = float(rng.uniform(*_RANGE_KELVIN[kind]))
    green = float(rng.normal(0, 0.03))
    # Cameras undo most of the light's colour; the rest stays in the picture.
    left_over = float(rng.uniform(0.1, 0.55) if kind is not LightKind.DAYLIGHT else 0.5)
    tint = white_of(kelvin, green) ** left_over
    far = tint
    if kind is LightKind.MIXED:
        far = white_of(float(rng.uniform(2500, 3400)), green) ** left_over
    if kind is LightKind.DUSK and rng.random() < 0.5:
        tint = far = white_of(float(rng.uniform(2400, 3000)), green) ** left_over
    return Light(
        kind,
        _triple(tint),
        _triple(far),
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(25, 80)),
        softness=float(rng.choice([rng.uniform(0.02, 0.15), rng.uniform(0.15, 0.7)])),
        ambient=float(rng.uniform(0.35, 0.85)),
        falloff=float(rng.uniform(0, 0.45)),
        uneven=float(rng.uniform(0, 0.08)),
    )


def illumination(rng: np.random.Generator, light: Light, size_wh: tuple[int, int]) -> Linear:
    """The light on every pixel of the picture before shadows; linear BGR (h, w, 3)."""
    width, height = size_wh
    turn = np.radians(light.azimuth_deg)
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    toward = (np.float32(np.cos(turn)) * x + np.float32(np.sin(turn)) * y + 0.7) / 1.4
    toward = np.clip(toward, 0, 1)
    level: Plane = np.asarray(1 - light.falloff * (1 - toward), np.float32)
    if light.uneven > 0:
        level = np.asarray(level * (1 + light.uneven * smooth_field(rng, size_wh, 3)), np.float32)
    near, far = np.array(light.tint, np.float32), np.array(light.far_tint, np.float32)
    return np.asarray(level[..., None] * (far + toward[..., None] * (near - far)), np.float32)


def _triple(bgr: Linear) -> tuple[float, float, float]:
    blue, green, red = (float(v) for v in bgr)
    return (blue, green, red)

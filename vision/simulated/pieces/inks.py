"""The inks and the black of a tile set: editions differ, and so do two sets of one edition."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assistant.tiles import Colour, Palette
from vision.simulated.optics.srgb import Linear, decode, from_rgb

WHITE_SET_INKS = {
    Colour.RED: (206, 24, 44),
    Colour.ORANGE: (228, 84, 28),
    Colour.YELLOW: (216, 206, 22),
    Colour.GREEN: (18, 118, 48),
    Colour.BLUE: (18, 96, 204),
    Colour.WHITE: (236, 236, 236),
}
"""sRGB as photographed by daylight on a white set."""
PURPLE_SET_INKS = {
    Colour.RED: (184, 40, 46),
    Colour.ORANGE: (226, 100, 34),
    Colour.YELLOW: (218, 212, 32),
    Colour.GREEN: (32, 136, 96),
    Colour.BLUE: (36, 148, 246),
    Colour.PURPLE: (132, 82, 212),
}
"""sRGB as photographed by daylight on a purple set."""

_SPREAD = {
    Colour.RED: (16, 14, 14),
    Colour.ORANGE: (14, 16, 12),
    Colour.YELLOW: (18, 14, 18),
    Colour.GREEN: (16, 20, 20),
    Colour.BLUE: (16, 20, 24),
    Colour.PURPLE: (20, 18, 24),
    Colour.WHITE: (10, 10, 12),
}
"""How far the inks of other sets may lie from those, in sRGB steps."""

_ANY = {
    Colour.RED: ((346, 370), (0.65, 0.97), (0.5, 0.98)),
    Colour.ORANGE: ((14, 36), (0.65, 1.0), (0.7, 1.0)),
    Colour.YELLOW: ((44, 62), (0.5, 0.97), (0.7, 1.0)),
    Colour.GREEN: ((85, 170), (0.45, 0.97), (0.35, 0.9)),
    Colour.BLUE: ((192, 232), (0.45, 0.97), (0.4, 1.0)),
    Colour.PURPLE: ((255, 312), (0.3, 0.85), (0.35, 0.9)),
    Colour.WHITE: ((0, 360), (0.0, 0.1), (0.75, 1.0)),
}
"""Hue in degrees, saturation and value that anybody would still call by that name."""


@dataclass(frozen=True, slots=True)
class Inks:
    """What one tile set is printed with: linear BGR reflectances."""

    colours: Mapping[Colour, tuple[float, float, float]]
    black: tuple[float, float, float]
    """The stained wood; satin, never fully black."""

    def __post_init__(self) -> None:
        if len(self.colours) != 6:
            raise ValueError(f"a set has six inks, not {len(self.colours)}")

    @property
    def palette(self) -> Palette:
        """Which edition these inks are."""
        return Palette(Colour.WHITE if Colour.WHITE in self.colours else Colour.PURPLE)

    def linear(self, colour: Colour) -> Linear:
        """The ink of a colour."""
        return np.array(self.colours[colour], np.float32)


def random_inks(rng: np.random.Generator, palette: Palette) -> Inks:
    """The inks of one more set of an edition."""
    if palette.sixth is Colour.WHITE:
        base = WHITE_SET_INKS
        across = rng.uniform(-0.1, 0.35)
    else:
        base = PURPLE_SET_INKS
        across = rng.uniform(-0.1, 0.75)
    other = PURPLE_SET_INKS if base is WHITE_SET_INKS else WHITE_SET_INKS
    colours = {}
    for colour in palette.colours:
        own = np.array(base[colour], np.float32)
        toward = np.array(other.get(colour, base[colour]), np.float32)
        spread = np.array(_SPREAD[colour], np.float32)
        srgb = own + across * (toward - own) + rng.uniform(-1, 1, 3) * spread
        colours[colour] = _triple(decode(np.clip(srgb[::-1], 4, 250)))
    grey = rng.uniform(24, 46)
    tint = rng.uniform(-3, 3, 3)
    return Inks(colours, _triple(from_rgb(*np.clip(grey + tint, 8, 60))))


def any_inks(rng: np.random.Generator, palette: Palette) -> Inks:
    """Inks that nobody has measured, which go by the names of the colours all the same."""
    colours = {}
    for colour in palette.colours:
        hue, saturation, value = (float(rng.uniform(*part)) for part in _ANY[colour])
        rgb = colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value)
        colours[colour] = _triple(from_rgb(*(255 * v for v in rgb)))
    grey = rng.uniform(8, 62)
    return Inks(colours, _triple(from_rgb(*np.clip(grey + rng.uniform(-5, 5, 3), 3, 70))))


def _triple(linear: Linear) -> tuple[float, float, float]:
    blue, green, red = (float(v) for v in linear)
    return (blue, green, red)

"""One card close up: paper, rim, the large symbol, the small ones in two corners, and its back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from assistant.tiles import PURPLE_SET, Colour, Shape, Tile
from vision.simulated.optics.noise import scratches, smooth_field
from vision.simulated.optics.srgb import Linear, Plane, as_light, decode, from_rgb
from vision.simulated.pieces.inks import Inks
from vision.simulated.pieces.shapes import PrintStyle, coverage, outline, random_style

CARD_WH = (1.8, 2.8)
"""Width and height of a card in tile edges: 58 by 90 mm beside tiles of 32 mm."""
_PAPER_EDGE = 0.55
"""How dark the cut edge of a card looks against its face."""

_ON_WHITE = {
    Colour.RED: (208, 30, 42),
    Colour.ORANGE: (238, 112, 26),
    Colour.YELLOW: (240, 208, 36),
    Colour.GREEN: (34, 142, 62),
    Colour.BLUE: (28, 92, 184),
    Colour.PURPLE: (98, 46, 140),
}
_ON_BLACK = {
    Colour.RED: (212, 38, 46),
    Colour.ORANGE: (240, 124, 32),
    Colour.YELLOW: (246, 214, 48),
    Colour.GREEN: (48, 162, 76),
    Colour.BLUE: (44, 124, 216),
    Colour.PURPLE: (128, 70, 176),
}
"""Usual printing inks on each face, sRGB."""
_INK_SPREAD = 16.0
"""How far the inks of one more printing lie from those, in sRGB steps."""


class CardFace(Enum):
    """What the symbols are printed on."""

    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class CardStyle:
    """One printing of the cards; lengths in card widths."""

    face: CardFace
    inks: Inks
    prints: PrintStyle
    paper: tuple[float, float, float]
    """Linear BGR of the ground under the symbols."""
    rim: tuple[float, float, float]
    """Linear BGR of the rim."""
    rim_width: float = 0.03
    corner: float = 0.07
    """Radius of the rounded corners."""
    symbol: float = 0.62
    """Edge of the tile on which the large symbol would be printed."""
    index: float = 0.22
    """The same of the small symbols; 0 where there are none."""
    index_place: tuple[float, float] = (0.14, 0.16)
    """Their middle, from the upper left and from the lower right corner."""
    mirrored: bool = False
    """Whether they stand at the upper right and lower left."""
    back: tuple[float, float, float] = (0.2, 0.1, 0.05)
    """Linear BGR of the back's print."""


def random_card_style(
    rng: np.random.Generator, face: CardFace | None = None, indexed: bool | None = None
) -> CardStyle:
    """One more printing."""
    drawn, with_index = CardFace(rng.choice(["white", "black"])), rng.random() < 0.6
    face = face or drawn
    indexed = with_index if indexed is None else indexed
    inks = random_card_inks(rng, face)
    cream = rng.uniform(0, 18)
    white = from_rgb(*(np.array([248, 246, 242]) - np.array([0.2, 0.5, 1.0]) * cream))
    grey = rng.uniform(16, 44)
    black = from_rgb(*np.clip(grey + rng.uniform(-3, 3, 3), 8, 60))
    index = float(rng.uniform(0.17, 0.25))
    return CardStyle(
        face,
        inks,
        random_style(rng),
        _triple(white if face is CardFace.WHITE else black),
        _triple(white),
        float(rng.uniform(0.012, 0.05)),
        float(rng.uniform(0.05, 0.1)),
        float(rng.uniform(0.6, 0.84)),
        index if indexed else 0.0,
        (float(rng.uniform(0.125, 0.16)), float(rng.uniform(0.13, 0.2))),
        bool(rng.random() < 0.15),
        _triple(decode(rng.uniform(20, 150, 3))),
    )


def random_card_inks(rng: np.random.Generator, face: CardFace) -> Inks:
    """The inks of one more printing on such a face."""
    base = _ON_WHITE if face is CardFace.WHITE else _ON_BLACK
    colours = {}
    for colour in PURPLE_SET.colours:
        srgb = np.array(base[colour], np.float32) + rng.uniform(-1, 1, 3) * _INK_SPREAD
        colours[colour] = _triple(decode(np.clip(srgb[::-1], 6, 250)))
    return Inks(colours, _triple(from_rgb(30, 30, 30)))


def card_front(
    rng: np.random.Generator, style: CardStyle, tile: Tile, wide_px: int, wear: float
) -> Linear:
    """A card's face with its rounded outline as fourth channel, linear (h, w, 4)."""
    size = _size_px(wide_px)
    paper, rim = np.array(style.paper, np.float32), np.array(style.rim, np.float32)
    inner = rounded(size, style.rim_width * wide_px, style.corner * wide_px)
    face = as_light(rim + inner[..., None] * (paper - rim))
    ink = style.inks.linear(tile.colour)
    high = size[1] / wide_px
    places = [((0.5, high / 2), style.symbol)]
    if style.index:
        x, y = style.index_place
        x = 1 - x if style.mirrored else x
        places += [((x, y), style.index), ((1 - x, high - y), style.index)]
    for place, edge in places:
        _print(face, tile.shape, style.prints, ink, place, edge * wide_px, wide_px)
    return _finished(rng, face, style, wide_px, wear)


def card_back(rng: np.random.Generator, style: CardStyle, wide_px: int, wear: float) -> Linear:
    """A card's back: a fine pattern within a light rim, linear (h, w, 4)."""
    size = _size_px(wide_px)
    rim, ink = np.array(style.rim, np.float32), np.array(style.back, np.float32)
    inner = rounded(size, max(0.04, style.rim_width) * wide_px, 0.05 * wide_px)
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    step = wide_px / 14
    lines = 0.5 + 0.5 * np.cos(2 * np.pi * (x + y) / step) * np.cos(2 * np.pi * (x - y) / step)
    pattern = as_light(ink * (1 + as_light(1.2 * lines**2)[..., None]))
    return _finished(rng, as_light(rim + inner[..., None] * (pattern - rim)), style, wide_px, wear)


def _print(
    face: Linear,
    shape: Shape,
    prints: PrintStyle,
    ink: Linear,
    place: tuple[float, float],
    edge_px: float,
    wide_px: int,
) -> None:
    """Prints one symbol around a place, in card widths."""
    half = int(np.ceil(edge_px * 0.5)) + 2
    middle = np.array(place) * wide_px
    corner = np.floor(middle - half).astype(int)
    shift = (middle - corner - half) / (2 * half)
    points = outline(shape, prints) * (edge_px / (2 * half)) + shift
    alpha = coverage(points.astype(np.float32), 2 * half)
    top, left = max(0, corner[1]), max(0, corner[0])
    window = face[top : corner[1] + 2 * half, left : corner[0] + 2 * half]
    cut = alpha[top - corner[1] :, left - corner[0] :][: window.shape[0], : window.shape[1]]
    window += cut[..., None] * (ink - window)


def _finished(
    rng: np.random.Generator, face: Linear, style: CardStyle, wide_px: int, wear: float
) -> Linear:
    """The face with its wear, its cut edge and its outline."""
    size = (face.shape[1], face.shape[0])
    mottled = 1 + 0.02 * smooth_field(rng, size, 6)
    worn = scratches(rng, max(size), 0.6 * wear)[: size[1], : size[0]]
    face = as_light(face * mottled[..., None])
    face = as_light(face + 0.5 * worn[..., None] * (np.array(style.rim, np.float32) - face))
    alpha = rounded(size, 0.0, style.corner * wide_px)
    edge = 1 - rounded(size, max(1.0, 0.007 * wide_px), style.corner * wide_px)
    dark = 1 - (1 - _PAPER_EDGE) * edge * (0.5 + 0.5 * wear)
    return as_light(np.dstack([face * dark[..., None], alpha]))


def rounded(size_wh: tuple[int, int], inset_px: float, radius_px: float) -> Plane:
    """A rounded rectangle inside a frame, 0..1."""
    wide, high = size_wh
    x = np.abs(np.arange(wide) + 0.5 - wide / 2)[None, :] - (wide / 2 - inset_px - radius_px)
    y = np.abs(np.arange(high) + 0.5 - high / 2)[:, None] - (high / 2 - inset_px - radius_px)
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0)
    return as_light(np.clip(radius_px - outside + 0.5, 0, 1))


def _size_px(wide_px: int) -> tuple[int, int]:
    return wide_px, round(wide_px * CARD_WH[1] / CARD_WH[0])


def soft_shadow(wide_px: int, depth: float) -> Linear:
    """The dark rim that a card leaves on what it lies on; (h, w, 4), a fifth larger each way."""
    wide, high = _size_px(wide_px)
    pad = round(0.1 * wide)
    alpha = np.pad(rounded((wide, high), 0.0, 0.07 * wide), pad)
    soft = as_light(cv2.GaussianBlur(alpha, (0, 0), max(0.8, 0.018 * wide)))
    return as_light(np.dstack([np.zeros((*soft.shape, 3), np.float32), depth * soft]))


def _triple(linear: Linear) -> tuple[float, float, float]:
    blue, green, red = (float(v) for v in linear)
    return (blue, green, red)

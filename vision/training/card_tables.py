"""Tables of cards of any printing, and where their ink lies: for learning to find it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import PURPLE_SET, Tile
from vision.reading.card_ink import GROUND, LARGE, SMALL
from vision.reading.shape import SHAPES
from vision.simulated.optics.camera import View
from vision.simulated.optics.noise import scratches, smooth_field
from vision.simulated.optics.paint import paint_sprite
from vision.simulated.optics.srgb import Linear, PictureBgr, as_light, decode
from vision.simulated.pieces.card_art import CARD_WH, card_back, rounded, soft_shadow
from vision.simulated.render import draw_things
from vision.simulated.render_cards import (
    card_px,
    lay_card,
    photograph,
    pile_blocks,
    to_canvas,
    true_cards,
)
from vision.simulated.scenes.cards import CardsScene, SimCard, random_cards_scene
from vision.simulated.things.furnishing import random_hands
from vision.simulated.things.tabletop import make_tabletop
from vision.training.card_printings import (
    Outline,
    Printing,
    any_outlines,
    any_printing,
    filled,
)

HANDS = 0.3
"""As many tables have a hand over them."""
PRINTED_CLOTH, PRINTED_BACKS = 0.35, 0.5
"""As many have a printed cloth, and backs with signs on them: neither is ink of a card."""
MOTIFS = 600
"""So many motifs at most are printed on a cloth."""


@dataclass(frozen=True)
class InkedTable:
    """A photographed table of cards, and where their ink lies."""

    picture_bgr: PictureBgr
    kinds: NDArray[np.uint8]
    """(H, W) what each pixel is, as `GROUND` and so on."""
    owners: NDArray[np.int16]
    """(H, W) the card whose ink it is, as a row of the next ones."""
    centres_px: NDArray[np.float32]
    """(N, 2) of the cards."""
    along_px: NDArray[np.float32]
    """(N, 2) the way from the middle of a card's upper end to that of its lower."""
    shapes: NDArray[np.int64]
    """(N,)"""


def inked_table(seed: int) -> InkedTable:
    """One more table."""
    rng = np.random.default_rng([seed, 7])
    wishes = {"card_px": float(np.exp(rng.uniform(np.log(44), np.log(190))))}
    scene = random_cards_scene(int(rng.integers(1 << 40)), **wishes)
    if rng.random() < HANDS:
        hands = random_hands(rng, scene.table, int(rng.integers(1, 3)))
        scene = replace(scene, table=replace(scene.table, hands=hands))
    return _photographed(rng, scene, any_printing(rng))


def without_cards(picture_bgr: PictureBgr) -> InkedTable:
    """A picture on which no card lies."""
    nothing = np.zeros(picture_bgr.shape[:2], np.uint8)
    centres, along = np.zeros((1, 2), np.float32), np.ones((1, 2), np.float32)
    shapes = np.zeros(1, np.int64)
    return InkedTable(picture_bgr, nothing, nothing.astype(np.int16), centres, along, shapes)


def _photographed(rng: np.random.Generator, scene: CardsScene, printing: Printing) -> InkedTable:
    table = scene.table
    view = View(table.pose, table.size_wh)
    wide = view.wider(view.margin_px)
    canvas = make_tabletop(rng, table, wide).seen_by(wide)
    wide_px = card_px(scene, wide)
    if rng.random() < PRINTED_CLOTH:
        _print_cloth(rng, canvas, scene, wide)
    labels = draw_things(canvas, table, pile_blocks(rng, scene, wide_px), wide)
    ink = np.zeros_like(canvas)
    _lay_cards(rng, canvas, ink, labels, scene, printing, wide, wide_px)
    picture = photograph(rng, canvas, labels, table, view, ink)
    shown = view.bend(ink)
    kinds = np.where(shown[..., LARGE] > 0.5, LARGE, np.where(shown[..., SMALL] > 0.5, SMALL, 0))
    cards = true_cards(scene, view, wide, labels)
    numbers = np.cumsum([card.tile is not None for card in scene.cards]) - 1
    owners = numbers[np.clip(np.rint(shown[..., GROUND]).astype(int) - 1, 0, len(numbers) - 1)]
    corners = np.array([card.corners_px for card in cards])
    return InkedTable(
        picture,
        kinds.astype(np.uint8),
        owners.astype(np.int16),
        corners.mean(axis=1).astype(np.float32),
        (corners[:, 2:].mean(axis=1) - corners[:, :2].mean(axis=1)).astype(np.float32),
        np.array([SHAPES.index(card.tile.shape) for card in cards]),
    )


def _print_cloth(rng: np.random.Generator, canvas: Linear, scene: CardsScene, view: View) -> None:
    """One or two motifs over and over, on the table top or on pale or dark spots of it."""
    outlines = any_outlines(rng)
    step = float(rng.uniform(1.2, 6.0))
    edge = float(rng.uniform(0.25, 0.8)) * min(step, 2.5)
    px = int(np.clip(edge * view.focal_px / scene.table.pose.distance, 8, 160))
    spotted = rng.random() < 0.4
    sprites = [_motif(rng, outlines[rng.integers(6)], px, spotted) for _ in range(2)]
    reach = int(min(np.sqrt(MOTIFS), 40 / step)) // 2
    turn, jitter = float(rng.uniform(0, 90)), float(rng.choice([0.0, 0.3])) * step
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    for x in range(-reach, reach + 1):
        for y in range(-reach, reach + 1):
            place = step * np.array([x + 0.5 * (y % 2), y]) @ spin + rng.uniform(-1, 1, 2) * jitter
            at = place + np.array(scene.table.pose.look_at)
            spot = SimCard((float(at[0]), float(at[1])), np.degrees(turn), None)
            sprite = sprites[(x + y) % 2]
            # A card is as wide as its drawing, a motif as its own.
            scaled = round(px * CARD_WH[0] / edge)
            paint_sprite(canvas, sprite, to_canvas(spot, sprite, scaled, view, 0.0))


def _motif(rng: np.random.Generator, shape: Outline, px: int, spotted: bool) -> Linear:
    size, middle = (px, px), np.array([px / 2, px / 2])
    inner = filled(shape, size, middle, px * (0.6 if spotted else 1.0)).astype(np.float32) / 255
    ink, ground = decode(rng.uniform(0, 255, 3)), decode(rng.choice([20, 235]) * np.ones(3))
    spot = rounded(size, 0.0, px * rng.uniform(0.05, 0.5)) if spotted else inner
    light = ground + inner[..., None] * (ink - ground)
    return as_light(np.dstack([light, spot * rng.uniform(0.4, 1.0)]))


def _signed_back(rng: np.random.Generator, back: Linear) -> Linear:
    """A back with signs all over it, or with a large one."""
    high, wide = back.shape[:2]
    outlines = any_outlines(rng)
    face = back[..., :3].copy()
    if rng.random() < 0.5:
        inner = rounded((wide, high), 0.06 * wide, 0.05 * wide)[..., None]
        ground = decode(rng.uniform(0, 255) * np.ones(3) * rng.uniform(0.6, 1.0, 3))
        face = face + inner * (ground - face)
    across = int(rng.choice([1, 2, 3, 4, 6]))
    step = wide / (across + 0.4)
    one_ink = decode(rng.uniform(0, 255, 3))
    for y in np.arange(0.7 * step, high - 0.6 * step, step):
        for x in np.arange(0.7 * step, wide - 0.6 * step, step):
            ink = one_ink if rng.random() < 0.5 else decode(rng.uniform(0, 255, 3))
            own = filled(outlines[rng.integers(6)], (wide, high), np.array([x, y]), 0.8 * step)
            face = face + own[..., None] / 255 * (ink - face)
    return as_light(np.dstack([face, back[..., 3]]))


def _lay_cards(
    rng: np.random.Generator,
    canvas: Linear,
    ink: Linear,
    labels: NDArray[np.int16],
    scene: CardsScene,
    printing: Printing,
    view: View,
    wide_px: int,
) -> None:
    """Paints card upon card, and their ink alone into a canvas of its own."""
    shadow = soft_shadow(wide_px, 0.45 * (1 - 0.5 * scene.table.light.ambient))
    back = card_back(rng, scene.style, wide_px, 0.15)
    if rng.random() < PRINTED_BACKS:
        back = _signed_back(rng, back)
    for index, card in enumerate(scene.cards):
        bare = np.zeros((*back.shape[:2], 3), np.float32)
        front, print_ = back, np.dstack([bare, back[..., 3]])
        if card.tile is not None:
            front, print_ = _drawn_card(rng, printing, card.tile, wide_px, card.wear)
        way = lay_card(canvas, labels, index + 1, card, front, shadow, wide_px, view)
        print_[..., GROUND] = index + 1
        paint_sprite(ink, as_light(print_), way)


def _drawn_card(
    rng: np.random.Generator, printing: Printing, tile: Tile, wide_px: int, wear: float
) -> tuple[Linear, Linear]:
    """A card's face and where its ink lies, each with its outline, (h, w, 4)."""
    size = (wide_px, round(wide_px * printing.high))
    inner = rounded(size, printing.rim_width * wide_px, printing.corner * wide_px)[..., None]
    face = printing.rim + inner * (printing.paper - printing.rim)
    if printing.frame:
        inset = printing.frame * wide_px
        line = rounded(size, inset, 0.05 * wide_px) - rounded(size, inset + 1.5, 0.05 * wide_px)
        face = face + line[..., None] * (printing.line_ink - face)
    colour = PURPLE_SET.colours.index(tile.colour)
    shape = printing.outlines[SHAPES.index(tile.shape)]
    ink = np.zeros((size[1], size[0], 3), np.float32)
    middle = np.array(size) / 2
    places = [(middle, printing.symbol, LARGE)]
    away = middle - np.array(printing.index_place) * wide_px
    for corner in printing.corners if printing.index else ():
        signs = ((-1, -1), (1, 1), (1, -1), (-1, 1))[corner]
        places.append((middle + away * signs, printing.index, SMALL))
    down = np.linspace(-0.5, 0.5, size[1])[:, None, None]
    for place, edge, kind in places:
        own = filled(shape, size, place, edge * wide_px).astype(np.float32)[..., None] / 255
        if printing.line:
            around = filled(shape, size, place, (edge + 2 * printing.line) * wide_px)
            face = face + around[..., None] / 255 * (printing.line_ink - face)
        light = printing.inks[colour] * (1 - printing.shading * down)
        face = face + own * (light - face)
        ink[..., kind] = np.maximum(ink[..., kind], own[..., 0])
    return _finished(rng, face, printing, wide_px, wear, ink)


def _finished(
    rng: np.random.Generator,
    face: Linear,
    printing: Printing,
    wide_px: int,
    wear: float,
    ink: Linear,
) -> tuple[Linear, Linear]:
    """The face with its wear, as linear light, and both with their outline."""
    size = (face.shape[1], face.shape[0])
    light = decode(np.clip(255 * face, 0, 255)) * (1 + 0.02 * smooth_field(rng, size, 6))[..., None]
    worn = scratches(rng, max(size), 0.6 * wear)[: size[1], : size[0]]
    light = light + 0.5 * worn[..., None] * (decode(255 * printing.rim) - light)
    edge = 1 - rounded(size, max(1.0, 0.007 * wide_px), printing.corner * wide_px)
    light = light * (1 - 0.45 * edge * (0.5 + 0.5 * wear))[..., None]
    alpha = rounded(size, 0.0, printing.corner * wide_px)
    return as_light(np.dstack([light, alpha])), as_light(np.dstack([ink, alpha]))

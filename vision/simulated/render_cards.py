"""From a table of cards to the picture a camera takes of it, with the truth about every card."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Tile
from vision.simulated.optics.camera import View
from vision.simulated.optics.over import glare_over, light_over
from vision.simulated.optics.paint import paint_sprite
from vision.simulated.optics.sensor import develop, metered
from vision.simulated.optics.srgb import Linear, PictureBgr, Points, as_light, thrice
from vision.simulated.people.hands import draw_hand, shadow_of_hand
from vision.simulated.pieces.blocks import Block, at_height
from vision.simulated.pieces.card_art import CARD_WH, card_back, card_front, soft_shadow
from vision.simulated.render import draw_things
from vision.simulated.scenes.cards import CardsScene, SimCard
from vision.simulated.scenes.scene import TableScene
from vision.simulated.things.tabletop import make_tabletop

_LIFT = 0.012
"""How much higher each card lies than the one below it, in tile edges."""
_SMALLEST_PX, _LARGEST_PX = 40, 360


@dataclass(frozen=True)
class TrueCard:
    """One card as it really lies in the picture."""

    tile: Tile
    row: int | None
    corners_px: Points
    """The whole card, (4, 2), clockwise from its upper left."""
    centre_px: tuple[float, float]
    visible_px: tuple[float, float]
    """The middle of what is seen of it."""
    visible: float
    """The share of it that is seen."""

    @property
    def width_px(self) -> float:
        """The card's short side, as a square of its area would measure it."""
        area = float(cv2.contourArea(self.corners_px))
        return float(np.sqrt(area * CARD_WH[0] / CARD_WH[1]))


@dataclass(frozen=True)
class RenderedCards:
    """A picture and the open cards on it."""

    picture_bgr: PictureBgr
    cards: tuple[TrueCard, ...]

    @property
    def rows(self) -> list[list[TrueCard]]:
        """The cards of every row, in the order in which they were laid."""
        indices = sorted({card.row for card in self.cards if card.row is not None})
        return [[card for card in self.cards if card.row == index] for index in indices]


def render_cards(scene: CardsScene) -> RenderedCards:
    """Photographs a table of cards; the same scene gives the same picture."""
    table = scene.table
    rng = np.random.default_rng(table.seed)
    view = View(table.pose, table.size_wh)
    wide = view.wider(view.margin_px)
    canvas = make_tabletop(rng, table, wide).seen_by(wide)
    labels = draw_cards(rng, canvas, scene, wide)
    picture = photograph(rng, canvas, labels, table, view)
    return RenderedCards(picture, true_cards(scene, view, wide, labels))


def photograph(
    rng: np.random.Generator,
    canvas: Linear,
    labels: NDArray[np.int16],
    table: TableScene,
    view: View,
    marks: Linear | None = None,
) -> PictureBgr:
    """What is painted, with hands over it and lit, as a camera takes it.

    What hands hide is taken from the labels, and from marks that were painted beside the canvas.
    """
    wide = view.wider(view.margin_px)
    for hand in table.hands:
        shadow_of_hand(canvas, hand, wide, table.light)
        hidden = draw_hand(canvas, hand, wide)
        if hidden is not None:
            labels[hidden[0]][hidden[1] > 0.5] = 0
            if marks is not None:
                marks[hidden[0]] *= thrice(1 - hidden[1])
    shine = glare_over(rng, table, wide, labels)
    cv2.multiply(canvas, light_over(rng, table, wide), dst=canvas)
    if table.glare is not None:
        cv2.add(canvas, thrice(shine), dst=canvas)
    return develop(view.bend(canvas), metered(table.sensor, canvas), rng)


def draw_cards(
    rng: np.random.Generator, canvas: Linear, scene: CardsScene, view: View
) -> NDArray[np.int16]:
    """Draws piles and cards; which card each pixel shows, counted from one."""
    wide_px = card_px(scene, view)
    labels = draw_things(canvas, scene.table, pile_blocks(rng, scene, wide_px), view)
    _lay_cards(rng, canvas, labels, scene, view, wide_px)
    return labels


def card_px(scene: CardsScene, view: View) -> int:
    """Width of a card's drawing: about that of a near one in the picture."""
    nearness = view.focal_px / scene.table.pose.distance
    return int(np.clip(1.15 * CARD_WH[0] * nearness, _SMALLEST_PX, _LARGEST_PX))


def pile_blocks(rng: np.random.Generator, scene: CardsScene, wide_px: int) -> list[Block]:
    """The piles of cards, face down."""
    paper = np.array(scene.style.rim, np.float32) * np.float32(0.85)
    return [
        Block(
            pile.place,
            pile.turn_deg,
            CARD_WH,
            pile.height,
            np.ascontiguousarray(card_back(rng, scene.style, wide_px, 0.1)[..., :3]),
            paper,
        )
        for pile in scene.piles
    ]


def _lay_cards(
    rng: np.random.Generator,
    canvas: Linear,
    labels: NDArray[np.int16],
    scene: CardsScene,
    view: View,
    wide_px: int,
) -> None:
    """Paints card upon card, each with the soft dark rim it leaves below it."""
    shadow = soft_shadow(wide_px, 0.45 * (1 - 0.5 * scene.table.light.ambient))
    back = card_back(rng, scene.style, wide_px, 0.15)
    for index, card in enumerate(scene.cards):
        front = (
            back
            if card.tile is None
            else card_front(rng, scene.style, card.tile, wide_px, card.wear)
        )
        lay_card(canvas, labels, index + 1, card, front, shadow, wide_px, view)


def lay_card(
    canvas: Linear,
    labels: NDArray[np.int16],
    number: int,
    card: SimCard,
    front: Linear,
    shadow: Linear,
    wide_px: int,
    view: View,
) -> NDArray[np.float64]:
    """Paints one card, under its number; how pixels of its front come to lie on the canvas."""
    paint_sprite(canvas, shadow, to_canvas(card, shadow, wide_px, view, 0.0))
    way = to_canvas(card, front, wide_px, view, _LIFT)
    hidden = paint_sprite(canvas, front, way)
    if hidden is not None:
        labels[hidden[0]][hidden[1] > 0.5] = number
    return way


def to_canvas(
    card: SimCard, sprite: Linear, wide_px: int, view: View, height: float
) -> NDArray[np.float64]:
    """From a sprite's pixels to the canvas, the sprite's middle on the card's place."""
    step = CARD_WH[0] / wide_px
    turn = np.radians(card.turn_deg)
    cos, sin = step * np.cos(turn), step * np.sin(turn)
    place = np.array([[cos, -sin, card.place[0]], [sin, cos, card.place[1]], [0, 0, 1.0]])
    high, wide = sprite.shape[:2]
    middle = np.array([[1, 0, 0.5 - wide / 2], [0, 1, 0.5 - high / 2], [0, 0, 1.0]])
    return np.asarray(view.plane(height) @ place @ middle)


def true_cards(
    scene: CardsScene, view: View, wide: View, labels: NDArray[np.int16]
) -> tuple[TrueCard, ...]:
    """The open cards of a scene as they lie in the picture."""
    margin = view.margin_px
    found = []
    for index, card in enumerate(scene.cards):
        if card.tile is None:
            continue
        turn = np.radians(card.turn_deg)
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD_WH) / 2
        flat = wide.project(at_height(half @ spin + np.array(card.place), _LIFT))
        corners = view.through_lens(flat - margin)
        ys, xs = np.nonzero(labels == index + 1)
        area = max(1.0, float(cv2.contourArea(flat)))
        seen = as_light([[xs.mean(), ys.mean()]]) if len(xs) else as_light([flat.mean(axis=0)])
        middle = view.through_lens(seen - margin)[0]
        centre = corners.mean(axis=0)
        found.append(
            TrueCard(
                card.tile,
                card.row,
                corners,
                (float(centre[0]), float(centre[1])),
                (float(middle[0]), float(middle[1])),
                min(1.0, len(xs) / area),
            )
        )
    return tuple(found)

"""A table of Cards that lives: rows are laid and laid anew, hands come and go, as filmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Tile
from vision.simulated.film import LiveTable
from vision.simulated.optics.camera import View
from vision.simulated.optics.light import Light
from vision.simulated.optics.srgb import Linear
from vision.simulated.people.playing import playing_scene
from vision.simulated.pieces.card_art import CARD_WH, CardFace, CardStyle, random_card_style
from vision.simulated.render_cards import draw_cards
from vision.simulated.scenes.cards import CardsScene, Pile, SimCard
from vision.simulated.scenes.scene import TableScene
from vision.simulated.things.surfaces import Surface

CARD_PX = 72.0
"""How wide a card is in the picture of a table set for a game."""
COVER = 0.12
"""How much of a card the next one of its row covers."""
COLUMNS = 3
"""Rows lie in so many columns, below each other."""
COLUMN_WIDE, ROW_HIGH = 11.6, 3.4
"""Between the beginnings of rows beside and below each other, in tile edges."""
PILE_AT = (17.8, 7.4)
TAKEN_AT = (17.8, -7.8)
"""Where the first player's Qwirkles lie, one open card on top; the others' lie below it."""
SIZE_WH = (1600, 900)


def cards_playing_scene(
    seed: int,
    face: CardFace = CardFace.BLACK,
    indexed: bool = True,
    tilt_deg: float = 8.0,
    surface: Surface = Surface.WOOD,
    light: Light | None = None,
) -> CardsScene:
    """An empty table set for Cards under a steady camera."""
    rng = np.random.default_rng(seed)
    style: CardStyle = random_card_style(rng, face, indexed)
    tile_px = CARD_PX / CARD_WH[0]
    table = playing_scene(
        seed, size_wh=SIZE_WH, tile_px=tile_px, tilt_deg=tilt_deg, surface=surface, light=light
    )
    table = replace(table, inks=style.inks)
    return CardsScene((), style, table, (Pile(PILE_AT, 4.0, 0.6),))


def row_places(number: int) -> tuple[float, float]:
    """Where the first card of a row lies, rows counted from 0."""
    column, line = number % COLUMNS, number // COLUMNS
    return (-17.6 + COLUMN_WIDE * column, -8.4 + ROW_HIGH * line)


class LiveCards(LiveTable):
    """A simulated table of Cards as a camera films it."""

    def __init__(self, scene: CardsScene) -> None:
        super().__init__(scene.table)
        self._cards = replace(scene, table=self.scene)

    @property
    def cards(self) -> tuple[SimCard, ...]:
        """Every card that lies open, later ones on earlier ones."""
        return self._cards.cards

    def lay_out(self, cards: Sequence[SimCard]) -> None:
        """Makes these the cards that lie there."""
        self._cards = replace(self._cards, cards=tuple(cards))
        self._change(self.scene)

    def _change(self, scene: TableScene) -> None:
        super()._change(scene)
        self._cards = replace(self._cards, table=scene)

    def _draw(self, canvas: Linear, wide: View) -> NDArray[np.int16]:
        return draw_cards(np.random.default_rng(self.scene.seed), canvas, self._cards, wide)


def lying_cards(rows: Sequence[Sequence[Tile]], seed: int) -> tuple[SimCard, ...]:
    """The cards of rows as people lay them: a little off and a little turned, side by side."""
    cards = []
    for number, row in enumerate(rows):
        x, y = row_places(number)
        for k, tile in enumerate(row):
            # A card keeps its place and its turn until somebody moves it.
            rng = np.random.default_rng([seed, number, k, *(ord(letter) for letter in str(tile))])
            dx, dy = rng.normal(0, 0.03, 2)
            place = (x + k * CARD_WH[0] * (1 - COVER) + float(dx), y + float(dy))
            cards.append(SimCard(place, float(rng.normal(0, 1.2)), tile, number))
    return tuple(cards)

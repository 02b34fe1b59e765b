"""Photographs of drawn games of Cards, as the simulated table shows them."""

from __future__ import annotations

import random

import numpy as np

from assistant.session.demo_cards import _moved_to
from assistant.tiles import Tile
from tests.support.cards_games import CardsTurn
from vision.pictures.load import PictureBgr
from vision.simulated.pieces.card_art import CARD_WH, random_card_style
from vision.simulated.render_cards import render_cards
from vision.simulated.scenes.cards import (
    CardsLook,
    CardsScene,
    Pile,
    SimCard,
    _row,
    _seen,
    random_look,
)
from vision.simulated.scenes.scene import TableScene

COLUMNS = 3
ROOM = 1.5
"""Between rows, in widths of a card."""


class CardsPhotographer:
    """Photographs the tables of one game: one set of cards, one light, rows where they lay."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self._seed = seed
        self._style = random_card_style(rng)
        look: CardsLook = random_look(rng)
        most = 0.6 if self._style.index else 0.3 if look.down else 0.5
        self._look = CardsLook(
            cover=min(look.cover, most),
            down=look.down,
            crooked_deg=look.crooked_deg,
            tilt_deg=look.tilt_deg,
            card_px=float(rng.uniform(70, 120)),
            rows=0,
            fan=False,
            open_piles=0,
        )
        self._slots: list[tuple[Tile, ...]] = []
        self._dice = random.Random(seed)

    def photograph(self, turn: CardsTurn) -> PictureBgr:
        """The table after a turn."""
        self._slots = _moved_to(self._slots, turn.shown)
        cards: list[SimCard] = []
        for slot, tiles in enumerate(self._slots):
            rng = np.random.default_rng([self._seed, slot])
            cards += _row(rng, self._look, list(tiles), self._place(rng, slot), slot)
        aside = self._aside(len(self._slots))
        for k, tile in enumerate(turn.tops):
            cards.append(SimCard((aside[0], aside[1] + 4.6 * k), 90.0, tile, None))
        pile = Pile((aside[0], aside[1] - 4.6), 4.0, 0.6)
        scene = CardsScene(
            tuple(cards), self._style, TableScene((), self._style.inks), (pile,), self._look
        )
        seen = _seen(np.random.default_rng(self._seed), self._seed, scene)
        return render_cards(seen).picture_bgr

    def _pitch(self) -> tuple[float, float]:
        """Between the beginnings of rows beside and below each other, in tile edges."""
        wide, high = CARD_WH
        long = 5 * (high if self._look.down else wide) * (1 - self._look.cover)
        if self._look.down:
            return wide * ROOM, long + high * ROOM
        return long + wide * (1 + ROOM), high * ROOM

    def _place(self, rng: np.random.Generator, slot: int) -> np.ndarray:
        right, below = self._pitch()
        x, y = slot % COLUMNS, slot // COLUMNS
        if self._look.down:
            x, y = slot // COLUMNS, slot % COLUMNS
        return np.array([x * right, y * below]) + rng.uniform(-0.25, 0.25, 2)

    def _aside(self, slots: int) -> tuple[float, float]:
        """Beside all rows, where piles lie."""
        right, _ = self._pitch()
        columns = 1 + slots // COLUMNS if self._look.down else COLUMNS
        return (columns * right + 1.5, 2.0)

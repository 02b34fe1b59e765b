"""Cards are read from simulated pictures: every card, its row, and what lies in no row."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from vision.observation import Observation, Trouble
from vision.reading.cards import read_cards
from vision.simulated.pieces.card_art import CardFace
from vision.simulated.render_cards import RenderedCards, render_cards
from vision.simulated.scenes.cards import random_cards_scene


def shown(seed: int, **look: object) -> RenderedCards:
    return render_cards(random_cards_scene(seed, **look))


def rows_of(seen: Observation) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(str(face.tile) for face in row)) for row in seen.rows)


def true_rows(truth: RenderedCards) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(str(card.tile) for card in row)) for row in truth.rows)


def test_a_bare_picture_has_no_cards_and_says_so():
    seen = read_cards(np.full((300, 400, 3), 90, np.uint8))
    assert not seen.rows
    assert [one.trouble for one in seen.complaints] == [Trouble.NO_TILES]


@pytest.mark.parametrize(
    ("seed", "look"),
    [
        (11, {"face": CardFace.WHITE, "indexed": False, "cover": -0.1, "tilt_deg": 5.0}),
        (13, {"face": CardFace.BLACK, "indexed": True, "cover": -0.05, "tilt_deg": 25.0}),
        (15, {"face": CardFace.WHITE, "indexed": True, "cover": 0.5, "down": False}),
        (15, {"face": CardFace.WHITE, "indexed": True, "cover": 0.3, "down": True}),
    ],
    ids=["white", "black", "overlapped across", "overlapped down"],
)
def test_rows_are_read_as_they_lie(seed, look):
    truth = shown(seed, rows=3, card_px=110, open_piles=0, **look)
    assert rows_of(read_cards(truth.picture_bgr)) == true_rows(truth)


def test_the_middle_of_a_card_is_told_in_pixels_of_the_picture():
    look = {"face": CardFace.WHITE, "indexed": False, "cover": -0.1, "tilt_deg": 5.0}
    truth = shown(11, rows=3, card_px=110, open_piles=0, **look)
    seen = read_cards(truth.picture_bgr)
    for card in truth.cards:
        away = min(
            np.hypot(*np.subtract(face.centre_px, card.centre_px))
            for row in seen.rows
            for face in row
        )
        assert away < 0.1 * card.width_px

"""The net that finds ink of cards: where it lies, of which card it is, and where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading import card_ink
from vision.reading.card_ink import SHRUNK, Spot, brightened, find_spots
from vision.simulated.pieces.card_art import CardFace
from vision.simulated.render_cards import RenderedCards, render_cards
from vision.simulated.scenes.cards import random_cards_scene


def shown(seed: int, **wishes: object) -> RenderedCards:
    return render_cards(random_cards_scene(seed, **wishes))


def test_a_plain_picture_has_no_ink():
    assert find_spots(np.full((200, 300, 3), 120, np.uint8)) == []


@pytest.mark.parametrize("face", list(CardFace))
def test_every_card_that_lies_open_is_told_by_its_ink(face):
    truth = shown(33, face=face, indexed=False, cover=-0.1, card_px=100, rows=3)
    middles = np.array([spot.card_px for spot in find_spots(truth.picture_bgr) if spot.large > 0.5])
    for card in truth.cards:
        away = np.hypot(*(middles - card.centre_px).T)
        assert away.min() < 0.25 * card.width_px


def test_small_symbols_tell_the_middle_of_their_own_card():
    truth = shown(34, face=CardFace.WHITE, indexed=True, cover=-0.1, card_px=120, rows=3)
    smalls = [spot for spot in find_spots(truth.picture_bgr) if spot.large < 0.5]
    assert len(smalls) >= len(truth.cards)
    centres = np.array([card.centre_px for card in truth.cards])
    wide = float(np.median([card.width_px for card in truth.cards]))
    near = [np.hypot(*(centres - spot.card_px).T).min() < 0.35 * wide for spot in smalls]
    assert np.mean(near) > 0.8


def test_small_symbols_are_looked_at_from_nearer():
    truth = shown(37, face=CardFace.BLACK, indexed=False, cover=-0.1, card_px=44, rows=3)
    likely = []
    spots = find_spots(truth.picture_bgr)
    for card in truth.cards:
        near = [
            spot.likely
            for spot in spots
            if np.hypot(*(spot.card_px - card.centre_px)) < 0.3 * card.width_px
        ]
        likely.append(max(near, default=0.0))
    assert min(likely) > 0.5


def test_a_dim_picture_is_made_bright_and_a_bright_one_stays():
    dim, bright = np.full((30, 30, 3), 60, np.uint8), np.full((30, 30, 3), 240, np.uint8)
    assert brightened(dim).max() > 200
    assert (brightened(bright) == bright).all()


def test_what_one_of_two_looks_is_sure_of_is_likelier_than_what_neither_is(monkeypatch):
    def spot(left: int, likely: float) -> Spot:
        mask = np.full((12, 12), 255, np.uint8)
        return Spot((left, 20, 12, 12), mask, likely, 1.0, np.zeros(2), np.zeros(2))

    def looks(working: np.ndarray, scale: float) -> list[Spot]:
        return [spot(20, 0.9)] if scale == SHRUNK else [spot(21, 0.6), spot(80, 0.6)]

    monkeypatch.setattr(card_ink, "_spots_at", looks)
    found = find_spots(np.zeros((100, 100, 3), np.uint8))
    assert [round(one.likely, 2) for one in found] == [0.75, 0.6]


def test_pieces_of_what_is_hardly_told_are_one_patch_and_blur_makes_no_symbol_larger():
    inked = np.zeros((20, 40))
    inked[4:10, 4:10] = 0.3
    inked[4, 4:6] = inked[9, 8:10] = 0.6
    inked[3:11, 24:32] = 0.3
    inked[4:10, 25:31] = 0.9
    labels, boxes = card_ink._patches(inked)
    assert sorted(box[-1] for box in boxes) == [36, 36]
    assert (labels[4:10, 4:10] == labels[4, 4]).all()
    assert not labels[3].any()

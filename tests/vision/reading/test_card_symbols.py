"""Ink of cards is cut out with its colour and its paper, blurred or not."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import card_symbols
from vision.reading.card_ink import Spot
from vision.reading.card_plane import off_paper
from vision.reading.card_symbols import core_ink, find_symbols, ink_of

PAPER, TABLE = (250, 250, 250), (70, 110, 150)
INKS = ((40, 40, 200), (180, 90, 40), (60, 140, 40), (40, 130, 235))


def white_cards(radius: int = 40, aside: int = 0) -> NDArray[np.uint8]:
    """Two rows of white cards with discs on them, or with four each so far aside."""
    picture = np.full((700, 1000, 3), TABLE, np.uint8)
    for k in range(12):
        x, y = 60 + 140 * (k % 6), (100, 400)[k // 6]
        cv2.rectangle(picture, (x, y), (x + 125, y + 195), PAPER, -1)
        for dx, dy in ((aside, 0), (-aside, 0), (0, aside), (0, -aside)):
            middle = (x + 62 + dx, y + 97 + dy)
            cv2.circle(picture, middle, radius, INKS[k % 4], -1, cv2.LINE_AA)
    return picture


def test_a_picture_without_cards_has_no_symbols():
    assert len(find_symbols(np.full((200, 300, 3), TABLE, np.uint8))) == 0


def test_symbols_are_found_with_their_ink_and_paper_on_white_cards():
    symbols = find_symbols(white_cards())
    assert symbols.on_white
    assert len(symbols) == 12
    assert (symbols.large > 0.5).all()
    assert (symbols.papers > 230).all()
    areas = np.pi * 40**2
    assert (np.abs(symbols.areas_px2 / areas - 1) < 0.1).all()


def test_four_discs_beside_each_other_are_one_clover():
    symbols = find_symbols(white_cards(radius=17, aside=26))
    assert len(symbols) == 12
    assert (np.abs(symbols.areas_px2 / (4 * np.pi * 17**2) - 1) < 0.15).all()


def test_symbols_on_black_cards_are_brighter_than_their_paper():
    picture = 255 - white_cards()
    symbols = find_symbols(np.where(white_cards() == 250, 20, picture).astype(np.uint8))
    assert not symbols.on_white
    assert (symbols.inks.sum(axis=1) > symbols.papers.sum(axis=1)).all()


def test_the_rim_of_a_card_that_covers_half_a_symbol_is_none_of_its_ink():
    paper, ink = np.full(3, 30.0), np.array([60.0, 65.0, 197.0])
    inside = np.array([[58, 66, 195]] * 30 + [[150, 152, 216]] * 10 + [[235, 235, 235]] * 15)
    told = core_ink(inside.astype(np.uint8), paper, ink)
    assert np.abs(told - ink).max() < 5


def test_between_the_tips_of_a_cut_crisscross_its_patch_is_paper():
    picture = np.full((30, 60, 3), PAPER, np.uint8)
    for x in (8, 44):
        cv2.rectangle(picture, (x, 6), (x + 6, 24), INKS[0], -1)
    patch = np.zeros((30, 60), np.uint8)
    patch[4:27, 5:54] = 255
    assert np.abs(ink_of(picture, patch, np.array(PAPER, float)) - INKS[0]).max() < 5


def test_a_patch_of_which_one_pixel_is_ink_is_no_symbol(monkeypatch):
    picture = np.full((200, 300, 3), PAPER, np.uint8)
    picture[100, 250] = INKS[0]
    cv2.rectangle(picture, (60, 60), (119, 119), INKS[0], -1)
    specks, square = (np.full((side, side), 255, np.uint8) for side in (9, 60))
    heading, middle = np.zeros(2), np.array([90.0, 90.0])
    spots = [
        Spot((246, 96, 9, 9), specks, 0.9, 1.0, middle, heading),
        Spot((60, 60, 60, 60), square, 0.9, 1.0, middle, heading),
    ]
    monkeypatch.setattr(card_symbols, "find_spots", lambda shown: spots)
    monkeypatch.setattr(card_symbols, "ink_of", lambda *seen: np.array(INKS[0], float))
    (area,) = find_symbols(picture).areas_px2
    assert area > 3000


def test_what_is_darker_than_the_paper_beside_a_blurred_symbol_is_black_paper_too():
    paper, seen = np.array([70.0, 60.0, 90.0]), np.array([[12, 12, 12], [180, 90, 80]], np.uint8)
    assert (off_paper(seen, paper, on_white=False) < 0).tolist() == [True, False]
    assert (off_paper(seen, paper, on_white=True) > 40).all()


def test_dark_green_on_black_with_white_rims_stands_on_black_in_a_lamps_light():
    picture = np.full((700, 1000, 3), (90, 150, 230), np.uint8)
    for k in range(16):
        x, y = 60 + 70 * (k % 8), (100, 400)[k // 8]
        cv2.rectangle(picture, (x, y), (x + 120, y + 195), (165, 205, 240), -1)
        cv2.rectangle(picture, (x + 6, y + 6), (x + 114, y + 189), (20, 28, 36), -1)
        cv2.rectangle(picture, (x + 30, y + 67), (x + 90, y + 127), (2, 118, 1), -1)
    assert not find_symbols(cv2.GaussianBlur(picture, (0, 0), 3)).on_white

"""White ink on black cards is read where the set has it, and is no ink where it has not."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.tiles import WHITE_SET, Colour
from vision.reading.card_whites import with_white
from vision.reading.cards import read_cards

TABLE, BLACK, WHITE = (70, 110, 150), (22, 22, 22), (235, 235, 235)
RED, GREEN, BLUE, PURPLE = (40, 40, 210), (70, 160, 50), (210, 120, 40), (190, 60, 130)


def cards_with_discs(*rows: tuple[tuple[int, int, int], ...]) -> np.ndarray:
    """Rows of black cards with a large disc each."""
    picture = np.full((760, 1000, 3), TABLE, np.uint8)
    for k, row in enumerate(rows):
        for n, ink in enumerate(row):
            x, y = 100 + 135 * n, 60 + 240 * k
            cv2.rectangle(picture, (x, y), (x + 125, y + 195), BLACK, -1)
            cv2.circle(picture, (x + 62, y + 97), 40, ink, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def test_a_picture_without_white_ink_keeps_its_colours():
    colours = np.full((2, 7), 1 / 7)
    assert with_white(colours, np.zeros(2, bool)) is colours


def test_white_symbols_on_black_are_read_and_the_set_is_the_white_one():
    seen = read_cards(cards_with_discs((WHITE, RED, GREEN), (BLUE, WHITE, RED)))
    inks = [[face.tile.colour for face in row] for row in seen.rows]
    assert sorted(map(len, inks)) == [3, 3]
    assert sum(row.count(Colour.WHITE) for row in inks) == 2
    assert seen.palette == WHITE_SET


def test_a_single_white_spot_on_cards_of_a_purple_set_is_no_symbol():
    seen = read_cards(cards_with_discs((PURPLE, RED, GREEN), (BLUE, PURPLE, RED), (WHITE,)))
    faces = [face for row in seen.rows for face in row] + list(seen.loose)
    assert Colour.WHITE not in {face.tile.colour for face in faces}


def test_one_white_symbol_that_touches_the_rim_of_the_next_card_is_read():
    picture = np.full((400, 1000, 3), TABLE, np.uint8)
    for n, ink in enumerate((RED, WHITE, GREEN, BLUE)):
        x, y = 100 + 103 * n, 90
        cv2.rectangle(picture, (x, y), (x + 125, y + 195), WHITE, -1)
        cv2.rectangle(picture, (x + 4, y + 4), (x + 121, y + 191), BLACK, -1)
        cv2.circle(picture, (x + 62, y + 97), 40, ink, -1, cv2.LINE_AA)
    (row,) = read_cards(cv2.GaussianBlur(picture, (0, 0), 0.8)).rows
    inks = {face.tile.colour for face in row}
    assert inks == {Colour.RED, Colour.WHITE, Colour.GREEN, Colour.BLUE}


def test_one_white_sign_does_not_make_a_purple_doubtful_beside_which_others_lie():
    order = list(Colour)
    colours = np.full((6, len(order)), 0.001)
    colours[:, order.index(Colour.PURPLE)] = 0.994
    white = np.array([True] + [False] * 5)
    found = with_white(colours, white)
    assert (found[1:, order.index(Colour.PURPLE)] > 0.99).all()

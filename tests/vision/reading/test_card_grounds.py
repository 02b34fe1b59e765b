"""What symbols stand on, cards or the table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading.card_grounds import on_table
from vision.reading.card_symbols import find_symbols
from vision.reading.cards import read_cards

CLOTH, PAPER, BACK = (205, 190, 200), (250, 250, 250), (80, 60, 95)
RED, BLUE, GREEN = (40, 40, 200), (180, 90, 40), (60, 140, 40)


def flowered_cloth() -> np.ndarray:
    """A pale cloth with discs all over, and a row of three white cards with smaller ones."""
    picture = np.full((600, 900, 3), CLOTH, np.uint8)
    for x in range(60, 900, 120):
        for y in (60, 160, 440, 540):
            cv2.circle(picture, (x, y), 24, RED if x % 240 else GREEN, -1, cv2.LINE_AA)
    for k, ink in enumerate((RED, BLUE, GREEN)):
        x = 340 + 80 * k
        cv2.rectangle(picture, (x, 250), (x + 70, 355), PAPER, -1)
        cv2.circle(picture, (x + 35, 302), 20, ink, -1, cv2.LINE_AA)
    return picture


def test_a_picture_without_blobs_has_nothing_on_its_table():
    assert len(on_table(flowered_cloth(), ())) == 0


def test_what_is_printed_on_a_cloth_stands_on_the_table_and_a_cards_symbol_does_not():
    disc = cv2.circle(np.zeros((49, 49), np.uint8), (24, 24), 24, 255, -1)
    of_card = cv2.circle(np.zeros((41, 41), np.uint8), (20, 20), 20, 255, -1)
    found = on_table(flowered_cloth(), ((36, 36, disc), (355, 282, of_card)))
    assert found.tolist() == [True, False]


def test_ink_is_surer_on_cards_than_on_the_cloth_around_them():
    symbols = find_symbols(flowered_cloth())
    on_cards = np.abs(symbols.centres_px[:, 1] - 302) < 5
    assert on_cards.sum() == 3
    assert symbols.likely[on_cards].min() > symbols.likely[~on_cards].max() + 0.1


def test_cards_are_read_and_the_cloth_around_them_is_not():
    seen = read_cards(flowered_cloth())
    assert [[str(face.tile) for face in row] for row in seen.rows] == [["ro", "bo", "go"]]
    assert not seen.loose


def test_dots_on_backs_of_cards_are_no_cards():
    picture = np.full((600, 900, 3), (90, 140, 70), np.uint8)
    for k, ink in enumerate((RED, BLUE, GREEN)):
        x = 340 + 80 * k
        cv2.rectangle(picture, (x, 250), (x + 70, 355), PAPER, -1)
        cv2.circle(picture, (x + 35, 302), 20, ink, -1, cv2.LINE_AA)
    for x in (100, 250, 400, 550, 700):
        cv2.rectangle(picture, (x, 420), (x + 70, 525), BACK, -1)
        for n, ink in enumerate((RED, (60, 190, 220), (60, 120, 230))):
            cv2.circle(picture, (x + 22 + 13 * n, 470), 6, ink, -1, cv2.LINE_AA)
    seen = read_cards(picture)
    assert [[str(face.tile) for face in row] for row in seen.rows] == [["ro", "bo", "go"]]


def test_keys_and_letters_of_one_kind_are_no_cards():
    picture = np.full((600, 900, 3), (90, 140, 70), np.uint8)
    for x in range(60, 800, 110):
        for y in (60, 240, 420):
            cv2.rectangle(picture, (x, y), (x + 70, y + 105), PAPER, -1)
            cv2.circle(picture, (x + 35, y + 52), 20, RED, -1, cv2.LINE_AA)
    seen = read_cards(picture)
    assert not seen.rows
    assert not seen.loose


def test_a_lone_card_is_never_told_as_sure():
    picture = np.full((600, 900, 3), (90, 140, 70), np.uint8)
    cv2.rectangle(picture, (400, 240), (470, 345), PAPER, -1)
    cv2.circle(picture, (435, 292), 20, RED, -1, cv2.LINE_AA)
    (face,) = read_cards(picture).loose
    assert str(face.tile) == "ro"
    assert face.confidence < 0.75

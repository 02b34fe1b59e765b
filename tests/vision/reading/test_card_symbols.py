"""Blobs of ink are found quickly, and paper is known beside blurred ones."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import cards
from vision.reading.card_plane import off_paper
from vision.reading.card_symbols import _components

PAPER, TABLE = (250, 250, 250), (70, 110, 150)
INKS = ((40, 40, 200), (180, 90, 40), (60, 140, 40), (40, 130, 235))


def test_an_empty_mask_has_no_components():
    labels, stats = _components(np.zeros((8, 9), np.uint8))
    assert not labels.any()
    assert len(stats) == 1


def test_components_measured_by_their_runs_are_those_that_opencv_measures():
    mask = (np.random.default_rng(3).random((60, 90)) < 0.55).astype(np.uint8)
    mask[:, (0, -1)] = 0
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    own_labels, own_stats = _components(mask)
    assert (own_labels == labels).all()
    assert (own_stats[1:] == stats[1:]).all()


def test_what_is_darker_than_the_paper_beside_a_blurred_symbol_is_black_paper_too():
    paper, seen = np.array([70.0, 60.0, 90.0]), np.array([[12, 12, 12], [180, 90, 80]], np.uint8)
    assert (off_paper(seen, paper, on_white=False) < 0).tolist() == [True, False]
    assert (off_paper(seen, paper, on_white=True) > 40).all()


def test_the_other_face_is_not_looked_for_where_white_cards_are_clear(monkeypatch):
    picture = np.full((700, 1000, 3), TABLE, np.uint8)
    for k in range(12):
        x, y = 60 + 140 * (k % 6), (100, 400)[k // 6]
        cv2.rectangle(picture, (x, y), (x + 125, y + 195), PAPER, -1)
        cv2.circle(picture, (x + 62, y + 97), 40, INKS[k % 4], -1, cv2.LINE_AA)
    faces, find = [], cards.find_symbols
    monkeypatch.setattr(
        cards, "find_symbols", lambda bgr, white: faces.append(white) or find(bgr, white)
    )
    cards.read_cards(picture)
    assert faces == [True]

"""The simulated table of Cards draws what its scene says, where its truth says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from vision.simulated.pieces.card_art import CardFace
from vision.simulated.render_cards import render_cards
from vision.simulated.scenes.cards import random_cards_scene


def test_the_same_seed_gives_the_same_picture():
    first, second = (render_cards(random_cards_scene(5, rows=2)) for _ in range(2))
    assert (first.picture_bgr == second.picture_bgr).all()


def test_a_covered_card_is_seen_in_part_and_the_last_one_whole():
    seen = render_cards(random_cards_scene(7, cover=0.6, down=False, indexed=True, rows=2))
    for row in seen.rows:
        shares = sorted(card.visible for card in row)
        assert shares[-1] > 0.95
        assert all(0.3 < share < 0.5 for share in shares[:-1])


def test_cards_side_by_side_are_seen_whole():
    seen = render_cards(random_cards_scene(8, cover=-0.1, rows=3))
    assert all(card.visible > 0.95 for row in seen.rows for card in row)


def test_every_row_is_legal_and_of_one_deck():
    for seed in range(12):
        scene = random_cards_scene(seed, rows=7)
        tiles = [card.tile for card in scene.cards if card.row is not None]
        assert max(Counter(tiles).values()) <= 3
        for index in {card.row for card in scene.cards} - {None}:
            row = [card.tile for card in scene.cards if card.row == index]
            one = {t.colour for t in row}, {t.shape for t in row}
            assert 1 in map(len, one)
            assert len(set(row)) == len(row) >= 3


@pytest.mark.parametrize("face", list(CardFace))
def test_the_ink_lies_where_the_truth_says(face):
    scene = random_cards_scene(21, face=face, cover=-0.1, tilt_deg=20, rows=2, card_px=90)
    plain = replace(scene, table=replace(scene.table, glare=None, shades=()))
    seen = render_cards(plain)
    for card in seen.cards:
        x, y = (round(v) for v in card.centre_px)
        high, wide = seen.picture_bgr.shape[:2]
        if card.row is None or not (0 <= x < wide and 0 <= y < high):
            continue
        corner, right, _, below = card.corners_px
        paper_at = corner + 0.3 * (right - corner) + 0.18 * (below - corner)
        u, v = (round(float(at)) for at in paper_at)
        ink, paper = (seen.picture_bgr[b, a].astype(int) for a, b in ((x, y), (u, v)))
        assert np.abs(ink - paper).max() > 40

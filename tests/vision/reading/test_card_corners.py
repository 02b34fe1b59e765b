"""Symbols become cards by where they stand against each other: no pictures, only places."""

from __future__ import annotations

import numpy as np

from vision.reading.card_corners import are_tiles, find_cards
from vision.reading.card_places import Flat
from vision.reading.card_plane import Edges

SHORT, LONG = 0.55, 0.95
"""Where small symbols stand from the middle of their card, in edges of the large one."""
WIDTH = 1.5
NO_EDGES = Edges(np.zeros((0, 2)), np.zeros((0, 2)))
UPPER_LEFT, LOWER_RIGHT = (-SHORT, -LONG), (SHORT, LONG)
UPPER_RIGHT, LOWER_LEFT = (SHORT, -LONG), (-SHORT, LONG)


def card(
    x: float, kind: int, corners: list[tuple[float, float]], large: bool = True
) -> list[tuple[float, float, float, int]]:
    """Symbols as x, y, size and kind: one card's, whose middle lies on a line."""
    own = [(x + dx, dy, 0.3, kind) for dx, dy in corners]
    return [(x, 0.0, 1.0, kind), *own] if large else own


def flat(
    *cards: list[tuple[float, float, float, int]], paper: float = 0.8, known: float = 1.0
) -> Flat:
    rows = np.array([symbol for one in cards for symbol in one], float).reshape(-1, 4)
    count, kinds = len(rows), rows[:, 3].astype(int)
    return Flat(
        rows[:, :2],
        rows[:, 2],
        np.zeros(count),
        np.zeros(count),
        np.eye(7)[np.zeros(count, int)],
        np.full((count, 4), paper),
        NO_EDGES,
        np.full(count, known),
        np.eye(6)[kinds],
    )


def test_no_symbols_make_no_cards():
    assert find_cards(flat())[0] == []


def test_two_corners_and_the_large_symbol_are_one_card():
    two = [UPPER_LEFT, LOWER_RIGHT]
    cards, _ = find_cards(flat(card(0, 0, two), card(4, 1, two)))
    assert [len(one.symbols) for one in cards] == [3, 3]
    assert all(one.upright for one in cards)


def test_four_corners_are_one_cards_as_well():
    four = [UPPER_LEFT, LOWER_RIGHT, UPPER_RIGHT, LOWER_LEFT]
    cards, _ = find_cards(flat(card(0, 0, four), card(4, 1, four)))
    assert [len(one.symbols) for one in cards] == [5, 5]


def test_a_card_under_the_next_is_told_by_its_two_left_corners():
    four = [UPPER_LEFT, LOWER_RIGHT, UPPER_RIGHT, LOWER_LEFT]
    strip = card(-0.5, 2, [UPPER_LEFT, LOWER_LEFT], large=False)
    cards, _ = find_cards(flat(card(0, 0, four), card(5, 1, four), strip))
    (covered,) = [one for one in cards if one.covered]
    assert np.allclose(covered.place, (-0.5, 0), atol=0.05)


def test_a_lone_corner_far_from_all_cards_is_no_card():
    two = [UPPER_LEFT, LOWER_RIGHT]
    lone = card(12, 2, [UPPER_LEFT], large=False)
    cards, _ = find_cards(flat(card(0, 0, two), card(4, 1, two), lone))
    assert len(cards) == 2


def test_the_neighbours_corner_of_another_shape_is_not_taken():
    two = [UPPER_LEFT, LOWER_RIGHT]
    cards, _ = find_cards(flat(card(0, 0, two), card(1.1, 1, two), card(2.2, 2, two)))
    assert [len(one.symbols) for one in cards] == [3, 3, 3]


def test_a_shape_without_paper_around_it_is_a_pattern():
    bare = flat(card(0, 0, []), card(9, 1, []), paper=0.0, known=0.5)
    assert find_cards(bare)[0] == []


def test_the_far_corner_of_a_known_card_is_no_card_of_its_own():
    two = [UPPER_LEFT, LOWER_RIGHT]
    third = (0.3, LONG, 0.3, 0)
    cards, _ = find_cards(flat([*card(0, 0, two), third], card(1.1, 1, two), card(5, 2, two)))
    assert len(cards) == 3


def test_symbols_that_fill_their_pieces_are_tiles():
    assert are_tiles(flat(card(0, 0, []), card(1.2, 1, []), paper=0.1))
    assert not are_tiles(flat(card(0, 0, []), card(1.2, 1, []), paper=0.5))

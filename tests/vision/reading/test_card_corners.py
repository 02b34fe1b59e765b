"""Symbols become cards by where they stand against each other: no pictures, only places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.reading.card_corners import are_tiles, find_cards
from vision.reading.card_places import Flat, large_size
from vision.reading.card_plane import Edges

SHORT, LONG = 0.55, 0.95
"""Where small symbols stand from the middle of their card, in edges of the large one."""
Symbol = tuple[float, float, float, int, float]
"""Its x, y, size and kind, and the x of the middle of its card as the net tells it."""
NO_EDGES = Edges(np.zeros((0, 2)), np.zeros((0, 2)))
UPPER_LEFT, LOWER_RIGHT = (-SHORT, -LONG), (SHORT, LONG)
UPPER_RIGHT, LOWER_LEFT = (SHORT, -LONG), (-SHORT, LONG)


def card(
    x: float, kind: int, corners: list[tuple[float, float]], large: bool = True
) -> list[Symbol]:
    """One card's symbols, whose middle lies on a line."""
    own = [(x + dx, dy, 0.3, kind, x) for dx, dy in corners]
    return [(x, 0.0, 1.0, kind, x), *own] if large else own


def flat(
    *cards: list[Symbol],
    paper: float | tuple[float, ...] = 0.8,
    known: float = 1.0,
    lengthwise: float = 0.75,
) -> Flat:
    rows = np.array([symbol for one in cards for symbol in one], float).reshape(-1, 5)
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
        rows[:, 2] > 0.5,
        np.stack([rows[:, 4], np.zeros(count)], axis=1),
        np.full(count, np.pi / 2),
        np.full(count, lengthwise),
        np.ones(count, np.bool_),
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


def test_a_cut_symbol_that_nothing_lies_on_is_a_pattern():
    leaf = replace(flat(card(0, 0, [])), squeezes=np.full(1, 0.3), known=np.full(1, 0.5))
    assert find_cards(leaf)[0] == []


def test_a_cut_symbol_beside_a_card_is_of_the_card_below_it():
    row = flat(card(0, 0, []), card(1.0, 1, []))
    below = replace(row, squeezes=np.array([0.0, 0.3]), known=np.array([1.0, 0.5]))
    assert len(find_cards(below)[0]) == 2


def test_what_only_looks_like_a_corner_of_another_card_is_none():
    two = [UPPER_LEFT, LOWER_RIGHT]
    strip = card(-0.5, 2, [UPPER_LEFT], large=False)
    shown = flat(card(0, 0, two), card(5, 1, two), strip)
    assert len(find_cards(shown)[0]) == 3
    assert len(find_cards(replace(shown, known=np.array([*[1.0] * 6, 0.1])))[0]) == 2


def test_the_far_corner_of_a_known_card_is_no_card_of_its_own():
    two = [UPPER_LEFT, LOWER_RIGHT]
    third = (0.3, LONG, 0.3, 0, 0.1)
    cards, _ = find_cards(flat([*card(0, 0, two), third], card(1.1, 1, two), card(5, 2, two)))
    assert len(cards) == 3


def three_in_a_row(told_off: float = 0.0, hidden_x: float = -1.0) -> Flat:
    """A whole card, a cut one and a hidden one, of one shape: two corners stand near each other.

    The net tells the middle of the cut one so far off; the hidden one lies at a place.
    """
    two = [UPPER_LEFT, LOWER_RIGHT]
    cut = [(-0.5, 0.0, 0.8, 1, -0.5 + told_off), (-0.5 - SHORT, -LONG, 0.3, 1, -0.5)]
    hidden = card(hidden_x, 1, [UPPER_LEFT], large=False)
    shown = flat(card(0, 1, two), card(5, 1, two), cut, hidden)
    inks = np.eye(7)[[0, 0, 0, 1, 1, 1, 2, 2, 3]]
    return replace(shown, colours=inks, squeezes=np.array([0.0] * 6 + [0.3, 0.0, 0.0]))


def test_corners_that_stand_near_each_other_are_of_two_cards():
    cards, _ = find_cards(three_in_a_row())
    assert sorted(one.symbols for one in cards) == [(0, 1, 2), (3, 4, 5), (6, 7), (8,)]


def test_a_corner_of_another_ink_beside_its_own_is_none_of_a_cards():
    cards, _ = find_cards(three_in_a_row(hidden_x=-0.68))
    assert (6, 7) in [one.symbols for one in cards]


def test_the_corner_of_a_cut_card_tells_its_middle():
    cards, _ = find_cards(three_in_a_row(told_off=0.3))
    (cut,) = [one for one in cards if 6 in one.symbols]
    assert np.allclose(cut.place, (-0.5, 0.0), atol=0.05)


def test_where_half_of_the_cards_are_covered_whole_ones_tell_how_large_symbols_are():
    sizes, squeezed = np.array([0.6, 0.65, 0.7, 0.9, 1.0]), np.array([0.3, 0.2, 0.4, 0.01, 0.02])
    assert large_size(sizes, squeezed, np.zeros(5), np.ones(5, np.bool_)) >= 0.9


def test_symbols_that_fill_their_pieces_are_tiles():
    assert are_tiles(flat(card(0, 0, []), card(1.2, 1, []), paper=0.1))
    assert not are_tiles(flat(card(0, 0, []), card(1.2, 1, []), paper=0.5))


def test_what_stands_on_nothing_long_is_on_no_cards_and_what_surely_does_is_on_cards():
    two = card(0, 0, []), card(1.2, 1, [])
    assert are_tiles(flat(*two, paper=0.5, lengthwise=0.5))
    assert not are_tiles(flat(*two, paper=0.1, lengthwise=0.9))


def test_a_speck_on_a_card_is_no_corner_of_another_one():
    """That one would lie on the card, and hide its symbol."""
    two = [UPPER_LEFT, LOWER_RIGHT]
    speck = [(-0.1, 0.85, 0.2, 2, 0.45)]
    cards, _ = find_cards(flat(card(0, 0, two), card(1.6, 1, two), speck))
    assert [one.covered for one in cards] == [False, False]


def test_a_card_is_at_least_as_wide_as_its_small_symbols_stand_apart():
    two = [UPPER_LEFT, LOWER_RIGHT]
    _, width = find_cards(flat(card(0, 0, two), card(4, 1, two), paper=0.05))
    assert width >= 2 * SHORT + 0.3


def test_a_card_may_be_more_than_twice_as_wide_as_its_symbol():
    _, width = find_cards(flat(card(0, 0, []), card(4, 1, []), paper=(0.65, 0.65, 1.31, 1.31)))
    assert abs(width - 2.4) < 0.1


def test_two_small_symbols_about_a_large_one_of_their_kind_tell_the_printing():
    """Though the net tells the middle of their card roughly."""
    lower = [(SHORT, LONG, 0.3, 0, 0.8)]
    cards, _ = find_cards(flat(card(0, 0, [UPPER_LEFT]), lower))
    assert [len(one.symbols) for one in cards] == [3]


def test_a_card_that_the_net_tells_lying_a_quarter_turned_lies_as_its_corners_say():
    two = [UPPER_LEFT, LOWER_RIGHT]
    shown = flat(card(0, 0, two), card(4, 1, two), card(8, 2, two))
    headings = shown.headings.copy()
    headings[6:] = 0.0
    *_, last = find_cards(replace(shown, headings=headings))[0]
    assert len(last.symbols) == 3
    assert abs(np.sin(last.turn)) < 0.1


def test_a_covered_card_lies_as_the_card_that_covers_it_whatever_its_corner_tells():
    two = [UPPER_LEFT, LOWER_RIGHT]
    strip = card(3.2, 2, [UPPER_LEFT], large=False)
    shown = flat(card(0, 0, two), card(4, 1, two), strip)
    headings, middles = shown.headings.copy(), shown.middles.copy()
    headings[6] = 0.0
    middles[6] = (2.8, 0.0)
    told = find_cards(replace(shown, headings=headings, middles=middles))[0]
    (covered,) = [one for one in told if one.covered]
    assert abs(np.sin(covered.turn)) < 0.1
    assert np.allclose(covered.place, (3.2, 0), atol=0.05)

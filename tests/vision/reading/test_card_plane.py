"""The table top under cards is told by their square corners, and what lies on it by its kinds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.reading.card_plane import (
    Edges,
    Told,
    find_plane,
    links_between,
    plane_at,
    turns_of,
)
from vision.reading.card_symbols import Symbols
from vision.reading.cards import _on_cards

SIZE_WH = (1200, 900)
CUT = np.array([np.diag([23.0, 36.0]), np.diag([36.0, 23.0])])[np.arange(6) % 2]
"""Moments of symbols that are cut by turns from the side and from below."""


def symbols_at(centres_px: np.ndarray, papers: np.ndarray, on_table: np.ndarray) -> Symbols:
    """Symbols that are covered to slivers, by turns from the side and from below."""
    count = len(centres_px)
    cut = np.array([np.diag([12.0, 48.0]), np.diag([48.0, 12.0])])
    mask = np.full((24, 12), 255, np.uint8)
    return Symbols(
        centres_px,
        cut[np.arange(count) % 2],
        np.full(count, 288.0),
        np.tile([40.0, 40.0, 200.0], (count, 1)),
        papers,
        tuple((int(x) - 6, int(y) - 12, mask) for x, y in centres_px),
        on_table,
        True,
        np.full((SIZE_WH[1], SIZE_WH[0], 3), 200, np.uint8),
        papers,
        np.ones(count),
        np.ones(count),
        centres_px,
        np.zeros((count, 2)),
    )


def test_corners_of_cards_tell_the_table_where_all_symbols_are_cut():
    plane = plane_at(20.0, 60.0, SIZE_WH)
    corner = np.array([[-0.05, -0.08], [0.05, -0.08], [0.05, 0.08], [-0.05, 0.08]])
    middles = np.array([[x, y] for x in (-0.3, 0.0, 0.3) for y in (-0.2, 0.2)])
    cards = plane.pixels(middles[:, None] + corner)
    lines = np.stack([cards, np.roll(cards, -1, axis=1)], axis=2).reshape(-1, 2, 2)
    seen_px = plane.pixels(middles)
    symbols = symbols_at(seen_px, np.full((6, 3), 240.0), np.zeros(6, bool))
    tilted = np.linalg.inv(plane.steps(seen_px)) / 1000
    moments = tilted @ CUT @ tilted.transpose(0, 2, 1)
    symbols = replace(symbols, moments_px2=moments)
    off = [
        np.arccos(min(1.0, find_plane(symbols, seen).normal @ plane.normal))
        for seen in (lines[:0], lines)
    ]
    assert off[0] > np.radians(5)
    assert off[1] < np.radians(3)


def test_few_round_symbols_tell_the_table_where_most_are_cut_along_one_line():
    places = np.array([[150.0 + 90 * (k % 10), 200 + 400 * (k // 10)] for k in range(18)])
    symbols = symbols_at(places, np.full((18, 3), 240.0), np.zeros(18, bool))
    moments = np.tile(np.diag([96.0, 34.0]), (18, 1, 1))
    moments[::4] = np.diag([60.0, 60.0])
    plane = find_plane(replace(symbols, moments_px2=moments), np.zeros((0, 2, 2)))
    assert plane.normal[2] > np.cos(np.radians(6))


def test_lines_of_a_cloth_do_not_turn_a_card_that_the_net_tells_otherwise():
    turned = np.radians([45, 45, 45, 45, 8])
    along = np.stack([np.cos(turned), np.sin(turned)], axis=1)
    middles = np.array([[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5], [0.0, 0.7]])
    lines, place = Edges(middles - along / 2, middles + along / 2), np.zeros((1, 2))
    told = Told(np.radians([102.0]), np.array([True]))
    unsure = Told(told.headings, np.array([False]))
    assert abs(np.degrees(turns_of(place, lines, 1.0)[0][0]) - 45) < 1
    assert abs(np.degrees(turns_of(place, lines, 1.0, unsure)[0][0]) - 45) < 1
    assert abs(np.degrees(turns_of(place, lines, 1.0, told)[0][0]) - 8) < 1


def test_where_no_lines_but_those_from_card_to_card_are_near_the_net_tells_how_a_card_lies():
    places = np.array([[0.0, 0.0], [1.5, 0.6], [3.0, 1.2]])
    links, none = links_between(places, 2.3), Edges(np.zeros((0, 2)), np.zeros((0, 2)))
    told = Told(np.radians([92.0, 91.0, 90.0]), np.ones(3, bool))
    assert np.degrees(turns_of(places, links, 1.6)[0][1]) == pytest.approx(22, abs=1)
    for lines in (links, none):
        turns, sure = turns_of(places, lines, 1.6, told)
        assert np.degrees(turns[1]) == pytest.approx(1, abs=1.1)
        assert (sure > 0.3).all()


def test_what_shows_five_shapes_on_the_tables_ground_is_cards_and_what_shows_two_is_not():
    places = np.array([[100.0 + 90 * k, 300] for k in range(9)])
    papers = np.full((9, 3), 240.0)
    papers[3:] = (160.0, 205.0, 205.0)
    symbols = symbols_at(places, papers, np.arange(9) >= 3)
    plane = plane_at(0.0, 0.0, SIZE_WH)
    known = np.ones(9)
    varied = np.eye(6)[[0, 1, 2, 0, 1, 2, 3, 4, 4]]
    few = np.eye(6)[[0, 1, 2, 0, 1, 0, 1, 0, 1]]
    assert _on_cards(symbols, known, varied, plane).all()
    assert _on_cards(symbols, known, few, plane).tolist() == [True] * 3 + [False] * 6

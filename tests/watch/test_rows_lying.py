"""Rows are shown as they lie: in the picture's order, each in its own direction."""

from __future__ import annotations

from dataclasses import replace

from assistant.tiles import Tile
from assistant.watch.rows_lying import Card, as_they_lie
from tests.watch.test_rows import face, row

HALF_WH = (20.0, 30.0)


def card(tile: Tile, x: float, y: float) -> Card:
    wide, high = HALF_WH
    corners = (
        (x - wide, y - high),
        (x + wide, y - high),
        (x + wide, y + high),
        (x - wide, y + high),
    )
    return Card(tile, replace(face(tile), centre_px=(x, y), corners_px=corners))


def laid(text: str, x: float, y: float, step: tuple[float, float] = (36.0, 0.0)):
    return tuple(card(t, x + k * step[0], y + k * step[1]) for k, t in enumerate(row(text)))


def shown(rows) -> list[str]:
    return [" ".join(str(one.tile) for one in cards) for cards in as_they_lie(rows)]


def test_nothing_lies_in_no_order():
    assert as_they_lie(()) == ()


def test_rows_are_read_from_left_to_right_and_then_downwards():
    rows = [laid("bo bs bd", 300, 204), laid("go gs gd", 100, 320), laid("ro rs rd", 100, 200)]
    assert shown(rows) == ["ro rs rd", "bo bs bd", "go gs gd"]


def test_cards_of_a_row_keep_their_direction_whatever_they_were_found_in():
    assert shown([laid("ro rs rd", 100, 200)[::-1]]) == ["ro rs rd"]
    assert shown([laid("ro rs rd", 100, 200, (2.0, 50.0))[::-1]]) == ["ro rs rd"]


def test_a_card_that_was_not_seen_ends_its_row_and_a_row_that_was_not_seen_comes_last():
    (hidden,) = row("rd")
    one = (Card(hidden), *laid("ro rs", 100, 200))
    none = tuple(Card(tile) for tile in row("yo ys yd"))
    assert shown([none, one]) == ["ro rs rd", "yo ys yd"]

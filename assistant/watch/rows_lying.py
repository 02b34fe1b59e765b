"""The order of rows and cards as they lie on the table: from left to right, then downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from assistant.tiles import Tile
from vision.observation import Face

SAME_LINE = 0.6
"""Rows whose middles are less than so many card widths apart in height lie beside each other; a
card is half as high again as it is wide, so rows below each other are farther apart."""

Place = tuple[float, float]


class Card(NamedTuple):
    """A card of a row, with the face that was read for it; None where none was seen."""

    tile: Tile
    face: Face | None = None


Lying = tuple[Card, ...]


def as_they_lie(rows: Iterable[Lying]) -> tuple[Lying, ...]:
    """The rows in the order of the picture, and the cards of each in theirs.

    What was not seen comes last: a card at the end of its row, a row after all others.
    """
    ordered = [_along(row) for row in rows]
    places = [(middle, row) for row in ordered if (middle := _middle(row)) is not None]
    lines: list[list[tuple[Place, Lying]]] = []
    for middle, row in sorted(places, key=lambda one: one[0][1]):
        if lines and middle[1] - lines[-1][0][0][1] < SAME_LINE * _width_px(row):
            lines[-1].append((middle, row))
        else:
            lines.append([(middle, row)])
    beside = [row for line in lines for _, row in sorted(line, key=lambda one: one[0][0])]
    return (*beside, *(row for row in ordered if _middle(row) is None))


def _along(row: Lying) -> Lying:
    """The cards of a row from left to right, or downwards where the row runs that way."""
    places = {id(card): card.face.centre_px for card in row if card.face is not None}
    if not places:
        return row
    wide, high = (max(at) - min(at) for at in zip(*places.values(), strict=True))
    axis = 0 if wide >= high else 1

    def order(card: Card) -> float:
        return places[id(card)][axis] if id(card) in places else math.inf

    return tuple(sorted(row, key=order))


def _middle(row: Lying) -> Place | None:
    places = [card.face.centre_px for card in row if card.face is not None]
    if not places:
        return None
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _width_px(row: Lying) -> float:
    """How wide its first card is; 0 where nothing tells."""
    corners = next((card.face.corners_px for card in row if card.face is not None), ())
    if len(corners) < 3:
        return 0.0
    return min(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))

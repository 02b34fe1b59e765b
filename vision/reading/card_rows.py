"""Rows of cards: which lie in one line by direction, distance and overlap."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assistant.tiles import Tile
from vision.reading.card_places import CARD_RATIO, Card
from vision.reading.prints import Floats

MOST_TURNED = np.radians(16)
"""Two neighbours of a row are turned against each other by at most this."""
WIDEST_GAP = 0.42
"""Largest gap between two neighbours, in card widths."""
MOST_ASIDE = 0.38
"""How far a neighbour may lie beside the row's line, as a share of the card across it."""
UNLIKE = 0.3
"""A link of two cards that can never lie in one row counts as so much wider a gap."""


@dataclass(frozen=True, slots=True)
class _Link:
    gap: float
    one: int
    other: int


def find_rows(cards: list[Card], tiles: list[Tile], width: float) -> list[list[int]]:
    """The rows as lists of cards in the order they lie, single ones included."""
    links = sorted(
        (
            link
            for pair in combinations(range(len(cards)), 2)
            for link in _links(cards, tiles, *pair, width)
        ),
        key=lambda link: link.gap,
    )
    group = list(range(len(cards)))
    for link in links:
        a, b = group[link.one], group[link.other]
        members = [k for k, g in enumerate(group) if g in (a, b)]
        if a == b or not _in_line(cards, members, link, width):
            continue
        for k in members:
            group[k] = a
    rows = [[k for k, g in enumerate(group) if g == name] for name in sorted(set(group))]
    return [part for row in rows for part in _parted(_ordered(cards, row), tiles)]


def _links(cards: list[Card], tiles: list[Tile], one: int, other: int, width: float) -> list[_Link]:
    """Across and down, how two cards may be neighbours of one row."""
    first, second = cards[one], cards[other]
    apart = abs(np.angle(np.exp(4j * (first.turn - second.turn))) / 4)
    if apart > MOST_TURNED:
        return []
    across = abs(np.angle(np.exp(2j * (first.turn - second.turn))) / 2) > MOST_TURNED
    if first.upright and second.upright and across:
        return []
    base = first if first.upright or not second.upright else second
    sure = first.upright or second.upright
    found = []
    for quarter in (0, 1) if not sure else (0,):
        x, y = _rotated(base.turn + quarter * np.pi / 2) @ (
            np.array(second.place) - np.array(first.place)
        )
        short, long = abs(x) / width, abs(y) / width
        extra = 0.0 if _may_share(tiles[one], tiles[other]) else UNLIKE
        if short - 1 + extra < WIDEST_GAP and long < MOST_ASIDE * CARD_RATIO:
            found.append(_Link(short - 1 + 0.5 * long + extra, one, other))
        if long - CARD_RATIO + extra < WIDEST_GAP and short < MOST_ASIDE:
            found.append(_Link(long - CARD_RATIO + 0.5 * short + extra, one, other))
    return found


def _rotated(turn: float) -> Floats:
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def _may_share(one: Tile, other: Tile) -> bool:
    return one != other and (one.colour is other.colour or one.shape is other.shape)


def _in_line(cards: list[Card], members: list[int], link: _Link, width: float) -> bool:
    """Whether all of them lie along one line."""
    if len(members) < 3:
        return True
    places = np.array([cards[k].place for k in members])
    middle = places.mean(axis=0)
    _, _, axes = np.linalg.svd(places - middle)
    aside = np.abs((places - middle) @ axes[1])
    along = cards[link.one].place, cards[link.other].place
    heading = np.subtract(*along)
    straight = abs(float(np.dot(heading, axes[0]))) > 0.8 * float(np.linalg.norm(heading))
    return straight and float(aside.max()) < 0.45 * width


def _ordered(cards: list[Card], row: list[int]) -> list[int]:
    if len(row) < 2:
        return row
    places = np.array([cards[k].place for k in row])
    _, _, axes = np.linalg.svd(places - places.mean(axis=0))
    along = (places - places.mean(axis=0)) @ axes[0]
    return [row[k] for k in np.argsort(along)]


def _parted(row: list[int], tiles: list[Tile]) -> list[list[int]]:
    """The row, or two cards that have nothing in common on their own: taken Qwirkles."""
    if len(row) == 2 and not _may_share(tiles[row[0]], tiles[row[1]]):
        return [[row[0]], [row[1]]]
    return [row]

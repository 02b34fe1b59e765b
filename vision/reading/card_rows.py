"""Rows of cards: which lie in one line by direction, distance and overlap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.observation import Face
from vision.reading.card_places import CARD_RATIO, Card
from vision.reading.card_together import may_be_row
from vision.reading.prints import Floats

MOST_TURNED = np.radians(16)
"""Two neighbours of a row are turned against each other by at most this."""
WIDEST_GAP = 0.55
"""Largest gap between two neighbours, in card widths."""
MOST_ASIDE = 0.38
"""How far a neighbour may lie beside the row's line, as a share of the card across it."""
UNLIKE = 0.25
"""A link of two cards that can never lie in one row counts as so much wider a gap."""
NO_ROW = 0.3
"""So does one that would join cards to a row that no rule allows, unless they touch."""
A_ROW = 0.2
"""So much wider may a gap be where all cards, three at least, are then such as the rules want in a
row: others that come to lie so near by chance hardly ever are."""
TOUCHING = 0.02
"""Cards touch or overlap where their gap is narrower than this."""
OTHERWISE = 0.12
"""So does one that runs otherwise than most rows of the table: a family lays them all alike."""
LIKE_STEP = 0.12
"""A link as long as the others of the table counts as so much narrower a gap."""
ALL_LIKE_STEP = 0.35
"""And by so much where nearly all are: then they are rows, however wide their gaps."""
MOST_LIKE = 0.6
"""Nearly all: as large a share of the cards' nearest neighbours, at least `FEW` of them."""
FEW = 4
SAME_STEP = 0.12
"""Log of the ratio of two steps that are alike."""


@dataclass(frozen=True, slots=True)
class _Link:
    gap: float
    one: int
    other: int
    down: bool
    """Whether it runs along the cards' long side."""
    step: float
    """Between the two middles, in card widths."""
    touching: bool


def find_rows(cards: list[Card], faces: list[Face], width: float) -> list[list[int]]:
    """The rows as lists of cards in the order they lie, single ones included."""
    links = _weighed(
        [
            link
            for pair in combinations(range(len(cards)), 2)
            for link in _links(cards, faces, *pair, width)
        ]
    )
    group = list(range(len(cards)))
    for link in sorted(links, key=lambda link: link.gap):
        a, b = group[link.one], group[link.other]
        members = [k for k, g in enumerate(group) if g in (a, b)]
        if a == b or not _in_line(cards, members, link, width):
            continue
        gap = link.gap
        if not link.touching and len(members) > 2:
            fits = may_be_row([faces[k] for k in members])
            gap += NO_ROW * (1 - fits) - A_ROW * fits
        if gap > WIDEST_GAP:
            continue
        for k in members:
            group[k] = a
    rows = [[k for k, g in enumerate(group) if g == name] for name in sorted(set(group))]
    as_rows = {(link.one, link.other) for link in links if link.gap < TOUCHING}
    return [part for row in rows for part in _parted(_ordered(cards, row), faces, as_rows)]


def _links(cards: list[Card], faces: list[Face], one: int, other: int, width: float) -> list[_Link]:
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
        step = float(np.hypot(short, long))
        extra = UNLIKE * (1 - _may_share(faces[one], faces[other]))
        if short - 1 < 2 * WIDEST_GAP and long < MOST_ASIDE * CARD_RATIO:
            gap = short - 1
            cost = gap + 0.5 * long + extra
            found.append(_Link(cost, one, other, False, step, gap < TOUCHING))
        if long - CARD_RATIO < 2 * WIDEST_GAP and short < MOST_ASIDE:
            gap = long - CARD_RATIO
            cost = gap + 0.5 * short + extra
            found.append(_Link(cost, one, other, True, step, gap < TOUCHING))
    return found


def _weighed(links: list[_Link]) -> list[_Link]:
    """The links, those like most others of the table shortened, those unlike them lengthened."""
    nearest: dict[int, _Link] = {}
    for link in links:
        for end in (link.one, link.other):
            if end not in nearest or link.gap < nearest[end].gap:
                nearest[end] = link
    good = list(set(nearest.values()))
    if len(good) < FEW - 1:
        return links
    down = sum(link.down for link in good) / len(good)
    steps = {kind: [one.step for one in good if one.down is kind] for kind in (False, True)}
    found = []
    for link in links:
        share = down if link.down else 1 - down
        own = np.abs(np.log(np.array(steps[link.down]) / link.step)) < SAME_STEP
        shorter = 0.0
        if own.sum() >= 2:
            most = own.sum() >= FEW and own.mean() > MOST_LIKE
            shorter = (ALL_LIKE_STEP if most else LIKE_STEP) * share
        gap = link.gap + OTHERWISE * (1 - share) - shorter
        found.append(replace(link, gap=gap))
    return found


def _rotated(turn: float) -> Floats:
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def _may_share(one: Face, other: Face) -> float:
    """How likely two cards have a colour or a shape in common, and not both."""
    colour = sum(p * other.colours.get(kind, 0.0) for kind, p in one.colours.items())
    shape = sum(p * other.shapes.get(kind, 0.0) for kind, p in one.shapes.items())
    return float(colour * (1 - shape) + shape * (1 - colour))


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


def _parted(row: list[int], faces: list[Face], as_rows: set[tuple[int, int]]) -> list[list[int]]:
    """The row, or two cards that have nothing in common on their own: taken Qwirkles.

    Two that lie `as_rows` of the table do, for all that, are one against the rules.
    """
    if len(row) == 2 and _may_share(faces[row[0]], faces[row[1]]) < 0.5:
        return [row] if (min(row), max(row)) in as_rows else [[row[0]], [row[1]]]
    return [row]

"""Faces of cards: how far each reading of one is from its best, and how they lie in rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TypeVar

from assistant.tiles import Colour, Shape
from vision.observation import Face

Kind = TypeVar("Kind", Colour, Shape)

SLIP = 0.0015
"""How often a colour or a shape is surely read and yet wrong. Measured, see docs/cards_films.md."""
FARTHEST = 9.0
"""A reading that is less likely than the best by this (in nats) is none."""
UNTHINKABLE = 12.0
GAP = 1.65
"""So many steps of the row between two neighbours, and a card in between is not seen."""
EVEN = 1.3
"""Up to so many times the usual step of a row, and two neighbours lie as all others do."""
NEXT_TO = 2.3
"""Two rows whose ends are nearer than so many steps, in one line, may be one."""
IN_LINE = 0.35
"""How far, in steps, the end of one row may lie beside the line of the other."""
AS_FAR = 1.35
"""Two cards lie beside each other as those of rows do where their step, in their own sizes, is at
most so many times longer or shorter than the usual one."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A face of the picture and what it may be."""

    face: Face
    best: int
    """The card it looks like most, by number."""
    costs: dict[int, float]
    """How much less likely than the best each reading is, in nats; only what is thinkable."""
    loose: bool = False
    """Whether the picture shows it in no row."""

    def cost(self, card: int) -> float:
        """How much less likely than the best it is to be that card."""
        return self.costs.get(card, UNTHINKABLE)


def card_face(face: Face, loose: bool = False) -> CardFace:
    """A face with the costs of all its readings."""
    colours, shapes = _costs(face.colours), _costs(face.shapes)
    order = list(Shape)
    costs = {
        c * len(order) + s: a + b
        for c, a in ((c, colours[one]) for c, one in enumerate(Colour) if one in colours)
        for s, b in ((s, shapes[one]) for s, one in enumerate(order) if one in shapes)
        if a + b <= FARTHEST
    }
    return CardFace(face, min(costs, key=costs.__getitem__), costs, loose)


def _costs(likely: Mapping[Kind, float]) -> dict[Kind, float]:
    """Each kind's distance from the best, no reading being trusted beyond `SLIP`."""
    floor = SLIP / 6
    best = max(likely.values()) * (1 - SLIP) + floor
    return {kind: math.log(best / (p * (1 - SLIP) + floor)) for kind, p in likely.items()}


def gaps_in(row: Sequence[CardFace], usual_px: float) -> int:
    """How many cards seem to be missing between the faces of a row."""
    steps = steps_px(row)
    if not steps or min(steps) <= 0:
        return 0
    usual = min(median(steps), min(steps) * 1.3) if len(steps) > 1 else usual_px
    return sum(step > GAP * usual for step in steps) if usual > 0 else 0


def is_even_at(row: Sequence[CardFace], cut: int) -> bool:
    """Whether a row goes on at a place as it does elsewhere: nothing there tells of two rows."""
    steps = steps_px(row)
    others = [*steps[: cut - 1], *steps[cut:]]
    return bool(others) and 0 < steps[cut - 1] < EVEN * median(others)


def steps_px(row: Sequence[CardFace]) -> list[float]:
    """The distances between neighbours of a row."""
    places = [one.face.centre_px for one in row]
    return [math.dist(a, b) for a, b in pairwise(places)]


def lie_as_in_a_row(one: CardFace, other: CardFace, rows: Sequence[Sequence[CardFace]]) -> bool:
    """Whether two cards lie beside each other as neighbours of a row do on this picture."""
    steps = [_step_in_sizes(a, b) for row in rows for a, b in pairwise(row)]
    own = _step_in_sizes(one, other)
    if not own or not any(steps):
        return False
    usual = median(step for step in steps if step)
    return usual / AS_FAR < own < usual * AS_FAR


def _step_in_sizes(one: CardFace, other: CardFace) -> float:
    """The distance of two cards over their own size, far away as near; 0 where that is not told."""
    size = math.sqrt(_area_px2(one.face) * _area_px2(other.face)) ** 0.5
    return math.dist(one.face.centre_px, other.face.centre_px) / size if size else 0.0


def _area_px2(face: Face) -> float:
    around = face.corners_px
    pairs = zip(around, (*around[1:], *around[:1]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def usual_step_px(rows: Sequence[Sequence[CardFace]]) -> float:
    """The distance between neighbours that most rows of a picture have; 0 where none tells."""
    steps = [step for row in rows for step in steps_px(row)]
    return median(steps) if steps else 0.0


def continues(row: Sequence[CardFace], other: Sequence[CardFace], usual_px: float) -> bool | None:
    """Whether one row may be the rest of the other by where they lie; None where nothing tells."""
    if usual_px <= 0:
        return None
    long, short = (row, other) if len(row) >= len(other) else (other, row)
    if len(long) < 2:
        return None
    ends = ((long[0], long[1]), (long[-1], long[-2]))
    for end, inner in ends:
        x, y = end.face.centre_px
        ux, uy = x - inner.face.centre_px[0], y - inner.face.centre_px[1]
        length = math.hypot(ux, uy) or 1.0
        for one in (short[0], short[-1]):
            dx, dy = one.face.centre_px[0] - x, one.face.centre_px[1] - y
            along, aside = (dx * ux + dy * uy) / length, abs(dx * uy - dy * ux) / length
            if 0 < along < NEXT_TO * max(usual_px, length) and aside < IN_LINE * along:
                return True
    return False

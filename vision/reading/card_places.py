"""Symbols as they lie on the table, which of them are large, and how wide a card is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.card_plane import Edges
from vision.reading.prints import Floats

REACH_SHARE = 0.435
"""How far a whole symbol reaches from its middle over the edge of its square, about."""
SAME_SIZE = 0.3
"""Whole large symbols differ by at most this much in log size: by shape and by where they lie."""
WHOLE = (0.62, 1.35)
"""Size of a whole large symbol against the usual one: thin shapes look smaller when overexposed."""
WHOLE_SQUEEZE = 0.2
WHOLE_OFF, WHOLE_ROUND, HARDLY_WHOLE = 0.1, 0.08, 0.01
"""Whole symbols stand no farther from the middle of their card, in sizes, and are squeezed no more
than about so much; and what the others count for: where half of the cards are covered, half of the
symbols are cut, and most of these are smaller than whole ones."""
SMALL = (0.14, 0.48)
"""Size of a corner's symbol against the large one."""
LARGEST_SMALL = 0.58
"""Where it is sure to be a whole symbol."""
SURELY = 0.9
CARD_RATIO = 1.55
"""Height of a card over its width."""
WIDTHS = np.linspace(1.12, 2.6, 75)
"""Widths of a card to try, in edges of its large symbol's square."""
USUAL_WIDTH = 1.45
PAPER_PART = 25
"""Percentile of the nearest ends of paper that is taken for half a card's width."""
EDGE_NEAR = 0.05
"""A line is a card's side when it lies this near to it, in edges."""
SIDES_REACH = 3.0
"""Lines that come no nearer to a card's middle than this, in edges, are none of its sides."""


@dataclass(frozen=True, slots=True)
class Flat:
    """Symbols as they lie on the table; lengths in edges of the large symbol's square."""

    places: Floats
    sizes: Floats
    """(N,) of a whole symbol's square, 1 for a large one."""
    squeezes: Floats
    turns: Floats
    """(N,) radians, mod a quarter."""
    colours: Floats
    """(N, colours) probabilities."""
    paper: Floats
    """(N, 4) how far plain paper reaches from each to the right, left, down and up as it lies."""
    edges: Edges
    known: Floats
    """(N,) how likely each looks like a whole symbol of any size."""
    shapes: Floats
    """(N, 6) probabilities of the shape it then has."""

    large: NDArray[np.bool_]
    """(N,) whether each is a card's large symbol, whole or cut, and no corner's."""
    middles: Floats
    """(N, 2) where the middle of its card lies, as the net tells it."""
    headings: Floats
    """(N,) how the long side of its card lies, radians mod a half turn."""
    lengthwise: Floats
    """(N,) how likely each is ink on something that has a long side."""
    headed: NDArray[np.bool_]
    """(N,) whether that is told surely."""

    @property
    def whole(self) -> NDArray[np.bool_]:
        """(N,) whether each is a whole large symbol."""
        same = (self.sizes > WHOLE[0]) & (self.sizes < WHOLE[1])
        return np.asarray(self.large & same & (self.squeezes < WHOLE_SQUEEZE), np.bool_)

    @property
    def small(self) -> NDArray[np.bool_]:
        """(N,) whether each may be a corner's symbol."""
        return np.asarray(~self.large & (self.sizes < LARGEST_SMALL), np.bool_)

    @property
    def cut(self) -> NDArray[np.bool_]:
        """(N,) whether each may be a large symbol that another card covers in part."""
        return np.asarray(self.large & ~self.whole & (self.sizes < np.exp(SAME_SIZE)), np.bool_)


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its symbols and where it lies, in edges of the large symbol's square."""

    symbols: tuple[int, ...]
    """Large symbol first where it is seen."""
    place: tuple[float, float]
    turn: float
    """Radians: of its short side."""
    upright: bool
    """Whether the turn is sure to be that of the short side, not of the long one."""
    covered: bool = False
    """Whether only a corner of it is seen."""


def large_size(sizes: Floats, squeezes: Floats, off: Floats, large: NDArray[np.bool_]) -> float:
    """The size of the picture's large symbols: the usual one of those that are likely whole.

    Those are as wide as high, and stand in the middle of their cards: `off` tells how far each
    stands from where the net tells its card's middle, in its own sizes.
    """
    some = large if large.any() else np.ones(len(sizes), np.bool_)
    whole = np.exp(-((off / WHOLE_OFF) ** 2) - (squeezes / WHOLE_ROUND) ** 2) + HARDLY_WHOLE
    return weighted_middle(sizes[some], whole[some])


def weighted_middle(values: Floats, weights: Floats) -> float:
    """The value that half of the weight lies below."""
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return float(values[order][int(np.searchsorted(below, below[-1] / 2))])


def frame_of(turn: float) -> Floats:
    """Rows: along the short side and along the long one."""
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def short_side(flat: Flat, index: int) -> float:
    """How the short side of a symbol's card lies, radians: its lines, the quarter by the net."""
    return like(float(flat.turns[index]), float(flat.headings[index]) - np.pi / 2)


def like(turn: float, other: float) -> float:
    """A turn, or a quarter more where that is nearer to the other."""
    off = np.angle(np.exp(2j * (turn - other))) / 2
    return turn if abs(off) < np.pi / 4 else turn + np.pi / 2


def card_width(flat: Flat) -> float:
    """The width whose sides lie on most lines, and where most paper ends."""
    wholes = np.flatnonzero(flat.whole)
    if not len(wholes):
        return USUAL_WIDTH
    reach = 0.55 * flat.sizes[wholes, None] + flat.paper[wholes]
    by_paper = 2 * float(np.percentile(reach.min(axis=1), PAPER_PART))
    prior = 0.35 + np.exp(-(((WIDTHS - USUAL_WIDTH) / 0.22) ** 2))
    if WIDTHS[0] < by_paper < WIDTHS[-1]:
        prior = prior * (0.4 + np.exp(-(((WIDTHS - by_paper) / 0.1) ** 2)))
    total = np.zeros(len(WIDTHS))
    for k, index in enumerate(wholes):
        turn = short_side(flat, int(index))
        is_same = abs(turn - float(flat.turns[index])) < np.pi / 4
        total += 0.02 + _side_scores(flat, int(index), turn)
        total += _paper_scores(reach[k] if is_same else reach[k, [2, 3, 0, 1]])
    return float(WIDTHS[int((total * prior).argmax())])


def _paper_scores(reach: Floats) -> Floats:
    """(len(WIDTHS),) how well paper ends at the short sides and goes on to the long ones."""
    half = WIDTHS / 2
    short = sum(np.exp(-(((reach[side] - half) / 0.07) ** 2)) for side in (0, 1))
    long = sum(
        (reach[side] > 1.2 * half) * 0.5 - (reach[side] < 0.85 * half) * 0.5 for side in (2, 3)
    )
    return np.asarray(short + long, np.float64)


def _side_scores(flat: Flat, index: int, turn: float) -> Floats:
    """(len(WIDTHS),) how much of a card's four sides lies on lines, for each width."""
    frame = frame_of(turn)
    starts, ends = flat.edges.starts - flat.places[index], flat.edges.ends - flat.places[index]
    near = np.minimum(starts, ends).max(axis=1) < SIDES_REACH
    near &= np.maximum(starts, ends).min(axis=1) > -SIDES_REACH
    starts, ends = starts[near] @ frame.T, ends[near] @ frame.T
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    middle = (starts + ends) / 2
    flat_on = np.ptp(np.stack([starts, ends]), axis=0)
    total = np.zeros(len(WIDTHS))
    for axis, ratio in ((0, 1.0), (1, CARD_RATIO)):
        along = 1 - axis
        straight = flat_on[:, axis] < 0.12 * flat_on[:, along] + 0.02
        for sign in (-1, 1):
            side = sign * WIDTHS * ratio / 2
            span = WIDTHS / 2 * (CARD_RATIO if axis == 0 else 1.0)
            on = np.exp(-(((middle[:, axis, None] - side) / EDGE_NEAR) ** 2)) * straight[:, None]
            seen = np.minimum(high[:, along, None], span) - np.maximum(low[:, along, None], -span)
            total += np.minimum((on * seen.clip(0)).sum(axis=0) / (2 * span), 1)
    return total

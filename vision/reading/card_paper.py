"""Whether what is seen of a card is paper: what is seen between cards is the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reading.card_places import CARD_RATIO, Card, Flat, frame_of
from vision.reading.card_plane import Plane
from vision.reading.card_symbols import Symbols
from vision.reading.prints import Floats

POINTS = (9, 13)
"""So many places of a card are looked at along its short and its long side,"""
WITHIN = 0.42
"""within so much of its width and of its height to each side of its middle: it may have a rim."""
HIDES = 0.57
"""A whole card hides what lies within so much of its own: how wide cards are is told roughly."""
OPEN_SIZE, OPEN_SQUEEZE = 0.8, 0.15
"""The large symbols of cards that hide others are so large at least, and squeezed less."""
NEAREST = 4
"""The paper of so many whole cards beside it tells what its own looks like."""
LIKE_PAPER, OF_CONTRAST = 25.0, 0.3
"""Paper differs from that by no more in any channel, in 255ths or in shares of what ink does."""
SHADOWS = (0.45, 0.6, 0.8, 1.0)
"""White paper may lie in a shadow, and is so bright there."""
LEAST_PAPER, LEAST_SEEN = 0.18, 8
"""So much of what is seen of a card is paper, and so many of its places are seen at least."""


def are_paper(
    symbols: Symbols, plane: Plane, flat: Flat, cards: list[Card], width: float, edge: float
) -> list[bool]:
    """Whether each card may be one by its paper; those whose large symbol is whole are."""
    whole = np.array([not card.covered and flat.whole[card.symbols[0]] for card in cards], bool)
    open_ = np.array([_is_open(flat, card) for card in cards], bool)
    sure = np.flatnonzero(whole & open_)
    if not len(sure):
        return [True] * len(cards)
    return [
        bool(known) or _is_paper(symbols, plane, cards, k, sure, (width, edge))
        for k, known in enumerate(whole)
    ]


def _is_open(flat: Flat, card: Card) -> bool:
    """Whether a card surely lies open: a lobe of a clover may look like a small whole circle."""
    first = card.symbols[0]
    return bool(flat.sizes[first] > OPEN_SIZE and flat.squeezes[first] < OPEN_SQUEEZE)


def _is_paper(
    symbols: Symbols,
    plane: Plane,
    cards: list[Card],
    number: int,
    sure: NDArray[np.intp],
    sizes: tuple[float, float],
) -> bool:
    """Whether enough of a card is seen, and enough of that looks like the paper of others."""
    card, (width, edge) = cards[number], sizes
    wanted = _places_on(card, width)
    for k in sure:
        wanted = wanted[~_is_on(wanted, cards[k], width)]
    at = np.rint(plane.pixels(wanted * edge)).astype(int)
    high, wide = symbols.picture_bgr.shape[:2]
    at = at[((at >= 0) & (at < (wide, high))).all(axis=1)]
    if len(at) < LEAST_SEEN:
        return False
    seen = symbols.picture_bgr[at[:, 1], at[:, 0]].astype(np.float64)
    away = np.linalg.norm(np.array([cards[k].place for k in sure]) - card.place, axis=1)
    near = [cards[k].symbols[0] for k in sure[np.argsort(away)[:NEAREST]]]
    papers = symbols.papers[near]
    contrast = float(np.abs(symbols.inks[near] - papers).max(axis=1).mean())
    shades = np.array(SHADOWS if symbols.on_white else (1.0,))
    known = (papers[:, None] * shades[:, None]).reshape(-1, 3)
    off = np.abs(seen[:, None] - known).max(axis=2).min(axis=1)
    return bool((off < min(LIKE_PAPER, OF_CONTRAST * contrast)).mean() >= LEAST_PAPER)


def _places_on(card: Card, width: float) -> Floats:
    """(N, 2) places all over a card, but for its rim."""
    long = CARD_RATIO if card.upright else 1.0
    across, along = (np.linspace(-WITHIN, WITHIN, count) * width for count in POINTS)
    x, y = np.meshgrid(across, along * long)
    on_card = np.stack([x.ravel(), y.ravel()], axis=1)
    return np.asarray(on_card @ frame_of(card.turn) + np.array(card.place), np.float64)


def _is_on(places: Floats, card: Card, width: float) -> NDArray[np.bool_]:
    """(N,) whether places lie on a card."""
    x, y = np.abs((places - np.array(card.place)) @ frame_of(card.turn).T).T
    long = CARD_RATIO if card.upright else 1.0
    return np.asarray((x < HIDES * width) & (y < HIDES * long * width), np.bool_)

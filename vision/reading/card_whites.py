"""White ink on black cards: whether a set has it in place of purple."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Colour
from vision.reading.card_places import SURELY
from vision.reading.card_symbols import Symbols
from vision.reading.prints import Floats

LIKE_SIZE = 0.18
"""White ink is as large as coloured ink of the same set, within this in log size: spots of glare
and the table between cards are of any size."""
RATHER_PURPLE = 1.5
"""White ink outnumbers what may be purple by so much: spots of glare are few."""
WHITE_CLEAR = 0.97
"""How sure it is that white ink is white: worn paper and glare are white, too."""


def white_belongs(
    symbols: Symbols, sizes: Floats, known: Floats, colours: Floats
) -> NDArray[np.bool_]:
    """(N,) all symbols, but no white ones where a set has none.

    `colours` (N, 7) tell of the coloured ones whether they are purple: no set has both.
    """
    white, sure = symbols.white, known > SURELY
    if not white.any() or not (sure & ~white).any():
        return ~white
    usual = np.log(sizes[sure & ~white])
    away = np.abs(np.log(sizes)[:, None] - usual[None]).min(axis=1)
    whites = int((white & sure & (away < LIKE_SIZE)).sum())
    purples = float(colours[sure & ~white, list(Colour).index(Colour.PURPLE)].sum())
    return np.asarray(~white | (whites > RATHER_PURPLE * purples), np.bool_)


def with_white(colours: Floats, white: NDArray[np.bool_]) -> Floats:
    """(N, 7) the probabilities over `Colour` with white ones white, and then hardly any purple.

    The less so the more of the others are purple: a sign on a pile's back may be white.
    """
    if not white.any():
        return colours
    found = colours.copy()
    order = list(Colour)
    purple = order.index(Colour.PURPLE)
    whites, purples = float(white.sum()), float(colours[~white, purple].sum())
    found[:, purple] *= 1 - WHITE_CLEAR * whites / (whites + purples)
    found[white] = (1 - WHITE_CLEAR) / (len(order) - 1)
    found[white, order.index(Colour.WHITE)] = WHITE_CLEAR
    return np.asarray(found / found.sum(axis=1, keepdims=True), np.float64)

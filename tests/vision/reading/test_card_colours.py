"""Colours of cards are told by all symbols of a picture together, doubt included."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.tiles import PURPLE_SET, Colour
from vision.reading.card_colours import symbol_colours

ON_WHITE = [(42, 30, 208), (26, 112, 238), (36, 208, 240), (62, 142, 34), (184, 92, 28)]
ON_WHITE += [(140, 46, 98)]
ON_BLACK = [(46, 38, 212), (32, 124, 240), (48, 214, 246), (76, 162, 48), (216, 124, 44)]
ON_BLACK += [(176, 70, 128)]
"""Inks in the palette's order, BGR."""


def told(
    inks: list[tuple[int, int, int]], paper: tuple[int, int, int], on_white: bool
) -> list[str]:
    papers = np.tile(np.array(paper, float), (len(inks), 1))
    likely = symbol_colours(np.array(inks, float), papers, on_white)
    assert np.allclose(likely.sum(axis=1), 1)
    return [list(Colour)[k].name for k in likely.argmax(axis=1)]


NAMES = [colour.name for colour in PURPLE_SET.colours]


def test_no_symbols_have_no_colours():
    assert symbol_colours(np.zeros((0, 3)), np.zeros((0, 3)), True).shape == (0, len(Colour))


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.6, 0.9, 1.0), (1.0, 0.95, 0.8)])
def test_six_inks_are_told_under_any_lamp(lamp: tuple[float, float, float]):
    lit_white = [tuple(np.array(ink) * lamp) for ink in ON_WHITE]
    lit_black = [tuple(np.array(ink) * lamp) for ink in ON_BLACK]
    assert told(lit_white, tuple(240 * np.array(lamp)), True) == NAMES
    assert told(lit_black, tuple(24 * np.array(lamp)), False) == NAMES


def test_a_lone_ink_between_two_is_doubted():
    between = np.array([[30.0, 66.0, 226.0]])
    likely = symbol_colours(between, np.full((1, 3), 24.0), False)
    assert likely.max() < 0.97


def test_what_is_seen_of_an_ink_under_glare_is_that_ink():
    """Reds of which some lie in glare, an orange between red and yellow among them."""
    veil = 0.05
    clear = np.array([(34.0, 15.0, 172.0), (32.0, 116.0, 230.0), (186.0, 83.0, 22.0)])
    glared = 255 * (((clear[0] / 255) ** 2.2) * (1 - veil) + veil) ** (1 / 2.2)
    inks = np.vstack([clear, clear, glared])
    likely = symbol_colours(inks, np.full(inks.shape, 255.0), True)
    assert list(Colour)[int(likely[-1].argmax())] is Colour.RED

"""What shows of a card is paper, and what shows in a gap between two cards is the table."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.reading.test_card_corners import card, flat
from tests.vision.reading.test_card_plane import SIZE_WH, symbols_at
from vision.reading.card_paper import are_paper
from vision.reading.card_places import Card
from vision.reading.card_plane import plane_at

WOOD, PAPER = (120, 170, 200), (245, 250, 250)
WIDE, HIGH, EDGE, GAP = 100, 150, 59, 24
FIRST = (400, 450)
SECOND = (FIRST[0] + WIDE + GAP, FIRST[1])


@pytest.mark.parametrize(
    ("middle_px", "is_card"),
    [
        ((FIRST[0] + (WIDE + GAP) // 2, FIRST[1]), False),
        ((SECOND[0] + WIDE // 2, SECOND[1]), True),
    ],
    ids=["the table between two cards", "a card under the second"],
)
@pytest.mark.parametrize("shade", [1.0, 0.6], ids=["lit", "in a shadow"])
def test_a_card_in_part_covered_is_one_where_its_paper_is_seen(middle_px, is_card, shade):
    picture = np.full((SIZE_WH[1], SIZE_WH[0], 3), WOOD, np.uint8)
    for x, y in (middle_px, FIRST, SECOND) if is_card else (FIRST, SECOND):
        paper = tuple(shade * one for one in PAPER) if (x, y) == middle_px else PAPER
        corner = (x - WIDE // 2, y - HIGH // 2)
        cv2.rectangle(picture, corner, (corner[0] + WIDE, corner[1] + HIGH), paper, -1)
    middles = np.array([FIRST, SECOND, middle_px], np.float64)
    symbols = replace(
        symbols_at(middles, np.full((3, 3), 248.0), np.zeros(3, bool)), picture_bgr=picture
    )
    plane = plane_at(0.0, 0.0, SIZE_WH)
    places = plane.places(middles)
    edge = float(plane.places(middles[0] + (EDGE, 0))[0] - places[0, 0])
    cards = [Card((k,), (x / edge, y / edge), 0.0, True) for k, (x, y) in enumerate(places)]
    whole = flat(card(0, 0, []), card(1, 0, []), card(2, 0, []))
    cut = replace(whole, squeezes=np.array([0.0, 0.0, 0.3]))
    told = are_paper(symbols, plane, cut, cards, WIDE / EDGE, edge)
    assert told == [True, True, is_card]

"""Symbols that the net hardly calls ink: believed where they are cards of a row with sure ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.observation import Face
from vision.reading.card_places import Card
from vision.reading.card_together import may_be_row

FEWEST_SURE = 2
"""So many surer cards show where a row runs, and how far apart its cards lie."""
LIKE_A_ROW = 0.2
"""How likely its cards are such as the rules allow in one row, the faint one among them."""


def faint_in_rows(
    cards: Sequence[Card],
    faces: Sequence[Face],
    rows: Sequence[list[int]],
    faint: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """(symbols,) which of the `faint` ones are cards of a row that surer cards show."""
    believed = np.zeros(len(faint), bool)
    for row in rows:
        of_faint = [k for k in row if faint[cards[k].symbols[0]]]
        is_row = may_be_row([faces[k] for k in row]) > LIKE_A_ROW
        if is_row and len(row) - len(of_faint) >= FEWEST_SURE:
            believed[[cards[k].symbols[0] for k in of_faint]] = True
    return believed

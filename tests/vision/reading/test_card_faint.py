"""What the net hardly calls ink is believed only as a card of a row that surer ones show."""

from __future__ import annotations

import numpy as np

from tests.vision.reading.test_card_together import face
from vision.reading.card_faint import faint_in_rows
from vision.reading.card_places import Card


def believed(texts: str, rows: list[list[int]], faint: str) -> str:
    """Which of the faint ones are believed; x stands for a faint card, - for a sure one."""
    faces = [face(text) for text in texts.split()]
    cards = [Card((k,), (float(k), 0.0), 0.0, True) for k in range(len(faces))]
    found = faint_in_rows(cards, faces, rows, np.array([one == "x" for one in faint], np.bool_))
    return "".join("x" if one else "-" for one in found)


def test_nothing_is_believed_of_nothing():
    assert believed("", [], "") == ""


def test_a_faint_card_of_a_row_of_surer_ones_is_believed():
    assert believed("ro rs rd bx", [[0, 1, 2], [3]], "x--x") == "x---"


def test_one_sure_card_shows_no_row():
    assert believed("ro rs rd", [[0, 1, 2]], "x-x") == "---"


def test_a_faint_card_that_the_rules_keep_out_of_the_row_is_not_believed():
    assert believed("gx rs rd", [[0, 1, 2]], "x--") == "---"

"""Prints: however many bright dots are on black, so many are looked at and no more."""

import numpy as np

from vision.reading.prints import MOST_PRINTS, find_prints


def test_thousands_of_equal_dots_are_bounded():
    dot = np.zeros((20, 20, 3), np.uint8)
    dot[5:15, 5:15] = 240
    picture_bgr = np.tile(dot, (75, 75, 1))
    assert len(find_prints(picture_bgr)) == MOST_PRINTS

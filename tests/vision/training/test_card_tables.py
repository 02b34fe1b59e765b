"""What the net of cards is shown: ink is where it is said to be, and of the card that is told."""

from __future__ import annotations

import numpy as np

from vision.reading.card_ink import GROUND, LARGE, SMALL
from vision.training.card_tables import inked_table


def test_ink_is_told_of_the_card_on_which_it_lies():
    table = inked_table(5)
    ys, xs = np.nonzero(table.kinds == LARGE)
    assert len(ys)
    middles = table.centres_px[table.owners[ys, xs]]
    long = np.linalg.norm(table.along_px, axis=1)[table.owners[ys, xs]]
    near = np.hypot(*(middles - np.stack([xs, ys], axis=1)).T) < 0.55 * long
    assert near.mean() > 0.99


def test_small_symbols_stand_farther_from_the_middle_than_large_ones():
    table = inked_table(1)
    away = {}
    for kind in (LARGE, SMALL):
        ys, xs = np.nonzero(table.kinds == kind)
        middles = table.centres_px[table.owners[ys, xs]]
        away[kind] = float(np.median(np.hypot(*(middles - np.stack([xs, ys], axis=1)).T)))
    assert away[SMALL] > 1.5 * away[LARGE]


def test_most_of_a_table_is_no_ink():
    assert (inked_table(2).kinds == GROUND).mean() > 0.9


def test_the_same_seed_draws_the_same_table():
    assert (inked_table(3).picture_bgr == inked_table(3).picture_bgr).all()

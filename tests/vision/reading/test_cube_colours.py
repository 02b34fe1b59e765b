"""Colours of cubes: any inks that go by the names of the colours, in any light."""

import numpy as np
import pytest

from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Palette
from tests.support.breadth import in_every_run
from vision.reading.cube_colours import classify_cube_colours
from vision.reading.print_light import PrintLight, print_light
from vision.simulated.optics.light import random_light
from vision.simulated.pieces.inks import any_inks
from vision.training.learn_inks import table_faces

ORDER = list(Colour)


def wrong_and_sure(palette: Palette, seeds: range) -> tuple[int, int, int]:
    """How many faces of all were told wrongly, and how many of those as if it were certain."""
    wrong = sure = count = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        faces, _ = table_faces(rng, any_inks(rng, palette), random_light(rng))
        told = classify_cube_colours(print_light(faces)).probabilities
        true = [ORDER.index(palette.colours[k % 6]) for k in range(len(faces))]
        off = told.argmax(axis=1) != true
        wrong, count = wrong + int(off.sum()), count + len(faces)
        sure += int((off & (told.max(axis=1) > 0.95)).sum())
    return wrong, sure, count


def test_no_face_has_no_colour() -> None:
    none = PrintLight(np.zeros((0, 3)), np.zeros(3))
    assert classify_cube_colours(none).probabilities.shape == (0, len(ORDER))


@pytest.mark.parametrize("tables", in_every_run((15,), (15, 30)))
def test_inks_that_nobody_measured_are_told_apart(tables: int) -> None:
    for palette in (PURPLE_SET, WHITE_SET):
        wrong, sure, count = wrong_and_sure(palette, range(50, 50 + tables))
        assert wrong < 0.04 * count
        assert sure < 0.02 * count


def test_a_yellow_orange_is_orange_beside_a_yellow() -> None:
    """As on a set that prints orange nearly as light as others print yellow."""
    red, orange, yellow = (0.02, 0.01, 0.6), (0.01, 0.33, 0.95), (0.03, 0.75, 0.9)
    green, blue, purple = (0.06, 0.35, 0.05), (0.6, 0.25, 0.03), (0.45, 0.08, 0.25)
    light = np.repeat([red, orange, yellow, green, blue, purple], 3, axis=0)
    told = classify_cube_colours(PrintLight(light, np.zeros(3))).probabilities
    names = [ORDER[k].value for k in told.argmax(axis=1)[::3]]
    assert names == ["red", "orange", "yellow", "green", "blue", "purple"]


def test_a_red_that_may_be_an_orange_is_doubted_until_an_orange_lies_beside_it() -> None:
    red, yellow, green = (0.04, 0.06, 0.73), (0.002, 0.5, 0.76), (0.01, 0.15, 0.02)
    blue, purple, orange = (0.26, 0.03, 0.002), (1.04, 0.27, 0.88), (0.06, 0.16, 0.95)
    without = np.repeat([red, yellow, green, blue, purple], (3, 2, 2, 2, 3), axis=0)
    reds = slice(0, 3)
    told = classify_cube_colours(PrintLight(without, np.zeros(3))).probabilities
    assert told[reds].max() < 0.9
    assert (told[3:].max(axis=1) > 0.99).all()
    beside = np.concatenate([without, [orange, orange]])
    told = classify_cube_colours(PrintLight(beside, np.zeros(3))).probabilities
    assert (told[reds, ORDER.index(Colour.RED)] > 0.95).all()
    assert (told[-2:, ORDER.index(Colour.ORANGE)] > 0.95).all()

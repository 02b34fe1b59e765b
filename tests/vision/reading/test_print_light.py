"""The light of prints under dust: how much of it lies there, and what the print is beneath."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pictures.load import PictureBgr
from vision.reading.print_light import DARKEST, SCUFFS, PrintLight, print_light, scuffed
from vision.reading.prints import FACE_PX, REACH, Floats

BLACK, DUST, RED, YELLOW = (20, 20, 20), (110, 110, 110), (50, 40, 200), (30, 210, 220)


def away_from_the_middle() -> tuple[Floats, Floats]:
    steps = ((np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1) * REACH
    across, down = np.meshgrid(steps, steps)
    return np.abs(across), np.abs(down)


def pieces(*grounds: tuple[int, int, int], radius: float = 0.3) -> PictureBgr:
    """Yellow circles on black, each with such a ground inside a clean rim."""
    across, down = away_from_the_middle()
    faces = np.full((len(grounds), FACE_PX, FACE_PX, 3), BLACK, np.uint8)
    for face, ground in zip(faces, grounds, strict=True):
        face[np.maximum(across, down) < 0.38] = ground
        face[np.hypot(across, down) < radius] = YELLOW
    return faces


def test_no_faces_have_no_light() -> None:
    assert print_light(pieces(), veiled=True).inks.shape == (0, 3)


@pytest.mark.parametrize("radius", [0.3, 0.41])
def test_dust_is_found_inside_the_clean_rim_and_beside_large_circles(radius: float) -> None:
    veils = print_light(pieces(BLACK, BLACK, DUST, radius=radius), veiled=True).veils
    assert veils is not None
    assert veils[:2].max() < 0.01
    assert veils[2].min() > 0.1
    assert np.ptp(veils[2]) < 0.01, "dust is grey"


def test_a_print_is_told_where_wear_left_most_of_its_colour() -> None:
    faces = pieces(BLACK, BLACK)
    across, down = away_from_the_middle()
    on_print = np.hypot(across, down) < 0.3
    faces[0][on_print] = RED
    worn = faces.copy()
    streaks = np.arange(FACE_PX)[:, None] % 5 < 3
    worn[0][on_print & streaks] = DUST
    clean, patchy = (print_light(one, veiled=True).inks[0] for one in (faces, worn))
    assert patchy == pytest.approx(clean, rel=0.05)


def test_no_more_dust_is_taken_off_than_there_is_light() -> None:
    orange, veil = np.array([[0.05, 0.13, 0.9]]), np.array([[0.1, 0.1, 0.1]])
    left = scuffed(PrintLight(orange, np.zeros(3), veil))[0]
    assert len(left) == len(SCUFFS)
    assert left[:, 1].min() > 0.05, "an orange keeps its green"
    assert left.min() >= DARKEST
    assert left[0] == pytest.approx(orange[0] - SCUFFS[0] * veil[0])

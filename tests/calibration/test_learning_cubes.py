"""Learning a set of cubes: six in a row teach their inks, and tiles are read as before."""

from dataclasses import replace

import numpy as np
import pytest

from assistant.board import Cell
from assistant.session.setup import Setup
from assistant.tiles import PURPLE_SET, Shape, Tile
from calibration.inks.layout import Mistake
from calibration.inks.profile import Profiles, read_profile, write_profile
from vision.simulated import SimTile, TableScene, render
from vision.simulated.optics.camera import CameraPose
from vision.simulated.pieces.cubes import CubeLook
from vision.simulated.pieces.inks import any_inks
from vision.simulated.things.surfaces import Surface

SYMBOLS = (Shape.CIRCLE, Shape.CLOVER, Shape.SQUARE, Shape.CIRCLE, Shape.STARBURST, Shape.DIAMOND)


def row(count=6):
    cubes = zip(PURPLE_SET.colours, SYMBOLS, strict=True)
    tiles = tuple(SimTile(Cell(k, 0), Tile(*cube)) for k, cube in enumerate(cubes))[:count]
    scene = TableScene(
        tiles,
        any_inks(np.random.default_rng(31), PURPLE_SET),
        surface=Surface.LAMINATE,
        pose=CameraPose((2.5, 0.0), 10.0, 20.0, 0.0, focal=0.9),
        size_wh=(640, 480),
        cubes=CubeLook(),
    )
    return render(scene).picture_bgr


@pytest.fixture
def setup(tmp_path):
    setup = Setup(Profiles(tmp_path))
    setup.plays_cubes = lambda: True
    return setup


def test_six_cubes_in_a_row_teach_their_inks(setup):
    lessoned = setup.learn(row(), "Our cubes")
    assert lessoned.layout.faults == ()
    assert lessoned.layout.lesson is not None
    assert sorted(c.value for c in lessoned.layout.lesson.colours) == sorted(
        c.value for c in PURPLE_SET.colours
    )
    assert setup.inks is not None
    kept = read_profile(write_profile(setup.profile))
    assert kept.cubes
    assert not replace(kept, lessons=()).cubes
    setup.plays_cubes = lambda: False
    assert setup.inks is None


def test_too_few_cubes_teach_nothing(setup):
    lessoned = setup.learn(row(4), "Our cubes")
    (fault,) = lessoned.layout.faults
    assert fault.mistake is Mistake.TOO_FEW
    assert setup.inks is None

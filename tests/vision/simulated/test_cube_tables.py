"""Cubes on the simulated table: where their tops and sides are seen, and what they look like."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.board import Cell
from assistant.tiles import PURPLE_SET, parse_tile
from vision.simulated import Rendered, SimTile, StrayTile, TableScene, TrueFace, render
from vision.simulated.film import LiveTable
from vision.simulated.optics.camera import CameraPose
from vision.simulated.optics.sensor import Sensor
from vision.simulated.pieces.cubes import CubeLook
from vision.simulated.pieces.inks import random_inks
from vision.simulated.scenes.cube_tables import HAND, random_cubes
from vision.simulated.scenes.scene import HandPose
from vision.simulated.things.surfaces import Surface

CLEAN = Sensor(blur_px=0.3, noise=0.0, sharpen=0.0, jpeg_quality=0)
TOPS = ("ro", "rs", "rd")


def row(tilt_deg: float, **changes: object) -> TableScene:
    """Three red cubes in a row, seen from their +y side."""
    tiles = tuple(SimTile(Cell(x, 0), parse_tile(name)) for x, name in enumerate(TOPS))
    inks = random_inks(np.random.default_rng(5), PURPLE_SET)
    pose = CameraPose((1.0, 0.0), 9.0, tilt_deg, focal=0.9)
    scene = TableScene(tiles, inks, pose=pose, sensor=CLEAN, size_wh=(480, 360), cubes=CubeLook())
    return replace(scene, surface=Surface.LAMINATE, **changes)


def fronts(shown: Rendered) -> list[TrueFace]:
    """The sides that are turned to the camera, not those seen along themselves."""
    return [side for side in shown.sides if cv2.contourArea(side.corners_px) > 400]


def test_cubes_seen_aslant_show_their_sides_below_their_tops() -> None:
    shown = render(row(40))
    tops = {face.cell: face for face in shown.truth}
    assert len(fronts(shown)) == 3
    for side in fronts(shown):
        x, y = tops[side.cell].centre_px
        assert side.visible > 0.6
        assert side.centre_px[1] > y + 15
        assert abs(side.centre_px[0] - x) < 12
    assert all(face.visible > 0.75 for face in shown.truth), "no cube hides another one's top"


def test_neighbours_hide_the_sides_between_them() -> None:
    shown = render(row(40))
    middle = [side for side in shown.sides if side.cell == Cell(1, 0)]
    assert sum(side.visible > 0.2 for side in middle) == 1


def test_the_symbol_on_a_side_is_printed_in_the_cubes_own_ink() -> None:
    shown = render(row(45))
    for side in fronts(shown):
        x, y = (round(v) for v in side.centre_px)
        blue, green, red = shown.picture_bgr[y - 3 : y + 4, x - 3 : x + 4].mean(axis=(0, 1))
        assert red > 1.5 * max(blue, green)


def test_from_straight_above_the_middle_cube_shows_no_side() -> None:
    shown = render(row(0))
    assert [side for side in shown.sides if side.cell == Cell(1, 0) and side.visible > 0.05] == []


@pytest.mark.parametrize(("lean_deg", "base"), [(25.0, 0.0), (70.0, 1.5)])
def test_cubes_lean_and_fly(lean_deg: float, base: float) -> None:
    stray = StrayTile((1.0, 2.5), 30.0, parse_tile("b*"))
    still, moved = (
        render(row(30, strays=(one,)))
        for one in (stray, replace(stray, lean_deg=lean_deg, base=base))
    )
    assert still.loose[0].centre_px != moved.loose[0].centre_px
    assert not np.array_equal(still.picture_bgr, moved.picture_bgr)


def test_a_random_table_has_all_hands_in_the_picture() -> None:
    for seed in (1, 2):
        scene = random_cubes(seed)
        shown = render(scene)
        assert len(shown.loose) in (2 * HAND, 3 * HAND, 4 * HAND)
        wide, high = scene.size_wh
        for face in (*shown.loose, *shown.truth):
            assert 0 < face.centre_px[0] < wide
            assert 0 < face.centre_px[1] < high
        assert not shown.cut


def test_a_table_of_cubes_lives_and_hands_carry_cubes_over_it() -> None:
    table = LiveTable(row(35))
    before = table.frame(0.0)
    hand = HandPose((1.0, 3.0), held=parse_tile("go"))
    assert not np.array_equal(before, table.frame(0.1, [hand]))
    table.lay([SimTile(Cell(3, 0), parse_tile("rx"))])
    assert not np.array_equal(before, table.frame(0.2))

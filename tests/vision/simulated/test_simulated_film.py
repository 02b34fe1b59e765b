"""The live table films what happens on it and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assistant.board import Cell, Placed, parse_board
from assistant.tiles import parse_tile
from vision.simulated.film import LiveTable, Shake
from vision.simulated.optics.light import Light
from vision.simulated.optics.sensor import Sensor
from vision.simulated.people.playing import Reach, laid_by_hand, playing_scene
from vision.simulated.scenes.scene import HandPose, SimTile

SIZE = (480, 360)


def live(diagram: str = "ro rs\n.. bs") -> LiveTable:
    """A small live table without noise."""
    scene = playing_scene(3, size_wh=SIZE, tile_px=36, light=Light())
    still = Sensor(blur_px=0.5, noise=0.0, sharpen=0.0)
    tiles = tuple(SimTile(placed.cell, placed.tile) for placed in parse_board(diagram))
    return LiveTable(replace(scene, sensor=still, tiles=tiles))


def changed(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    return np.abs(before.astype(int) - after).max(axis=2) > 12


def test_an_empty_table_can_be_filmed() -> None:
    table = live("")
    assert table.frame(0.0).shape == (360, 480, 3)
    assert len(table.board) == 0


def test_the_same_calls_give_the_same_film() -> None:
    scene = playing_scene(5, size_wh=SIZE)
    first, again = (LiveTable(scene).frame(1.5) for _ in range(2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, LiveTable(scene).frame(1.6))


def test_a_laid_tile_changes_its_own_place_only() -> None:
    table = live()
    before = table.frame(0.0)
    table.lay([laid_by_hand(np.random.default_rng(1), Placed(Cell(2, 1), parse_tile("yo")))])
    spots = changed(before, table.frame(0.0))
    assert table.board.tile_at(Cell(2, 1)) == parse_tile("yo")
    assert 0.005 < spots.mean() < 0.04


def test_a_taken_tile_leaves_the_bare_table() -> None:
    table = live("ro")
    bare = live("").frame(0.0)
    table.take([Cell(0, 0)])
    assert np.array_equal(table.frame(0.0), bare)


def test_hands_leave_no_trace() -> None:
    table = live()
    before = table.frame(0.0)
    during = table.frame(0.0, [HandPose((1.0, 0.0), held=parse_tile("g*"))])
    assert changed(before, during).mean() > 0.03
    assert np.array_equal(table.frame(0.0), before)


def test_a_reaching_hand_comes_stays_and_goes() -> None:
    reach = Reach(HandPose((0.0, 0.0), 90.0), 2.0, move_s=0.5, stay_s=1.0, carries=parse_tile("ro"))
    assert reach.at(1.9) is None
    assert reach.at(4.1) is None
    far, near = reach.at(2.05), reach.at(2.6)
    assert far is not None
    assert near is not None
    assert far.place[1] > 10
    assert near.place == pytest.approx((0.0, 0.0))
    assert near.held == parse_tile("ro")
    later = reach.at(reach.laid_s + 0.01)
    assert later is not None
    assert later.held is None


def test_a_knocked_camera_sees_the_same_table_from_elsewhere() -> None:
    table = live()
    before = table.frame(0.0)
    pose = table.scene.pose
    table.move_camera(replace(pose, look_at=(0.6, 0.2), yaw_deg=pose.yaw_deg + 4))
    assert changed(before, table.frame(0.0)).mean() > 0.05
    table.move_camera(pose)
    assert np.array_equal(table.frame(0.0), before)


def test_a_lamp_changes_the_whole_picture_and_a_shake_moves_it() -> None:
    table = live()
    before = table.frame(0.0)
    assert table.frame(0.0, brightness=1.6).mean() > before.mean() + 10
    assert changed(before, table.frame(0.0, shake=Shake((14.0, 5.0), 2.0))).mean() > 0.02
    lamp = replace(table.scene.light, tint=(0.4, 0.8, 1.2), far_tint=(0.4, 0.8, 1.2))
    table.switch_light(lamp)
    after = table.frame(0.0).reshape(-1, 3).mean(axis=0)
    assert after[2] - after[0] > before[..., 2].mean() - before[..., 0].mean() + 20

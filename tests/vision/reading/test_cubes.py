"""Reading cubes: tops only, the grid on its cells, open hands beside it."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import cv2
import numpy as np
import pytest

from assistant.board import Cell, parse_board
from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Shape, Tile, parse_tile
from tests.support.filmed_cubes import FilmedCubes
from vision.observation import Face, Observation
from vision.reading.cube_looks import LOOKS, Cubes, named_by_both
from vision.reading.cube_prints import all_prints, are_inked, inked_prints, lie_in_whole
from vision.reading.cube_sides import Sides, ink_light, same_ink, side_odds, with_true_edge
from vision.reading.cube_standing import float_over_table
from vision.reading.cube_strangers import are_strangers
from vision.reading.cubes import each_once, read_cubes
from vision.reading.prints import Prints, find_prints
from vision.reading.readers import reader_for
from vision.reading.shape import ANSWERS, SHAPES
from vision.reading.top_plane import fit_top_plane
from vision.simulated import Rendered, SimTile, StrayTile, TableScene, TrueFace, render
from vision.simulated.optics.camera import CameraPose
from vision.simulated.optics.sensor import Sensor
from vision.simulated.pieces.cubes import CubeLook
from vision.simulated.pieces.inks import random_inks
from vision.simulated.pieces.shapes import PrintStyle
from vision.simulated.scenes.cube_tables import random_cubes
from vision.simulated.things.surfaces import Surface

SHARP = Sensor(blur_px=0.5, noise=1.0, sharpen=0.0, jpeg_quality=0)
BOARD = """
ro rs rd ..
.. bs .. gs
.. ys ps rs
"""
HAND = ("ro", "gx", "bc", "p*", "yd", "os")


def table(tilt_deg: float, yaw_deg: float = 0.0, side_light: float = 0.7) -> TableScene:
    """A grid, and a hand whose cubes lie anyhow on its far side and on its right."""
    board = parse_board(BOARD)
    tiles = tuple(SimTile(placed.cell, placed.tile) for placed in board)
    hand = tuple(
        StrayTile((8.0 + 0.3 * (k % 2), -3.0 + 1.7 * k), 17.0 + 40 * k, parse_tile(name))
        for k, name in enumerate(HAND)
    )
    return TableScene(
        tiles,
        random_inks(np.random.default_rng(5), PURPLE_SET),
        surface=Surface.LAMINATE,
        pose=CameraPose((4.0, 1.5), 17.0, tilt_deg, yaw_deg, focal=0.9),
        sensor=SHARP,
        strays=hand,
        size_wh=(1280, 960),
        cubes=CubeLook(side_light=side_light),
    )


def found(face: TrueFace, among: tuple[Face, ...]) -> Face | None:
    """What was read where a cube's top really is."""
    x, y = face.centre_px
    near = [one for one in among if hypot(one.centre_px[0] - x, one.centre_px[1] - y) < 12]
    return near[0] if near else None


def check_all_right(seen: Observation, shown: Rendered) -> None:
    """Every cube read right, and nothing else read."""
    assert len(seen.sightings) == len(shown.truth)
    for face in shown.truth:
        read = found(face, seen.sightings)
        assert read is not None
        assert read.tile == face.tile
    assert len(seen.loose) == len(shown.loose)
    for face in shown.loose:
        read = found(face, seen.loose)
        assert read is not None
        assert read.tile == face.tile


def test_a_picture_without_cubes_is_read_as_nothing() -> None:
    seen = read_cubes(np.full((480, 640, 3), 180, np.uint8))
    assert seen.sightings == seen.groups == ()
    assert seen.complaints


def test_grey_marks_on_black_are_read_as_nothing() -> None:
    picture = np.full((480, 640, 3), 20, np.uint8)
    for k in range(12):
        cv2.circle(picture, (60 + 90 * (k % 6), 150 + 150 * (k // 6)), 16, (120, 120, 120), -1)
    seen = read_cubes(picture)
    assert seen.sightings == seen.groups == ()


@pytest.mark.parametrize("tilt_deg", [0, 15, 30, 45, 50])
def test_tops_are_read_and_sides_are_not(tilt_deg: float) -> None:
    shown = render(table(tilt_deg, yaw_deg=20.0))
    check_all_right(read_cubes(shown.picture_bgr), shown)


@pytest.mark.parametrize("yaw_deg", [0.0, 90.0])
def test_sides_that_fall_on_the_lattice_of_the_tops_are_no_tops(yaw_deg: float) -> None:
    """At a slant of 45 degrees along the grid a side lies where the next cell's top would."""
    for tilt_deg in (43.0, 46.0):
        shown = render(table(tilt_deg, yaw_deg, side_light=0.85))
        check_all_right(read_cubes(shown.picture_bgr), shown)


def test_cells_count_right_and_down_as_the_picture_shows_them() -> None:
    shown = render(table(25))
    cells = {one.cell: one.tile for one in read_cubes(shown.picture_bgr).sightings}
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    moved = {Cell(cell.x - left, cell.y - top): tile for cell, tile in cells.items()}
    assert moved == dict(parse_board(BOARD).tiles)


def test_the_plane_of_the_tops_tells_the_cameras_tilt() -> None:
    for tilt_deg in (10.0, 35.0, 48.0):
        picture = render(table(tilt_deg)).picture_bgr
        plane, _ = fit_top_plane(find_prints(picture, 3.0), (1280, 960))
        assert np.degrees(np.arccos(plane.normal[2])) == pytest.approx(tilt_deg, abs=3)


def test_random_tables_are_read() -> None:
    for seed in (2, 3, 16):
        shown = render(random_cubes(seed))
        check_all_right(read_cubes(shown.picture_bgr), shown)


def test_hands_at_opposite_sides_are_two_groups() -> None:
    scene = table(30)
    other = tuple(replace(one, place=(-3.0, one.place[1])) for one in scene.strays)
    scene = replace(scene, strays=(*scene.strays, *other))
    seen = read_cubes(render(scene).picture_bgr)
    assert sorted(len(group.faces) for group in seen.groups) == [6, 6]


def test_the_rules_tell_what_reads_a_picture() -> None:
    shown = render(table(45))
    assert len(reader_for("cubes")(shown.picture_bgr, None, None).sightings) == len(shown.truth)
    assert reader_for("classic") is not reader_for("cubes")


def test_white_cubes_are_read_like_coloured_ones() -> None:
    scene = table(30)
    white = {Colour.PURPLE: Colour.WHITE}
    tiles, strays = (
        tuple(
            replace(one, tile=Tile(white.get(one.tile.colour, one.tile.colour), one.tile.shape))
            for one in pieces
        )
        for pieces in (scene.tiles, scene.strays)
    )
    inks = random_inks(np.random.default_rng(5), WHITE_SET)
    shown = render(replace(scene, tiles=tiles, strays=strays, inks=inks))
    check_all_right(read_cubes(shown.picture_bgr), shown)


def test_symbols_of_little_more_than_half_the_usual_size_are_read() -> None:
    scene, usual = table(8), PrintStyle()
    lengths = {
        name: 0.62 * getattr(usual, name)
        for name in usual.__slots__
        if name not in ("clover_round", "cross_bow")
    }
    shown = render(replace(scene, style=replace(usual, **lengths)))
    check_all_right(read_cubes(shown.picture_bgr), shown)


def test_on_a_table_as_dark_as_cubes_are_nothing_bridges_those_that_lie_apart() -> None:
    shown = render(FilmedCubes(20_036).table.scene)
    seen = read_cubes(shown.picture_bgr)
    assert len(seen.loose) == len(shown.loose) == 24
    assert all(found(face, seen.loose).tile == face.tile for face in shown.loose)


def test_a_clover_that_reaches_to_the_edge_of_its_cube_stands_on_black() -> None:
    shown = render(FilmedCubes(15_010).table.scene)
    seen = read_cubes(shown.picture_bgr)
    assert len(seen.loose) == len(shown.loose) == 18


def test_purple_that_has_little_colour_left_in_warm_light_is_ink() -> None:
    light = np.array([(0.02, 0.4, 0.05), (0.02, 0.1, 0.6), (0.112, 0.066, 0.128)])
    prints = Prints(np.zeros((3, 2)), np.tile(np.eye(2), (3, 1, 1)), np.full(3, 40.0), np.zeros(3))
    on_black = replace(prints, grounds=np.array([40.0, 42.0, 53.0]))
    on_cloth = replace(prints, grounds=np.array([40.0, 42.0, 110.0]))
    assert are_inked(on_black, light).tolist() == [True, True, True]
    assert are_inked(on_cloth, light).tolist() == [True, True, False]


def test_tops_are_known_by_the_cut_that_shows_more_of_them() -> None:
    kinds, unsure, sure = np.eye(6)[[0, 1, 2]], np.zeros((3, ANSWERS)), np.zeros((3, ANSWERS))
    unsure[:, -1], sure[:, 0] = 1, 1
    assert not are_strangers(kinds, kinds, sure, unsure)
    assert not are_strangers(kinds, kinds, unsure, sure)
    assert are_strangers(kinds, kinds, unsure, unsure)


def test_a_print_over_the_bare_table_is_no_top() -> None:
    picture = render(table(42)).picture_bgr
    prints = find_prints(picture, 3.0)
    plane, fits = fit_top_plane(prints, (1280, 960))
    light = ink_light(picture, prints.centres_px)
    plane = with_true_edge(picture, prints, light, plane, fits)
    floats = float_over_table(picture, prints, light, plane)
    assert not floats[fits > 0.5].any()
    assert floats[fits < 0.01].any()


def test_a_checked_cloth_in_warm_light_is_no_crowd_of_cubes() -> None:
    scene = random_cubes(115_008, 45.0)
    shown = render(replace(scene, style=PrintStyle(square=0.28, diamond=0.39)))
    assert scene.surface is Surface.CHECKED_CLOTH
    seen = read_cubes(shown.picture_bgr)
    tops = (*shown.truth, *shown.loose)
    read = (*seen.sightings, *seen.loose)
    assert len(read) <= len(tops) + 1
    assert sum(found(face, read) is not None for face in tops) > 0.7 * len(tops)


def answers(**shares: float) -> np.ndarray:
    """What a net says of one face."""
    row = np.zeros((1, ANSWERS))
    for name, share in shares.items():
        row[0, SHAPES.index(Shape[name])] = share
    return row


def test_a_round_clover_that_one_net_takes_for_a_diamond_is_named_by_the_other() -> None:
    first, second = answers(DIAMOND=0.6, CLOVER=0.4), answers(DIAMOND=0.1, CLOVER=0.9)
    (named,) = named_by_both(first[:, : len(SHAPES)], second)
    assert SHAPES[named.argmax()] is Shape.CLOVER
    assert named.sum() == pytest.approx(1)


def test_the_second_net_does_not_tell_how_a_cube_is_turned() -> None:
    first, second = answers(DIAMOND=0.3, SQUARE=0.7), answers(DIAMOND=1.0)
    (named,) = named_by_both(first[:, : len(SHAPES)], second)
    share = {shape: named[SHAPES.index(shape)] for shape in (Shape.DIAMOND, Shape.SQUARE)}
    assert share[Shape.SQUARE] / share[Shape.DIAMOND] == pytest.approx(7 / 3, rel=0.02)


def test_hues_of_dark_prints_are_vague_and_still_those_of_an_ink() -> None:
    top, side = np.array([[0.0143, 0.107, 0.0001]]), np.array([[0.007, 0.031, 0.0014]])
    blue = np.array([[0.031, 0.007, 0.0014]])
    assert same_ink(top, side).all()
    assert not same_ink(top, blue).any()


def test_a_side_towards_the_lamp_is_as_bright_as_its_top() -> None:
    """Print 7 lies under top 0; of the others three face away from the lamp, three towards it."""
    headings, lights, fits = np.zeros((3, 8, 8))
    clear = (np.zeros(6, int), np.arange(1, 7))
    headings[clear] = np.repeat([0.0, np.pi / 2], 3)
    lights[clear] = np.repeat([-0.6, 0.0], 3)
    squeezes = np.ones((8, 8))
    odds = []
    for heading in (0.0, np.pi / 2):
        headings[0, 7] = heading
        sides = Sides(fits, squeezes, headings, lights, np.zeros(8, np.bool_))
        odds.append(side_odds(0, 7, np.ones(8), sides, clear))
    assert odds[0] < 0 < odds[1]


def test_a_side_as_bright_as_the_camera_tells_is_not_told_by_its_light() -> None:
    headings, lights, fits = np.zeros((3, 8, 8))
    clear = (np.arange(1, 4), np.arange(4, 7))
    lights[clear] = -0.6
    odds = [
        side_odds(0, 7, np.ones(8), Sides(fits, np.ones((8, 8)), headings, lights, dazzled), clear)
        for dazzled in (np.zeros(8, np.bool_), np.arange(8) == 0)
    ]
    assert odds[0] < 0 < odds[1]


def test_ink_hardly_brighter_than_the_black_is_found_by_its_colour() -> None:
    picture = np.full((480, 640, 3), (91, 135, 183), np.uint8)
    black, red, purple = (41, 59, 66), (30, 30, 200), (86, 51, 90)
    for k in range(6):
        x, y = 80 + 90 * k, 240
        cv2.rectangle(picture, (x - 24, y - 24), (x + 24, y + 24), black, -1)
        cv2.circle(picture, (x, y), 16, purple if k % 2 else red, -1)
    cv2.circle(picture, (320, 80), 16, purple, -1)
    prints = inked_prints(picture, all_prints(picture))
    assert sorted(np.rint(prints.centres_px[:, 0])) == [80 + 90 * k for k in range(6)]


def test_a_clover_one_with_a_bright_table_is_found_by_its_colour() -> None:
    picture = np.full((480, 640, 3), 185, np.uint8)
    black, red, green = (25, 30, 30), (30, 30, 200), (65, 100, 25)
    for k in range(6):
        x, y = 80 + 90 * k, 240
        cv2.rectangle(picture, (x - 24, y - 24), (x + 24, y + 24), black, -1)
        if k % 2:
            cv2.circle(picture, (x, y), 16, red, -1)
        else:
            for dx, dy in ((12, 0), (-12, 0), (0, 12), (0, -12)):
                cv2.circle(picture, (x + dx, y + dy), 11, green, -1)
            cv2.line(picture, (x - 20, y), (x - 32, y), green, 9)
    prints = inked_prints(picture, all_prints(cv2.GaussianBlur(picture, (0, 0), 1.0)))
    assert len(prints) == 6


def test_a_shred_of_a_print_does_not_keep_the_whole_from_being_found() -> None:
    whole = Prints(np.full((1, 2), 50.0), np.eye(2)[None], np.array([40.0]), np.zeros(1))
    shred = replace(whole, centres_px=np.full((1, 2), 53.0), edges_px=np.array([12.0]))
    assert not lie_in_whole(whole, shred).any()
    assert lie_in_whole(whole, replace(shred, edges_px=np.array([36.0]))).all()


def test_a_cube_that_was_found_twice_is_one() -> None:
    sure = np.zeros((3, LOOKS, ANSWERS))
    sure[:, :, 0] = np.array([0.9, 0.99, 0.9])[:, None]
    sure[:, :, -1] = 1 - sure[:, :, 0]
    places = np.array([(0.0, 0.0), (0.1, 0.05), (1.0, 0.0)])
    cubes = Cubes(places, places, np.zeros((3, 1)), np.zeros(3), sure, np.zeros((3, 1, 1, 3)))
    assert each_once(cubes).places.tolist() == [[0.1, 0.05], [1.0, 0.0]]

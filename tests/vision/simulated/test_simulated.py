"""The simulated table draws what its scene says, where its truth says."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.board import ACROSS, DOWN, Cell, parse_board
from assistant.tiles import PURPLE_SET, WHITE_SET, Shape, Tile, parse_tile
from vision.simulated import (
    HandPose,
    SimTile,
    StrayTile,
    TableScene,
    empty_pictures,
    random_scene,
    render,
)
from vision.simulated.optics.camera import CameraPose, View
from vision.simulated.optics.light import LightKind
from vision.simulated.optics.sensor import Sensor
from vision.simulated.optics.srgb import decode, encode
from vision.simulated.pieces.growth import grow_board
from vision.simulated.pieces.inks import random_inks
from vision.simulated.pieces.layout import Untidiness, lay_out
from vision.simulated.pieces.shapes import coverage, outline, random_style
from vision.simulated.scenes.scene import Glare
from vision.simulated.things.surfaces import Surface
from vision.training.faces import random_face_patch
from vision.training.negatives import Negative, random_negative_patch

SMALL = (480, 360)
CLEAN = Sensor(blur_px=0.3, noise=0.0, sharpen=0.0, jpeg_quality=0)
BOARD = """
ro rs rd rc r* rx
.. bs .. .. .. ..
.. ys .. p* gs ..
"""


def table(
    diagram: str = "", tile_px: float = 40, tilt_deg: float = 0, **changes: object
) -> TableScene:
    """The diagram laid exactly, photographed by a faultless camera."""
    board = parse_board(diagram)
    tiles = tuple(SimTile(placed.cell, placed.tile) for placed in board)
    pose = CameraPose((2.5, 1.0), 0.9 * SMALL[0] / tile_px, tilt_deg, focal=0.9)
    inks = random_inks(np.random.default_rng(5), PURPLE_SET)
    scene = TableScene(
        tiles, inks, pose=pose, sensor=CLEAN, size_wh=SMALL, surface=Surface.LAMINATE
    )
    return replace(scene, **changes)


def nearest_colour(scene: TableScene, bgr: np.ndarray) -> str:
    """The ink of the set whose direction in linear light is closest."""
    light = decode(bgr)

    def apart(ink: np.ndarray) -> float:
        return float(np.linalg.norm(ink / np.linalg.norm(ink) - light / np.linalg.norm(light)))

    return min(scene.inks.palette.colours, key=lambda c: apart(scene.inks.linear(c))).value


def test_an_empty_table_has_no_truth() -> None:
    rendered = render(table())
    assert rendered.picture_bgr.shape == (360, 480, 3)
    assert rendered.picture_bgr.dtype == np.uint8
    assert rendered.truth == rendered.blanks == rendered.loose == rendered.cut == ()


def test_the_same_seed_gives_the_same_picture() -> None:
    first, again = (render(random_scene(7, size_wh=SMALL)) for _ in range(2))
    assert np.array_equal(first.picture_bgr, again.picture_bgr)
    other = render(random_scene(8, size_wh=SMALL))
    assert not np.array_equal(first.picture_bgr, other.picture_bgr)


@pytest.mark.parametrize("tilt_deg", [0, 25, 45])
@pytest.mark.parametrize("barrel", [0.0, -0.08, 0.03])
def test_ink_lies_where_the_truth_says(tilt_deg: float, barrel: float) -> None:
    scene = table(BOARD, tilt_deg=tilt_deg)
    scene = replace(scene, pose=replace(scene.pose, yaw_deg=200, barrel=barrel))
    rendered = render(scene)
    assert {face.cell for face in rendered.truth} == set(scene.board.tiles)
    for face in rendered.truth:
        x, y = (round(v) for v in face.centre_px)
        around = rendered.picture_bgr[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)
        assert face.tile is not None
        assert nearest_colour(scene, around) == face.tile.colour.value, face.cell
        assert face.visible > 0.97


@pytest.mark.parametrize("tilt_deg", [0, 40])
def test_true_corners_are_the_corners_of_the_black_square(tilt_deg: float) -> None:
    rendered = render(
        table("ro", tile_px=80, tilt_deg=tilt_deg, pose=CameraPose((0, 0), 8, tilt_deg))
    )
    (face,) = rendered.truth
    middle = np.array(face.centre_px)
    grey = cv2.cvtColor(rendered.picture_bgr, cv2.COLOR_BGR2GRAY)
    for corner in face.corners_px:
        x, y = np.rint(middle + 0.9 * (corner - middle)).astype(int)
        assert grey[y, x] < 70
    top = face.corners_px[:2].mean(axis=0)
    x, y = np.rint(middle + 1.12 * (top - middle)).astype(int)
    assert grey[y, x] > 90


@pytest.mark.parametrize("surface", list(Surface))
@pytest.mark.parametrize("kind", list(LightKind))
def test_every_table_in_every_light_can_be_drawn(surface: Surface, kind: LightKind) -> None:
    scene = random_scene(3, surface=surface, light_kind=kind, size_wh=SMALL, tile_count=6)
    assert scene.conditions["surface"] == surface.value
    assert scene.conditions["light"] == kind.value
    assert render(scene).picture_bgr.std() > 3


def test_random_scenes_span_the_range_of_conditions() -> None:
    scenes = [random_scene(seed) for seed in range(100)]
    seen = {name: {s.conditions[name] for s in scenes} for name in scenes[0].conditions}
    assert all(len(values) > 1 for values in seen.values())
    assert {"0-10", "30-45"} <= seen["tilt_band"]
    assert {"25-40", "160-400"} <= seen["tile_px_band"]
    assert min(len(s.tiles) for s in scenes) <= 3
    assert max(len(s.tiles) for s in scenes) >= 55
    assert max(s.pose.tilt_deg for s in scenes) <= 45


@pytest.mark.parametrize("seed", range(6))
def test_a_board_that_is_not_cut_lies_wholly_in_the_picture(seed: int) -> None:
    scene = random_scene(seed, size_wh=SMALL, cut=False)
    rendered = render(scene)
    assert len(rendered.truth) == len(scene.tiles)
    assert rendered.cut == ()


def test_tiles_at_the_edge_of_the_picture_are_cut() -> None:
    scene = table(BOARD)
    rendered = render(replace(scene, pose=replace(scene.pose, look_at=(7.0, 1.0))))
    assert rendered.cut
    assert len(rendered.cut) + len(rendered.truth) == len(scene.tiles)
    assert all(face.visible < 1 for face in rendered.cut)


def test_tiles_beside_the_board_are_blank_or_loose() -> None:
    strays = (StrayTile((-1.0, 3.0), 30.0), StrayTile((6.0, -1.0), 10.0, parse_tile("blue clover")))
    rendered = render(table(BOARD, strays=strays))
    assert [face.tile for face in rendered.blanks] == [None]
    assert [str(face.tile) for face in rendered.loose] == ["bc"]


def test_a_hand_hides_the_tiles_under_it() -> None:
    hand = HandPose((2.0, 0.0), heading_deg=90, height=0.8)
    bare, covered = (render(table(BOARD, hands=hands)) for hands in ((), (hand,)))
    seen = {face.cell: face.visible for face in covered.truth}
    assert min(face.visible for face in bare.truth) > 0.97
    assert seen[Cell(2, 0)] < 0.8
    assert seen[Cell(5, 0)] > 0.97


def test_glare_is_counted_where_it_washes_tiles_out() -> None:
    rendered = render(table(BOARD, glare=Glare((0.25, 0.4), 0.08, 0.8)))
    washed = {face.cell: face.glare for face in rendered.truth}
    assert max(washed.values()) > 0.4
    assert washed[Cell(4, 2)] == 0


def test_a_near_tile_hides_the_side_of_the_one_behind_it() -> None:
    rendered = render(table("ro\nrs", tilt_deg=40, pose=CameraPose((0.0, 0.5), 8, 40)))
    front = next(face for face in rendered.truth if face.cell == Cell(0, 1))
    middle = (front.corners_px[0] + front.corners_px[1]) / 2
    x, y = np.rint(middle + 0.02 * (np.array(front.centre_px) - middle)).astype(int)
    assert rendered.picture_bgr[y, x].max() < 120


@given(st.integers(0, 10_000), st.sampled_from(list(Shape)))
def test_prints_stay_on_the_tile_and_have_four_equal_sides(seed: int, shape: Shape) -> None:
    ink = coverage(outline(shape, random_style(np.random.default_rng(seed))), 48)
    assert ink[[0, -1]].max() == 0
    assert ink[:, [0, -1]].max() == 0
    assert np.abs(ink - np.rot90(ink)).mean() < 0.01
    assert ink[24, 24] == 1


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.sampled_from([WHITE_SET, PURPLE_SET]))
def test_grown_boards_follow_the_rule_of_the_lines(seed: int, palette: object) -> None:
    board = grow_board(np.random.default_rng(seed), palette, 40, (12, 9))
    assert len(board) > 10
    for cell in board.tiles:
        for direction in (ACROSS, DOWN):
            line = [board.tiles[c] for c in board.line_through(cell, direction)]
            assert len(set(line)) == len(line) <= 6
            assert len({t.colour for t in line}) == 1 or len({t.shape for t in line}) == 1
    counts = [list(board.tiles.values()).count(tile) for tile in palette.kinds]
    assert max(counts) <= 3


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.floats(0, 0.25), st.floats(0, 5))
def test_untidy_tiles_do_not_lie_inside_each_other(seed: int, step: float, turn: float) -> None:
    rng = np.random.default_rng(seed)
    board = grow_board(rng, WHITE_SET, 25, (10, 8))
    tiles = lay_out(rng, board, Untidiness(0.02, 0.2, step, turn), 1.05)
    assert [tile.cell for tile in tiles] == [placed.cell for placed in board]
    spots = {t.cell: (t.cell.x + t.offset[0], t.cell.y + t.offset[1]) for t in tiles}
    for (x, y), (u, _) in spots.items():
        if (right := Cell(x + 1, y)) in spots:
            assert spots[right][0] - u > 0.85


@settings(max_examples=30)
@given(st.floats(-0.1, 0.05), st.floats(40, 440), st.floats(40, 320))
def test_the_lens_moves_pixels_where_the_truth_moves_corners(
    barrel: float, x: float, y: float
) -> None:
    view = View(CameraPose(barrel=barrel), SMALL)
    margin = view.margin_px
    canvas = np.zeros((SMALL[1] + 2 * margin, SMALL[0] + 2 * margin, 3), np.float32)
    dot = (round(x), round(y))
    cv2.circle(canvas, (dot[0] + margin, dot[1] + margin), 3, (1.0, 1.0, 1.0), -1)
    bent = view.bend(canvas)[..., 0]
    rows, columns = np.indices(bent.shape)
    found = np.array([(columns * bent).sum(), (rows * bent).sum()]) / bent.sum()
    assert found == pytest.approx(view.through_lens(np.array([dot], np.float32))[0], abs=0.3)


def test_bytes_survive_linear_light_within_one_step() -> None:
    grey = np.repeat(np.arange(256, dtype=np.uint8)[:, None, None], 3, axis=2)
    assert np.abs(encode(decode(grey)).astype(int) - grey).max() <= 1


def test_face_patches_are_seeded_and_show_everything() -> None:
    first, again = (random_face_patch(np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(first[0], again[0])
    assert first[1:] == again[1:]
    rng = np.random.default_rng(1)
    patches = [random_face_patch(rng, 32) for _ in range(200)]
    assert all(patch.shape == (32, 32, 3) for patch, _, _ in patches)
    assert {Tile(colour, shape) for _, colour, shape in patches} >= {
        Tile(colour, shape) for colour in PURPLE_SET.colours for shape in (Shape.CIRCLE,)
    }
    assert len({colour for _, colour, _ in patches}) == 7


@pytest.mark.parametrize("kind", list(Negative))
def test_every_kind_of_negative_can_be_drawn(kind: Negative) -> None:
    patch, drawn = random_negative_patch(np.random.default_rng(2), 24, kind)
    assert patch.shape == (24, 24, 3)
    assert drawn is kind


def test_there_are_sixty_kinds_of_pictures_without_tiles() -> None:
    pictures = dict(empty_pictures(size_wh=(320, 240)))
    assert len(pictures) >= 60
    assert all(picture.shape == (240, 320, 3) for picture in pictures.values())


@pytest.mark.parametrize("yaw_deg", [0, 80, 185, 265])
def test_upright_cells_run_right_and_down_in_the_picture(yaw_deg: float) -> None:
    scene = table(BOARD, tile_px=30)
    rendered = render(replace(scene, pose=replace(scene.pose, yaw_deg=yaw_deg)))
    faces = rendered.upright
    assert len(faces) == len(scene.tiles)
    for cell, face in faces.items():
        for near, axis in ((Cell(cell.x + 1, cell.y), 0), (Cell(cell.x, cell.y + 1), 1)):
            if near in faces:
                assert faces[near].centre_px[axis] > face.centre_px[axis] + 15

"""Reading pictures: simulated tables, pictures without tiles, and real photos where they are."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.board import Board, Cell, parse_board, parse_placement
from assistant.tiles import PURPLE_SET, WHITE_SET, Palette, parse_tile
from benchmarks.accuracy import read_table
from benchmarks.prints import read_prints
from tests.support.breadth import in_every_run
from tests.support.seen_tables import table_jpeg
from vision.observation import Observation, Rejection, Stray, Trouble
from vision.pictures.load import load_picture
from vision.reading import read
from vision.reading.annotate import annotate
from vision.reading.colour import Colours, classify_colours
from vision.reading.cubes import read_cubes
from vision.reading.faces import NO_FACES, Faces
from vision.reading.print_light import PrintLight
from vision.reading.prints import FACE_PX
from vision.reading.read import read_picture
from vision.reading.search import MOST_TILES
from vision.reading.shape import ANSWERS, SHAPES
from vision.simulated import empty_pictures, random_scene, render
from vision.simulated.film import LiveTable
from vision.simulated.optics.light import Light, LightKind, random_light
from vision.simulated.people.playing import laid_by_hand, playing_scene
from vision.simulated.scenes.scene import StrayTile
from vision.simulated.things.others import DISCS, OTHERS
from vision.simulated.things.surfaces import Surface

PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "photos"
OUT = Path(__file__).resolve().parents[3] / "out"

EASY = {"clutter_count": 0, "hand_count": 0, "stray_count": 0, "glare": False, "cut": False}


def laid_onto(seen: Board, truth: Board) -> Board:
    """The board as seen, shifted by whole cells to where it agrees best with the truth."""
    votes: Counter[Cell] = Counter()
    for cell, tile in seen.tiles.items():
        for other, true_tile in truth.tiles.items():
            votes[Cell(other.x - cell.x, other.y - cell.y)] += tile == true_tile
    shift = max(votes, key=lambda one: votes[one], default=Cell(0, 0))
    return Board({Cell(c.x + shift.x, c.y + shift.y): t for c, t in seen.tiles.items()})


def assert_reads(picture_bgr: np.ndarray, truth: Board, name: str) -> Observation:
    seen = read_picture(picture_bgr)
    if laid_onto(seen.board, truth) != truth:
        OUT.mkdir(exist_ok=True)
        cv2.imwrite(str(OUT / f"{name}.png"), annotate(picture_bgr, seen))
    assert laid_onto(seen.board, truth) == truth, f"see out/{name}.png"
    return seen


def test_a_plain_picture_holds_no_tiles_and_says_so() -> None:
    seen = read_picture(np.full((480, 640, 3), 180, np.uint8))
    assert seen.sightings == ()
    assert [one.trouble for one in seen.complaints] == [Trouble.NO_TILES]


def test_a_black_picture_is_too_dark() -> None:
    seen = read_picture(np.zeros((480, 640, 3), np.uint8))
    assert seen.complaints[0].trouble is Trouble.TOO_DARK


@pytest.mark.parametrize("light", list(LightKind))
@pytest.mark.parametrize("palette", [PURPLE_SET, WHITE_SET])
def test_every_light_reads_both_sets(light: LightKind, palette: Palette) -> None:
    scene = random_scene(
        4, light_kind=light, palette=palette, tile_px=60.0, tile_count=24, tilt_deg=15.0, **EASY
    )
    shown = render(scene)
    tiles = {face.cell: face.tile for face in shown.truth}
    truth = rotated_like(read_picture(shown.picture_bgr).board, Board(tiles))
    assert_reads(shown.picture_bgr, truth, f"light-{light.value}-{palette.sixth.value}")


@pytest.mark.parametrize("surface", list(Surface))
def test_every_table_reads(surface: Surface) -> None:
    scene = random_scene(12, surface=surface, tile_px=50.0, tile_count=20, **EASY)
    shown = render(scene)
    truth = Board({face.cell: face.tile for face in shown.truth})
    truth = rotated_like(read_picture(shown.picture_bgr).board, truth)
    assert_reads(shown.picture_bgr, truth, f"surface-{surface.value}")


def rotated_like(seen: Board, truth: Board) -> Board:
    """The truth in the quarter turn that agrees best: a simulated camera may stand anywhere."""
    turns = [truth]
    for _ in range(3):
        turns.append(Board({Cell(-c.y, c.x): t for c, t in turns[-1].tiles.items()}))

    def agreement(board: Board) -> int:
        moved = laid_onto(seen, board)
        return sum(moved.tile_at(cell) == tile for cell, tile in board.tiles.items())

    return max(turns, key=agreement)


@pytest.mark.parametrize("turn_deg", [12, 20, -27, 33])
def test_a_tile_that_lies_askew_is_read_as_well(turn_deg: int) -> None:
    scene = random_scene(4, tile_px=50.0, tile_count=14, tilt_deg=10.0, **EASY)
    lying = {tile.cell for tile in scene.tiles}
    end = min(scene.tiles, key=lambda tile: len(lying.intersection(tile.cell.neighbours)))
    others = tuple(tile for tile in scene.tiles if tile is not end)
    shown = render(replace(scene, tiles=(*others, replace(end, turn_deg=turn_deg))))
    truth = Board({face.cell: face.tile for face in shown.truth})
    truth = rotated_like(read_picture(shown.picture_bgr).board, truth)
    assert_reads(shown.picture_bgr, truth, f"askew-{turn_deg}")


RING = "ox@0,0 o*@1,0 oc@2,0 od@-1,1 rc@1,1 oc@-1,2 oo@0,2 oc@1,2"
"""Tiles around a hole."""


def small_table(seed: int, tiles: str, surface: Surface, most_tilt_deg: float) -> np.ndarray:
    """A game that has just begun, laid carelessly and seen from afar."""
    rng = np.random.default_rng(seed)
    tilt_deg = float(rng.uniform(0, most_tilt_deg))
    scene = playing_scene(
        seed, size_wh=(960, 540), tile_px=34.0, tilt_deg=tilt_deg, surface=surface
    )
    table = LiveTable(scene)
    table.lay([laid_by_hand(rng, placed, 2.0) for placed in parse_placement(tiles)])
    return table.frame(0.0)


def test_the_table_in_a_hole_of_the_grid_is_no_tile() -> None:
    ring = "oo@0,0 ro@1,0 go@2,0 go@-1,1 bo@1,1 gs@-1,2 gd@0,2 go@1,2"
    for seed in (10, 28, 43, 46):
        shown = small_table(seed, ring, Surface.DARK_WOOD, 30)
        assert len(read_picture(shown).sightings) == 8, seed


def test_a_hole_on_a_cloth_that_looks_much_like_a_square_is_no_tile() -> None:
    assert len(read_picture(small_table(419, RING, Surface.CLOTH, 35)).sightings) == 8


@pytest.mark.parametrize("seed", [15, 17])
def test_two_tiles_whose_colour_is_doubtful_are_read_all_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    light = random_light(rng, LightKind.WARM)
    scene = playing_scene(seed, tile_px=45.0, tilt_deg=15.0, surface=Surface.WOOD, light=light)
    table = LiveTable(scene)
    table.lay([laid_by_hand(rng, placed, 2.0) for placed in parse_placement("gs@0,-1 ys@0,0")])
    seen = read_picture(table.frame(0.0))
    assert len(seen.sightings) == 2
    assert min(sighting.confidence for sighting in seen.sightings) < 0.9


@pytest.mark.parametrize("seed", in_every_run((44, 580), (44, 364, 580, 692)))
def test_few_tiles_on_a_checked_cloth_are_told_from_its_many_squares(seed: int) -> None:
    shown = small_table(seed, RING, Surface.CHECKED_CLOTH, 35)
    assert len(read_picture(shown).sightings) == 8


@pytest.mark.parametrize("seed", [85, 132, 147])
def test_a_dark_print_on_a_bright_table_is_found_beside_the_others(seed: int) -> None:
    rng = np.random.default_rng(seed)
    light = random_light(rng, LightKind.WARM)
    scene = playing_scene(
        seed, size_wh=(960, 540), tile_px=34.0, surface=Surface.PARQUET, light=light
    )
    table = LiveTable(scene)
    tiles = parse_placement("gx@-1,-1 yx@0,-1 rx@0,0 ro@1,0")
    table.lay([laid_by_hand(rng, placed, 2.0) for placed in tiles])
    assert len(read_picture(table.frame(0.0)).sightings) == 4


def test_a_black_cloth_in_a_hole_is_no_tile_face_down() -> None:
    assert read_picture(small_table(3, RING, Surface.CLOTH, 35)).strays == ()


@pytest.mark.parametrize("seed", [351, 647])
def test_a_tiles_shadow_is_no_tile_face_down(seed: int) -> None:
    seen = read_picture(small_table(seed, RING, Surface.PRINTED_BOARD, 35))
    assert not any(stray.why is Stray.BLANK for stray in seen.strays)


STAIRS = """
@-4,-3
oc .. .. .. .. .. ..
ox os oo .. .. rc ro
o* .. os bs px rx ..
.. .. .. bo pd .. ..
.. .. bd gd .. .. ..
y* .. .. g* .. .. ..
bs ys os gs .. .. ..
"""


@pytest.mark.parametrize("face_down", [(), ((-3.0, 2.0),)])
def test_on_a_cloth_as_dark_as_tiles_a_shadow_is_none_and_a_tile_face_down_is_one(
    face_down: tuple[tuple[float, float], ...],
) -> None:
    light = Light(ambient=0.5, elevation_deg=35.0, softness=0.05, azimuth_deg=80.0)
    scene = playing_scene(
        10111, size_wh=(960, 540), tile_px=34.0, tilt_deg=8.0, surface=Surface.CLOTH, light=light
    )
    backs = tuple(StrayTile((x * scene.pitch, y * scene.pitch), 0.0, None) for x, y in face_down)
    table = LiveTable(replace(scene, strays=backs))
    rng = np.random.default_rng(10111)
    table.lay([laid_by_hand(rng, placed) for placed in parse_board(STAIRS)])
    seen = read_picture(table.frame(0.0))
    assert len(seen.sightings) == 21
    assert [stray.why for stray in seen.strays] == [Stray.BLANK] * len(backs)


def test_a_tile_with_a_gap_does_not_hide_the_game_on_a_cloth_as_dark_as_tiles() -> None:
    light = Light(
        LightKind.COOL, (1.07, 1.0, 0.98), (1.07, 1.0, 0.98), 82.0, 34.0, 0.02, 0.79, 0.34, 0.04
    )
    scene = playing_scene(
        10111, size_wh=(960, 540), tile_px=33.75, tilt_deg=14.0, surface=Surface.CLOTH, light=light
    )
    table, rng = LiveTable(scene), np.random.default_rng(10111)
    tiles = parse_placement("px@-1,0 pd@0,0 gd@-2,1 pd@-1,1 g*@1,0 os@1,2")
    table.lay([laid_by_hand(rng, placed, 2.0) for placed in tiles])
    assert len(read_picture(table.frame(0.0)).sightings) == len(tiles)


@pytest.mark.parametrize("seed", [23, 32, 56, 84])
def test_an_opening_beside_an_open_row_with_gaps_is_found_whole(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = playing_scene(
        seed,
        size_wh=(960, 540),
        tile_px=34.0,
        tilt_deg=6.0,
        surface=(Surface.WOOD, Surface.PARQUET, Surface.LAMINATE)[seed % 3],
    )
    row = tuple(
        StrayTile((k * 1.15 - 3, 6.5), float(rng.uniform(-9, 9)), parse_tile(name))
        for k, name in enumerate(("gc", "b*", "po", "od", "rx"))
    )
    table = LiveTable(replace(scene, strays=row))
    table.lay([laid_by_hand(rng, placed) for placed in parse_placement("gc@0,-1 g*@0,0")])
    seen = read_picture(table.frame(0.0))
    loose = [stray.sighting.tile for stray in seen.strays if stray.sighting]
    found = Counter(str(tile) for tile in [*(s.tile for s in seen.sightings), *loose])
    assert found == Counter(["gc", "b*", "po", "od", "rx", "gc", "g*"])


def test_sightings_tell_where_the_face_is_in_the_picture() -> None:
    shown = render(random_scene(4, tile_px=60.0, tile_count=12, tilt_deg=20.0, **EASY))
    seen = read_picture(shown.picture_bgr)
    for face in shown.truth:
        away = min(np.hypot(*np.subtract(s.centre_px, face.centre_px)) for s in seen.sightings)
        assert away < 4


def test_probabilities_sum_to_one() -> None:
    shown = render(random_scene(4, tile_px=60.0, tile_count=12, **EASY))
    for sighting in read_picture(shown.picture_bgr).sightings:
        assert sum(sighting.colours.values()) == pytest.approx(1)
        assert sum(sighting.shapes.values()) == pytest.approx(1)


def real_photos() -> list[tuple[str, str]]:
    """Every seventh photo of each folder: enough to notice, quick enough to run."""
    found = []
    for truth_file in sorted(PHOTOS.glob("*/truth.json")):
        truth = json.loads(truth_file.read_text(encoding="utf-8"))
        if truth.get("kind") == "loose":
            continue
        views = truth.get("turns") or [truth]
        found += [(truth_file.parent.name, view["photo"]) for view in views[::7]]
    return found


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs of real tables are not here")
@pytest.mark.parametrize(("folder", "photo"), real_photos() or [("", "")])
def test_real_tables_read_without_a_mistake(folder: str, photo: str) -> None:
    told = json.loads((PHOTOS / folder / "truth.json").read_text(encoding="utf-8"))
    view = next(v for v in told.get("turns") or [told] if v["photo"] == photo)
    tiles = view.get("table", view.get("tiles"))
    truth = Board({Cell(t["x"], t["y"]): parse_tile(f"{t['colour']} {t['shape']}") for t in tiles})
    assert_reads(load_picture(PHOTOS / folder / photo), truth, f"{folder}-{Path(photo).stem}")


def test_memory_stays_flat_over_many_pictures() -> None:
    shown = render(random_scene(4, tile_px=40.0, tile_count=20, size_wh=(640, 480), **EASY))
    read_picture(shown.picture_bgr)
    tracemalloc.start()
    try:
        read_picture(shown.picture_bgr)
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(20):
            read_picture(shown.picture_bgr)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # One picture kept each time would be 18 MB.
    assert after - before < 500_000


LIKE_CUBES = {
    "twisty cubes",
    "small twisty cubes",
    "black dice",
    "sweets on a black plate",
    "colour chart",
    "a tablet's screen",
    "crossword",
    "draughts on their board",
}
"""Pieces of other games that are squeezed like the tops of cubes and were read as such."""

OTHER_PIECES = [*OTHERS, *DISCS]
REDS = "ro@0,0 rs@1,0 rd@2,0 rc@3,0"


@pytest.mark.parametrize(
    "others",
    [
        pytest.param({*OTHER_PIECES[::8], "twisty cubes", "crossword"}, id="some"),
        pytest.param(set(OTHER_PIECES), id="all", marks=pytest.mark.long),
    ],
)
def test_nothing_is_found_on_pictures_without_tiles(others: set[str]) -> None:
    """Nothing on the grid, and beside it nothing that is more likely than not."""
    found = {}
    for name, picture_bgr in empty_pictures(others=others):
        seen = read_picture(picture_bgr)
        told = [*seen.sightings, *(face for face in seen.loose if face.confidence > 0.5)]
        if name in LIKE_CUBES:
            cubes = read_cubes(picture_bgr)
            told += [*cubes.sightings, *cubes.loose]
        if told:
            OUT.mkdir(exist_ok=True)
            cv2.imwrite(str(OUT / f"empty-{name}.png"), annotate(picture_bgr, seen))
            found[name] = [str(face.tile) for face in told]
    assert found == {}


def test_a_table_full_of_one_kind_is_a_pattern_and_no_game() -> None:
    pattern = " ".join(f"rc@{x},{y}" for x in range(4) for y in range(3))
    assert read_picture(small_table(1, pattern, Surface.WOOD, 35)).sightings == ()


def test_more_sure_faces_than_a_game_has_are_a_pattern_whatever_their_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count, asked = MOST_TILES + 1, []
    cells = np.stack([np.arange(count) % 20, np.arange(count) // 20], axis=1)
    shapes = np.eye(ANSWERS)[np.arange(count) % len(SHAPES)]
    cuts = np.full((count, FACE_PX, FACE_PX, 3), 90, np.uint8)
    frames = np.tile(20.0 * np.eye(2), (count, 1, 1))
    pattern = Faces(20.0 + 20.0 * cells, cells, np.ones(count, np.bool_), frames, shapes, cuts)

    def colours(light: PrintLight, *known: object) -> Colours:
        asked.append(len(light.inks))
        return classify_colours(light)

    monkeypatch.setattr(read, "_find", lambda _: (pattern, NO_FACES, NO_FACES, []))
    monkeypatch.setattr(read, "classify_colours", colours)
    seen = read_picture(np.zeros((500, 500, 3), np.uint8))
    assert seen.sightings == ()
    assert [one.why for one in seen.rejected] == [Rejection.PATTERN] * count
    assert asked == [0] * len(asked)


def test_two_tiles_so_small_that_red_looks_orange_are_told_with_their_doubt() -> None:
    seen = read_picture(small_table(3, "ro@0,0 rs@1,0", Surface.CLOTH, 22))
    told = [*seen.sightings, *seen.loose]
    assert len(told) == 2
    assert min(face.confidence for face in told) < 0.9


def test_a_doubtful_face_in_a_colour_that_no_tile_has_is_no_tile() -> None:
    """On this table something beside ten tiles looks like one but for its colour."""
    count = read_table(9112).count
    assert (count["right"], count["extra"]) == (10, 0)


def test_prints_a_quarter_smaller_are_named_as_the_usual_ones_are() -> None:
    """Their neighbours seem to lie across: squares would be diamonds."""
    assert read_prints("25 % smaller", 63_001) == {"tiles": 24}


def test_tiles_that_meet_at_corners_alone_are_read_as_they_lie() -> None:
    """On the coarser lattice on which they would lie side by side they are no faces."""
    tiles = "ro@0,0 gs@1,1 bd@2,2 yc@3,3 ox@4,4 r*@0,2 rs@1,3 gx@2,4 b*@2,0 oc@3,1 yd@4,2 gs@4,0"
    truth = Board(dict(parse_placement(tiles)))
    assert_reads(small_table(4, tiles, Surface.CLOTH, 10), truth, "corners")


@pytest.mark.parametrize("seed", [64_111, 64_131])
def test_prints_a_third_smaller_are_read_on_a_full_table(seed: int) -> None:
    """By their size neighbours would meet at corners alone, on a lattice turned by an eighth."""
    assert read_prints("34 % smaller", seed, tiles=60) == {"tiles": 60}


def test_doubtful_tiles_of_one_colour_are_no_strange_set() -> None:
    seen = read_picture(cv2.imdecode(np.frombuffer(table_jpeg(REDS), np.uint8), 1))
    assert len(seen.sightings) == 4
    assert max(max(one.colours.values()) for one in seen.sightings) < 0.9
    assert seen.complaints == ()

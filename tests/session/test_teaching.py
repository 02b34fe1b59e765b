"""Accepted turns teach: what people agreed on becomes a lesson, corrections included."""

import time
from dataclasses import replace

import pytest

from assistant.board import Board, Cell
from assistant.game.events import Rulebook, Settings, Started, TilesPlaced
from assistant.session.actions import Append, Begin
from assistant.session.camera_loop import Seen
from assistant.session.session import Session
from assistant.session.setup import FEWEST_TURNS, Setup
from assistant.session.teaching import Teaching, agreed
from assistant.storage.store import Store
from assistant.tiles import PURPLE_SET, Tile, parse_tiles
from calibration.inks.profile import Profiles
from tests.support.laid_tables import BY_DAY, picture, room
from vision.reading.read import read_picture
from vision.scene.report import SceneReport, SceneState
from vision.simulated.scenes.laid_out import all_kinds, in_play, laid_out
from vision.sources import Picture


def seen_of(scene, at_s=0.0, read=True):
    shown = picture(scene)
    observation = read_picture(shown, PURPLE_SET) if read else None
    return Seen(at_s, SceneReport(SceneState.STILL, at_s), Picture(shown, at_s, 1), observation)


TABLE = in_play(room(8), 9, 20)
VERY_WARM = (2400.0, 0.8)


def test_every_tile_is_taken_for_what_the_game_says():
    seen = seen_of(TABLE).observation
    board = TABLE.board
    wrong_cell, truth = next(iter(board.tiles.items()))
    other = next(c for c in PURPLE_SET.colours if c is not truth.colour)
    corrected = Board({**board.tiles, wrong_cell: Tile(other, truth.shape)})
    told = agreed(seen, corrected)
    assert sorted(str(s.tile) for s in told.sightings) == sorted(
        str(tile) for tile in corrected.tiles.values()
    )


def test_a_picture_that_does_not_fit_the_board_teaches_nothing():
    seen = seen_of(TABLE).observation
    elsewhere = Board({Cell(0, 0): next(iter(TABLE.board.tiles.values()))})
    assert agreed(seen, elsewhere) is None
    assert agreed(read_picture(picture(room(8))), TABLE.board) is None


def test_some_accepted_tables_make_a_profile_and_later_ones_better_it(tmp_path):
    setup = Setup(Profiles(tmp_path))
    setup.look_with("desk cam")
    for turn in range(FEWEST_TURNS + 1):
        scene = in_play(room(8), 20 + turn, 20)
        seen = seen_of(scene)
        learned = setup.accepted(seen.picture.picture_bgr, seen.observation)
        assert (learned is None) == (turn + 1 < FEWEST_TURNS)
    profile = setup.profile
    assert profile.name == "desk cam"
    assert len(profile.lessons) >= FEWEST_TURNS
    assert setup.inks is profile.inks
    assert Profiles(tmp_path).names() == ("desk cam",)


def test_the_profile_that_fits_is_chosen_when_the_camera_shows_tiles(tmp_path):
    first = Setup(Profiles(tmp_path))
    first.look_with("desk cam")
    layout = picture(all_kinds(room(8), 3))
    assert first.learn(layout, "Oak").learned.profile is not None
    later = Setup(Profiles(tmp_path))
    later.look_with("desk cam")
    assert later.inks is None
    later.saw(seen_of(TABLE))
    assert later.profile.name == "Oak"
    later.use("")
    later.saw(seen_of(TABLE))
    assert later.profile is None


def after_a_jump(seen):
    jumped = SceneReport(SceneState.STILL, 1.0, happened=frozenset((SceneState.LIGHT_JUMPED,)))
    return replace(seen, report=jumped)


def test_another_light_brings_another_profile_unless_somebody_chose_one(tmp_path):
    setup = Setup(Profiles(tmp_path))
    setup.look_with("desk cam")
    rooms = {name: room(8, lamp=lamp) for name, lamp in (("day", BY_DAY), ("lamp", VERY_WARM))}
    for name, lit in rooms.items():
        assert setup.learn(picture(all_kinds(lit, 3)), name).learned.profile is not None
    assert setup.profile.name == "lamp"
    by_day = seen_of(in_play(rooms["day"], 9, 20))
    setup.saw(by_day)
    assert setup.profile.name == "lamp"
    setup.saw(after_a_jump(by_day))
    assert setup.profile is None or setup.profile.name == "day"
    setup.saw(after_a_jump(seen_of(in_play(rooms["lamp"], 9, 20))))
    assert setup.profile.name == "lamp"
    setup.use("lamp")
    setup.saw(after_a_jump(by_day))
    assert setup.profile.name == "lamp"


@pytest.fixture
def session(tmp_path):
    with Store(tmp_path) as store:
        session = Session(store)
        session.do(
            Begin(Started(Settings(Rulebook.CLASSIC), ("Anna", "Chris"))), session.now.revision
        )
        yield session


def test_a_turn_is_taught_once_and_only_after_it_was_accepted(session, tmp_path):
    taught = []

    class Counting(Setup):
        def accepted(self, picture_bgr, agreed):
            taught.append(len(agreed.sightings))

    teaching = Teaching(Counting(Profiles(tmp_path)))
    scene = laid_out(room(8), parse_tiles("ro rs rd rc"), 30)
    seen = seen_of(scene)
    teaching.saw(seen, session.now)
    event = TilesPlaced("Anna", tuple(scene.board))
    session.do(Append(event), session.now.revision)
    assert session.now.game.turns
    for _ in range(3):
        teaching.saw(seen, session.now)
    end_s = time.monotonic() + 20
    while not taught and time.monotonic() < end_s:
        time.sleep(0.02)
    teaching.close()
    assert len(taught) == 1

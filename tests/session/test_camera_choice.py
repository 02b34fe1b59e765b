"""Cameras and games: the simulated table never plays into a real game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from assistant.game.events import Settings, Started
from assistant.session import camera_loop
from assistant.session.actions import Begin, Done
from assistant.session.camera_choice import DEMO, NONE, Cameras
from assistant.session.demo import demo_source
from assistant.session.session import Session
from assistant.session.setup import Setup
from assistant.session.teaching import Teaching
from assistant.storage.store import Store
from assistant.web.game_json import write_moment
from assistant.words import Language
from calibration.inks.profile import Profiles
from tests.support.profiles import a_profile
from tests.support.seen_tables import observed
from tests.support.waiting import eventually
from vision.observation import Observation
from vision.sources import Picture, SourceError, SourceState, Stage


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Store(tmp_path) as store:
        yield Session(store)


def begin(session: Session, simulated: bool) -> None:
    started = Started(Settings(simulated=simulated), ("Mum", "Tim"))
    assert isinstance(session.do(Begin(started), session.now.revision), Done)


def test_a_real_game_is_left_alone_by_the_simulated_table(session: Session) -> None:
    begin(session, simulated=False)
    with closing(Cameras(session, lambda: demo_source(lambda: session.now))) as cameras:
        cameras.choose(DEMO)
        time.sleep(1.5)
        assert session.now.proposal is None
        cameras.suit_the_game()
        assert cameras.chosen == NONE


def test_a_simulated_game_keeps_the_simulated_table(session: Session) -> None:
    begin(session, simulated=True)
    with closing(Cameras(session, lambda: demo_source(lambda: session.now))) as cameras:
        cameras.choose(DEMO)
        cameras.suit_the_game()
        assert cameras.chosen == DEMO


def test_a_stored_game_remembers_that_it_was_simulated(session: Session) -> None:
    begin(session, simulated=True)
    assert all(one.summary.simulated for one in session.kept.games())


class Photos:
    """A camera that shows as many pictures of an empty table as are asked for."""

    name = "camera"

    def __init__(self) -> None:
        self.state = SourceState(Stage.LIVE)
        self.shown = 0

    def newest(self, after: int = 0, timeout_s: float = 1.0) -> Picture | None:
        self.shown = after + 1
        return Picture(np.full((90, 120, 3), 90, np.uint8), after / 10, after + 1, is_photo=True)

    def close(self) -> None:
        self.state = SourceState(Stage.ENDED)


def test_a_picture_that_breaks_the_reading_is_told_on_phones_and_watching_goes_on(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(session, simulated=True)
    readings = []

    def read_or_fail(picture_bgr: object, *how: object) -> Observation:
        readings.append(picture_bgr)
        if len(readings) == 2:
            raise ZeroDivisionError("a picture that nobody thought of")
        return Observation((120, 90))

    monkeypatch.setattr(camera_loop, "reader_for", lambda _: read_or_fail)
    with closing(Cameras(session, Photos)) as cameras:
        cameras.choose(DEMO)
        told = eventually(lambda: session.now.troubles)
        assert [one.key for one in told] == ["worker.watching"]
        assert "begins again" in write_moment(session.now, Language.ENGLISH)["trouble"]
        assert eventually(lambda: len(readings) > 4)


def test_another_camera_ends_the_trouble_of_the_one_before(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(session, simulated=True)

    def fail(picture_bgr: object, *how: object) -> Observation:
        raise ZeroDivisionError

    monkeypatch.setattr(camera_loop, "reader_for", lambda _: fail)
    with closing(Cameras(session, Photos)) as cameras:
        cameras.choose(DEMO)
        assert eventually(lambda: session.now.troubles)
        cameras.choose(NONE)
        assert session.now.troubles == ()


def test_a_photo_goes_through_the_same_door_as_the_cameras_pictures(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(session, simulated=False)
    profiles = Profiles(tmp_path)
    profiles.save(a_profile("kitchen"))
    setup = Setup(profiles)
    setup.use("kitchen")
    how_read, taught = [], []

    def read(picture_bgr: object, palette: object, inks: object) -> Observation:
        how_read.append(inks)
        return observed("ro@0,0 rs@1,0 rd@2,0")

    monkeypatch.setattr(camera_loop, "reader_for", lambda _: read)
    monkeypatch.setattr(Teaching, "saw", lambda self, seen, moment: taught.append(moment))
    with closing(Cameras(session, Photos, setup)) as cameras:
        seen = cameras.look(np.full((90, 120, 3), 90, np.uint8))
    assert how_read == [setup.inks]
    assert how_read != [None]
    assert session.read is seen
    assert len(session.now.game.turns) == 1
    assert [moment.game for moment in taught] == [session.now.game]


def test_only_who_starts_the_program_names_a_camera_on_this_computer(session: Session) -> None:
    address = "http://127.0.0.1:9/stream"
    with closing(Cameras(session, lambda: demo_source(lambda: session.now))) as cameras:
        with pytest.raises(SourceError, match="home network"):
            cameras.choose(address)
        cameras.choose(address, trusted=True)
        name = cameras.chosen
        assert "127" not in name
        cameras.choose(NONE)
        cameras.choose(address)
        assert cameras.is_chosen(address)
        assert next(shown for _, shown in cameras.choices()) == "127.0.0.1"
    with closing(Cameras(session, lambda: None, anywhere=True)) as cameras:
        cameras.choose(address)

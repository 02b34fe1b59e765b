"""Cameras and games: the simulated table never plays into a real game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant.game.events import Settings, Started
from assistant.session.actions import Begin, Done
from assistant.session.camera_choice import DEMO, NONE, Cameras
from assistant.session.demo import demo_source
from assistant.session.session import Session
from assistant.storage.store import Store


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
    assert all(one.game.settings.simulated for one in session.games())

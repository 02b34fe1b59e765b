"""Backups from elsewhere: what cannot be told is left out, and nothing of it is run or believed."""

import sqlite3
from contextlib import closing

import pytest

from assistant.session.session import Session
from assistant.storage import rows
from assistant.storage.errors import StoreError
from assistant.storage.rows import Row, checksum
from assistant.storage.store import FILE_NAME, Store
from assistant.words import Language
from tests.support.damaged_stores import few_games
from tests.support.fuzz_files import DEEP, STATEMENTS, TOLD


@pytest.fixture
def theirs(tmp_path):
    few_games(tmp_path / "theirs", games=2, events=3)
    return tmp_path / "theirs" / FILE_NAME


def change(path, script):
    with closing(sqlite3.connect(path)) as file:
        file.executescript(script)
        file.commit()


def tell(path, game, number, told):
    """An event with the checksum that it should have."""
    row = Row(number, told, 1.5e9, "")
    with closing(sqlite3.connect(path)) as file:
        values = (game, *row, checksum(game, row))
        file.execute("INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?, ?)", values)
        file.commit()


@pytest.mark.parametrize("told", [DEEP, *TOLD[:4]], ids=range(5))
def test_a_game_that_cannot_be_told_is_named_and_left_out(tmp_path, theirs, told):
    tell(theirs, 1, 2, told)
    with Store(tmp_path / "ours") as store:
        (lost,) = store.restore(theirs)
        assert lost.translate(Language.ENGLISH).startswith("Game 1 was damaged")
        assert [one.number for one in store.games()] == [2]
    with Store(tmp_path / "ours") as store:
        assert store.losses == ()


def test_where_no_game_can_be_told_all_stays_as_it_was(tmp_path, theirs):
    few_games(tmp_path / "ours", games=1, events=4)
    for game in (1, 2):
        tell(theirs, game, 1, '{"undone":true}')
    with Store(tmp_path / "ours") as store:
        session = Session(store)
        before = session.now
        with pytest.raises(StoreError):
            session.restore(theirs)
        assert [one.events for one in store.games()] == [4]
        assert session.now is before
        assert not store.backups.all()


@pytest.mark.parametrize("script", [one for one in STATEMENTS if "VIEW" in one])
def test_a_view_is_no_table_of_games(tmp_path, theirs, script):
    """It could tell of games without end."""
    change(theirs, script)
    with Store(tmp_path / "ours") as store, pytest.raises(StoreError) as refused:
        store.restore(theirs)
    assert str(refused.value.translate(Language.ENGLISH)) == "games.sqlite holds no games."


def test_an_event_of_megabytes_is_not_taken_in(tmp_path, theirs, monkeypatch):
    monkeypatch.setattr(rows, "MOST_ROW_BYTES", 1000)
    change(theirs, "UPDATE event SET told = printf('%.3000c', 'x') WHERE game = 1")
    with Store(tmp_path / "ours") as store:
        assert len(store.restore(theirs)) == 1


@pytest.mark.parametrize("at_s", ["9e999", "-9e15", "9e15"])
def test_times_are_those_of_a_calendar(tmp_path, theirs, at_s):
    change(theirs, f"UPDATE event SET at_s = {at_s}, checksum = NULL")
    with Store(tmp_path / "ours") as store:
        store.restore(theirs)
        assert {one.last_s for one in store.games()} == {0.0}


def test_what_is_no_store_is_named_and_not_called_ours(tmp_path):
    (tmp_path / "holiday.jpg").write_bytes(b"\xff\xd8" * 5000)
    with Store(tmp_path / "ours") as store, pytest.raises(StoreError) as refused:
        store.restore(tmp_path / "holiday.jpg")
    assert refused.value.translate(Language.ENGLISH) == "holiday.jpg holds no games."

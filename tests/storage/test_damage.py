"""A damaged store: the program starts, keeps what can be read, and says what was lost."""

import os
import random
import shutil
import sqlite3
from contextlib import closing
from functools import partial

import pytest

from assistant.game.events import PointsAdjusted, Settings, Started, Undone
from assistant.session.session import Session
from assistant.storage.backups import Backups
from assistant.storage.rows import Row, checksum
from assistant.storage.store import FILE_NAME, Store
from assistant.words import Language
from tests.support.damaged_stores import damaged_stores, few_games, real_games

STARTED = Started(Settings(), ("Anna", "Chris"))
NINES = "9" * 4200 + ',"reason":"x"}'


def change(folder, statement, *parts):
    with closing(sqlite3.connect(folder / FILE_NAME)) as file:
        file.execute(statement, parts)
        file.commit()


def said(store):
    return " ".join(one.translate(Language.ENGLISH) for one in store.losses)


@pytest.mark.parametrize("told", ['{"x', '{"kind":"of a newer program"}', "[]", ""])
def test_an_unreadable_row_costs_its_game_the_turns_after_it(tmp_path, told):
    few_games(tmp_path, games=3, events=9)
    change(tmp_path, "UPDATE event SET told = ? WHERE game = 2 AND number = 5", told)
    with Store(tmp_path) as store:
        assert [(one.number, one.events) for one in store.games()] == [(3, 9), (2, 4), (1, 9)]
        assert "Game 2 was damaged: it is kept up to entry 4" in said(store)
        assert store.append(2, Undone()) == 5
        session = Session(store)
        assert session.now.number == 2
        assert any("entry 4" in one.translate(Language.ENGLISH) for one in session.now.troubles)
    kept_aside = list(tmp_path.glob("games.damaged-*.sqlite"))
    assert len(kept_aside) == 1
    with closing(sqlite3.connect(kept_aside[0])) as file:
        assert file.execute("SELECT count(*) FROM event WHERE game = 2").fetchone() == (9,)


def test_a_single_changed_letter_is_noticed(tmp_path):
    few_games(tmp_path, games=2, events=5)
    change(tmp_path, "UPDATE event SET told = replace(told, ':3', ':4') WHERE game = 1")
    with Store(tmp_path) as store:
        assert "Game 1 was damaged" in said(store)


def test_a_game_without_its_first_event_is_named(tmp_path):
    few_games(tmp_path, games=2, events=3)
    change(tmp_path, "DELETE FROM event WHERE game = 1 AND number = 1")
    with Store(tmp_path) as store:
        assert [one.number for one in store.games()] == [2]
        assert "Game 1 was damaged and cannot be read any more." in said(store)


def test_what_the_backup_has_is_not_lost(tmp_path):
    few_games(tmp_path, games=2, events=9)
    with Store(tmp_path) as store:
        store.back_up()
        store.append(1, PointsAdjusted("Anna", 7, "after the backup"))
        whole = store.events(1)
    change(tmp_path, "UPDATE event SET told = '' WHERE game = 1 AND number IN (2, 5)")
    with Store(tmp_path) as store:
        assert store.events(1) == whole
        assert "nothing is lost" in said(store)


def test_a_file_that_is_no_store_is_kept_aside(tmp_path):
    (tmp_path / FILE_NAME).write_text("These are not games." * 100)
    with Store(tmp_path) as store:
        assert store.games() == ()
        assert "nothing in it can be read" in said(store)
    aside = next(tmp_path.glob("games.damaged-*"))
    assert aside.read_text().startswith("These are not games.")


def test_a_ruined_file_gives_way_to_the_newest_backup(tmp_path):
    few_games(tmp_path, games=4, events=6)
    with Store(tmp_path) as store:
        store.back_up()
    (tmp_path / FILE_NAME).write_bytes(os.urandom(20_000))
    with Store(tmp_path) as store:
        assert len(store.games()) == 4
        assert "those of the backup of" in said(store)


def test_a_file_that_is_cut_short_keeps_what_is_left(tmp_path):
    few_games(tmp_path, games=12, events=40)
    path = tmp_path / FILE_NAME
    path.write_bytes(path.read_bytes()[:-10])
    with Store(tmp_path) as store:
        assert store.games()
        assert store.losses


def test_a_deleted_game_does_not_come_back_from_the_backup(tmp_path):
    few_games(tmp_path, games=3, events=4)
    with Store(tmp_path) as store:
        store.back_up()
        store.delete(2)
    change(tmp_path, "UPDATE event SET told = '' WHERE game = 1 AND number = 3")
    with Store(tmp_path) as store:
        assert sorted(one.number for one in store.games()) == [1, 3]


def test_who_does_not_have_the_folder_alone_mends_nothing(tmp_path):
    few_games(tmp_path, games=2, events=4)
    change(tmp_path, "UPDATE event SET told = '' WHERE game = 1 AND number = 3")
    before = (tmp_path / FILE_NAME).read_bytes()
    with Store(tmp_path, mend=False) as store:
        assert len(store.games()) == 2
        assert "damaged" in said(store)
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert not list(tmp_path.glob("games.damaged-*"))


def test_only_so_many_damaged_files_are_kept(tmp_path):
    few_games(tmp_path, games=1, events=2)
    for second in range(8):
        shutil.copyfile(tmp_path / FILE_NAME, tmp_path / f"games.damaged-2026010{second}.sqlite")
    change(tmp_path, "UPDATE event SET told = '' WHERE number = 2")
    with Store(tmp_path):
        assert len(list(tmp_path.glob("games.damaged-*"))) == 5


@pytest.mark.parametrize(("many", "games"), [(10, 5), pytest.param(25, 12, marks=pytest.mark.long)])
def test_random_corruptions_never_keep_the_program_from_starting(tmp_path, many, games):
    """Every changed byte is survived; nothing that a backup or the file has is shown otherwise."""
    outcomes = damaged_stores(tmp_path, random.Random(1), many, partial(real_games, count=games))
    assert len(outcomes) == many
    assert all(one.started for one in outcomes)
    assert [one for one in outcomes if one.is_silent] == []


def test_no_backup_is_made_of_nothing(tmp_path):
    with Store(tmp_path) as store:
        store.back_up()
    assert Backups(tmp_path).all() == ()


@pytest.mark.parametrize(
    "told", ['{"of":"a newer program"}', '{"player":"Anna","adjusted":' + NINES]
)
def test_an_open_game_that_cannot_be_told_keeps_nobody_from_playing(tmp_path, told):
    few_games(tmp_path, games=2, events=3)
    row = Row(3, told, 1.5e9)
    parts = (told, row.at_s, checksum(2, row))
    change(
        tmp_path,
        "UPDATE event SET told = ?, at_s = ?, who = '', checksum = ? WHERE game = 2 AND number = 3",
        *parts,
    )
    with Store(tmp_path) as store:
        session = Session(store)
        assert session.now.number == 1
        (trouble,) = (one.translate(Language.ENGLISH) for one in session.now.troubles)
        assert trouble.startswith("Event 3 of game 2 cannot be read")

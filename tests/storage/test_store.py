"""The store: nothing acknowledged is lost, old stores are migrated, newer ones refused."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from assistant.game.events import End, Finished, PointsAdjusted, Settings, Started, Undone
from assistant.game.history import fold
from assistant.records.events_json import write_event
from assistant.storage.errors import StoreError, store_error
from assistant.storage.schema import MIGRATIONS
from assistant.storage.settling import Settling
from assistant.storage.store import FILE_NAME, Store, default_folder
from tests.support.breadth import in_every_run
from tests.support.waiting import eventually
from tests.support.whole_games import classic_game

STARTED = Started(Settings(), ("Anna", "Chris"))


def test_a_new_store_has_no_games(tmp_path):
    with Store(tmp_path / "not" / "yet") as store:
        assert store.games() == ()


def test_a_game_comes_back_as_it_was_told(tmp_path):
    whole = classic_game(1)
    with Store(tmp_path) as store:
        number = store.begin(whole.started)
        places = [store.append(number, moment.entry) for moment in whole.moments]
        store.append(number, Undone())
    assert places == list(range(2, len(places) + 2))
    with Store(tmp_path) as store:
        assert store.events(number) == (*whole.events, Undone())
        assert store.game(number) == fold([*whole.events, Undone()])


def test_games_are_listed_latest_first(tmp_path):
    times = iter(range(100, 200))
    with Store(tmp_path, clock=lambda: float(next(times))) as store:
        first, second, third = (store.begin(STARTED) for _ in range(3))
        store.append(first, PointsAdjusted("Anna", 3, "a bet"))
        store.append(first, Finished(End.AGREED))
        listed = store.games()
    assert [stored.number for stored in listed] == [first, third, second]
    assert listed[0].last_s - listed[0].began_s == 4.0


def test_events_that_belong_together_are_kept_together_or_not_at_all(tmp_path, monkeypatch):
    with Store(tmp_path) as store:
        game = store.begin(STARTED)
        assert store.append(game, PointsAdjusted("Anna", 1, "a"), Undone()) == 3
        written = []

        def write_until_the_disk_is_full(event):
            written.append(event)
            if len(written) == 2:
                raise OSError(errno.ENOSPC, "")
            return write_event(event)

        monkeypatch.setattr("assistant.storage.store.write_event", write_until_the_disk_is_full)
        with pytest.raises(StoreError, match="disk is full"):
            store.append(game, PointsAdjusted("Anna", 1, "b"), Undone())
        assert len(store.events(game)) == 3


def test_a_deleted_game_is_gone_and_its_number_is_not_used_again(tmp_path):
    with Store(tmp_path) as store:
        first, second = store.begin(STARTED), store.begin(STARTED)
        store.delete(second)
        assert [listed.number for listed in store.games()] == [first]
        with pytest.raises(StoreError, match="no game"):
            store.delete(second)
        assert store.begin(STARTED) == second + 1


def test_a_game_that_is_not_there_is_told_in_a_sentence(tmp_path):
    with Store(tmp_path) as store:
        for ask in (
            store.events,
            store.game,
            store.delete,
            lambda game: store.append(game, Undone()),
        ):
            with pytest.raises(StoreError, match="There is no game 7"):
                ask(7)
            for number in (0, -1, 10**30):
                with pytest.raises(StoreError, match=f"There is no game {number}"):
                    ask(number)


def test_every_event_is_flushed_to_the_disk_before_it_is_acknowledged(tmp_path):
    with Store(tmp_path) as store, store.database.reading() as file:
        full = 2
        assert file.execute("PRAGMA synchronous").fetchone() == (full,)
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def old_store(folder: Path, version: int) -> None:
    """A store as an older version of this program left it."""
    file = sqlite3.connect(folder / FILE_NAME)
    for step in MIGRATIONS[:version]:
        for statement in step:
            file.execute(statement)
    file.execute(f"PRAGMA user_version = {version}")
    if version:
        file.execute("INSERT INTO game DEFAULT VALUES")
        told = '{"started":{"rules":"classic","players":["Anna","Chris"]}}'
        file.execute("INSERT INTO event (game, number, told) VALUES (1, 1, ?)", (told,))
    file.commit()
    file.close()


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_an_older_store_is_migrated_with_its_games(tmp_path, version):
    old_store(tmp_path, version)
    with Store(tmp_path) as store:
        assert store.events(1) == (STARTED,)
        store.append(1, Undone())
        assert store.games()[0].last_s > 0
    with Store(tmp_path) as store:
        assert len(store.events(1)) == 2


def test_a_newer_store_is_refused_with_a_sentence_and_left_alone(tmp_path):
    with Store(tmp_path) as store:
        store.begin(STARTED)
    file = sqlite3.connect(tmp_path / FILE_NAME)
    file.execute("ALTER TABLE event ADD COLUMN of_the_future TEXT")
    file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    file.close()
    with pytest.raises(StoreError, match="newer version of this program"):
        Store(tmp_path)
    file = sqlite3.connect(tmp_path / FILE_NAME)
    assert file.execute("SELECT count(*) FROM event").fetchone() == (1,)
    file.close()


def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is a file; a folder is needed here"):
        Store(tmp_path / "file" / "folder")


def test_the_same_place_in_a_game_is_never_written_twice(tmp_path):
    old_store(tmp_path, len(MIGRATIONS))
    file = sqlite3.connect(tmp_path / FILE_NAME)
    with pytest.raises(sqlite3.IntegrityError):
        file.execute("INSERT INTO event (game, number, told) VALUES (1, 1, '{}')")
    file.close()


def test_several_threads_and_two_openings_write_without_losing_anything(tmp_path):
    with Store(tmp_path) as one, Store(tmp_path) as other:
        game = one.begin(STARTED)

        def write(store: Store) -> None:
            for _ in range(10):
                store.append(game, PointsAdjusted("Anna", 1, "again"))

        threads = [Thread(target=write, args=(store,)) for store in (one, other) for _ in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert one.game(game).totals["Anna"] == 40


def test_games_are_kept_in_the_platforms_folder_unless_told_otherwise():
    assert default_folder().name == "qwirkle-table"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks to be killed cheaply")
@pytest.mark.parametrize("kills", in_every_run((60,), (60, 200)))
def test_kills_lose_no_acknowledged_event(tmp_path, kills):
    program = Path(__file__).parents[1] / "support" / "kill_while_writing.py"
    done = subprocess.run(
        [sys.executable, program, tmp_path, str(kills), "1"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{kills} kills")


def test_nothing_is_acknowledged_into_a_file_that_is_gone(tmp_path):
    with Store(tmp_path) as store:
        number = store.begin(STARTED)
        for path in tmp_path.glob(f"{FILE_NAME}*"):
            path.unlink()
        with pytest.raises(StoreError, match="no longer where they were"):
            store.append(number, Undone())


def test_the_detail_of_a_trouble_does_not_hide_its_kind(tmp_path):
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert store_error(error, tmp_path).sentence.key == "store.disk"


def test_all_games_are_in_the_one_file_as_soon_as_they_are_kept(tmp_path):
    """The log beside it may be deleted, overwritten or not copied."""
    with Store(tmp_path / "kept") as store, closing(Settling(store)):
        number = store.begin(STARTED)
        store.append(number, PointsAdjusted("Anna", 1, "a bet"))

        def events():
            shutil.rmtree(tmp_path / "copy", ignore_errors=True)
            (tmp_path / "copy").mkdir()
            shutil.copyfile(store.path, tmp_path / "copy" / FILE_NAME)
            with Store(tmp_path / "copy") as copy:
                return [one.events for one in copy.games()]

        eventually(lambda: events() == [2])
        log = store.path.with_name(store.path.name + "-wal")
        log.write_bytes(bytes(log.stat().st_size))
        store.append(number, PointsAdjusted("Anna", 1, "a bet"))
        log.unlink()
        store.append(number, PointsAdjusted("Anna", 1, "a bet"))
        eventually(lambda: events() == [4])


def test_who_comes_after_one_who_waited_in_vain_waits_less(tmp_path, monkeypatch):
    monkeypatch.setattr("assistant.storage.database.BUSY_S", 0.05)
    monkeypatch.setattr("assistant.storage.database.BUSY_AGAIN_S", 0.02)
    with Store(tmp_path) as store:
        number = store.begin(STARTED)

        def patience_ms():
            with store.database.reading() as file:
                return file.execute("PRAGMA busy_timeout").fetchone()[0]

        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StoreError):
                store.append(number, PointsAdjusted("Anna", 1, "a bet"))
            assert patience_ms() == 20
            other.execute("ROLLBACK")
        store.append(number, PointsAdjusted("Anna", 1, "a bet"))
        assert patience_ms() == 50

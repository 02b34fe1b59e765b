"""Backups: made by themselves each day and before a change, bounded in number, restored whole."""

import os
import sqlite3
import stat
import threading
from contextlib import closing

import pytest

from assistant.game.events import PointsAdjusted, Settings, Started
from assistant.storage.backups import KEPT_DAYS, KEPT_OTHERS, Backups
from assistant.storage.daily_backup import DailyBackup
from assistant.storage.errors import StoreError
from assistant.storage.store import FILE_NAME, Store
from tests.storage.test_store import old_store
from tests.support.damaged_stores import few_games
from tests.support.waiting import eventually

STARTED = Started(Settings(), ("Anna", "Chris"))
DAY_S = 24 * 3600.0


class Clock:
    def __init__(self):
        self.now_s = 1_800_000_000.0

    def __call__(self):
        return self.now_s


def test_each_day_has_its_backup_and_the_oldest_make_room(tmp_path):
    clock = Clock()
    with Store(tmp_path, clock) as store:
        store.begin(STARTED)
        for day in range(KEPT_DAYS + 3):
            store.back_up()
            store.back_up()
            newest = Backups(tmp_path).all()[0]
            os.utime(newest.path, (clock.now_s, clock.now_s))
            clock.now_s += DAY_S
            assert len(Backups(tmp_path).all()) == min(day + 1, KEPT_DAYS)


def test_it_is_made_by_itself_while_the_program_runs(tmp_path):
    with Store(tmp_path) as store:
        daily = DailyBackup(store, lambda failing: None, every_s=0.05)
        with closing(daily):
            store.begin(STARTED)
            eventually(Backups(tmp_path).all)


def test_a_backup_that_cannot_be_made_is_told(tmp_path):
    told = []
    with Store(tmp_path) as store:
        store.begin(STARTED)
        (tmp_path / "backups").write_text("a file is in the way")
        with closing(DailyBackup(store, told.append)):
            eventually(lambda: told == [True])


def test_a_migration_leaves_what_was_there_before(tmp_path):
    old_store(tmp_path, 2)
    with Store(tmp_path):
        pass
    (backup,) = Backups(tmp_path).all()
    assert backup.path.name.startswith("games-before-version-2-")
    with closing(sqlite3.connect(backup.path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (2,)
        assert file.execute("SELECT count(*) FROM event").fetchone() == (1,)


def test_only_so_many_are_kept_of_those_made_before_a_change(tmp_path):
    few_games(tmp_path, games=1, events=1)
    backups = Backups(tmp_path)
    for second in range(KEPT_OTHERS + 2):
        made = backups.make_before(tmp_path / FILE_NAME, f"change-{second}")
        os.utime(made, (second, second))
    assert len(backups.all()) == KEPT_OTHERS


def test_a_backup_is_whole_while_somebody_plays(tmp_path):
    with Store(tmp_path) as store:
        number = store.begin(STARTED)
        playing = threading.Event()

        def play():
            while not playing.is_set():
                store.append(number, PointsAdjusted("Anna", 1, "again"))

        phone = threading.Thread(target=play)
        phone.start()
        try:
            for count in range(5):
                path = Backups(tmp_path).make_before(store.path, f"play-{count}")
                with closing(sqlite3.connect(path)) as file:
                    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        finally:
            playing.set()
            phone.join()


def test_restoring_brings_all_games_back_and_can_itself_be_undone(tmp_path):
    few_games(tmp_path, games=3, events=5)
    with Store(tmp_path) as store:
        store.back_up()
        daily = Backups(tmp_path).all()[0].path
        store.delete(2)
        store.append(1, PointsAdjusted("Anna", 1, "later"))
        changed = {one.number: one.events for one in store.games()}
        assert store.restore(daily) == ()
        assert {one.number: one.events for one in store.games()} == {1: 5, 2: 5, 3: 5}
        before = next(one for one in Backups(tmp_path).all() if not one.is_daily)
        store.restore(before.path)
        assert {one.number: one.events for one in store.games()} == changed
    with Store(tmp_path) as store:
        assert store.losses == ()
        assert {one.number: one.events for one in store.games()} == changed


@pytest.mark.parametrize("content", [b"", b"no games at all" * 500, b"SQLite format 3\x00" * 99])
def test_what_is_no_backup_changes_nothing(tmp_path, content):
    few_games(tmp_path, games=2, events=2)
    other = tmp_path / "other.sqlite"
    other.write_bytes(content)
    with Store(tmp_path) as store:
        with pytest.raises(StoreError):
            store.restore(other)
        assert len(store.games()) == 2


def test_a_hostile_backup_brings_its_readable_games_and_nothing_else(tmp_path):
    few_games(tmp_path, games=2, events=3)
    few_games(tmp_path / "theirs", games=1, events=2)
    theirs = tmp_path / "theirs" / FILE_NAME
    with closing(sqlite3.connect(theirs)) as file:
        file.execute("CREATE TRIGGER evil AFTER INSERT ON event BEGIN DELETE FROM game; END")
        file.execute("CREATE TABLE more (x)")
        file.execute("UPDATE game SET summary = 'wrong'")
        file.commit()
    with Store(tmp_path) as store:
        store.restore(theirs)
        assert [one.events for one in store.games()] == [2]
        store.append(1, PointsAdjusted("Anna", 1, "goes on"))
        tables = store.database._file.execute(
            "SELECT count(*) FROM sqlite_master WHERE name = 'evil'"
        )
        assert tables.fetchone() == (0,)


@pytest.mark.skipif(os.name != "posix", reason="other systems keep rights elsewhere")
def test_games_and_backups_are_for_the_owner_alone(tmp_path):
    (tmp_path / FILE_NAME).touch(0o644)  # as an older program made it
    with Store(tmp_path) as store:
        store.begin(STARTED)
        store.back_up()
        kept = [*tmp_path.glob(f"{FILE_NAME}*"), *(tmp_path / "backups").iterdir()]
        assert len(kept) >= 3
        assert [path for path in kept if stat.S_IMODE(path.stat().st_mode) & 0o077] == []

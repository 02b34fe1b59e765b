"""Ten thousand games: lists come from what is kept with each, not from telling them again."""

import pytest

from assistant.game import history
from assistant.game.events import End, Finished, PointsAdjusted, Settings, Started
from assistant.game.history import fold
from assistant.game.summary import summary_of
from assistant.storage.store import FILE_NAME, Store
from tests.storage.test_damage import change
from tests.support.whole_games import classic_game

STARTED = Started(Settings(), ("Anna", "Chris"))


@pytest.fixture
def folds(monkeypatch):
    """How often any game is told from its events."""
    counted = []

    def counting(events):
        counted.append(events)
        return fold(events)

    monkeypatch.setattr("assistant.storage.store.fold", counting)
    assert history.fold is fold
    return counted


def test_no_game_is_told_to_list_them(tmp_path, folds):
    with Store(tmp_path) as store:
        for seed in range(3):
            whole = classic_game(seed)
            number = store.begin(whole.started)
            store.append(number, *whole.events[1:], after=fold(whole.events))
    folds.clear()
    with Store(tmp_path) as store:
        listed = store.games()
        assert folds == []
        assert [one.summary for one in listed] == [
            summary_of(fold(classic_game(seed).events)) for seed in (2, 1, 0)
        ]


@pytest.mark.parametrize("kept", ["", "nonsense", '00000000 {"rules":"classic"}'])
def test_a_summary_that_is_not_as_it_was_written_is_made_anew(tmp_path, folds, kept):
    with Store(tmp_path) as store:
        number = store.begin(STARTED)
        store.append(number, PointsAdjusted("Anna", 5, "a bet"), Finished(End.AGREED))
        before = store.games()
    change(tmp_path, "UPDATE game SET summary = ?", kept)
    with Store(tmp_path) as store:
        assert store.games() == before
    folds.clear()
    with Store(tmp_path) as store:
        assert store.games() == before
        assert folds == []


def test_what_another_program_writes_is_listed(tmp_path):
    with Store(tmp_path) as one, Store(tmp_path) as other:
        number = one.begin(STARTED)
        assert [listed.number for listed in other.games()] == [number]
        other.append(number, PointsAdjusted("Anna", 5, "a bet"))
        assert one.games()[0].summary.totals["Anna"] == 5
        one.delete(number)
        assert other.games() == ()


def test_a_game_dated_into_the_future_does_not_stay_the_newest(tmp_path):
    with Store(tmp_path, clock=lambda: 300_000_000_000.0) as store:
        store.begin(STARTED)
    with Store(tmp_path) as store:
        later = store.begin(STARTED)
        assert store.games()[0].number == later
        assert all(one.last_s < 100_000_000_000 for one in store.games())
    assert (tmp_path / FILE_NAME).exists()

"""Where are my games: the page says, gives a backup to carry away, and goes back to one."""

import io

import pytest

from assistant.board import parse_placement
from assistant.game.events import Settings, Started, TilesPlaced
from assistant.session.actions import Begin
from assistant.storage.backups import Backups
from assistant.storage.store import Store
from tests.web.test_phones import Browser, Table, joined


@pytest.fixture
def table(tmp_path):
    with Store(tmp_path) as store:
        yield Table(tmp_path, store)


@pytest.fixture
def player(table):
    return joined(table)


def lay(table, player):
    assert player.do(table.session, TilesPlaced("Anna", parse_placement("ro@0,0"))) == 200


def test_it_says_where_games_are_to_players_only(table, player):
    assert str(table.folder) in player.get("/keeping").text
    assert Browser(table.app).get("/keeping").status_code == 403
    assert Browser(table.app).get("/keeping/games.sqlite").status_code == 403
    assert str(table.folder) not in Browser(table.app).get("/games").text


def test_a_downloaded_backup_brings_every_game_back(table, player, tmp_path):
    lay(table, player)
    kept = player.get("/keeping/games.sqlite")
    assert kept.mimetype == "application/vnd.sqlite3"
    table.session.do(Begin(Started(Settings(), ("Eva", "Tim"))), table.session.now.revision)
    assert len(table.session.kept.games()) == 2
    file = (io.BytesIO(kept.data), "qwirkle-games.sqlite")
    kept.close()
    assert player.post("/keeping/restore", data={"file": file}).status_code == 303
    assert [one.summary.players for one in table.session.kept.games()] == [("Anna", "Chris")]
    assert table.session.now.game.totals == {"Anna": 1, "Chris": 0}
    assert [one.is_daily for one in Backups(tmp_path).all()] == [False]


def test_a_kept_backup_is_gone_back_to_by_its_button(table, player, tmp_path):
    with Store(tmp_path) as store:
        store.back_up()
    lay(table, player)
    name = Backups(tmp_path).all()[0].path.name
    assert name in player.get("/keeping").text
    assert player.post("/keeping/restore", data={"backup": name}).status_code == 303
    assert table.session.now.game.turns == ()


@pytest.mark.parametrize(
    "name", ["", "../key", "games.sqlite", "../games.sqlite", "games-x.sqlite"]
)
def test_only_a_backup_can_be_gone_back_to(table, player, name):
    assert player.post("/keeping/restore", data={"backup": name}).status_code == 404


@pytest.mark.parametrize("content", [b"", b"no games", b"SQLite format 3\x00" + bytes(5000)])
def test_a_file_without_games_is_refused_with_a_sentence(table, player, content):
    lay(table, player)
    answer = player.post("/keeping/restore", data={"file": (io.BytesIO(content), "x.sqlite")})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert len(table.session.now.game.turns) == 1

"""The simulated table: its hands play the real game, seen by the real eyes."""

import pytest

from assistant.board import parse_placement
from assistant.game.events import Rulebook, Settings, Started, Undone
from assistant.session import demo
from assistant.session.actions import Append, Begin, Done
from assistant.session.demo import CROOKED_DEG, PATIENCE_S, DemoTable
from assistant.session.session import Session
from assistant.storage.store import Store
from tests.support.demo_film import Film
from vision.reading.read import read_picture
from vision.simulated.scenes.scene import SimTile


@pytest.fixture
def session(tmp_path):
    with Store(tmp_path) as store:
        yield Session(store)


def begin(session, rules=Rulebook.CLASSIC):
    started = Started(Settings(rules), ("Anna", "Chris"))
    assert isinstance(session.do(Begin(started), session.now.revision), Done)


def test_hands_lay_moves_that_are_seen_and_scored(session):
    begin(session)
    film = Film(session)
    assert film.run(lambda: len(session.now.game.turns) == 2, 60)
    game = session.now.game
    assert all(turn.is_legal for turn in game.turns)
    assert game.board == film.table._table.board


def test_an_undone_move_is_taken_off_the_table_again(session):
    begin(session)
    film = Film(session)
    assert film.run(lambda: len(session.now.game.turns) == 1, 40)
    session.do(Append(Undone()), session.now.revision)
    assert film.run(lambda: not film.table._table.board, PATIENCE_S + 10)


def test_nobody_plays_before_a_game_begins(session):
    film = Film(session)
    before = film.table.draw(0.1).copy()
    film.run(lambda: False, 8)
    assert session.now.proposal is None
    assert before.shape == film.table.draw(9.0).shape


def test_a_forbidden_move_is_shown_asked_about_and_taken_back(session, monkeypatch):
    monkeypatch.setattr(demo, "FORBIDDEN", 2)
    begin(session)
    film = Film(session, seed=8)
    assert film.run(lambda: session.now.asking and not session.now.proposal.is_legal, 90)
    laid = session.now.proposal.placement
    assert film.run(lambda: not session.now.asking, PATIENCE_S + 10)
    assert all(placed.cell not in session.now.game.board for placed in laid)


def test_a_carelessly_laid_tile_is_a_doubt(session):
    table = DemoTable(lambda: session.now)
    lying = parse_placement("ro@0,0 rs@0,1 rc@0,2 yc@1,2 yo@1,3")
    table._table.lay(SimTile(placed.cell, placed.tile) for placed in lying)
    (clover,) = parse_placement("oc@1,4")
    laid = table._crooked(SimTile(clover.cell, clover.tile))
    assert laid.turn_deg in CROOKED_DEG
    assert (
        0.4 < min(face.confidence for face in read_picture(table._table.frame(0.0)).sightings) < 0.9
    )


def test_a_game_of_cubes_is_played_with_cubes_and_followed(session):
    begin(session, Rulebook.CUBES)
    film = Film(session)
    assert film.run(lambda: len(session.now.game.turns) == 2, 60)
    assert film.table._table.scene.cubes is not None
    assert all(turn.is_legal for turn in session.now.game.turns)
    assert session.now.game.board == film.table._table.board

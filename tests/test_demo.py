"""The simulated table: its hands play the real game, seen by the real eyes."""

import pytest

from assistant.actions import Begin, Done, Tell
from assistant.camera import Eye
from assistant.demo import FPS, PATIENCE_S, DemoTable
from assistant.events import Rulebook, Settings, Started, Undone
from assistant.session import Session
from assistant.store import Store
from vision.sources import Picture


@pytest.fixture
def session(tmp_path):
    with Store(tmp_path) as store:
        yield Session(store)


def begin(session, rules=Rulebook.CLASSIC):
    started = Started(Settings(rules), ("Anna", "Chris"))
    assert isinstance(session.do(Begin(started), session.now.revision), Done)


class Film:
    """The simulated table run as fast as it can be drawn and read."""

    def __init__(self, session, seed=7):
        self.session = session
        self.table = DemoTable(lambda: session.now, seed)
        self.eye = Eye()
        self.frames = 0

    def run(self, until, seconds):
        end = self.frames + round(seconds * FPS)
        while self.frames < end and not until():
            self.frames += 1
            at_s = self.frames / FPS
            picture = Picture(self.table.draw(at_s), at_s, self.frames)
            self.session.saw(self.eye.see(picture))
        return until()


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
    session.do(Tell(Undone()), session.now.revision)
    assert film.run(lambda: not film.table._table.board, PATIENCE_S + 10)


def test_nobody_plays_before_a_game_begins(session):
    film = Film(session)
    before = film.table.draw(0.1).copy()
    film.run(lambda: False, 8)
    assert session.now.proposal is None
    assert before.shape == film.table.draw(9.0).shape


def test_a_forbidden_move_is_shown_asked_about_and_taken_back(session):
    begin(session)
    film = Film(session, seed=8)
    assert film.run(lambda: session.now.asking and not session.now.proposal.is_legal, 90)
    laid = session.now.proposal.placement
    assert film.run(lambda: not session.now.asking, PATIENCE_S + 10)
    assert all(placed.cell not in session.now.game.board for placed in laid)

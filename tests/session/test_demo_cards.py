"""The simulated table of Cards moves one card after the other, as hands do."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from assistant.game.events import Rulebook, Settings, Started
from assistant.rules.cards import same_rows
from assistant.session import demo_cards
from assistant.session.actions import Begin, Done
from assistant.session.demo_cards import _card_by_card, _moved_to
from assistant.session.session import Session
from assistant.storage.store import Store
from tests.support.breadth import in_every_run
from tests.support.demo_film import Film
from tests.watch.test_rows import row


@pytest.fixture
def session(tmp_path):
    with Store(tmp_path) as store:
        session = Session(store)
        started = Started(Settings(Rulebook.CARDS), ("Anna", "Chris"))
        assert isinstance(session.do(Begin(started), session.now.revision), Done)
        yield session


def test_a_row_stays_where_most_of_its_cards_lie():
    slots = [row("ro rs rd"), row("bo bs bd")]
    after = _moved_to(slots, (row("bo bs bd bc"), row("rs rd ro")))
    assert after == [row("ro rs rd"), row("bo bs bd bc")]


def test_a_new_row_lies_where_room_is():
    assert _moved_to([(), row("bo bs bd")], (row("bo bs bd"), row("go gs gd"))) == [
        row("go gs gd"),
        row("bo bs bd"),
    ]


def test_every_step_moves_one_card_and_the_last_one_leaves_the_rows_of_the_turn():
    slots = [row("gs bs rs ps"), row("ro go bo")]
    rows = (row("bs rs ps"), row("ro go bo"), row("gs gd gx"))
    steps = list(_card_by_card(slots, rows))
    assert len(steps) == 3
    before = Counter(chain(*slots))
    for step, _ in steps:
        assert Counter(chain(*step)) - before <= Counter(row("gd gx"))
    assert same_rows(tuple(filter(None, steps[-1][0])), rows)


@pytest.mark.parametrize(
    "turns", in_every_run((1,), (1, demo_cards.FORBIDDEN - 1)), ids="after {}".format
)
def test_hands_lay_rows_that_are_seen_and_ruled_on_and_an_illegal_turn_is_asked_about(
    session, monkeypatch, turns
):
    monkeypatch.setattr(demo_cards, "FORBIDDEN", turns + 1)
    film = Film(session, cards=True)
    assert film.run(lambda: len(session.now.game.turns) == turns, 40 * turns)
    assert all(turn.is_legal for turn in session.now.game.turns)
    assert same_rows(film.table.rows, session.now.game.rows)
    assert film.run(lambda: session.now.asking, 60)
    assert not session.now.rows_proposal.is_legal


def test_a_card_that_lay_there_twice_is_taken_back_once():
    slots, rows = [row("ro rs rd rd"), row("ro rs rd")], (row("ro rs rd"), row("ro rs rd"))
    assert _moved_to(slots, rows) == list(rows)

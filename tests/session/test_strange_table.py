"""Pictures that are read well and fit the known table nowhere: said soon, and mended by one tap."""

from dataclasses import replace

import pytest

from assistant.board import Cell
from assistant.game.events import Settings, Started
from assistant.session.actions import Accept, Adopt, Begin, Done, Gone, Stale
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.watch.knowledge import Knowledge
from assistant.watch.revising import missing_cells
from assistant.watch.update import looked, taken_as_table
from assistant.web.game_json import write_moment
from assistant.words import Language
from tests.support.seen_tables import hand, observed, photographed, quiet, still

GAME = "ro@0,0 rs@1,0 rd@2,0"
OTHER = "bc@8,3 yc@8,4 gc@8,5 b*@9,3"
LATEST_S = 10.0


class Watched:
    """A game with its opening on the board, before a live camera."""

    def __init__(self):
        self.session = Session(Store(None))
        self.do(Begin(Started(Settings(), ("Anna", "Chris"))))
        self.at_s = 0.0
        self.rest(GAME, 8.0)
        assert self.now.game.totals["Anna"] == 3

    @property
    def now(self):
        return self.session.now

    def do(self, action):
        answer = self.session.do(action, self.now.revision)
        assert isinstance(answer, Done), answer

    def rest(self, tiles, seconds):
        """A hand leaves the table so, and it is read at once, after 1 s, 3 s, 7 s."""
        self.session.saw(hand(self.at_s))
        began_s = self.at_s = self.at_s + 1.0
        looks = iter((0.0, 1.0, 3.0, 7.0, 1e9))
        due_s = next(looks)
        while self.at_s - began_s < seconds:
            still_s = self.at_s - began_s
            if still_s >= due_s:
                self.session.saw(still(tiles, self.at_s, still_s))
                due_s = next(looks)
            else:
                self.session.saw(quiet(self.at_s, still_s))
            self.at_s += 0.5


@pytest.fixture
def table():
    return Watched()


def test_a_table_that_fits_is_not_strange(table):
    table.rest(f"{GAME} rc@3,0", 8.0)
    assert not table.now.strange


def test_a_table_that_does_not_fit_is_told_on_every_phone_within_ten_seconds(table):
    table.rest(OTHER, 1.0)
    assert not table.now.strange, "a moment is no reason to alarm anybody"
    table.rest(OTHER, LATEST_S - 2.0)
    assert table.now.strange == 4
    told = write_moment(table.now, Language.ENGLISH)["strange"]
    assert "4 that do not fit" in told["text"]


def test_nothing_is_said_any_more_once_the_table_fits_again(table):
    table.rest(OTHER, 8.0)
    table.rest(GAME, 2.0)
    assert not table.now.strange


def test_one_tap_makes_it_the_table_and_what_is_otherwise_is_asked(table):
    table.rest(OTHER, 8.0)
    table.do(Adopt())
    assert not table.now.strange
    assert len(table.now.proposal.missing) == 3
    table.do(Gone(table.now.proposal.missing, really=True))
    table.rest(OTHER, 8.0)
    assert len(table.now.proposal.placement) == 4
    assert table.now.asking


def test_the_tap_keeps_the_tiles_that_the_picture_shares_with_the_board(table):
    known = looked(Knowledge(table.now.game), observed(OTHER), 1.0)
    assert known.unlaid is not None
    shared = replace(known, unlaid=replace(known.unlaid, seen=observed("rs@7,7 rd@8,7 yd@8,8")))
    after = taken_as_table(shared)
    assert missing_cells(after) == (Cell(0, 0),)
    assert after.new_cells == {Cell(2, 1)}


def test_a_photo_that_does_not_fit_is_told_at_once(table):
    table.session.saw(photographed(still(OTHER, 0.0).observation, table.at_s + 30.0))
    assert table.now.strange == 4


def test_there_is_nothing_to_tap_where_the_table_fits(table):
    assert isinstance(table.session.do(Adopt(), table.now.revision), Stale)


def test_the_board_is_never_changed_by_a_strange_table_alone(table):
    table.rest(OTHER, 30.0)
    assert table.now.game.totals["Anna"] == 3
    assert len(table.now.game.board) == 3
    assert isinstance(table.session.do(Accept(()), table.now.revision), Stale)

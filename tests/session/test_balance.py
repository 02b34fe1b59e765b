"""Counted or asked: what lies on the table is on the board, or every phone says that it is not."""

import pytest

from assistant.board import Cell, format_placement, parse_placement
from assistant.game.corrections import tile_changed
from assistant.game.events import Corrected, Settings, Started, Undone, placement_of
from assistant.session.actions import Accept, Append, Begin, Done, Reject, Say, Settle, Stale
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.tiles import parse_tile
from assistant.watch.balance import WayOut
from assistant.watch.meaning import Meant
from assistant.web.game_json import write_moment
from assistant.words import Language
from tests.support.seen_tables import hand, observed, photographed, quiet, still

OPENING = "ro@0,0 rs@1,0 rd@2,0"
SECOND, THIRD, FOURTH = "bs@1,1 gs@1,2", "gc@2,2", "rc@3,0"


class Photos:
    """A game told by photos, and the taps of its players."""

    def __init__(self):
        self.session, self.at_s = Session(Store(None)), 0.0
        self.do(Begin(Started(Settings(), ("Noah", "Mia"))))

    def do(self, action):
        answer = self.session.do(action, self.now.revision)
        assert isinstance(answer, Done), answer

    def send(self, *tiles):
        self.at_s += 60.0
        self.session.saw(photographed(observed(" ".join(tiles)), self.at_s))
        return self.now

    @property
    def now(self):
        return self.session.now

    @property
    def uncounted(self):
        return format_placement(self.now.balance.uncounted)

    def take_back(self):
        for placed in self.now.proposal.placement:
            self.do(Say(placed.cell, None))

    def settle(self, way, tiles=None):
        self.do(Settle(tiles or self.now.balance.uncounted, way))


@pytest.fixture
def game():
    photos = Photos()
    photos.send(OPENING)
    assert photos.now.game.totals == {"Noah": 3, "Mia": 0}
    return photos


def test_a_table_that_is_counted_whole_is_in_balance(game):
    assert game.now.balance.is_even
    assert write_moment(game.now, Language.ENGLISH)["balance"] is None


def test_tiles_taken_back_that_still_lie_there_are_named_and_nothing_is_accepted_by_itself(game):
    game.send(OPENING, SECOND, THIRD)
    assert game.now.asking
    game.take_back()
    assert game.now.proposal is None
    assert game.uncounted == "bs@1,1 gs@1,2 gc@2,2"
    game.send(OPENING, SECOND, THIRD, FOURTH)
    assert len(game.now.game.turns) == 1
    assert game.now.asking
    assert game.uncounted == "bs@1,1 gs@1,2 gc@2,2"
    shown = write_moment(game.now, Language.ENGLISH)["balance"]
    assert shown["uncounted"] == ["bs@1,1", "gs@1,2", "gc@2,2"]
    assert shown["ways"] == ["last", "own", "aside", "again"]


def test_one_tap_counts_tiles_that_were_taken_back_by_mistake(game):
    game.send(OPENING, SECOND)
    game.do(Append(Undone()))
    game.take_back()
    game.settle(WayOut.OWN)
    game.do(Accept(game.now.proposal.placement, player="Mia"))
    assert game.now.game.totals == {"Noah": 3, "Mia": 3}
    assert game.now.balance.is_even


def test_a_tile_removed_from_a_proposal_is_named_until_it_is_counted(game):
    game.send(OPENING, SECOND, THIRD)
    game.do(Say(Cell(2, 2), None))
    game.do(Accept(game.now.proposal.placement))
    assert game.now.game.totals == {"Noah": 3, "Mia": 3}
    assert game.uncounted == "gc@2,2"
    game.send(OPENING, SECOND, THIRD)
    assert game.uncounted == "gc@2,2"
    game.settle(WayOut.OWN)
    assert format_placement(game.now.proposal.placement) == "gc@2,2"


def test_a_tile_removed_from_a_past_turn_is_named_and_the_next_turn_waits(game):
    game.send(OPENING, FOURTH, "rx@4,0")
    assert game.now.game.totals == {"Noah": 3, "Mia": 5}
    game.do(Append(tile_changed(game.now.game, Cell(4, 0), None)))
    assert game.now.game.totals == {"Noah": 3, "Mia": 4}
    assert game.uncounted == "rx@4,0"
    game.send(OPENING, FOURTH, "rx@4,0", SECOND)
    assert len(game.now.game.turns) == 2
    assert game.uncounted == "rx@4,0"
    game.settle(WayOut.LAST)
    assert game.now.game.totals == {"Noah": 3, "Mia": 5}


def test_what_is_not_in_the_game_stays_listed_and_holds_up_nothing(game):
    game.send(OPENING, SECOND, "yx@2,1")
    game.do(Say(Cell(2, 1), None))
    game.settle(WayOut.ASIDE)
    assert game.now.balance.uncounted == ()
    assert format_placement(game.now.balance.aside) == "yx@2,1"
    game.do(Accept(game.now.proposal.placement))
    game.send(OPENING, SECOND, "yx@2,1", THIRD)
    assert game.now.game.totals == {"Noah": 5, "Mia": 3}
    assert format_placement(game.now.balance.aside) == "yx@2,1"
    game.settle(WayOut.OWN, game.now.balance.aside)
    assert format_placement(game.now.proposal.placement) == "yx@2,1"


def test_looking_again_forgets_what_was_said(game):
    game.send(OPENING, SECOND, THIRD)
    game.take_back()
    game.settle(WayOut.AGAIN)
    assert game.now.balance.is_even
    game.send(OPENING, SECOND, THIRD)
    assert format_placement(game.now.proposal.placement) == "bs@1,1 gs@1,2 gc@2,2"


def test_rejected_tiles_that_lie_there_are_named(game):
    game.send(OPENING, SECOND, THIRD)
    while game.now.proposal is not None:
        game.do(Reject(game.now.proposal.placement))
    assert game.uncounted == "bs@1,1 gs@1,2 gc@2,2"


def test_tiles_that_are_gone_are_no_longer_named(game):
    game.send(OPENING, SECOND, THIRD)
    game.take_back()
    game.send(OPENING)
    assert game.now.balance.is_even
    game.send(OPENING, SECOND)
    assert game.now.game.totals == {"Noah": 3, "Mia": 3}


def test_a_tap_scores_nobody_but_the_player_it_names(game):
    game.send(OPENING, SECOND, THIRD)
    late = Accept(game.now.proposal.placement, player="Noah")
    assert isinstance(game.session.do(late, game.now.revision), Stale)
    assert len(game.now.game.turns) == 1


def test_tiles_that_are_not_shown_any_more_cannot_be_settled(game):
    other = Settle(parse_placement("bo@0,1"), WayOut.OWN)
    assert isinstance(game.session.do(other, game.now.revision), Stale)


def turns_asked_about(game, after):
    """The likeliest ones after so many that were told."""
    assert len(game.now.game.turns) == after
    assert game.now.asking
    return [format_placement(turn) for turn in game.now.choices[0].turns]


def test_the_tiles_of_a_turn_undone_by_mistake_came_before_those_that_lie_there_now(game):
    session = game.session
    session.saw(still(f"{OPENING} {FOURTH}", 100.0))
    session.saw(quiet(108.0, 8.0))
    session.saw(hand(109.0))
    session.saw(still(f"{OPENING} {FOURTH} {SECOND}", 111.0))
    game.do(Append(Undone()))
    session.saw(still(f"{OPENING} {FOURTH} {SECOND}", 112.0, 1.0))
    session.saw(quiet(130.0, 19.0))
    assert turns_asked_about(game, after=1) == [FOURTH, SECOND]


def test_tiles_hidden_by_a_wrong_mend_came_when_they_were_first_seen(game):
    session, fifth = game.session, "rx@4,0"
    session.saw(still(f"{OPENING} {FOURTH}", 100.0))
    session.saw(quiet(108.0, 8.0))
    session.saw(hand(109.0))
    session.saw(still(f"{OPENING} {FOURTH} {fifth}", 111.0))
    was = game.now.game.turns[-1].event
    game.do(Append(tile_changed(game.now.game, Cell(3, 0), parse_tile("yx"))))
    session.saw(hand(113.0))
    session.saw(still(f"{OPENING} {FOURTH} {fifth} {SECOND}", 115.0))
    game.do(Append(Corrected(2, (was,))))
    session.saw(still(f"{OPENING} {FOURTH} {fifth} {SECOND}", 116.0, 1.0))
    session.saw(quiet(130.0, 15.0))
    assert turns_asked_about(game, after=2) == [fifth, SECOND]


def test_a_turn_that_was_over_before_an_illegal_tile_came_is_taken_by_one_tap(game):
    session = game.session
    session.saw(still(f"{OPENING} {FOURTH}", 100.0))
    session.saw(hand(100.8))
    session.saw(still(f"{OPENING} {FOURTH} yx@4,0", 103.0))
    session.saw(quiet(112.0, 9.0))
    assert game.now.asking
    first = game.now.choices[0].turns
    assert [format_placement(turn) for turn in first] == [FOURTH]
    game.do(Accept(game.now.proposal.placement, Meant.TWO_TURNS, turns=first))
    assert game.now.game.totals == {"Noah": 3, "Mia": 4}
    assert format_placement(game.now.proposal.placement) == "yx@4,0"
    assert not game.now.proposal.is_legal


def test_a_photo_tells_all_turns_that_were_held_up_before_it(game):
    game.send(OPENING, SECOND, "yx@2,1")
    game.do(Say(Cell(2, 1), None))
    game.send(OPENING, SECOND, "yx@2,1", FOURTH)
    assert len(game.now.game.turns) == 1
    game.settle(WayOut.ASIDE)
    game.send(OPENING, SECOND, "yx@2,1", FOURTH, "bd@2,-1")
    assert [format_placement(placement_of(turn.event)) for turn in game.now.game.turns] == [
        OPENING,
        SECOND,
        FOURTH,
        "bd@2,-1",
    ]


def test_a_ghost_before_the_first_move_does_not_hold_up_the_game():
    photos = Photos()
    session = photos.session
    session.saw(still("wx@7,7", 1.0, sure=0.9))
    session.saw(hand(3.0))
    session.saw(still("go@0,0 gs@1,0 gd@2,0", 5.0))
    assert session.now.can_tell
    session.saw(quiet(12.0, 7.0))
    assert session.now.game.totals == {"Noah": 3, "Mia": 0}


def test_a_ghost_that_is_gone_on_the_bare_table_is_forgotten():
    photos = Photos()
    photos.session.saw(still("wx@7,7", 1.0, sure=0.9))
    photos.session.saw(still("", 3.0))
    assert photos.now.proposal is None
    assert photos.now.balance.is_even


def test_tiles_of_an_earlier_turn_that_fell_off_the_board_are_no_move_of_who_is_on_now(game):
    game.send(OPENING, SECOND)
    game.send(OPENING, SECOND, FOURTH)
    was = game.now.game.turns[1].event
    game.do(Append(tile_changed(game.now.game, Cell(1, 1), parse_tile("yx"))))
    game.do(Append(Corrected(2, (was,))))
    game.do(Append(Undone()))
    assert game.now.proposal is None
    assert game.uncounted == SECOND
    game.send(OPENING, SECOND, FOURTH, "rx@4,0")
    assert game.now.asking
    assert format_placement(game.now.proposal.placement) == "rx@4,0"
    assert game.uncounted == SECOND
    game.do(Append(Corrected(2, (was,))))
    assert game.uncounted == ""
    assert format_placement(game.now.proposal.placement) == "rx@4,0"

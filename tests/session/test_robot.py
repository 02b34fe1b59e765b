"""The robot player: what it tells of each turn, and what later pictures make of it."""

from dataclasses import replace

from assistant.board import Cell, format_placement, parse_board, parse_placement
from assistant.game.events import LetStand, Settings, Started
from assistant.session.replay import Replay
from assistant.tiles import parse_tile
from assistant.watch import Question
from tests.support.pictured import pictured, sighting_of
from tests.support.seen_tables import looked_at, photographed

TABLE = "ro rs rd ..\n.. bs .. ..\n.. gs gc .."


class Table:
    """A game told photo by photo."""

    def __init__(self, table=TABLE):
        self.board, self.at_s = parse_board(table), 0.0
        self.replay = Replay(Started(Settings(), ("A", "B"), start=tuple(self.board)))
        self.see()

    def see(self, seen=None):
        """A still picture of the camera; nobody is asked before a photo is taken."""
        self.at_s += 10.0
        told = self.replay.saw(looked_at(seen or pictured(self.board), self.at_s))
        assert told == ()
        return self

    def lay(self, tiles):
        self.board = self.board.with_tiles(parse_placement(tiles))
        return self

    def take(self, tiles):
        self.board = self.board.without(placed.cell for placed in parse_placement(tiles))
        return self

    def close(self, seen=None):
        self.at_s += 10.0
        heard = self.replay.saw_photo(photographed(seen or pictured(self.board), self.at_s))
        return heard[-1].played

    @property
    def game(self):
        return self.replay.game

    @property
    def totals(self):
        return self.game.totals


def test_a_legal_turn_is_told_and_paid():
    table = Table()
    told = table.lay("rc@3,0").close()
    assert format_placement(told.placement) == "rc@3,0"
    assert (told.player, told.asked, told.turn.points) == ("A", False, 4)
    assert table.replay.session.now.proposal is None


def test_an_illegal_turn_is_told_once_while_its_tiles_lie_there():
    table = Table()
    told = table.lay("gx@3,0").close()
    assert (told.turn.is_legal, told.asked) == (False, False)
    assert table.see().replay.session.now.proposal is None


def test_illegal_tiles_that_are_taken_back_leave_no_trace():
    table = Table()
    table.lay("gx@3,0").close()
    told = table.take("gx@3,0").see().lay("rc@3,0").close()
    assert format_placement(told.placement) == "rc@3,0"
    assert (told.player, told.turn.points) == ("B", 4)


def test_illegal_tiles_that_stay_count_for_nothing_and_are_built_upon():
    table = Table()
    table.lay("gx@3,0").close()
    told = table.lay("go@3,2").close()
    assert format_placement(told.placement) == "go@3,2"
    assert isinstance(table.game.turns[0].event, LetStand)
    assert table.totals == {"A": 0, "B": 3}


def test_an_illegal_turn_that_was_misread_is_mended_and_paid():
    table = Table()
    wrong = table.board.with_tiles(parse_placement("gc@3,0"))
    table.board = table.board.with_tiles(parse_placement("rc@3,0"))
    assert not table.close(pictured(wrong)).turn.is_legal
    # The same tile, seen better and without a hand in between.
    table.see().see().see()
    assert table.game.turns[0].is_legal
    assert table.totals == {"A": 4, "B": 0}


def test_a_misread_tile_of_the_past_is_revised_and_the_score_follows():
    table = Table()
    seen = pictured(table.board.with_tiles(parse_placement("rc@3,0")))
    *others, last = sorted(seen.sightings, key=lambda one: one.cell == Cell(3, 0))
    rival = sighting_of(last.cell, parse_tile("r*"), 0.7, parse_tile("rc"), last.centre_px)
    table.board = table.board.with_tiles(parse_placement("rc@3,0"))
    told = table.close(replace(seen, sightings=(*others, rival)))
    assert format_placement(told.placement) == "r*@3,0"
    assert told.questions == {Question.READING}
    for _ in range(3):
        table.see()
    event = table.game.turns[0].event
    assert format_placement(event.placement) == "rc@3,0"


def test_a_missing_tile_is_asked_about_once():
    table = Table().take("gc@2,2").see().see().see()
    told = table.lay("rc@3,0").close()
    assert told.questions == {Question.TAKEN_AWAY}
    assert not table.lay("r*@4,0").close().asked


def test_a_turn_without_tiles_is_asked_about_and_the_next_player_is_on():
    table = Table()
    told = table.close()
    assert told.questions == {Question.NOTHING_PLACED}
    assert table.lay("rc@3,0").close().player == "B"


def test_play_goes_on_from_an_illegal_tile_that_lies_apart():
    table = Table()
    told = table.lay("rc@3,0 rx@5,0").close()
    assert not told.turn.is_legal
    told = table.lay("gx@5,1 bx@5,2").close()
    assert format_placement(told.placement) == "gx@5,1 bx@5,2"
    assert not told.asked
    assert isinstance(table.game.turns[0].event, LetStand)


def test_an_illegal_tile_that_was_only_covered_for_a_while_still_stands():
    table = Table()
    assert not table.lay("yx@3,0").close().turn.is_legal
    told = table.take("yx@3,0").see().lay("yx@3,0 gx@3,1").close()
    assert format_placement(told.placement) == "gx@3,1"
    assert isinstance(table.game.turns[0].event, LetStand)


def test_what_is_left_of_an_illegal_turn_when_the_rest_was_taken_back_is_a_turn():
    table = Table()
    told = table.lay("rc@3,0 yx@4,0").close()
    assert told.turn.points == 0
    told = table.take("yx@4,0").lay("go@3,2").close()
    assert (told.player, told.turn.points, told.asked) == ("B", 3, True)
    assert table.totals == {"A": 4, "B": 3}
    assert table.replay.session.now.balance.is_even


def test_the_same_tiles_in_a_legal_move_were_taken_back():
    table = Table()
    assert not table.lay("rc@3,0 rx@5,0").close().turn.is_legal
    table.take("rc@3,0 rx@5,0").see()
    told = table.lay("rc@3,0 rx@5,0 r*@4,0").close()
    assert told.turn.is_legal
    assert format_placement(told.placement) == "rc@3,0 r*@4,0 rx@5,0"


def test_after_a_photo_that_may_show_two_turns_whose_the_next_are_is_asked_too():
    table = Table()
    # Two tiles that are no line: an illegal turn, or one of each player.
    told = table.lay("rc@3,0 gd@3,2").close()
    assert Question.TWO_TURNS in told.questions
    told = table.lay("r*@4,0").close()
    assert format_placement(told.placement) == "r*@4,0"
    assert told.questions == {Question.TWO_TURNS}

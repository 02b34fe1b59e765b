"""Photos of Cards, one a turn, through reading's answer and the referee."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.game.events import CardsLaid, Rulebook, Settings, Started, move_of
from assistant.session.camera_loop import Seen
from assistant.session.replay import Replay, ReplayedTurn
from assistant.tiles import Tile, parse_tile
from assistant.watch.rows_doubts import Doubt
from tests.watch.test_rows import face, row, seen
from vision.observation import Observation
from vision.scene.report import SceneReport, SceneState
from vision.sources.source import Picture

STARTED = Started(Settings(Rulebook.CARDS), ("Anna", "Bob"))


class Photos:
    """A game of Cards of which one photo after the other is replayed."""

    def __init__(self) -> None:
        self.replay = Replay(STARTED)
        self._number = 0

    def show(self, table: Observation) -> ReplayedTurn | None:
        self._number += 1
        at_s = 10.0 * self._number
        picture = Picture(np.zeros((2, 2, 3), np.uint8), at_s, self._number, is_photo=True)
        seen = Seen(at_s, SceneReport(SceneState.STILL, at_s), picture, table)
        turns = self.replay.saw_photo(seen)
        assert len(turns) <= 1
        return turns[0] if turns else None


def laid(replayed: ReplayedTurn | None) -> tuple[Tile, ...]:
    assert replayed is not None
    assert replayed.played.turn is not None
    move = move_of(replayed.played.turn.event)
    assert isinstance(move, CardsLaid)
    return move.laid


def test_an_opening_that_is_not_read_is_asked_about_and_shifts_no_player():
    for unread in (Observation((1, 1)), seen(loose="ro rs")):
        photos = Photos()
        first = photos.show(unread)
        assert (first.played.player, first.played.asked) == ("Anna", True)
        second = photos.show(seen("ro rs rd", "bo bs bd"))
        assert (second.played.player, second.played.asked) == ("Bob", True)
        third = photos.show(seen("ro rs rd rx", "bo bs bd"))
        assert (third.played.player, third.played.asked) == ("Anna", False)
        assert laid(third) == row("rx")


def test_each_photo_is_one_turn_and_players_take_turns():
    photos = Photos()
    first = photos.show(seen("ro rs rd"))
    second = photos.show(seen("ro rs rd rc r*"))
    assert (first.played.player, second.played.player) == ("Anna", "Bob")
    assert laid(second) == row("rc r*")
    assert second.played.turn.is_legal
    assert not second.played.asked


def test_a_qwirkle_counts_whether_it_still_lies_there_or_not():
    for shown in (seen("ro rs rd rc r* rx"), seen()):
        photos = Photos()
        photos.show(seen("ro rs rd rc r*"))
        heard = photos.show(shown)
        assert laid(heard) == row("rx")
        assert heard.played.turn.points == 1
        assert photos.replay.game.rows == ()


def test_a_qwirkle_left_lying_counts_once():
    photos = Photos()
    photos.show(seen("ro rs rd rc r*"))
    photos.show(seen("ro rs rd rc r* rx"))
    after = photos.show(seen("ro rs rd rc r* rx", "bo bs bd"))
    assert laid(after) == row("bo bs bd")
    assert after.game.totals == {"Anna": 0, "Bob": 1}


def test_an_illegal_turn_is_told_and_taken_back():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    illegal = photos.show(seen("ro rs rd bc"))
    assert not illegal.played.turn.is_legal
    after = photos.show(seen("ro rs rd rc"))
    assert after.played.turn.is_legal
    assert laid(after) == row("rc")


def test_an_illegal_table_that_is_left_lying_is_built_upon():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    photos.show(seen("ro rs rd", "bc bs"))
    after = photos.show(seen("ro rs rd", "bc bs bx"))
    assert laid(after) == row("bx")
    assert after.played.turn.is_legal
    assert after.played.asked  # the next player may have laid all three


def test_cards_of_a_doubtful_illegal_turn_that_lie_there_in_other_rows_are_asked_about():
    """Part of it was no card at all: what is left may be that player's turn, and not the next's."""
    photos = Photos()
    photos.show(seen("bo po ro"))
    photos.show(seen("bo po ro", "os ps ys"))
    doubtful = photos.show(seen("bo po ro", "os ps ys gs", "ps pd"))
    assert doubtful.played.asked
    assert not doubtful.played.turn.is_legal
    assert photos.show(seen("bo po ro", "os ps ys gs", "bc bd bx")).played.asked


def test_a_doubtful_table_that_was_called_illegal_and_still_lies_there_is_asked_about_again():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    doubtful = photos.show(misread("ro rs rd bc", at=(0, 3), rival="rc", sure=0.97))
    assert doubtful.played.asked
    assert not doubtful.played.turn.is_legal
    after = photos.show(seen("ro rs rd bc", "go gs gd"))
    assert laid(after) == row("go gs gd")
    assert after.played.asked


def test_a_card_that_came_to_a_doubtful_row_may_have_been_overlooked_before():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    assert photos.show(misread("ro rs rd rc", at=(0, 3), rival="rx", sure=0.7)).played.asked
    assert photos.show(seen("ro rs rd rc r*")).played.asked


def test_a_photo_on_which_nothing_is_new_is_asked_about():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    again = photos.show(seen("ro rs rd"))
    assert again.played.asked


def shown(table: Observation, name: str, number: int, skipped: int = 0) -> Seen:
    at_s = 10.0 * number
    picture = Picture(np.zeros((2, 2, 3), np.uint8), at_s, number, name=name, is_photo=True)
    return Seen(at_s, SceneReport(SceneState.STILL, at_s), picture, table, skipped=skipped)


def test_two_turns_in_one_photo_are_told_in_player_order_and_asked_about():
    replay = Replay(STARTED)
    replay.saw_photo(shown(seen("ro rs rd", "bo bs bd"), "01.jpg", 1))
    replay.saw_photo(shown(seen("ro rs rd"), "02.jpg", 2))
    turns = replay.saw_photo(shown(seen("ro rs rd rc", "bo bs bd"), "04.jpg", 3, skipped=1))
    assert [one.played.player for one in turns] == ["Anna", "Bob"]
    assert [one.photo for one in turns] == ["04.jpg", "04.jpg"]
    assert all(one.played.asked for one in turns)
    assert sorted(len(laid(one)) for one in turns) == [1, 3]


def misread(*rows: str, at: tuple[int, int], rival: str, sure: float) -> Observation:
    """A table of which one card looks like another, more or less."""
    table = [list(one) for one in seen(*rows).rows]
    y, x = at
    table[y][x] = face(table[y][x].tile, sure, parse_tile(rival))
    return Observation((1, 1), rows=tuple(tuple(one) for one in table))


@pytest.mark.parametrize("sure", [0.75, 0.97])
def test_a_card_that_was_misread_is_set_right_by_later_photos_and_asked_about_once(sure: float):
    photos = Photos()
    first = photos.show(misread("ro rs rd rx", at=(0, 3), rival="r*", sure=sure))
    assert photos.replay.game.rows == (row("ro rs rd rx"),)
    second = photos.show(seen("ro rs rd r*", "bo bs bd"))
    assert first.played.asked is not second.played.asked
    third = photos.show(seen("ro rs rd r*", "bo bs bd bx"))
    assert sorted(map(str, laid(third))) == ["bx"]
    rows = {frozenset(one) for one in photos.replay.game.rows}
    assert rows == {frozenset(row("ro rs rd r*")), frozenset(row("bo bs bd bx"))}
    assert photos.replay.game.turns[0].is_legal


def test_what_was_doubtful_stays_asked_about_until_it_was_seen_again():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    first = photos.show(misread("ro rs rd", "bo bs bx", at=(1, 2), rival="b*", sure=0.55))
    assert first.played.asked
    again = photos.show(misread("ro rs rd rc", "bo bs bx", at=(1, 2), rival="b*", sure=0.55))
    assert again.played.asked
    clear = photos.show(seen("ro rs rd rc", "bo bs bx", "go gs gd"))
    assert not clear.played.asked


def test_a_card_that_is_never_seen_again_is_no_card_in_the_end():
    photos = Photos()
    photos.show(seen("ro rs rd rx"))
    for rows in (("bo bs bd",), ("bo bs bd bx",), ("bo bs bd bx", "go gs gd")):
        shown = photos.show(seen("ro rs rd", *rows))
        assert shown.played.asked is (len(photos.replay.game.turns) > 2)
    assert frozenset(row("ro rs rd")) in {frozenset(one) for one in photos.replay.game.rows}
    after = photos.show(seen("ro rs rd", "bo bs bd bx", "go gs gd gx"))
    assert laid(after) == row("gx")


def test_turns_of_which_nothing_is_seen_still_have_their_players():
    replay = Replay(STARTED)
    replay.saw_photo(shown(seen("ro rs rd"), "01.jpg", 1))
    turns = replay.saw_photo(shown(seen("ro rs rd"), "03.jpg", 2, skipped=1))
    assert [one.played.player for one in turns] == ["Bob", "Anna"]
    assert all(one.played.asked for one in turns)


def test_where_a_photo_may_well_have_been_forgotten_later_players_are_asked_about():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    # A row of three and two cards at another row: rather two turns than one.
    both = photos.show(seen("ro rs rd rc r*", "bo bs bd"))
    assert both.played.asked
    assert photos.show(seen("ro rs rd rc r*", "bo bs bd bx")).played.asked


def test_who_lays_a_row_leaves_no_doubt_whose_turn_it_is():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    photos.show(seen("ro rs rd", "bo bs bd"))
    assert not photos.show(seen("ro rs rd", "bo bs bd bx")).played.asked


def test_cards_that_the_photo_before_showed_uncounted_are_of_no_turn_that_was_forgotten():
    may_be_two = []
    for apart in ("", "rc"):
        photos = Photos()
        photos.show(seen("ro rs rd"))
        photos.show(seen("ro rs rd rx", loose=apart))
        turn = photos.show(seen("ro rs rd rx rc", "bs bd bo bc"))
        may_be_two.append(Doubt.SEVERAL_TURNS in turn.played.questions)
    assert may_be_two == [True, False]

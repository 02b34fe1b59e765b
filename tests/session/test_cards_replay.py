"""Photos of Cards, one a turn, through reading's answer and the referee."""

from __future__ import annotations

import numpy as np

from assistant.game.events import CardsLaid, Rulebook, Settings, Started, move_of
from assistant.session.camera_loop import Seen
from assistant.session.replay import Replay, ReplayedTurn
from assistant.tiles import Tile
from tests.watch.test_rows import row, seen
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


def test_the_table_before_the_first_card_is_no_turn():
    assert Photos().show(Observation((1, 1))) is None


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


def test_a_photo_on_which_nothing_is_new_is_asked_about():
    photos = Photos()
    photos.show(seen("ro rs rd"))
    again = photos.show(seen("ro rs rd"))
    assert again.played.asked

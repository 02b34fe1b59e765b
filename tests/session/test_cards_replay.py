"""Photos of Cards, one a turn, through reading's answer and the referee."""

from __future__ import annotations

from assistant.game.events import Rulebook, Settings, Started
from assistant.session.cards_replay import CardsReplay
from tests.watch.test_rows import row, seen
from vision.observation import Observation

STARTED = Started(Settings(Rulebook.CARDS), ("Anna", "Bob"))


def test_the_table_before_the_first_card_is_no_turn():
    assert CardsReplay(STARTED).saw_photo(Observation((1, 1)), "0.jpg") is None


def test_each_photo_is_one_turn_and_players_take_turns():
    replay = CardsReplay(STARTED)
    first = replay.saw_photo(seen("ro rs rd"), "1.jpg")
    second = replay.saw_photo(seen("ro rs rd rc r*"), "2.jpg")
    assert (first.turn.event.player, second.turn.event.player) == ("Anna", "Bob")
    assert second.move.laid == row("rc r*")
    assert second.turn.is_legal
    assert not second.asked


def test_a_qwirkle_counts_whether_it_still_lies_there_or_not():
    for shown in (seen("ro rs rd rc r* rx"), seen()):
        replay = CardsReplay(STARTED)
        replay.saw_photo(seen("ro rs rd rc r*"), "1.jpg")
        heard = replay.saw_photo(shown, "2.jpg")
        assert heard.move.laid == row("rx")
        assert heard.turn.points == 1
        assert replay.game.rows == ()


def test_an_illegal_turn_is_told_and_taken_back():
    replay = CardsReplay(STARTED)
    replay.saw_photo(seen("ro rs rd"), "1.jpg")
    illegal = replay.saw_photo(seen("ro rs rd bc"), "2.jpg")
    assert not illegal.turn.is_legal
    after = replay.saw_photo(seen("ro rs rd rc"), "3.jpg")
    assert after.turn.is_legal
    assert after.move.laid == row("rc")


def test_an_illegal_table_that_is_left_lying_is_built_upon():
    replay = CardsReplay(STARTED)
    replay.saw_photo(seen("ro rs rd"), "1.jpg")
    replay.saw_photo(seen("ro rs rd", "bc bs"), "2.jpg")
    after = replay.saw_photo(seen("ro rs rd", "bc bs bx"), "3.jpg")
    assert after.move.laid == row("bx")
    assert after.turn.is_legal

"""A game looked at again: the best places its tiles had."""

from assistant.board import format_placement, parse_placement
from assistant.game.events import CardsLaid, Rulebook, Settings, Started, TilesPlaced
from assistant.game.history import fold
from assistant.game.review import given_away, review
from assistant.tiles import parse_tiles
from tests.support.effort import calls_of
from tests.support.whole_games import classic_game

MOST_CALLS = 120_000
"""Twice what it takes today."""

PLAYERS = ("Anna", "Chris")
OPENING = "ro@0,0 rs@1,0 rd@2,0"


def game_of(*moves, rules=Rulebook.CLASSIC):
    told = [Started(Settings(rules), PLAYERS)]
    told += [TilesPlaced(PLAYERS[n % 2], parse_placement(text)) for n, text in enumerate(moves)]
    return fold(told)


def test_a_game_without_turns_has_nothing_to_look_at():
    assert review(game_of()) == ()
    assert given_away(()) == {}


def test_the_opening_is_not_reviewed():
    assert review(game_of(OPENING)) == ()


def test_a_tile_that_had_a_better_place_is_shown_there():
    # Under the red square the blue one makes 2; nothing of four can be had with it.
    (blue,) = review(game_of(OPENING, "bs@1,1"))
    assert (blue.paid, blue.best, blue.given_away) == (2, 2, 0)
    # The red clover pays 2 below the square, but 4 at the end of the row.
    (_, clover) = review(game_of(OPENING, "bo@0,1", "rc@3,0"))
    assert clover.given_away == 0
    (low,) = review(game_of(OPENING, "rc@1,1"))
    assert (low.paid, low.best) == (2, 4)
    assert format_placement(low.placement) in ("rc@3,0", "rc@-1,0")
    assert given_away((low,)) == {"Chris": 2}


def test_the_qwirkle_that_nobody_saw_and_the_line_of_five_are_named():
    five = "rc@3,0 r*@4,0"
    (left, missed) = review(game_of(OPENING, five, "rx@0,1"))
    assert left.left_five
    assert not left.missed_qwirkle
    assert missed.missed_qwirkle
    assert missed.best == 12


def test_a_long_game_is_reviewed_in_no_time_and_nobody_beats_the_best():
    whole = classic_game(seed=7)
    game = fold([whole.started, *(moment.entry for moment in whole.moments[:50])])
    reviewed, calls = calls_of(lambda: review(game))
    assert calls < MOST_CALLS
    assert len(reviewed) > 30
    assert all(one.given_away >= 0 for one in reviewed)
    assert sum(given_away(reviewed).values()) == sum(one.given_away for one in reviewed)


def test_cards_that_could_have_completed_a_qwirkle_are_shown_it():
    def laid(player, cards, *rows):
        return CardsLaid(player, parse_tiles(cards), tuple(parse_tiles(row) for row in rows))

    started = Started(Settings(Rulebook.CARDS), PLAYERS)
    opening = laid("Anna", "ro rs rd rc", "ro rs rd rc")
    # Two rows of three, although the red two complete the six.
    low = laid("Chris", "r* rx", "ro rs rd", "rc r* rx")
    (missed,) = review(fold([started, opening, low]))
    assert (missed.paid, missed.best, missed.missed_qwirkle) == (0, 1, True)
    assert [sorted(map(str, row)) for row in missed.rows] == [["r*", "rc", "rd", "ro", "rs", "rx"]]
    (made,) = review(fold([started, opening, laid("Chris", "r* rx", "ro rs rd rc r* rx")]))
    assert (made.given_away, made.rows) == (0, ())


def test_a_qwirkle_of_cards_that_stays_open_is_missed_once_by_each_player():
    def laid(player, cards, *rows):
        return CardsLaid(player, parse_tiles(cards), tuple(parse_tiles(row) for row in rows))

    reds, last = "ro rs rd", "rc r* rx"
    turns = (
        laid("Anna", "ro rs rd rc", "ro rs rd rc"),
        laid("Chris", "r* rx", reds, last),
        laid("Anna", "bo bs bd", reds, last, "bo bs bd"),
        laid("Chris", "bc", reds, last, "bo bs bd bc"),
        laid("Anna", "b*", reds, last, "bo bs bd bc b*"),
    )
    reviewed = review(fold([Started(Settings(Rulebook.CARDS), PLAYERS), *turns]))
    assert [one.given_away for one in reviewed] == [1, 1, 0, 0]
    assert given_away(reviewed) == {"Anna": 1, "Chris": 1}

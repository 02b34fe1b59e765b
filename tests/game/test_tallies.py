"""Tallies and charts: what became of everybody, counted by hand here."""

from dataclasses import replace
from itertools import pairwise

import pytest

from assistant.board import parse_placement
from assistant.game.events import (
    CardsLaid,
    End,
    Finished,
    PlayerLeft,
    Rulebook,
    Settings,
    Started,
    TilesPlaced,
)
from assistant.game.history import fold
from assistant.game.summary import qwirkles_in, summary_of
from assistant.game.tallies import best_turns, rematch_of, tallies
from assistant.tiles import parse_tiles
from assistant.web.chart import HEIGHT, WIDTH, chart_of
from tests.support.whole_games import classic_game

PLAYERS = ("Anna", "Chris", "Sally")
SIX = "ro@0,0 rs@1,0 rd@2,0 rc@3,0 r*@4,0 rx@5,0"


def game_of(*events, players=PLAYERS, rules=Rulebook.CLASSIC, first=None):
    return fold([Started(Settings(rules), players, first), *events])


def long_enough(*games):
    """What became of these games, had they lasted."""
    return [replace(summary_of(game), turns=30) for game in games]


def placed(player, text):
    return TilesPlaced(player, parse_placement(text))


def test_nobody_has_a_tally_before_a_game_is_over():
    assert tallies([]) == ()
    assert tallies([summary_of(game_of(placed("Anna", SIX)))]) == ()


def test_games_wins_average_best_turn_and_qwirkles_are_counted():
    first = game_of(placed("Anna", SIX), placed("Chris", "bo@0,1"), Finished(End.AGREED))
    second = game_of(placed("Anna", "ro@0,0"), placed("Chris", "bo@0,1"), Finished(End.AGREED))
    found = {tally.name: tally for tally in tallies(long_enough(first, second))}
    anna, chris, sally = (found[name] for name in PLAYERS)
    assert (anna.games, anna.wins, anna.average, anna.best_turn, anna.qwirkles) == (
        2,
        1,
        6.5,
        12,
        1,
    )
    assert (chris.games, chris.wins, chris.average, chris.best_turn) == (2, 1, 2.0, 2)
    assert (sally.games, sally.wins, sally.average) == (2, 0, 0.0)


def test_a_game_that_is_broken_off_after_a_turn_is_nobodys_win():
    stopped = game_of(placed("Anna", SIX), Finished(End.AGREED))
    assert tallies([summary_of(stopped)]) == ()
    rounds = replace(summary_of(stopped), turns=3 * len(PLAYERS))
    assert tallies([rounds])[0].wins == 1


def test_a_shared_win_counts_for_everybody_who_shares_it():
    game = game_of(placed("Anna", "ro@0,0"), Finished(End.AGREED), players=("Anna", "Chris"))
    tied = game_of(Finished(End.AGREED), players=("Anna", "Chris"))
    assert {tally.name: tally.wins for tally in tallies(long_enough(game, tied))} == {
        "Anna": 2,
        "Chris": 1,
    }


def test_cards_have_qwirkles_and_no_points():
    row = parse_tiles("ro rs rd rc r* rx")
    game = game_of(CardsLaid("Anna", row, (row,)), Finished(End.AGREED), rules=Rulebook.CARDS)
    anna = next(tally for tally in tallies(long_enough(game)) if tally.name == "Anna")
    assert (anna.qwirkles, anna.average, anna.best_turn) == (1, None, 0)
    assert qwirkles_in(game.turns[0]) == 1


def test_the_best_turns_come_first():
    game = game_of(placed("Anna", "ro@0,0"), placed("Chris", "bo@0,1"), placed("Sally", "go@0,2"))
    assert [turn.points for turn in best_turns(game)] == [3, 2, 1]


@pytest.mark.parametrize(
    ("first", "left", "players", "next_first"),
    [
        (None, (), PLAYERS, "Chris"),
        ("Sally", (), PLAYERS, "Anna"),
        (None, ("Chris",), ("Anna", "Sally"), "Sally"),
        (None, ("Chris", "Sally"), PLAYERS, "Chris"),
    ],
)
def test_a_rematch_goes_on_clockwise(first, left, players, next_first):
    game = game_of(*(PlayerLeft(name) for name in left), first=first)
    again = rematch_of(game)
    assert again.players == players
    assert again.first == next_first


def test_a_chart_of_nothing_is_flat():
    chart = chart_of(game_of())
    assert len(chart.lines) == 3
    assert all(line.total == 0 for line in chart.lines)
    assert all(0 < line.label_y < HEIGHT for line in chart.lines)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_line_of_a_chart_stays_inside_and_ends_at_the_total(seed):
    game = fold(classic_game(seed, players=4).events)
    chart = chart_of(game)
    left, top, right, bottom = chart.inner
    for line in chart.lines:
        points = [tuple(map(float, point.split(","))) for point in line.points.split()]
        assert len(points) == len(game.turns) + 1
        assert all(left <= x <= right and top <= y <= bottom for x, y in points)
        assert points[-1] == line.end
        assert line.total == game.totals[line.name]
    labels = sorted(line.label_y for line in chart.lines)
    assert all(below - above > 19.9 for above, below in pairwise(labels))
    assert chart.size == (WIDTH, HEIGHT)

"""A sample of the filmed games; `make films` watches a thousand turns."""

import pytest

from tests.support.breadth import in_every_run
from tests.support.evening_films import EVENINGS, NEVER_AT_REST
from tests.support.filmed_games import REST_S, Case, FilmedGame
from tests.support.judged_films import judge_film
from tests.support.recorded_films import record, watch
from vision.simulated.evenings import Evening
from vision.simulated.things.covers import Cover

SIZE_WH = (960, 540)
FILMED = set(Evening) - NEVER_AT_REST - {Evening.LEANING}
"""Evenings of every run: rooms that never rest are tested at the gate, an arm that leans
is in the film beside what looks like tiles."""


def outcome_of(seed, *cases, fps=8.0, turns=7, evening=Evening.CALM, rest_s=REST_S):
    only = cases or (Case.PLAIN,)
    game = FilmedGame(seed, turns, fps, only, SIZE_WH, evening, rests_s=(rest_s, rest_s))
    outcome = judge_film(game)
    assert len(game.turns) == turns
    return outcome


def verdicts(outcome):
    return {verdict for (_, verdict), count in outcome.counts.items() if count}


@pytest.mark.parametrize(
    ("seed", "cases"),
    [
        (107, (Case.PAUSE, Case.HALF, Case.HOVER)),
        (102, (Case.BUMP, Case.LAMP, Case.LOST)),
        (103, (Case.NUDGE, Case.LIFTED, Case.DROPPED)),
        (104, (Case.ILLEGAL, Case.ILLEGAL_STAYS, Case.SECOND_THOUGHTS)),
    ],
    ids=["thinking", "camera and light", "meddling", "illegal"],
)
def test_a_filmed_game_is_told_right(seed, cases):
    outcome = outcome_of(seed, *cases)
    assert verdicts(outcome) == {"right"}, outcome.wrong


@pytest.mark.parametrize("evening", in_every_run(FILMED, [e for e in Evening if e != Evening.CALM]))
def test_an_ordinary_evening_is_told_right(evening):
    # A head is waited for like a hand, and stays for up to four seconds.
    rest_s = 2 * REST_S if evening is Evening.HEAD else REST_S
    outcome = outcome_of(111, turns=4, evening=evening, rest_s=rest_s)
    assert verdicts(outcome) == {"right"}, outcome.wrong


@pytest.mark.parametrize(
    ("name", "seed"), [("box", 3003), ("marble", 3001), ("carpet", 5300), ("leaning arm", 5410)]
)
def test_a_game_beside_what_looks_like_tiles_is_followed(name, seed):
    game = FilmedGame(seed, 3, 5.0, (Case.PLAIN,), SIZE_WH, **EVENINGS[name])
    outcome = judge_film(game)
    assert outcome.counts[Case.PLAIN, "right"] >= 2, outcome.wrong
    assert verdicts(outcome) <= {"right", "asked"}, outcome.wrong


def test_an_opening_on_lace_is_read_when_it_is_laid():
    """Lace looks like tiles, before a row of them that a player had laid open."""
    game = FilmedGame(51302, 2, 5.0, (Case.PLAIN,), SIZE_WH, cover=Cover.LACE)
    outcome = judge_film(game)
    assert verdicts(outcome) == {"right"}, outcome.wrong


def test_a_tile_taken_away_for_good_is_asked_about():
    outcome = outcome_of(105, Case.REMOVED, turns=5)
    assert outcome.counts[Case.REMOVED, "due"] >= 1
    assert verdicts(outcome) == {"right", "due"}, outcome.wrong


def test_the_proposal_comes_right_after_the_still_window():
    outcome = outcome_of(106, fps=12.0, turns=4)
    # The window is 0.6 s, and its two ends fall between frames.
    assert max(outcome.waits_s) < 0.6 + 2.1 / 12


def test_what_was_seen_of_a_film_can_be_watched_again():
    kept = record("calm", FilmedGame(107, 2, 5.0, (Case.PLAIN,), SIZE_WH))
    assert all(seen.picture is None for seen in kept.seen)
    counts, wrong = watch(kept)
    assert counts[Case.PLAIN, "right"] == len(kept.turns) == 2, wrong

"""Whole games by a simulator of its own, out-of-turn and illegal tries included, judged alike."""

import pytest

from tests.support.simulated_games import difference, simulated


@pytest.mark.parametrize("rules", ["classic", "cubes", "cards"])
@pytest.mark.parametrize("seed", range(4))
def test_the_referee_and_an_independent_simulator_agree_on_a_whole_game(rules, seed):
    assert difference(simulated(rules, seed)) == ""


@pytest.mark.parametrize("rules", ["classic", "cubes", "cards"])
def test_the_simulated_games_hold_tries_out_of_turn_and_illegal_ones(rules):
    told = [simulated(rules, seed) for seed in range(4)]
    assert all(one.finished for one in told)
    assert sum(not legal for one in told for legal, _ in one.verdicts) > 4

"""Whose arm it was: learned from turns that are known, and never believed before it tells."""

import random

import pytest

from assistant.watch.arms import NO_ARMS, Arm, Reached

BLUE, RED = (0.6, 0.3, 0.2), (0.2, 0.2, 0.6)


def arm(x, y, sleeve=BLUE, size=0.1):
    return Arm(size, (x, y), sleeve)


def after(turns):
    arms = NO_ARMS
    for player, one in turns:
        arms = arms.with_arm(player, one)
    return arms


SEATED = after([("Anna", arm(0.5, 1.0)), ("Chris", arm(0.5, 0.0, RED))] * 6)


def test_nothing_is_known_of_an_arm_that_was_not_seen():
    assert SEATED.odds(None, ("Anna", "Chris")) == (1.0, 1.0)


def test_arms_of_two_seats_tell_the_players_apart():
    odds = SEATED.odds(arm(0.52, 0.02, RED), ("Anna", "Chris"))
    assert odds[1] > 15
    assert SEATED.odds(arm(0.45, 0.98), ("Anna", "Chris"))[1] < 0.1


def test_a_sleeve_tells_those_who_sit_side_by_side():
    arms = after([("Anna", arm(0.45, 1.0)), ("Chris", arm(0.55, 1.0, RED))] * 6)
    assert arms.odds(arm(0.5, 1.0, RED), ("Anna", "Chris"))[1] > 5


@pytest.mark.parametrize("seed", range(5))
def test_arms_from_anywhere_tell_nothing(seed):
    dice = random.Random(seed)
    turns = [(("Anna", "Chris")[k % 2], arm(dice.random(), 1.0)) for k in range(20)]
    odds = [after(turns).odds(arm(k / 10, 1.0), ("Anna", "Chris"))[1] for k in range(11)]
    assert all(0.2 < one < 5 for one in odds)


def test_the_first_arm_of_a_game_says_little():
    one = NO_ARMS.with_arm("Anna", arm(0.5, 1.0))
    assert 0.3 < one.odds(arm(0.5, 1.0), ("Anna", "Chris"))[1] < 1


def test_where_arms_come_from_all_sides_another_one_still_means_another_player():
    sides = [arm(0.5, 1.0), arm(0.0, 0.5), arm(1.0, 0.5)]
    turns = [(("Anna", "Chris")[k % 2], sides[k % 3]) for k in range(9)]
    arms, players = after(turns), ("Chris", "Anna")
    assert arms.odds(sides[0], players, before=sides[0])[1] < 0.3
    assert arms.odds(sides[1], players, before=sides[0])[1] > 2


def test_an_arm_that_looks_like_the_first_ones_after_another_is_the_first_players_again():
    here, there = arm(0.5, 1.0), arm(0.5, 0.0, RED)
    came = Reached(NO_ARMS, (here, there, here), ("Anna", "Chris"))
    assert came.odds((0, 1, 2)) > 20 * came.odds((0, 0, 1))
    assert came.odds((0, 1, 2)) > 20 * came.odds((0, 0, 0))
    assert came.odds((0, 1)) == 1.0


def test_hands_alone_at_one_place_may_be_anybodys():
    hands = [arm(x, 1.0, size=0.04) for x in (0.5, 0.55)]
    assert SEATED.rate(hands[1], hands[0], changed=True) == SEATED.rate(*hands, changed=False)
    arms = [arm(x, 1.0) for x in (0.5, 0.55)]
    assert SEATED.rate(arms[1], arms[0], changed=True) < SEATED.rate(*arms, changed=False)

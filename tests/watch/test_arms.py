"""Whose arm it was: learned from turns that are known, and never believed before it tells."""

import math
import random

import pytest

from assistant.watch.arms import NO_ARMS, Arm, Reached, arms_apart

BLUE, RED = (0.6, 0.3, 0.2), (0.2, 0.2, 0.6)


def arm(x, y, sleeve=BLUE, size=0.1, at_s=-math.inf):
    return Arm(size, (x, y), sleeve, at_s)


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


def test_hands_alone_at_one_place_may_be_anybodys_until_ways_tell_players_apart():
    hands = [arm(x, 1.0, size=0.04) for x in (0.5, 0.55)]
    beside = after([("Anna", arm(0.45, 1.0)), ("Chris", arm(0.55, 1.0, RED))] * 6)
    for arms in (NO_ARMS, beside):
        as_next, as_same = (arms.rate(*hands, changed=changed) for changed in (True, False))
        assert as_next == pytest.approx(as_same, rel=0.1)
    assert SEATED.rate(*hands, changed=True) < 0.3 * SEATED.rate(*hands, changed=False)
    arms = [arm(x, 1.0) for x in (0.5, 0.55)]
    assert NO_ARMS.rate(*arms, changed=True) < NO_ARMS.rate(*arms, changed=False)


def test_hands_tell_players_apart_once_a_table_has_shown_that_they_differ():
    pale, tanned = ((0.4, 0.5, 0.6), (0.33, 0.42, 0.5))
    known = after(
        [
            ("Anna", arm(0.45, 1.0, pale, size=0.04)),
            ("Chris", arm(0.55, 1.0, tanned, size=0.04)),
        ]
        * 5
    )
    same, other = (
        [arm(0.5, 1.0, one, size=0.04), arm(0.5, 1.0, pale, size=0.04)] for one in (pale, tanned)
    )
    assert known.rate(*same, changed=False) > 2 * known.rate(*same, changed=True)
    assert known.rate(*other, changed=True) > known.rate(*other, changed=False)


def test_sleeves_that_are_just_alike_say_more_than_sleeves_that_nearly_are():
    here, nearly = arm(0.5, 1.0), arm(0.5, 1.0, (0.65, 0.32, 0.22))
    just, near = (
        NO_ARMS.rate(here, one, changed=False) / NO_ARMS.rate(here, one, changed=True)
        for one in (here, nearly)
    )
    assert just > 1.5 * near > 1.5


def test_an_arm_comes_the_same_way_wherever_its_tiles_lie():
    seated = after(
        [
            ("Anna", arm(0.0, 0.4, size=0.12).from_tiles((0.5, 0.4), (16, 9), 0)),
            ("Chris", arm(0.8, 1.0, RED, size=0.12).from_tiles((0.5, 0.5), (16, 9), 0)),
        ]
        * 5
    )
    # High up in the picture it crosses the upper rim.
    high = arm(0.4, 0.0, size=0.04).from_tiles((0.65, 0.08), (16, 9), 0)
    low = arm(0.0, 0.45, size=0.12).from_tiles((0.5, 0.4), (16, 9), 0)
    assert seated.odds(high, ("Anna", "Chris"), before=low)[1] < 0.02


def test_a_camera_on_another_side_of_the_table_changes_nobodys_seat():
    here = arm(0.5, 1.0).from_tiles((0.5, 0.5), (4, 4), 0)
    for turns, rim in enumerate([(0.5, 1.0), (1.0, 0.5), (0.5, 0.0), (0.0, 0.5)]):
        there = arm(*rim).from_tiles((0.5, 0.5), (4, 4), turns)
        assert SEATED.rate(there, here, changed=False) == SEATED.rate(here, here, changed=False)


def test_a_known_sleeve_tells_though_it_comes_from_anywhere():
    odds = SEATED.odds(arm(0.0, 0.5, RED, size=0.12), ("Anna", "Chris"))
    assert odds[1] > 5


def test_arms_from_two_places_are_two_peoples():
    here, there = arm(0.0, 0.5), arm(1.0, 0.5, size=0.06)
    assert arms_apart([here, there]) == (here, there)
    assert arms_apart([here, arm(0.1, 0.6, size=0.05)]) == (here, None)
    assert arms_apart([]) == (None, None)


def test_an_arm_that_runs_into_a_curtain_is_one_arm():
    before = arm(0.1, 0.0, size=0.18, at_s=2.0)
    outlines = [before, arm(0.1, 1.0, size=0.183, at_s=2.2), arm(0.1, 1.0, size=0.17, at_s=2.4)]
    assert arms_apart(outlines) == (outlines[1], None)
    # Somebody else's arm is not there as large from one picture to the next.
    another = [before, arm(0.1, 1.0, size=0.1, at_s=2.2), outlines[1]]
    assert arms_apart(another) == (outlines[1], before)
    later = arm(0.1, 1.0, size=0.183, at_s=3.0)
    assert arms_apart([before, later]) == (later, before)


def test_an_arm_of_the_player_before_is_not_somebody_elses():
    own, others = arm(0.0, 0.5), arm(0.5, 0.0, RED)
    assert SEATED.of_somebody_else(own, "Anna", ["Chris"]) < 0.3
    assert SEATED.of_somebody_else(others, "Anna", ["Chris"]) > 5
    assert NO_ARMS.of_somebody_else(own, "Anna", ["Chris"]) == 1.0

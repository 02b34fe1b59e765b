"""Several turns of Cards in one photo: told one after the other, in player order."""

from __future__ import annotations

from collections import Counter

from assistant.rules.cards import same_rows
from assistant.watch.forgetting import NOTHING_FORGOTTEN
from assistant.watch.rows_turns import odds_of_two, split_turns, with_uncounted
from tests.watch.test_rows import row


def rows(*texts: str):
    return tuple(row(text) for text in texts)


def test_nothing_laid_is_no_turn():
    assert split_turns((), (), 2) == ()


def test_two_rows_that_grew_are_a_turn_each():
    before = rows("ro rs rd", "bo bs bd")
    first, second = split_turns(before, rows("ro rs rd rc", "bo bs bd bx"), 2)
    assert {first.laid, second.laid} == {row("rc"), row("bx")}
    assert same_rows(second.rows, rows("ro rs rd rc", "bo bs bd bx"))


def test_a_new_row_of_four_may_be_three_and_one():
    first, second = split_turns((), rows("ro rs rd rc"), 2)
    assert (len(first.laid), len(second.laid)) == (3, 1)
    assert same_rows(first.rows, (first.laid,))


def test_cards_that_were_only_moved_belong_to_somebody_who_laid_one():
    before = rows("ro rs rd rc", "bc bs bd", "go gs gd")
    after = rows("ro rs rd", "bc bs bd", "rc gc yc", "go gs gd gx")
    turns = split_turns(before, after, 2)
    assert sorted(len(turn.laid) for turn in turns) == [1, 2]


def test_a_qwirkle_of_the_first_turn_is_gone_in_the_second():
    before = rows("ro rs rd rc r*", "bo bs bd")
    first, second = split_turns(before, rows("ro rs rd rc r* rx", "bo bs bd bx"), 2)
    six = next(turn for turn in (first, second) if any(len(r) == 6 for r in turn.rows))
    assert six is second or len(second.rows) == 1


def test_a_card_against_the_rules_is_the_second_turn():
    first, second = split_turns((), rows("ro rs rd bc"), 2)
    assert (sorted(map(str, first.laid)), second.laid) == (["rd", "ro", "rs"], row("bc"))
    assert same_rows(second.rows, rows("ro rs rd bc"))


def test_one_card_is_never_two_turns():
    assert split_turns(rows("ro rs rd"), rows("ro rs rd rc"), 2) == ()
    odds = odds_of_two(rows("ro rs rd"), rows("ro rs rd rc"), 1, NOTHING_FORGOTTEN, None)
    assert odds == 0.0


def test_more_cards_than_a_hand_holds_are_two_turns():
    after = rows("ro rs rd rc r*", "bo bs bd bc b*")
    assert odds_of_two((), after, 10, NOTHING_FORGOTTEN, None) > 1.0


def test_rows_that_have_nothing_to_do_with_each_other_are_sooner_two_turns():
    before = rows("ro rs rd", "bo bs bd")
    once = odds_of_two(before, rows("ro rs rd rc rx", "bo bs bd"), 2, NOTHING_FORGOTTEN, None)
    apart = odds_of_two(before, rows("ro rs rd rc", "bo bs bd bx"), 2, NOTHING_FORGOTTEN, None)
    assert apart > 3 * once


def test_cards_that_lay_there_uncounted_lay_together_where_one_row_has_them_now():
    before, after = rows("ro rs rd"), rows("ro rs rd rc", "bo bs bd", "bx")
    lay = with_uncounted(before, after, Counter(row("bs bd rc")))
    assert same_rows(lay, rows("ro rs rd", "rc", "bs bd"))
    assert with_uncounted(before, after, Counter()) == before

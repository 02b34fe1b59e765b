"""The simulated table of Cards moves one card after the other, as hands do."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from assistant.session.demo_cards import _card_by_card, _moved_to, _same_rows
from tests.watch.test_rows import row


def test_a_row_stays_where_most_of_its_cards_lie():
    slots = [row("ro rs rd"), row("bo bs bd")]
    after = _moved_to(slots, (row("bo bs bd bc"), row("rs rd ro")))
    assert after == [row("ro rs rd"), row("bo bs bd bc")]


def test_a_new_row_lies_where_room_is():
    assert _moved_to([(), row("bo bs bd")], (row("bo bs bd"), row("go gs gd"))) == [
        row("go gs gd"),
        row("bo bs bd"),
    ]


def test_every_step_moves_one_card_and_the_last_one_leaves_the_rows_of_the_turn():
    slots = [row("gs bs rs ps"), row("ro go bo")]
    rows = (row("bs rs ps"), row("ro go bo"), row("gs gd gx"))
    steps = list(_card_by_card(slots, rows))
    assert len(steps) == 3
    before = Counter(chain(*slots))
    for step, _ in steps:
        assert Counter(chain(*step)) - before <= Counter(row("gd gx"))
    assert _same_rows(tuple(filter(None, steps[-1][0])), rows)

"""A whole game of Cards in a real browser: the simulated table as camera, until the last card."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain

import pytest

from assistant.game.events import Rulebook
from assistant.moves.cards_hints import opening_plays
from assistant.rules.cards import QWIRKLE, row_violations, same_rows
from assistant.tiles import PURPLE_SET
from tests.support.browsing import TV, until
from tests.web.test_cards_seen import Photographer

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("pages with a camera")]

PLAYERS = ("Noah", "Mia", "Lea", "Tom")
MOST_ROWS = 15
MISREAD_IN = 5
"""In this turn a card from the hand looks as much red as orange."""


class CardPlayers:
    """Players who lay all they can, until the pile is empty and everybody had one more turn."""

    def __init__(self, seed):
        self._pile = [tile for tile in PURPLE_SET.kinds for _ in range(3)]
        self._dice = random.Random(seed)
        self._dice.shuffle(self._pile)
        self._hands = [[self._pile.pop() for _ in range(9)] for _ in PLAYERS]
        self.rows = ()

    def turn(self, seat):
        """The rows that a player leaves, completed Qwirkles in it, and what was laid."""
        held = self._hands[seat]
        rows = [list(row) for row in self.rows]
        if len(rows) < MOST_ROWS and (plays := opening_plays(held)):
            rows.append(list(plays[0].laid))
            held = list((Counter(held) - Counter(plays[0].laid)).elements())
        for tile in list(held) if self.rows else []:
            fits = [row for row in rows if not row_violations((*row, tile))]
            if fits:
                max(fits, key=len).append(tile)
                held.remove(tile)
        laid = Counter(chain(*rows)) - Counter(chain(*self.rows))
        self._hands[seat] = held + [
            self._pile.pop() for _ in range(min(9 - len(held), len(self._pile)))
        ]
        self.rows = tuple(tuple(row) for row in rows if len(row) < QWIRKLE)
        return tuple(map(tuple, rows)), laid


def as_text(rows):
    return [" ".join(map(str, row)) for row in rows]


def red_or_orange(laid):
    return next((str(t) for t in laid if t.colour.value in ("red", "orange")), None)


def test_a_whole_game_of_cards_with_one_misread_card_put_right_by_a_tap(table, phones):
    table.begin(Rulebook.CARDS, players=PLAYERS)
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    photos, players, taps, number = Photographer(table), CardPlayers(18), 0, 0
    while not table.game.finished:
        rows, laid = players.turn(number % len(PLAYERS))
        assert laid, "somebody could not play: another seed"
        number += 1
        doubtful = red_or_orange(laid) if number >= MISREAD_IN and not taps else None
        # Every second Qwirkle is gone when the photo is taken.
        gone = number % 2 == 0
        shown = [row for row in rows if not (gone and len(row) == QWIRKLE)]
        photos.show(*as_text(shown), doubtful=doubtful)
        if doubtful:
            until(lambda: table.session.now.asking)
            phone.tap(f'.doubt .answer[data-tile="{doubtful}"]')
            taps += 1
        until(lambda n=number: len(table.game.turns) == n)
        assert same_rows(table.game.rows, players.rows)
    assert taps == 1
    assert all(turn.is_legal for turn in table.game.turns)
    assert sum(table.game.totals.values()) == len(table.game.piles) // QWIRKLE
    phone.keep("cards-finished")
    tv.keep("cards-finished-tv")
    winner = max(table.game.totals, key=table.game.totals.get)
    phone.sees(winner)
    tv.sees(winner)

"""The order cards lay in: a new one in the place of one that is not seen is that one misread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from assistant.rules.cards import SHORTEST_ROW

Line = tuple[int, ...]

INSTEAD, IN_ITS_PLACE = 2.0, 5.0
"""What it costs more, in nats, that a card is not seen where its row has got one from the hand: it
is rather that one misread, and all the more where it lies between the same neighbours. Nobody lays
a card where another one lies: the gap would show."""


def replaced(
    seen: Sequence[Line],
    rows: Sequence[Sequence[int]],
    lay: Sequence[int],
    order: Sequence[Line],
) -> float:
    """What it costs that rows have cards from the hand where others of theirs are not seen.

    Rows as they are seen, and with their hidden cards at their ends; how many of each kind lay
    there, and the rows in the order they lay in.
    """
    cost, there = 0.0, Counter(chain(*seen))
    for shown, row in zip(seen, rows, strict=False):
        fresh = [n for n in shown if there[n] > lay[n]]
        for card in row[len(shown) :][: len(fresh)]:
            near = any(_is_in_its_place(shown, old, card) for old in order)
            cost += IN_ITS_PLACE if near else INSTEAD
    return cost


def _is_in_its_place(shown: Line, lay: Line, card: int) -> bool:
    """Whether another card lies where one did, among at least two that it lay with."""
    if card not in lay:
        return False
    left = [n for n in lay if n in shown or n == card]
    if len(left) < SHORTEST_ROW:
        return False
    at = left.index(card)
    for row in (shown, shown[::-1]):
        for begin in range(len(row) - len(left) + 1):
            part = row[begin : begin + len(left)]
            if all(a == b for k, (a, b) in enumerate(zip(part, left, strict=True)) if k != at):
                return True
    return False

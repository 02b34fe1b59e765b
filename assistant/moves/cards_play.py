"""Whether a hand of Qwirkle Cards can play at all, whatever is rearranged, with a play as proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from assistant.moves.cards_rows import arrange
from assistant.rules.cards import QWIRKLE, Row, Table, row_violations
from assistant.tiles import Colour, Shape, Tile


@dataclass(frozen=True, slots=True)
class CardsPlay:
    """A legal turn: the cards from the hand, and the table it leaves, Qwirkles still in it."""

    laid: tuple[Tile, ...]
    rows: Table

    @property
    def qwirkles(self) -> int:
        """How many rows are complete; none was before the turn."""
        return sum(len(row) == QWIRKLE for row in self.rows)


def find_play(table: Table, hand: Sequence[Tile]) -> CardsPlay | None:
    """A turn that this hand can make, or None when no rearrangement allows one (K3, K4, K6).

    The play leaves rows alone and cards in the hand where it can, so that it is easy to follow.
    """
    return _simple_play(table, Counter(hand), ())


def find_best_play(table: Table, hand: Sequence[Tile]) -> CardsPlay | None:
    """A turn that completes the most Qwirkles this hand can (K5), or None when it cannot play."""
    holding = Counter(hand)
    choices = sorted(qwirkle_choices(Counter(chain(*table)) + holding), key=len, reverse=True)
    plays = (_simple_play(table, holding, choice) for choice in choices)
    return next((play for play in plays if play is not None), None)


def _simple_play(table: Table, holding: Counter[Tile], qwirkles: Table) -> CardsPlay | None:
    """A turn with at least these Qwirkles that keeps rows and cards where it can."""
    lying, six = Counter(chain(*table)), Counter(chain(*qwirkles))
    moving, holding = lying - six, holding - (six - lying)
    lays = not six - lying
    rest = arrange(moving, holding, lays)
    if rest is None:
        return None
    kept: list[Row] = []
    for row in sorted((tuple(sorted(row, key=str)) for row in table if row), key=str):
        if not row_violations(row) and Counter(row) <= moving:
            fewer = moving - Counter(row)
            if (smaller := arrange(fewer, holding, lays)) is not None:
                moving, rest = fewer, smaller
                kept.append(row)
    for tile in sorted(holding.elements(), key=str):
        fewer = holding - Counter([tile])
        if (smaller := arrange(moving, fewer, lays)) is not None:
            holding, rest = fewer, smaller
    rows = (*qwirkles, *rest, *kept)
    return CardsPlay(tuple((Counter(chain(*rows)) - lying).elements()), rows)


def qwirkle_choices(cards: Counter[Tile]) -> Iterator[Table]:
    """Every choice of Qwirkles, none included, that these cards are enough for."""
    lines = [
        [kind for kind in sorted(cards, key=str) if line in (kind.colour, kind.shape)]
        for line in (*Colour, *Shape)
    ]
    sixes = [six for kinds in lines for six in combinations(kinds, QWIRKLE)]
    waiting: list[tuple[Table, int]] = [((), 0)]
    while waiting:
        choice, first = waiting.pop()
        yield choice
        for index, six in enumerate(sixes[first:], first):
            if Counter(chain(six, *choice)) <= cards:
                waiting.append(((*choice, six), index))

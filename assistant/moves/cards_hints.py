"""All that a hand of Qwirkle Cards can lay, best first: most Qwirkles, then most cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from assistant.moves.cards_play import CardsPlay, qwirkle_choices
from assistant.moves.cards_rows import arrange
from assistant.rules.cards import QWIRKLE, SHORTEST_ROW, Row, Table, row_violations
from assistant.tiles import Colour, Shape, Tile

NO_CARDS: Counter[Tile] = Counter()


def card_plays(
    table: Table, hand: Sequence[Tile], most: int | None = None
) -> tuple[CardsPlay, ...]:
    """One play for each choice of cards that can be laid; all of them, or the best so many."""
    lying = Counter(chain(*table))
    ranked = []
    for laid in _layable(lying, Counter(), tuple(sorted(hand, key=str))):
        qwirkles = _most_qwirkles(lying, laid)
        ranked.append((-len(qwirkles), -laid.total(), sorted(map(str, laid.elements())), qwirkles))
    ranked.sort(key=lambda one: one[:3])
    hands = {tuple(names): qwirkles for _, _, names, qwirkles in ranked[:most]}
    kinds = {str(tile): tile for tile in hand}
    return tuple(
        _followable(table, Counter(kinds[name] for name in names), qwirkles)
        for names, qwirkles in hands.items()
    )


def opening_plays(hand: Sequence[Tile], declared: int = 0) -> tuple[CardsPlay, ...]:
    """Every single row that can open the game, the longest first (K2)."""
    kinds = sorted(set(hand), key=str)
    rows = {
        row
        for line in (*Colour, *Shape)
        for size in ([declared] if declared else range(SHORTEST_ROW, QWIRKLE + 1))
        for row in combinations([k for k in kinds if line in (k.colour, k.shape)], size)
    }
    ordered = sorted(rows, key=lambda row: (-len(row), [str(card) for card in row]))
    return tuple(CardsPlay(row, (row,)) for row in ordered)


def _layable(
    lying: Counter[Tile], laid: Counter[Tile], waiting: tuple[Tile, ...]
) -> Iterator[Counter[Tile]]:
    """Every choice of the waiting cards that can lie on the table with what is laid.

    What cannot be laid with any of the waiting cards cannot be laid with some of them, so no
    branch without a play is followed.
    """
    if arrange(lying + laid, Counter(waiting), lays=False) is None:
        return
    if not waiting:
        if laid:
            yield laid
        return
    card = waiting[0]
    alike = waiting.count(card)
    for count in range(alike, -1, -1):
        yield from _layable(lying, laid + Counter({card: count}), waiting[alike:])


def _most_qwirkles(lying: Counter[Tile], laid: Counter[Tile]) -> Table:
    """The most Qwirkles that can be completed when exactly these cards are laid."""
    cards = lying + laid
    for choice in sorted(qwirkle_choices(cards), key=len, reverse=True):
        if arrange(cards - Counter(chain(*choice)), NO_CARDS, lays=False) is not None:
            return choice
    raise AssertionError("cards that can be laid can be laid without a Qwirkle in mind")


def _followable(table: Table, laid: Counter[Tile], qwirkles: Table) -> CardsPlay:
    """The play of these cards with these Qwirkles that leaves rows alone where it can."""
    moving = Counter(chain(*table)) + laid - Counter(chain(*qwirkles))
    rest = arrange(moving, NO_CARDS, lays=False) or ()
    kept: list[Row] = []
    for row in table:
        fewer = moving - Counter(row)
        if not row_violations(row) and Counter(row) <= moving:
            smaller = arrange(fewer, NO_CARDS, lays=False)
            if smaller is not None:
                moving, rest = fewer, smaller
                kept.append(row)
    return CardsPlay(tuple(sorted(laid.elements(), key=str)), (*qwirkles, *rest, *kept))

"""Qwirkle Cards: the referee for rows that a turn may take apart and lay anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from assistant.rules.grid import TieBreak
from assistant.rules.grid_faults import common_attribute
from assistant.rules.opening import largest_set, starter_by_count
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Colour, Palette, Tile

Row = tuple[Tile, ...]
"""Cards laid side by side; their order never changes a ruling."""
Table = tuple[Row, ...]
"""All rows on the table, in any order."""

HAND_SIZE = 9
COPIES = 3
SHORTEST_ROW = 3
QWIRKLE = 6
SMALLEST_OPENING = 3
TIE_BREAK = TieBreak.YOUNGEST


class Deal(Enum):
    """What follows when nobody can open (K2)."""

    AGAIN = "deal_again"


@dataclass(frozen=True, slots=True)
class CardsRuling:
    """The referee's whole answer to one turn."""

    violations: tuple[Violation, ...]
    rows: tuple[Row, ...]
    """Every row the turn made or changed, also when it was refused."""
    qwirkles: int
    """The rows of six among them that keep the rules, also when something else was refused."""
    table: Table
    """The table as the turn leaves it once those Qwirkles are taken away (K5)."""

    @property
    def is_legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations


def rule_on(
    before: Table,
    laid: tuple[Tile, ...],
    after: Table,
    taken: Iterable[Tile] = (),
    palette: Palette | None = None,
) -> CardsRuling:
    """The ruling on a turn; `after` still holds its Qwirkles, `taken` are the players' piles."""
    after = tuple(row for row in after if row)
    piles = tuple(taken)
    violations = (
        *_hand_violations(laid),
        *_card_violations(before, laid, after),
        *_copy_violations(after, piles),
        *_colour_violations(chain(piles, *before), laid, palette),
        *(violation for row in after for violation in row_violations(row)),
    )
    rows = _new_rows(before, after)
    qwirkles = tuple(row for row in rows if len(row) == QWIRKLE and not row_violations(row))
    return CardsRuling(violations, rows, len(qwirkles), _without_rows(after, qwirkles))


def row_violations(row: Row) -> tuple[Violation, ...]:
    """Everything that keeps one row from staying on the table when the turn ends (K4)."""
    return tuple(_row_violations(row))


def opening_set(hand: Sequence[Tile]) -> tuple[Tile, ...]:
    """The most cards of a hand that share a colour or a shape; none when fewer than 3 do (K2)."""
    most = largest_set(hand)
    return most if len(most) >= SMALLEST_OPENING else ()


def starter(
    hands: Sequence[Sequence[Tile]],
    tie_break: TieBreak = TIE_BREAK,
    ages: Sequence[float] | None = None,
) -> int | Deal:
    """Who starts, by seat, from the shown hands; or that the cards are dealt again (K2)."""
    counts = [len(opening_set(hand)) for hand in hands]
    seat = starter_by_count(counts, tie_break, ages)
    return seat if counts[seat] else Deal.AGAIN


def _row_violations(row: Row) -> Iterator[Violation]:
    if len(row) < SHORTEST_ROW:
        yield Violation(Fault.ROW_TOO_SHORT, "K4", tiles=row, count=len(row))
    if len(row) > QWIRKLE:
        yield Violation(Fault.TOO_LONG, "K4", tiles=row, count=len(row))
    if row and common_attribute(row) is None:
        yield Violation(Fault.MIXED_LINE, "K4", tiles=row, count=len(row))
    for tile, count in Counter(row).items():
        if count > 1:
            yield Violation(Fault.TWICE_IN_LINE, "K4", tiles=(tile,), count=count)


def _hand_violations(laid: tuple[Tile, ...]) -> Iterator[Violation]:
    if not laid:
        yield Violation(Fault.NOTHING_PLACED, "K3")
    if len(laid) > HAND_SIZE:
        yield Violation(Fault.TOO_MANY_TILES, "K1", tiles=laid, count=len(laid))


def _card_violations(before: Table, laid: tuple[Tile, ...], after: Table) -> Iterator[Violation]:
    """Cards that left the table, and cards that neither lay there nor were laid."""
    expected = Counter(chain(laid, *before))
    found = Counter(chain(*after))
    if missing := tuple((expected - found).elements()):
        yield Violation(Fault.CARD_MISSING, "K4", tiles=missing, count=len(missing))
    if extra := tuple((found - expected).elements()):
        yield Violation(Fault.CARD_FROM_NOWHERE, "K3", tiles=extra, count=len(extra))


def _copy_violations(after: Table, taken: Iterable[Tile]) -> Iterator[Violation]:
    lying = Counter(chain(*after))
    seen = lying + Counter(taken)
    for tile in lying:
        if seen[tile] > COPIES:
            yield Violation(Fault.TOO_MANY_COPIES, "K1", tiles=(tile,), count=COPIES)


def _colour_violations(
    known: Iterable[Tile], laid: tuple[Tile, ...], palette: Palette | None
) -> Iterator[Violation]:
    """Purple cards beside white ones; unless told, the known cards say which the set has."""
    sixths = {Colour.PURPLE, Colour.WHITE}
    own = sixths & {tile.colour for tile in known} if palette is None else {palette.sixth}
    if own | (sixths & {tile.colour for tile in laid}) == sixths:
        foreign = tuple(tile for tile in laid if tile.colour in (sixths - own or sixths))
        if foreign:
            yield Violation(Fault.WRONG_COLOUR_SET, "K1", tiles=foreign, count=len(foreign))


def _new_rows(before: Table, after: Table) -> Table:
    """The rows of `after` that did not lie there before, whatever the order of their cards."""
    untouched = Counter(_signature(row) for row in before)
    rows = []
    for row in after:
        if untouched[_signature(row)]:
            untouched[_signature(row)] -= 1
        else:
            rows.append(row)
    return tuple(rows)


def _without_rows(table: Table, gone: Table) -> Table:
    left = list(table)
    for row in gone:
        left.remove(row)
    return tuple(left)


def _signature(row: Row) -> tuple[str, ...]:
    return tuple(sorted(str(tile) for tile in row))

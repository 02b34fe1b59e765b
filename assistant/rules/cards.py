"""Qwirkle Cards: the referee for rows that a turn may take apart and lay anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Attribute, Tile

Row = tuple[Tile, ...]
"""Cards laid side by side; their order never changes a ruling."""
Table = tuple[Row, ...]
"""All rows on the table, in any order."""

HAND_SIZE = 9
COPIES = 3
SHORTEST_ROW = 3
QWIRKLE = 6
SMALLEST_OPENING = 3


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
    before: Table, laid: tuple[Tile, ...], after: Table, taken: Iterable[Tile] = ()
) -> CardsRuling:
    """The ruling on a turn; `after` still holds its Qwirkles, `taken` are the players' piles."""
    after = tuple(row for row in after if row)
    violations = (
        *_unlaid(laid),
        *_moved_off_or_onto_the_table(before, laid, after),
        *_too_many_copies(after, taken),
        *(violation for row in after for violation in row_violations(row)),
    )
    rows = _new_rows(before, after)
    qwirkles = tuple(row for row in rows if len(row) == QWIRKLE and not row_violations(row))
    return CardsRuling(violations, rows, len(qwirkles), _without_rows(after, qwirkles))


def shared_by(row: Row) -> Attribute | None:
    """What all cards of a row have in common: the colour, else the shape, if anything."""
    colours = {tile.colour for tile in row}
    shapes = {tile.shape for tile in row}
    if len(colours) == 1:
        return colours.pop()
    return shapes.pop() if len(shapes) == 1 else None


def row_violations(row: Row) -> tuple[Violation, ...]:
    """Everything that keeps one row from staying on the table when the turn ends (K4)."""
    return tuple(_row_violations(row))


def opening_set(hand: Iterable[Tile]) -> tuple[Tile, ...]:
    """The most cards of a hand that share a colour or a shape, identical ones once (K2)."""
    kinds = sorted(set(hand), key=str)
    attributes = (attribute for tile in kinds for attribute in (tile.colour, tile.shape))
    sets = (tuple(t for t in kinds if a in (t.colour, t.shape)) for a in attributes)
    return max(sets, key=len, default=())


def winners(qwirkles: Iterable[int]) -> tuple[int, ...]:
    """The seats with the most Qwirkles; a tie has several winners (K8)."""
    counts = tuple(qwirkles)
    return tuple(seat for seat, count in enumerate(counts) if count == max(counts))


def _row_violations(row: Row) -> Iterator[Violation]:
    if len(row) < SHORTEST_ROW:
        yield Violation(Fault.ROW_TOO_SHORT, "K4", tiles=row, count=len(row))
    if len(row) > QWIRKLE:
        yield Violation(Fault.TOO_LONG, "K4", tiles=row, count=len(row))
    if shared_by(row) is None:
        yield Violation(Fault.MIXED_LINE, "K4", tiles=row, count=len(row))
    for tile, count in Counter(row).items():
        if count > 1:
            yield Violation(Fault.TWICE_IN_LINE, "K4", tiles=(tile,), count=count)


def _unlaid(laid: tuple[Tile, ...]) -> Iterator[Violation]:
    if not laid:
        yield Violation(Fault.NOTHING_PLACED, "K3")


def _moved_off_or_onto_the_table(
    before: Table, laid: tuple[Tile, ...], after: Table
) -> Iterator[Violation]:
    expected = Counter(laid) + Counter(tile for row in before for tile in row)
    found = Counter(tile for row in after for tile in row)
    if missing := tuple((expected - found).elements()):
        yield Violation(Fault.CARD_MISSING, "K4", tiles=missing, count=len(missing))
    if extra := tuple((found - expected).elements()):
        yield Violation(Fault.CARD_FROM_NOWHERE, "K3", tiles=extra, count=len(extra))


def _too_many_copies(after: Table, taken: Iterable[Tile]) -> Iterator[Violation]:
    on_table = Counter(tile for row in after for tile in row)
    out = Counter(taken) + on_table
    for tile in on_table:
        if out[tile] > COPIES:
            yield Violation(Fault.TOO_MANY_COPIES, "K1", tiles=(tile,), count=COPIES)


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

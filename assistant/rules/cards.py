"""Qwirkle Cards: 108 cards in rows that a turn may take apart and lay anew, and their referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from assistant.rules.book import Book, Deed, Layout, Limit, Rulebook, TieBreak, Trade
from assistant.rules.grid_faults import common_attribute
from assistant.rules.opening import wrong_size
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Colour, Palette, Tile

Row = tuple[Tile, ...]
"""Cards laid side by side; their order never changes a ruling."""
Table = tuple[Row, ...]
"""All rows on the table, in any order."""

SHORTEST_ROW = 3
QWIRKLE = 6

RULES = {
    Fault.NOTHING_PLACED: "K3",
    Fault.MIXED_LINE: "K4",
    Fault.TWICE_IN_LINE: "K4",
    Fault.TOO_LONG: "K4",
    Fault.ROW_TOO_SHORT: "K4",
    Fault.CARD_MISSING: "K4",
    Fault.CARD_FROM_NOWHERE: "K3",
    Fault.TOO_MANY_COPIES: "K1",
    Fault.TOO_MANY_TILES: "K1",
    Fault.WRONG_COLOUR_SET: "K1",
    Fault.NOT_ONE_LINE: "K2",
    Fault.OPENING_TOO_SMALL: "K2",
    Fault.OPENING_TOO_LARGE: "K2",
}
DEEDS = {
    Deed.TURN: "K3",
    Deed.OPENING: "K2",
    Deed.TRADE: "K6",
    Deed.ROLL: "K3",
    Deed.PASS: "K6",
    Deed.END: "K7",
    Deed.BLOCKED: "K7",
}
BOOK = Book(
    Rulebook.CARDS,
    "K",
    RULES,
    DEEDS,
    copies=3,
    limit=Limit.KIND,
    tile_count=108,
    tie_break=TieBreak.YOUNGEST,
    hand_size=9,
    layout=Layout.ROWS,
    trade=Trade.WHOLE_HAND,
    smallest_opening=3,
    last_round=True,
    unit="qwirkles",
)


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
    rows = _new_rows(before, after)
    violations = (
        *_hand_violations(laid),
        *_card_violations(before, laid, after),
        *_copy_violations(laid, after, piles),
        *_colour_violations(chain(piles, *before), laid, palette),
        # What nobody touched spoils no later turn, even if the table once let it stand.
        *(violation for row in rows for violation in row_violations(row)),
    )
    qwirkles = tuple(row for row in rows if len(row) == QWIRKLE and not row_violations(row))
    return CardsRuling(violations, rows, len(qwirkles), _without_rows(after, qwirkles))


def rule_on_opening(
    laid: tuple[Tile, ...],
    after: Table,
    declared: int = 0,
    palette: Palette | None = None,
) -> CardsRuling:
    """The ruling on the first turn: one row of all the matching cards that were declared (K2)."""
    ruling = rule_on((), laid, after, (), palette)
    violations = list(ruling.violations)
    if len(ruling.rows) > 1:
        violations.append(BOOK.violation(Fault.NOT_ONE_LINE, tiles=laid, count=len(ruling.rows)))
    if laid and declared and (fault := wrong_size(len(laid), declared)):
        violations.append(BOOK.violation(fault, tiles=laid, count=declared))
    return replace(ruling, violations=tuple(violations))


def row_violations(row: Row) -> tuple[Violation, ...]:
    """Everything that keeps one row from staying on the table when the turn ends (K4)."""
    return tuple(_row_violations(row))


def _row_violations(row: Row) -> Iterator[Violation]:
    if len(row) < SHORTEST_ROW:
        yield BOOK.violation(Fault.ROW_TOO_SHORT, tiles=row, count=len(row))
    if len(row) > QWIRKLE:
        yield BOOK.violation(Fault.TOO_LONG, tiles=row, count=len(row))
    if row and common_attribute(row) is None:
        yield BOOK.violation(Fault.MIXED_LINE, tiles=row, count=len(row))
    for tile, count in Counter(row).items():
        if count > 1:
            yield BOOK.violation(Fault.TWICE_IN_LINE, tiles=(tile,), count=count)


def _hand_violations(laid: tuple[Tile, ...]) -> Iterator[Violation]:
    if not laid:
        yield BOOK.violation(Fault.NOTHING_PLACED)
    if len(laid) > BOOK.hand_size:
        yield BOOK.violation(Fault.TOO_MANY_TILES, tiles=laid, count=len(laid))


def _card_violations(before: Table, laid: tuple[Tile, ...], after: Table) -> Iterator[Violation]:
    """Cards that left the table, and cards that neither lay there nor were laid."""
    expected = Counter(chain(laid, *before))
    found = Counter(chain(*after))
    if missing := tuple((expected - found).elements()):
        yield BOOK.violation(Fault.CARD_MISSING, tiles=missing, count=len(missing))
    if extra := tuple((found - expected).elements()):
        yield BOOK.violation(Fault.CARD_FROM_NOWHERE, tiles=extra, count=len(extra))


def _copy_violations(
    laid: tuple[Tile, ...], after: Table, taken: Iterable[Tile]
) -> Iterator[Violation]:
    seen = Counter(chain(taken, *after))
    for tile in dict.fromkeys(laid):
        if seen[tile] > BOOK.copies:
            yield BOOK.violation(Fault.TOO_MANY_COPIES, tiles=(tile,), count=BOOK.copies)


def _colour_violations(
    known: Iterable[Tile], laid: tuple[Tile, ...], palette: Palette | None
) -> Iterator[Violation]:
    """Purple cards beside white ones; unless told, the known cards say which the set has."""
    sixths = {Colour.PURPLE, Colour.WHITE}
    own = sixths & {tile.colour for tile in known} if palette is None else {palette.sixth}
    if own | (sixths & {tile.colour for tile in laid}) == sixths:
        foreign = tuple(tile for tile in laid if tile.colour in (sixths - own or sixths))
        if foreign:
            yield BOOK.violation(Fault.WRONG_COLOUR_SET, tiles=foreign, count=len(foreign))


def same_rows(one: Table, other: Table) -> bool:
    """Whether two tables are the same rows, whatever the order of rows and cards."""
    return Counter(map(_signature, one)) == Counter(map(_signature, other))


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

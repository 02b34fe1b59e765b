"""Several turns of Cards in one picture: which steps a table took, one player after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from assistant.rules.cards import QWIRKLE, SHORTEST_ROW, Row, Table, row_violations
from assistant.tiles import Tile
from assistant.watch.forgetting import Forgetting

MOST_TURNS = 4
TOGETHER = (0.0, 0.0, 0.2, 0.35, 2.3, 3.0, 4.0, 5.0, 5.0, 5.0)
"""How much likelier two turns lay so many cards than one does, where the rows that changed have to
do with each other. Counted in the drawn games of two programs, 800 turns and 620 pairs of them;
from seven cards on, which nobody there laid at once, guessed."""
APART = (0.0, 0.0, 0.7, 3.3, 4.5, 25.0, 30.0, 30.0, 30.0, 30.0)
"""The same where they have nothing to do with each other."""
MORE_THAN_A_HAND = 10.0
ASKED_FROM = 0.04
"""Two turns that are at least so likely are a question."""
PROBABLE = 0.5


@dataclass(frozen=True, slots=True)
class Step:
    """Rows that became others by cards from the hand."""

    before: Table
    after: Table

    @property
    def laid(self) -> Counter[Tile]:
        """The cards from the hand."""
        return Counter(chain(*self.after)) - Counter(chain(*self.before))


@dataclass(frozen=True, slots=True)
class PartTurn:
    """One of several turns: what was laid, and the rows it left, completed Qwirkles in it."""

    laid: tuple[Tile, ...]
    rows: Table


def split_turns(before: Table, after: Table, turns: int) -> tuple[PartTurn, ...]:
    """The table's way from one state to the other in so many turns; in fewer where that is all."""
    steps = list(_steps(before, after))
    turns = min(turns, len(steps), MOST_TURNS)
    if turns < 2:
        return ()
    table, found = before, []
    for number in range(turns):
        own = steps[number * len(steps) // turns : (number + 1) * len(steps) // turns]
        laid: Counter[Tile] = Counter()
        for step in own:
            table = _replaced(table, step)
            laid += step.laid
        found.append(PartTurn(tuple(laid.elements()), table))
        # A Qwirkle is taken before the next turn.
        table = tuple(row for row in table if len(row) != QWIRKLE or row_violations(row))
    return tuple(found)


def odds_of_two(
    before: Table, after: Table, laid: int, forgetting: Forgetting, gap_s: float | None
) -> float:
    """The odds that a photo shows two turns that nothing told of."""
    if laid >= len(APART):
        return MORE_THAN_A_HAND
    if len(list(_steps(before, after))) < 2:
        return 0.0
    apart = sum(bool(part.laid) for part in _parts(before, after)) > 1
    return forgetting.odds(gap_s) * (APART if apart else TOGETHER)[laid]


def with_uncounted(before: Table, after: Table, uncounted: Counter[Tile]) -> Table:
    """The table with cards that lay there uncounted, together where one row has them now."""
    left, rows = Counter(uncounted), list(before)
    for row in after:
        lying = Counter(row) & left
        left -= lying
        rows += [tuple(lying.elements())] if lying else []
    return tuple(rows)


def _steps(before: Table, after: Table) -> Iterator[Step]:
    """The smallest parts of a change that are turns by themselves; broken rows last."""
    parts = sorted(_parts(before, after), key=lambda part: _is_broken(part.after))
    waiting: list[Step] = []
    for part in parts:
        if not part.laid:
            waiting.append(part)  # only laid anew: part of somebody's turn who also laid a card
            continue
        while waiting:
            moved = waiting.pop()
            part = Step((*moved.before, *part.before), (*moved.after, *part.after))
        yield from _card_by_card(part)


def _is_broken(rows: Table) -> bool:
    return any(row_violations(row) for row in rows)


def _card_by_card(part: Step) -> Iterator[Step]:
    """A row that only grew, card by card; anything else at once."""
    if _is_broken(part.after):
        yield from _broken_last(part)
        return
    if len(part.after) != 1 or len(part.before) > 1:
        yield part
        return
    (row,) = part.after
    old = part.before[0] if part.before else ()
    if Counter(old) - Counter(row):
        yield part
        return
    fresh = list((Counter(row) - Counter(old)).elements())
    if not old:
        old, fresh = tuple(fresh[:SHORTEST_ROW]), fresh[SHORTEST_ROW:]
        yield Step((), (old,))
    for tile in fresh:
        yield Step((old,), ((*old, tile),))
        old = (*old, tile)


def _broken_last(part: Step) -> Iterator[Step]:
    """All that is legal without one card from the hand, then that card; else all at once."""
    for tile in part.laid if part.laid.total() > 1 else ():
        for k, row in enumerate(part.after):
            rest = list(row)
            if tile not in rest:
                continue
            rest.remove(tile)
            legal = (*part.after[:k], *((tuple(rest),) if rest else ()), *part.after[k + 1 :])
            if not _is_broken(legal):
                yield from _card_by_card(Step(part.before, legal))
                yield Step((tuple(rest),) if rest else (), (row,))
                return
    yield part


def _parts(before: Table, after: Table) -> Iterator[Step]:
    """The change in parts that share no card."""
    left, now = list(before), []
    for row in after:
        same = next((old for old in left if Counter(old) == Counter(row)), None)
        if same is None:
            now.append(row)
        else:
            left.remove(same)
    lying = [Counter(row) for row in left]
    groups: list[tuple[set[int], list[Row]]] = []
    for row in sorted(now, key=lambda row: -max((_shared(row, one) for one in lying), default=0)):
        olds = _origins(row, lying)
        joined = [group for group in groups if group[0] & olds]
        groups = [group for group in groups if not group[0] & olds]
        rows = [row, *chain(*(group[1] for group in joined))]
        groups.append((olds.union(*(group[0] for group in joined)), rows))
    for olds, rows in groups:
        yield Step(tuple(left[k] for k in sorted(olds)), tuple(rows))


def _origins(row: Row, lying: list[Counter[Tile]]) -> set[int]:
    """The old rows whose cards lie in a row now; takes them off what is lying."""
    wanted, found = Counter(row), set()
    for k in sorted(range(len(lying)), key=lambda k: -(wanted & lying[k]).total()):
        part = wanted & lying[k]
        if part:
            wanted -= part
            lying[k] -= part
            found.add(k)
    return found


def _shared(row: Row, lying: Counter[Tile]) -> int:
    return (Counter(row) & lying).total()


def _replaced(table: Table, step: Step) -> Table:
    rows = list(table)
    for old in step.before:
        same = next((row for row in rows if Counter(row) == Counter(old)), None)
        if same is not None:
            rows.remove(same)
    return (*rows, *step.after)

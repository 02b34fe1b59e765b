"""A guess at a table of Cards: which card every face is, in which row, and how odd that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from assistant.rules.cards import BOOK, QWIRKLE, SHORTEST_ROW
from assistant.tiles import Colour, Shape, Tile
from assistant.watch.rows_faces import CardFace, continues, gaps_in
from assistant.watch.rows_order import replaced

# What something odd costs, in nats: the logarithm of how rarely it happens in a turn.
HIDDEN = 4.0
"""A card that lies there is not seen."""
HIDDEN_IN_GAP = 1.5
"""The same where its row has room for it."""
GAP_LEFT = 2.5
"""Room for a card in a row, and nobody knows of one."""
ROW_HIDDEN, ROW_HIDDEN_TOO = 7.0, 3.0
"""A whole row is not seen, and each further one: what hides one, or a picture that was not read,
hides others."""
LAID = 2.5
"""Each card from the hand."""
SHUFFLED = 2.0
"""A row that lies there as before, but for a card read as another, in another order."""
NOTHING_LAID = 6.0
TOO_MANY = 6.0
"""More cards than a hand holds."""
FOURTH = 9.0
"""A fourth copy of a card."""
TORN, TORN_MORE = 0.8, 0.4
"""A row that was taken apart, and each further one."""
BROKEN, BROKEN_MORE, ALONE = 2.8, 2.5, 5.5
"""A row against the rules, each further card that does not fit, and a card in a row of one."""
TOO_LONG = 4.0
SWAPPED = 2.5
"""A row against the rules that has lost a card and got another: one of them is misread."""
TAKEN = {0: 3.0, 1: 2.0, 2: 3.2, 3: 5.0}
"""A Qwirkle that is gone already, by how many of its cards came from the hand."""
TAKEN_ELSE = 8.0
TAKEN_TOO = 4.0
"""More for each further Qwirkle of one turn that is gone: 3 in 100 turns with one complete two."""
APART, APART_UNSURE = 1.0, 0.4
"""An open card that is in no row and on nobody's pile."""
OF_A_PILE = 0.2
LEFT_LYING = 3.0
"""Two open cards that are on nobody's pile, lie beside each other as those of a row do, and are
none."""
TAKEN_OUT, TAKEN_OUT_OF_PILE = 5.5, 2.5
"""A card that was read as of a row and is of none; and where it may be one of a pile."""
PUT_IN, PUT_IN_LINE = 2.5, 1.0
"""A card that was read as lying alone and is of a row; and where it goes on in the row's line."""
LIKE_A_PILE = 4.0
"""An open card that may be one of a pile with no more than this against it."""
SURE = 0.8
"""A card read with less than this may be none at all."""

KINDS = tuple(Tile(colour, shape) for colour in Colour for shape in Shape)
NUMBER = {tile: number for number, tile in enumerate(KINDS)}
"""Cards are counted by number here: thousands of guesses are weighed for a picture."""
Line = tuple[int, ...]
"""A row, its cards by number."""
COLOUR_OF = tuple(n // len(Shape) for n in range(len(KINDS)))
SHAPE_OF = tuple(n % len(Shape) for n in range(len(KINDS)))


NONE = -1
"""Where a card was counted and none lies."""


class Revision(NamedTuple):
    """A card that was counted as one and is another, or never lay there."""

    row: Line
    """The row of the known table that it lies in, in order of number."""
    was: int
    now: int
    cost: float


@dataclass(frozen=True)
class Sight:
    """All that a picture is held against; rows that lie as they did are left out."""

    faces: tuple[CardFace, ...]
    before: tuple[Line, ...]
    piles: frozenset[int]
    elsewhere: Sequence[int]
    """How many of each kind lie on piles and in rows that are left out."""
    lay: tuple[Line, ...] = ()
    """The rows before in the order they lay in, where it is known."""
    shown: tuple[Line, ...] = ()
    """The rows as the picture shows them, faces by their number."""
    usual_px: float = 0.0
    """The usual step from card to card."""
    pairs: tuple[Line, ...] = ()
    """Faces of no row and of no pile that lie beside each other as two of a row do."""
    sixth: Colour = Colour.PURPLE


@dataclass(frozen=True, slots=True)
class Guess:
    """Which faces lie in which rows, as which cards."""

    rows: tuple[Line, ...]
    """Faces by their number."""
    tiles: Line
    """The card of every face."""
    regrouped: float = 0.0
    """What it costs that rows are others than the picture shows."""
    counted: frozenset[int] = frozenset()
    """Faces of Qwirkles that were counted before and still lie there."""
    revised: tuple[Revision, ...] = ()
    none_taken: bool = False
    """Whether cards that are gone are all hidden, and no Qwirkle was taken."""
    alike: Line = ()
    """Cards from the hand of which one like it lies there still and is not seen."""

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it this guess."""
        how = (self.revised, self.counted, self.none_taken, self.alike)
        return frozenset(self.rows), self.tiles, how


@dataclass(frozen=True, slots=True)
class Weighed:
    """A guess with what follows from it."""

    guess: Guess
    cost: float
    rows: tuple[Line, ...]
    """The rows of the guess with their cards, those that are not seen at their ends; then rows that
    are not seen at all."""
    laid: Line
    taken: tuple[Line, ...]
    hidden: Line
    in_gaps: int
    """How many of the hidden lie where their rows have room for them."""
    gaps: int
    """Rooms in rows for cards that nobody knows of."""
    before: tuple[Line, ...]
    """The table before, as it really was."""
    outcome: tuple[object, ...]
    """What would be told: two guesses with the same outcome do not rival each other."""

    @property
    def after(self) -> tuple[Line, ...]:
        """The rows that stay on the table, each in order of number."""
        return tuple(signature(row) for row in self.rows)

    @property
    def made(self) -> tuple[Line, ...]:
        """The rows that the turn made or changed and that stay on the table."""
        return tuple(line for line in self.after if line not in self.before)

    @property
    def turn(self) -> tuple[object, ...]:
        """What the turn did, whatever the rest of the table is."""
        return self.laid, tuple(sorted((*self.made, *self.taken)))

    @property
    def is_legal(self) -> bool:
        """Whether something was laid and every row that the turn made may stay."""
        return bool(self.laid) and not any(broken(line) for line in self.made)


def weigh(sight: Sight, guess: Guess) -> Weighed:
    """What follows from a guess, and how odd it is."""
    before = _revised(sight.before, guess.revised)
    order = _in_order(sight, guess.revised)
    lay = _counts(chain(*before))
    tiles = guess.tiles
    rows = [[tiles[k] for k in row] for row in guess.rows]
    there = _counts(chain(*rows))
    missing = [max(0, was - now) for was, now in zip(lay, there, strict=True)]
    for card in guess.alike:
        missing[card] += 1
    cost = guess.regrouped + _aside(sight, guess)
    for one in guess.revised:
        cost += one.cost + max(0.0, broken(_now(one)) - broken(one.row))
    for row in guess.rows:
        for k in row:
            cost += sight.faces[k].cost(tiles[k])
    taken: tuple[Line, ...] = ()
    gaps = [gaps_in([sight.faces[k] for k in row], sight.usual_px) for row in guess.rows]
    hidden: Line = ()
    in_gaps = 0
    if any(missing):
        known = [a + b for a, b in zip(there, sight.elsewhere, strict=True)]
        taken, paid = ((), 0.0) if guess.none_taken else _taken(missing, known, sight.sixth)
        hidden = tuple(n for n, count in enumerate(missing) for _ in range(count))
        before_gaps = sum(gaps)
        seen = [tuple(row) for row in rows]
        cost += paid + _hide(before, rows, missing, gaps)
        cost += replaced(seen, rows, lay, order)
        in_gaps = before_gaps - sum(gaps)
    after = tuple(signature(row) for row in rows)
    now = _counts(chain(*after, *taken))
    laid = tuple(n for n in range(len(KINDS)) for _ in range(now[n] - lay[n]))
    seen_laid = sum(max(0, a - b) for a, b in zip(there, lay, strict=True))
    cost += LAID * (seen_laid + len(guess.alike))
    cost += NOTHING_LAID if not laid else 0.0
    cost += TOO_MANY * (len(laid) > BOOK.hand_size) + GAP_LEFT * sum(gaps)
    cost += _oddness(before, after, taken) + _shuffled(sight, guess, order)
    for count, other in zip(now, sight.elsewhere, strict=True):
        if count and count + other > BOOK.copies:
            cost += FOURTH * (count + other - BOOK.copies)
    outcome = (laid, tuple(sorted((*after, *taken))), guess.revised)
    full = tuple(tuple(row) for row in rows)
    return Weighed(guess, cost, full, laid, taken, hidden, in_gaps, sum(gaps), before, outcome)


def _counts(cards: Iterable[int]) -> list[int]:
    counts = [0] * len(KINDS)
    for one in cards:
        counts[one] += 1
    return counts


def _revised(before: tuple[Line, ...], revised: Iterable[Revision]) -> tuple[Line, ...]:
    rows = list(before)
    for one in revised:
        if one.row in rows:
            row = list(one.row)
            row.remove(one.was)
            row += [one.now] if one.now != NONE else []
            rows[rows.index(one.row)] = signature(row)
    return tuple(rows)


def _taken(missing: list[int], known: list[int], sixth: Colour) -> tuple[tuple[Line, ...], float]:
    """The Qwirkles that best explain cards that are gone, and the cost; `missing` loses them."""
    taken: list[Line] = []
    cost = 0.0
    while True:
        best, most = None, 0.0
        for row in full_rows(sixth):
            gone = [n for n in row if missing[n] > 0]
            if len(gone) < SHORTEST_ROW - 1:
                continue
            hand = [n for n in row if missing[n] <= 0]
            if any(known[n] >= BOOK.copies for n in hand):
                continue
            paid = TAKEN.get(len(hand), TAKEN_ELSE) + TAKEN_TOO * bool(taken)
            saved = min(HIDDEN * len(gone), ROW_HIDDEN + len(gone)) - paid
            if saved > most:
                best, most = (row, gone, paid), saved
        if best is None:
            return tuple(taken), cost
        taken.append(best[0])
        cost += best[2]
        for n in best[1]:
            missing[n] -= 1


@lru_cache
def full_rows(sixth: Colour) -> tuple[Line, ...]:
    """All twelve rows of six."""
    colours = [n for n, one in enumerate(Colour) if one in (*list(Colour)[:5], sixth)]
    count = len(Shape)
    same_colour = [tuple(colour * count + s for s in range(count)) for colour in colours]
    return (*same_colour, *(tuple(c * count + s for c in colours) for s in range(count)))


def _hide(
    before: tuple[Line, ...], rows: list[list[int]], missing: list[int], gaps: list[int]
) -> float:
    """Put cards that are not seen where most of their old row lies; what that costs."""
    cost, left, most = 0.0, list(missing), ROW_HIDDEN
    for old in before:
        gone = [n for n in dict.fromkeys(old) if left[n] > 0]
        for n in gone:
            left[n] -= 1
        if gone and len(gone) == len(old):
            rows.append(gone)
            cost += min(most, HIDDEN * len(gone))
            most = ROW_HIDDEN_TOO
            continue
        for n in gone:
            place = min(range(len(rows)), key=lambda k: _amiss(rows[k], old, n), default=None)
            if place is None or _amiss(rows[place], old, n) >= ALONE:
                rows.append([n])
                cost += HIDDEN
                continue
            in_gap = place < len(gaps) and gaps[place] > 0
            if in_gap:
                gaps[place] -= 1
            rows[place].append(n)
            cost += HIDDEN_IN_GAP if in_gap else HIDDEN
    return cost


def _in_order(sight: Sight, revised: Iterable[Revision]) -> tuple[Line, ...]:
    """The rows before in the order they lay in, with cards that were counted as others."""
    if not revised:
        return sight.lay
    rows = dict(zip(sight.before, sight.lay, strict=False))
    for one in revised:
        if one.row in rows:
            now = (one.now,) if one.now != NONE else ()
            at = rows[one.row].index(one.was)
            rows[one.row] = (*rows[one.row][:at], *now, *rows[one.row][at + 1 :])
    return tuple(rows.values())


def _shuffled(sight: Sight, guess: Guess, order: tuple[Line, ...]) -> float:
    """What it costs that rows lie as before, with cards read as others, in another order."""
    cost = 0.0
    known = {signature(row): row for row in order}
    for row in guess.rows:
        tiles = tuple(guess.tiles[k] for k in row)
        lay = known.get(signature(tiles))
        if lay is None or tiles in (lay, lay[::-1]):
            continue
        revised = any(signature(tiles) == signature(_now(one)) for one in guess.revised)
        cost += SHUFFLED * (revised or any(guess.tiles[k] != sight.faces[k].best for k in row))
    return cost


def _now(one: Revision) -> Line:
    """The row of a card that was counted as another, as it is."""
    return signature(_revised((one.row,), (one,))[0])


def _amiss(row: list[int], old: Line, card: int) -> float:
    """How odd it would be if a card of an old row that is not seen lay in a row."""
    elsewhere = TORN * (1 - sum(n in old for n in row) / len(old))
    return broken(signature((*row, card))) - broken(signature(row)) + 2 * elsewhere


def _oddness(before: tuple[Line, ...], after: tuple[Line, ...], taken: tuple[Line, ...]) -> float:
    """Rows against the rules that the turn made, and rows that it took apart."""
    known, cost = list(before), 0.0
    fresh = []
    for row in after:
        if row in known:
            known.remove(row)
        else:
            fresh.append(row)
            cost += broken(row) + (SWAPPED if _is_swapped(row, before) else 0.0)
    now = [set(row) for row in (*fresh, *taken)]
    torn = sum(not any(one.issuperset(row) for one in now) for row in known)
    return cost + (TORN + TORN_MORE * (torn - 1) if torn else 0.0)


def _is_swapped(row: Line, before: tuple[Line, ...]) -> bool:
    """Whether a row against the rules is an old one, but for a card that is another now."""
    return broken(row) > 0 and any(
        len(row) == len(old) >= SHORTEST_ROW and len({*row} & {*old}) == len({*old}) - 1
        for old in before
    )


@lru_cache(maxsize=50_000)
def broken(row: Line) -> float:
    """How odd a row is, 0 for one that may stay."""
    if len(row) < 2:
        return ALONE if row else 0.0
    kinds = set(row)
    colours, shapes = [COLOUR_OF[n] for n in kinds], [SHAPE_OF[n] for n in kinds]
    fitting = max(max(map(colours.count, colours)), max(map(shapes.count, shapes)))
    misfits = len(row) - fitting
    short = BROKEN if len(row) < SHORTEST_ROW else 0.0
    if not misfits:
        return short
    return BROKEN + BROKEN_MORE * (misfits - 1) + short / 2 + TOO_LONG * (len(row) > QWIRKLE)


def _aside(sight: Sight, guess: Guess) -> float:
    """What open cards in no row cost."""
    of_rows = set(chain(*guess.rows))
    as_pairs = set(chain(*(pair for pair in sight.pairs if pair in guess.rows)))
    in_line = {k for row in guess.rows for k in row if _is_in_line(sight, row, k)}
    cost = LEFT_LYING * sum(of_rows.isdisjoint(pair) for pair in sight.pairs)
    for k, one in enumerate(sight.faces):
        if k in of_rows:
            put_in = PUT_IN_LINE if k in in_line else PUT_IN
            cost += put_in if one.loose and k not in as_pairs else 0.0
        elif k in guess.counted:
            cost += one.cost(guess.tiles[k])
        else:
            on_pile = any(one.cost(n) < LIKE_A_PILE for n in sight.piles)
            unknown = APART if one.face.confidence >= SURE else APART_UNSURE
            cost += OF_A_PILE if on_pile else unknown
            taken_out = TAKEN_OUT_OF_PILE if on_pile else TAKEN_OUT
            cost += 0.0 if one.loose else taken_out
    return cost


def _is_in_line(sight: Sight, row: Line, k: int) -> bool:
    """Whether a card that was read as lying alone goes on in the line of the rest of a row."""
    return sight.faces[k].loose and goes_on(sight, tuple(n for n in row if n != k), k)


def goes_on(sight: Sight, row: Line, k: int) -> bool:
    """Whether a card lies in the line of a row as one more of it would."""
    own = [sight.faces[n] for n in row]
    return continues(own, [sight.faces[k]], sight.usual_px) is True


def signature(row: Iterable[int]) -> Line:
    """A row in order of number, whatever the order it lies in."""
    return tuple(sorted(row))


def line_of(row: Iterable[Tile]) -> Line:
    """A row of tiles by number."""
    return tuple(NUMBER[tile] for tile in row)

"""Whether a hand of Qwirkle Cards can play at all, whatever is rearranged, with a play as proof.

How it decides. Cards of one kind are alike, so a table is a count for each pair of colour and
shape, and an arrangement says how many of each kind lie in rows of their colour and how many in
rows of their shape. Call each colour and each shape a line.

1. Cards with counts n1, n2, ... of one line can be dealt into rows of three to six exactly when
   their sum is at least three times the largest count: that many rows, dealt round and round.
   So an arrangement is a *level* for each line (its number of rows) with at least 3 x level cards
   in the line and at most `level` of one kind.
2. Given levels, once every line has its 3 x level cards any other card may join a line where its
   kind is below the level. So every card finds a place exactly when the two levels of its kind
   sum to at least its count (the levels *cover* it), and every line can *draw* 3 x level cards.
3. Lowering a level never makes drawing harder: cut the line's counts to the new level. If three
   kinds or more were cut, these alone suffice; otherwise at most two of its cards are lost, and
   three fewer are wanted.
4. So only the lowest covering levels matter: choose the colours' levels, and each shape's level
   follows. The search goes colour by colour and stops where the levels so far cannot draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from assistant.rules.cards import QWIRKLE, SHORTEST_ROW, Row, Table, row_violations
from assistant.tiles import Colour, Shape, Tile

COLOURS = tuple(Colour)
SHAPES = tuple(Shape)


@dataclass(frozen=True, slots=True)
class CardsPlay:
    """A legal turn: the cards from the hand, and the table it leaves, Qwirkles still in it."""

    laid: tuple[Tile, ...]
    rows: Table


def find_play(table: Table, hand: Sequence[Tile]) -> CardsPlay | None:
    """A turn that this hand can make, or None when no rearrangement allows one (K3, K4, K6)."""
    rows = sorted((_in_order(row) for row in table if row), key=str)
    moving, holding = Counter(chain.from_iterable(rows)), Counter(hand)
    if _arrange(moving, holding) is None:
        return None
    kept = _rows_that_can_stay(rows, holding)
    moving -= Counter(chain.from_iterable(kept))
    for tile in sorted(holding, key=str):
        fewer = Counter({kind: n for kind, n in holding.items() if kind != tile})
        if _arrange(moving, fewer) is not None:
            holding = fewer
    arranged = _arrange(moving, holding)
    assert arranged is not None, "only what can be left out was left out"
    laid = Counter(chain.from_iterable(arranged)) - moving
    return CardsPlay(tuple(laid.elements()), tuple(kept) + arranged)


def _rows_that_can_stay(rows: Sequence[Row], holding: Counter[Tile]) -> list[Row]:
    """Rows that some play leaves alone: a proof is easier to follow when little moves."""
    kept: list[Row] = []
    moving = Counter(chain.from_iterable(rows))
    for row in rows:
        without = moving - Counter(row)
        if not row_violations(row) and _arrange(without, holding) is not None:
            kept.append(row)
            moving = without
    return kept


def _arrange(table: Counter[Tile], hand: Counter[Tile]) -> Table | None:
    """Rows of all these table cards and at least one of the hand's."""
    draw = _Draw.empty(table, hand)
    finished = _raise_colours(draw, 0)
    return None if finished is None else tuple(finished.rows())


def _raise_colours(draw: _Draw, first: int) -> _Draw | None:
    """The draw with levels for all colours from the first on, if any levels can be drawn."""
    if first == len(COLOURS):
        return draw.with_a_hand_card()
    needed, held = draw.needed[first], draw.held[first]
    highest = max(n + (1 if h else 0) for n, h in zip(needed, held, strict=True))
    for level in range(highest + 1):
        trial = draw.copy()
        if not trial.raise_to(first, level):
            return None
        covers = all(
            trial.raise_to(len(COLOURS) + shape, needed[shape] - level)
            for shape in range(len(SHAPES))
        )
        if covers and (finished := _raise_colours(trial, first + 1)):
            return finished
    return None


@dataclass(slots=True)
class _Draw:
    """Cards drawn for each line so far; lines are the colours, then the shapes."""

    needed: list[list[int]]
    """How many of a kind lie on the table, by colour and shape."""
    held: list[list[int]]
    """How many of a kind the hand holds."""
    spare: list[list[int]]
    """How many of a kind no line has drawn."""
    levels: list[int]
    drawn: list[list[int]]
    """How many of a kind a line has drawn: by shape for a colour, by colour for a shape."""

    @classmethod
    def empty(cls, table: Counter[Tile], hand: Counter[Tile]) -> _Draw:
        """Nothing drawn, no line begun."""
        needed = [[table[Tile(colour, shape)] for shape in SHAPES] for colour in COLOURS]
        held = [[hand[Tile(colour, shape)] for shape in SHAPES] for colour in COLOURS]
        spare = [
            [n + h for n, h in zip(*both, strict=True)] for both in zip(needed, held, strict=True)
        ]
        drawn = [[0] * len(SHAPES) for _ in COLOURS] + [[0] * len(COLOURS) for _ in SHAPES]
        return cls(needed, held, spare, [0] * len(drawn), drawn)

    def copy(self) -> _Draw:
        """The same draw, to go on with separately."""
        spare, drawn = [row[:] for row in self.spare], [row[:] for row in self.drawn]
        return _Draw(self.needed, self.held, spare, self.levels[:], drawn)

    def raise_to(self, line: int, level: int) -> bool:
        """Raise a line to a level, drawing three cards a step; False when they are not there."""
        while self.levels[line] < level:
            self.levels[line] += 1
            if not all(self.draw_card(line, set()) for _ in range(SHORTEST_ROW)):
                return False
        return True

    def draw_card(self, line: int, asked: set[int]) -> bool:
        """One more card for a line, a crossing line exchanging one of its own if need be."""
        asked.add(line)
        level, drawn = self.levels[line], self.drawn[line]
        wanted = [place for place, count in enumerate(drawn) if count < level]
        for place in wanted:
            colour, shape = _kind(line, place)
            if self.spare[colour][shape]:
                self.spare[colour][shape] -= 1
                drawn[place] += 1
                return True
        for place in wanted:
            other, back = _crossing(line, place)
            if other not in asked and self.drawn[other][back] and self.draw_card(other, asked):
                self.drawn[other][back] -= 1
                drawn[place] += 1
                return True
        return False

    def with_a_hand_card(self) -> _Draw | None:
        """This draw, or one with a shape a level higher, that has room for a card of the hand."""
        kinds = [(c, s) for c, row in enumerate(self.held) for s, held in enumerate(row) if held]
        if any(self.room(*kind) > self.needed[kind[0]][kind[1]] for kind in kinds):
            return self
        for shape in sorted({shape for _, shape in kinds}):
            trial = self.copy()
            line = len(COLOURS) + shape
            if trial.raise_to(line, self.levels[line] + 1):
                return trial
        return None

    def room(self, colour: int, shape: int) -> int:
        """How many cards of a kind the levels of its two lines have room for."""
        return self.levels[colour] + self.levels[len(COLOURS) + shape]

    def rows(self) -> Iterator[Row]:
        """The rows of a finished draw, once the table's cards that no line drew have joined one."""
        self._fill()
        for line, drawn in enumerate(self.drawn):
            cards = [_tile(line, place) for place, n in enumerate(drawn) for _ in range(n)]
            count = max(max(drawn), -(-len(cards) // QWIRKLE))
            # Dealt round and round, alike cards land in different rows.
            yield from (tuple(cards[first::count]) for first in range(count))

    def _fill(self) -> None:
        lays = False
        for colour, row in enumerate(self.needed):
            for shape, needed in enumerate(row):
                while self._out(colour, shape) < needed:
                    self._join(colour, shape)
                lays |= self._out(colour, shape) > needed
        if not lays:
            self._join(*self._first_with_room())

    def _out(self, colour: int, shape: int) -> int:
        return self.drawn[colour][shape] + self.drawn[len(COLOURS) + shape][colour]

    def _join(self, colour: int, shape: int) -> None:
        self.spare[colour][shape] -= 1
        if self.drawn[colour][shape] < self.levels[colour]:
            self.drawn[colour][shape] += 1
        else:
            self.drawn[len(COLOURS) + shape][colour] += 1

    def _first_with_room(self) -> tuple[int, int]:
        return next(
            (colour, shape)
            for colour, row in enumerate(self.held)
            for shape, held in enumerate(row)
            if held and self.room(colour, shape) > self.needed[colour][shape]
        )


def _kind(line: int, place: int) -> tuple[int, int]:
    return (line, place) if line < len(COLOURS) else (place, line - len(COLOURS))


def _crossing(line: int, place: int) -> tuple[int, int]:
    """The other line of the kind at a place of a line, and the kind's place there."""
    if line < len(COLOURS):
        return len(COLOURS) + place, line
    return place, line - len(COLOURS)


def _tile(line: int, place: int) -> Tile:
    colour, shape = _kind(line, place)
    return Tile(COLOURS[colour], SHAPES[shape])


def _in_order(row: Row) -> Row:
    return tuple(sorted(row, key=str))

"""Laying cards in rows: every card of the table and at least one of a hand, or the proof of no.

Cards of one kind are alike, so a table is a count for each pair of colour and shape. Call each
colour and each shape a line; an arrangement says which line every card lies in.

1. The cards of one line can be dealt into rows of three to six exactly when there are at least
   three times as many as of its commonest kind: that many rows, dealt round and round. So an
   arrangement is a *level* for each line (its number of rows), at least 3 x level cards in it,
   and at most `level` of one kind.
2. Once every line has drawn its 3 x level cards, any other card may join a line where its kind
   is below the level. So levels are good exactly when the two lines of each kind have room for
   all its cards (the levels *cover* it), and every line can *draw* 3 x level cards.
3. Lowering a level never makes drawing harder: cut the line's counts to the new level. If three
   kinds or more were cut, these alone suffice; otherwise at most two cards are lost, and three
   fewer are wanted.
4. So only the lowest covering levels matter: choose the colours' levels, and each shape's level
   follows. The search goes colour by colour and stops where the levels so far cannot draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.rules.cards import QWIRKLE, SHORTEST_ROW, Row, Table
from assistant.tiles import Colour, Shape, Tile

COLOURS = tuple(Colour)
SHAPES = tuple(Shape)


def arrange(table: Counter[Tile], hand: Counter[Tile], lays: bool = True) -> Table | None:
    """Rows of all these table cards and of at least one from the hand, unless it need not lay."""
    finished = _raise_colours(_Draw.empty(table, hand, lays), 0)
    return None if finished is None else tuple(finished.rows())


def _raise_colours(draw: _Draw, colour: int) -> _Draw | None:
    """The draw with the lowest good levels for this colour and all after it."""
    if colour == len(COLOURS):
        return draw.with_room_for_the_hand() if draw.lays else draw
    needed, held = draw.needed[colour], draw.held[colour]
    # A card of the hand may want room for one more of its kind.
    highest = max(n + (1 if h else 0) for n, h in zip(needed, held, strict=True))
    for level in range(highest + 1):
        trial = draw.copy()
        if not trial.raise_to(colour, level):
            return None
        covers = all(
            trial.raise_to(_line_of_shape(shape), count - level)
            for shape, count in enumerate(needed)
        )
        if covers and (finished := _raise_colours(trial, colour + 1)):
            return finished
    return None


@dataclass(slots=True)
class _Draw:
    """The cards each line has drawn so far; lines are the colours, then the shapes."""

    needed: list[list[int]]
    """How many of a kind lie on the table, by colour and shape."""
    held: list[list[int]]
    """How many of a kind the hand holds."""
    lays: bool
    """Whether a card of the hand must find room."""
    spare: list[list[int]]
    """How many of a kind no line has drawn."""
    levels: list[int]
    drawn: list[list[int]]
    """How many of a kind a line has drawn: by shape for a colour, by colour for a shape."""

    @classmethod
    def empty(cls, table: Counter[Tile], hand: Counter[Tile], lays: bool) -> _Draw:
        """Nothing drawn, every level zero."""
        needed = [[table[Tile(colour, shape)] for shape in SHAPES] for colour in COLOURS]
        held = [[hand[Tile(colour, shape)] for shape in SHAPES] for colour in COLOURS]
        both = table + hand
        spare = [[both[Tile(colour, shape)] for shape in SHAPES] for colour in COLOURS]
        drawn = [[0] * len(SHAPES) for _ in COLOURS] + [[0] * len(COLOURS) for _ in SHAPES]
        return cls(needed, held, lays, spare, [0] * len(drawn), drawn)

    def copy(self) -> _Draw:
        """The same draw, to go on with separately."""
        spare, drawn = [row[:] for row in self.spare], [row[:] for row in self.drawn]
        return _Draw(self.needed, self.held, self.lays, spare, self.levels[:], drawn)

    def raise_to(self, line: int, level: int) -> bool:
        """Raise a line to a level, drawing three cards a step; False when they are not there."""
        while self.levels[line] < level:
            self.levels[line] += 1
            if not all(self.draw_card(line, set()) for _ in range(SHORTEST_ROW)):
                return False
        return True

    def draw_card(self, line: int, asked: set[int]) -> bool:
        """One more card for a line; if need be a crossing line gives one and draws another."""
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

    def with_room_for_the_hand(self) -> _Draw | None:
        """This draw, or one with a shape a level higher, with room for a card of the hand."""
        if self.first_with_room() is not None:
            return self
        for shape in range(len(SHAPES)):
            if any(held[shape] for held in self.held):
                line, trial = _line_of_shape(shape), self.copy()
                if trial.raise_to(line, self.levels[line] + 1):
                    return trial
        return None

    def first_with_room(self) -> tuple[int, int] | None:
        """A kind of the hand that the levels have room for beyond the table's cards."""
        for colour, held in enumerate(self.held):
            for shape, count in enumerate(held):
                room = self.levels[colour] + self.levels[_line_of_shape(shape)]
                if count and room > self.needed[colour][shape]:
                    return colour, shape
        return None

    def rows(self) -> Iterator[Row]:
        """The rows, once every table card that no line drew has joined one of its two lines."""
        self._join_the_rest()
        for line, drawn in enumerate(self.drawn):
            cards = [_tile(line, place) for place, n in enumerate(drawn) for _ in range(n)]
            count = max(max(drawn), -(-len(cards) // QWIRKLE))
            yield from (tuple(cards[first::count]) for first in range(count))

    def _join_the_rest(self) -> None:
        laid = 0
        for colour, row in enumerate(self.needed):
            for shape, needed in enumerate(row):
                while (out := self._out(colour, shape)) < needed:
                    self._join(colour, shape)
                laid += out - needed
        if self.lays and not laid and (kind := self.first_with_room()):
            self._join(*kind)

    def _out(self, colour: int, shape: int) -> int:
        return self.drawn[colour][shape] + self.drawn[_line_of_shape(shape)][colour]

    def _join(self, colour: int, shape: int) -> None:
        if self.drawn[colour][shape] < self.levels[colour]:
            self.drawn[colour][shape] += 1
        else:
            self.drawn[_line_of_shape(shape)][colour] += 1


def _line_of_shape(shape: int) -> int:
    return len(COLOURS) + shape


def _kind(line: int, place: int) -> tuple[int, int]:
    """Colour and shape of a line's kind."""
    return (line, place) if line < len(COLOURS) else (place, line - len(COLOURS))


def _crossing(line: int, place: int) -> tuple[int, int]:
    """The other line of a line's kind, and the kind's place there."""
    colour, shape = _kind(line, place)
    return (_line_of_shape(shape), colour) if line < len(COLOURS) else (colour, shape)


def _tile(line: int, place: int) -> Tile:
    colour, shape = _kind(line, place)
    return Tile(COLOURS[colour], SHAPES[shape])

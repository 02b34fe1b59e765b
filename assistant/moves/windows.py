"""The windows a hand can fill in one turn: cells of one line, and every way to fill them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from assistant.moves.fit import EVERY_KIND, GOES_WITH, KIND_OF, KINDS, NumberedBoard, mask_of
from assistant.rules.book import LONGEST_LINE, QWIRKLE_BONUS, Book
from assistant.rules.grid_faults import foreign_colours
from assistant.tiles import Colour, Tile

Kinds = tuple[int, ...]
NO_LINE = range(0)


class Window(NamedTuple):
    """Cells of one line that can be filled in one turn; every filling of them pays the same."""

    minus_points: int
    """Windows sort by these first three: most points, fewest cells, nearest to the top left."""
    size: int
    keys: tuple[int, ...]
    fillings: list[Kinds]
    line: range
    """The whole line, old tiles included; empty for a single cell, which has only crossings."""


class WindowSearch:
    """One board and one hand, and what is found out about them on the way."""

    def __init__(self, numbered: NumberedBoard, hand: Sequence[Tile], rules: Book) -> None:
        self.numbered = numbered
        self.lone_tile_points = rules.lone_tile_points
        self.supply = _Supply(Counter(numbered.kinds.values()), rules)
        choices = [tile for tile in dict.fromkeys(hand) if self.supply.covers([tile])]
        self.supply_is_ample = self.supply.covers(choices)
        self.hand = mask_of(choices)
        self.open = {key: fits & self.hand for key, fits in numbered.fits().items()}
        self.company = {KIND_OF[tile]: _company(tile, choices) for tile in choices}
        self.fillings: dict[tuple[int, ...], list[Kinds]] = {}

    def windows(self) -> list[Window]:
        """Every window that some tiles of the hand fill, each once."""
        found = []
        for key, fits in self.open.items():
            if fits:
                runs = [joined[key] for joined in self.numbered.joined.values() if key in joined]
                points = sum([pay(run.length) for run in runs]) or self.lone_tile_points
                fillings = self.filled((fits,))
                found.append(Window(-points, 1, (key,), fillings, NO_LINE))
                if (most := max([self.company[kind] for (kind,) in fillings])) > 1:
                    for step in self.numbered.steps:
                        found += self.windows_around(key, step, most)
        return found

    def windows_around(self, anchor: int, step: int, most: int) -> Iterator[Window]:
        """The windows of two or more cells along a step whose first open cell is the anchor."""
        yield from self.windows_from(anchor, step, 2, most)
        if anchor in self.numbered.before[step]:
            return
        for free in range(1, most):
            start = anchor - step * free
            if start in self.open:
                return
            yield from self.windows_from(start, step, free + 1, most)

    def windows_from(self, start: int, step: int, least: int, most: int) -> Iterator[Window]:
        """The windows that begin on one cell, growing along the step while the hand fits."""
        after, crossing = (
            self.numbered.after[step],
            self.numbered.joined[self.numbered.across(step)],
        )
        run = self.numbered.before[step].get(start)
        first, length, joins = (run.first, run.length, run.fits) if run else (start, 0, EVERY_KIND)
        keys: list[int] = []
        masks: list[int] = []
        points, last = 0, start - step
        for size in range(1, most + 1):
            key = last + step
            keys.append(key)
            masks.append(self.open.get(key, self.hand))
            length, last = length + 1, key
            if run := crossing.get(key):
                points += pay(run.length)
            if run := after.get(key):
                if run.kinds & ~joins:
                    return
                joins &= run.fits
                length, last = length + run.length, run.last
            if length > LONGEST_LINE or not masks[-1] & joins:
                return
            if size >= least:
                fillings = self.filled(tuple([mask & joins for mask in masks]))
                if not fillings:
                    return
                line = range(first, last + 1, step)
                yield Window(-points - pay(length), size, tuple(keys), fillings, line)

    def filled(self, masks: tuple[int, ...]) -> list[Kinds]:
        """Every way to fill cells with tiles of the hand that go together."""
        known = self.fillings.get(masks)
        if known is None:
            known = _fillings(masks)
            if not self.supply_is_ample:
                known = [ks for ks in known if self.supply.covers([KINDS[kind] for kind in ks])]
            self.fillings[masks] = known
        return known


def pay(length: int) -> int:
    """What a line of this length pays."""
    return length + QWIRKLE_BONUS if length == LONGEST_LINE else length


def _company(tile: Tile, choices: Sequence[Tile]) -> int:
    """How many of these tiles can at most be laid in one turn with this one among them."""
    alike = sum(tile.colour is other.colour for other in choices)
    return max(alike, sum(tile.shape is other.shape for other in choices))


def _fillings(masks: tuple[int, ...]) -> list[Kinds]:
    """Every choice of one kind from each mask in which any two kinds go together."""
    begun: list[tuple[Kinds, int]] = [((), EVERY_KIND)]
    for mask in masks:
        longer = []
        for kinds, goes in begun:
            left = mask & goes
            while left:
                kind = (left & -left).bit_length() - 1
                left &= left - 1
                longer.append(((*kinds, kind), goes & GOES_WITH[kind]))
        begun = longer
    return [kinds for kinds, _ in begun]


class _Supply:
    """What the set still allows beside the tiles that lie on the board."""

    def __init__(self, on_board: Mapping[int, int], rules: Book) -> None:
        self.rules = rules
        self.counts: Counter[Tile | Colour] = Counter()
        for kind, count in on_board.items():
            self.counts[rules.limited(KINDS[kind])] += count
        self.colours = {KINDS[kind].colour for kind in on_board}

    def covers(self, tiles: Sequence[Tile]) -> bool:
        """Whether all these tiles can be there at once."""
        if foreign_colours(self.colours, {tile.colour for tile in tiles}, self.rules):
            return False
        wanted = Counter(map(self.rules.limited, tiles))
        return all(self.counts[what] + n <= self.rules.copies for what, n in wanted.items())

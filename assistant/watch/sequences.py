"""Sequences: the turns, one or several in player order, that new tiles can be explained by."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from assistant.board import Board, Placed, Placement
from assistant.rules import grid
from assistant.rules.book import Book
from assistant.watch.decode import ILLEGAL
from assistant.watch.difference import is_one_line
from assistant.watch.rhythm import UNKNOWN, Rhythm

MOST_TURNS = 4
"""More turns than this at once are not taken apart."""
MOST_RESTS = 5
"""Changes of players at rests that were seen, at most."""
MOST_TRIED = 3000
"""Placements that are ruled on before the search is given up."""
MOST_FOUND = 500
"""Sequences of the same tiles that are kept."""
LIKELY = 0.02
"""Explanations less likely than this are not worth a question."""
MOST_SHOWN = 6
UNSEEN_S = 5.5
"""While nobody saw the table still for longer than this, two players may have been at it."""
HARDLY, PERHAPS, TWO_ARMS, PROBABLY = 0.0005, 0.03, 2.0, 50.0
"""Odds of a further turn that no still picture shows, against none: while the table was unseen for
a moment; for longer; where two people's arms were over it; and where a photo is known to miss."""

FURTHER = 0.5
"""The same for each turn more, once one was not seen."""
SIZES = (0.27, 0.38, 0.2, 0.09, 0.04, 0.02)
"""How often a turn lays one, two … six tiles; assumed, players differ."""
OPENING_SIZES = (0.02, 0.33, 0.57, 0.07, 0.008, 0.002)
"""The same of the opening, the longest line that anybody holds: of two hands drawn at random it has
2, 3 and 4 tiles in 33, 61 and 6 of a hundred games; some people play as they like."""
IN_ONE = 0.16
"""How often two turns one after the other could be one move: 3 of 19 in a photographed game."""
SCATTERED = 0.05
"""How many of the placements that the rules forbid do not lie in one line, or would be allowed one
after the other: that a turn is one line is the rule that everybody knows. Assumed."""


ArmsOdds = Callable[[Sequence[int]], float]
"""How much likelier the arms that came, the first ones and after each rest, are each of the player
so many turns on than all the mover's."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Tiles that lay there in quiet before more came."""

    placement: frozenset[Placed]
    pause_s: float
    """How long they lay there so."""
    is_sure: bool = True
    """Whether they were surely read."""


@dataclass(frozen=True, slots=True)
class Explained:
    """Turns that new tiles may be, and how likely it is."""

    turns: tuple[Placement, ...]
    probability: float
    points: tuple[int, ...] = ()
    """What each of them pays; turns that pay alike are one explanation."""
    is_allowed: bool = True
    """Whether the rules allow each of several turns."""


def explanations(
    board: Board,
    placement: Placement,
    book: Book,
    rests: Sequence[Rest] = (),
    rhythm: Rhythm = UNKNOWN,
    unseen: float = HARDLY,
    skipped: int = 0,
    by_arms: ArmsOdds = lambda _: 1.0,
) -> tuple[Explained, ...]:
    """What the tiles may be, likeliest first; their probabilities sum to one.

    Where they are sooner several turns than one, the likeliest of those comes first, however many
    orders of them share that.
    """
    rests = [rest for rest in rests if rest.placement < set(placement)]
    found = [turns for turns in _orders(board, placement, book, skipped) if _fits(turns, rests)]
    found += [turns for turns in _at_rests(board, placement, book, rests) if turns not in found]
    shares = {turns: 1 / sum(len(one) == len(turns) for one in found) for turns in found}
    is_legal = grid.rule_on(board, placement, book).is_legal
    fewest = 1 if is_legal else min(map(len, found), default=1)
    weights = {}
    for turns in found:
        alike = IN_ONE ** (len(turns) - fewest) * _as_opening(board, turns, placement)
        share = shares[turns] * _usual(turns, placement)
        weights[turns] = alike * _weight(turns, rests, rhythm, unseen, share, by_arms)
    weights[placement,] = 1.0 if is_legal else _forbidden(placement, rests, unseen)
    broken_off = {} if is_legal else _broken_off(board, placement, book, rests, rhythm, by_arms)
    weights |= broken_off
    total = sum(weights.values())
    paid: dict[tuple[int, ...], Explained] = {}
    for turns, weight in weights.items():
        points = _points(board, turns, book)
        one = paid.get(points, Explained(turns, 0.0, points, turns not in broken_off))
        paid[points] = replace(one, probability=one.probability + weight / total)
    explained = paid.values()
    several = sum(one.probability for one in explained if len(one.turns) > 1)
    is_one = several < 0.5
    return tuple(
        sorted(explained, key=lambda one: ((len(one.turns) == 1) != is_one, -one.probability))
    )


def _forbidden(placement: Placement, rests: Sequence[Rest], unseen: float) -> float:
    """How usual it is that one player lays what the rules forbid, as these tiles came."""
    at_once = not rests and unseen <= HARDLY
    is_line = bool(rests) and is_one_line(placed.cell for placed in placement)
    return ILLEGAL if at_once or is_line else ILLEGAL * SCATTERED


def _at_rests(
    board: Board, placement: Placement, book: Book, rests: Sequence[Rest]
) -> Iterator[tuple[Placement, ...]]:
    """Several legal turns, each of which ended at a rest that was seen."""
    ends = [rest.placement for rest in sorted(rests, key=lambda rest: len(rest.placement))]
    for count in range(1, min(MOST_RESTS, len(ends)) + 1):
        for chosen in combinations(ends, count):
            turns, lay = [], frozenset[Placed]()
            for lies in (*chosen, frozenset(placement)):
                turns.append(tuple(one for one in placement if one in lies and one not in lay))
                lay = lies
            after, legal = board, all(turns)
            for turn in turns:
                legal = legal and grid.rule_on(after, turn, book).is_legal
                after = after.with_tiles(turn) if legal else after
            if legal:
                yield tuple(turns)


def _broken_off(
    board: Board,
    placement: Placement,
    book: Book,
    rests: Sequence[Rest],
    rhythm: Rhythm,
    by_arms: ArmsOdds,
) -> dict[tuple[Placement, ...], float]:
    """Two turns with a rest between them, one of which the rules forbid, each with its weight."""
    found: dict[tuple[Placement, ...], float] = {}
    for rest in rests:
        first = tuple(placed for placed in placement if placed in rest.placement)
        then = tuple(placed for placed in placement if placed not in rest.placement)
        after = board.with_tiles(first)
        rulings = grid.rule_on(board, first, book), grid.rule_on(after, then, book)
        forbidden = sum(not ruling.is_legal for ruling in rulings)
        if rest.is_sure and forbidden:
            turns = (first, then)
            odds = rhythm.odds_of_next(rest.pause_s) * _by_arms(turns, rests, by_arms)
            found[turns] = ILLEGAL**forbidden * odds
    return found


def _usual(turns: tuple[Placement, ...], placement: Placement) -> float:
    """How usual turns of these sizes are, against one turn of all the tiles."""
    sizes = [SIZES[min(len(turn), len(SIZES)) - 1] for turn in turns]
    return math.prod(sizes) / SIZES[min(len(placement), len(SIZES)) - 1]


def _as_opening(board: Board, turns: tuple[Placement, ...], placement: Placement) -> float:
    """How usual an opening of the first turn is, against one of all the tiles."""
    if board.tiles:
        return 1.0
    first, whole = (min(len(tiles), len(SIZES)) - 1 for tiles in (turns[0], placement))
    return OPENING_SIZES[first] / SIZES[first] * SIZES[whole] / OPENING_SIZES[whole]


def _points(board: Board, turns: tuple[Placement, ...], book: Book) -> tuple[int, ...]:
    points = []
    for turn in turns:
        points.append(grid.rule_on(board, turn, book).points)
        board = board.with_tiles(turn)
    return tuple(points)


def _weight(
    turns: tuple[Placement, ...],
    rests: Sequence[Rest],
    rhythm: Rhythm,
    unseen: float,
    share: float,
    by_arms: ArmsOdds,
) -> float:
    """How likely a sequence is against one turn: by the quiet at each change of players."""
    seen = {rest.placement: rest.pause_s for rest in rests}
    weight, unwitnessed = _by_arms(turns, rests, by_arms), False
    for count in range(1, len(turns)):
        lay = frozenset(placed for turn in turns[:count] for placed in turn)
        if lay in seen:
            weight *= rhythm.odds_of_next(seen[lay])
        else:
            weight *= FURTHER if unwitnessed else unseen
            unwitnessed = True
    return weight * share if unwitnessed else weight


def _by_arms(turns: tuple[Placement, ...], rests: Sequence[Rest], by_arms: ArmsOdds) -> float:
    """How likely the arms that came are, each as its player's, against all as the mover's."""
    whose = [0]
    for rest in rests:
        lay, over = set(rest.placement), 0
        while over < len(turns) and set(turns[over]) <= lay:
            lay -= set(turns[over])
            over += 1
        whose.append(over)
    return by_arms(whose)


def _fits(turns: tuple[Placement, ...], rests: Sequence[Rest]) -> bool:
    """Whether what lay there at each rest is what the first turns and a part of the next left."""
    for rest in rests:
        left = set(rest.placement)
        for turn in turns:
            if not left:
                break
            if not set(turn) <= left:
                if not left < set(turn):
                    return False
                left = set()
                break
            left -= set(turn)
        if left:
            return False
    return True


def _orders(
    board: Board, placement: Placement, book: Book, skipped: int
) -> list[tuple[Placement, ...]]:
    """Every sequence of as many legal turns as photos are missing, else of few, and of one more."""
    search = _Search(book)
    if skipped and (known := search.partings(board, placement, skipped + 1)):
        return known
    for count in range(2, MOST_TURNS + 1):
        if found := search.partings(board, placement, count):
            more = search.partings(board, placement, count + 1) if count < MOST_TURNS else []
            return [*found, *more]
    return []


class _Search:
    """Tiles parted into legal turns; what lies there already is all that they are not."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._found: dict[tuple[Placement, int], list[tuple[Placement, ...]]] = {}
        self._tried = 0

    def partings(self, board: Board, tiles: Placement, count: int) -> list[tuple[Placement, ...]]:
        """The tiles as so many legal turns, in every order."""
        if (tiles, count) not in self._found:
            self._found[tiles, count] = list(islice(self._search(board, tiles, count), MOST_FOUND))
        return self._found[tiles, count]

    def _search(
        self, board: Board, tiles: Placement, count: int
    ) -> Iterator[tuple[Placement, ...]]:
        if count == 1:
            if self._is_legal(board, tiles):
                yield (tiles,)
            return
        for first in _in_lines(tiles, len(tiles) - count + 1):
            if self._tried > MOST_TRIED:
                return
            if self._is_legal(board, first):
                rest = tuple(placed for placed in tiles if placed not in first)
                for others in self.partings(board.with_tiles(first), rest, count - 1):
                    yield (first, *others)

    def _is_legal(self, board: Board, tiles: Placement) -> bool:
        self._tried += 1
        return grid.rule_on(board, tiles, self._book).is_legal


def _in_lines(tiles: Placement, most: int) -> Iterator[Placement]:
    """Every choice of tiles in one row or column, of each the largest first."""
    lines = {("x", placed.cell.x) for placed in tiles} | {("y", placed.cell.y) for placed in tiles}
    chosen: set[Placement] = set()
    for axis, at in sorted(lines):
        line = tuple(placed for placed in tiles if getattr(placed.cell, axis) == at)
        for size in range(min(most, len(line)), 0, -1):
            for choice in combinations(line, size):
                if choice not in chosen:
                    chosen.add(choice)
                    yield choice

"""How fast the cards solver answers, in rulings of one turn: `python -m benchmarks.cards`."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from assistant.moves.cards_play import find_best_play, find_play
from assistant.rules import cards
from assistant.rules.cards import Row, Table
from assistant.tiles import PURPLE_SET, Shape, Tile

POSITIONS = 200
CARDS_ON_TABLE = 40
LARGE_TABLE = 60
Position = tuple[Table, tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured over one kind of position."""

    positions: int
    median_ms: float
    slowest_ms: float
    ruling_ms: float
    """The median time of ruling on one turn on the same tables, the step to compare with."""

    @property
    def ratio(self) -> float:
        """How many rulings a median answer costs."""
        return self.median_ms / self.ruling_ms


def random_table(
    chance: random.Random, kinds: Sequence[Tile], lying: int = CARDS_ON_TABLE
) -> Table:
    """Rows of three to five cards of these kinds, so many cards together."""
    while True:
        deck = Counter(dict.fromkeys(kinds, cards.BOOK.copies))
        table: list[Row] = []
        for _ in range(10 * lying):
            missing = lying - sum(len(row) for row in table)
            if not missing:
                return tuple(table)
            start, size = chance.choice(kinds), chance.randint(3, 5)
            line = chance.choice((start.colour, start.shape))
            fitting = [kind for kind in kinds if line in (kind.colour, kind.shape) and deck[kind]]
            if len(fitting) >= size and missing - size not in (-2, -1, 1, 2):
                table.append(tuple(chance.sample(fitting, size)))
                deck -= Counter(table[-1])


def playable_positions(chance: random.Random, lying: int = CARDS_ON_TABLE) -> Iterator[Position]:
    """Tables of all 36 kinds, and nine of the cards left, where these can play."""
    while True:
        table = random_table(chance, PURPLE_SET.kinds, lying)
        deck = Counter(dict.fromkeys(PURPLE_SET.kinds, cards.BOOK.copies))
        deck -= Counter(tile for row in table for tile in row)
        hand = tuple(chance.sample(list(deck.elements()), cards.BOOK.hand_size))
        if find_play(table, hand) is not None:
            yield table, hand


def stuck_positions(chance: random.Random) -> Iterator[Position]:
    """Tables crowded with four colours and four shapes, and a hand of the two others of each.

    The search must go through every arrangement of many alike cards before it may say no.
    """
    while True:
        colours = chance.sample(PURPLE_SET.colours, 4)
        shapes = chance.sample(tuple(Shape), 4)
        kinds = [Tile(colour, shape) for colour in colours for shape in shapes]
        others = [t for t in PURPLE_SET.kinds if t.colour not in colours and t.shape not in shapes]
        yield random_table(chance, kinds), tuple(chance.sample(3 * others, cards.BOOK.hand_size))


def measure(positions: Iterator[Position], can_play: bool, count: int = POSITIONS) -> Timing:
    """Times of the solver and of one ruling on each position; its answer must be the right one."""
    answer_ms, ruling_ms = [], []
    for table, hand in islice(positions, count):
        if (find_play(table, hand) is not None) is not can_play:
            raise AssertionError(f"not the answer that was to be timed: {hand} on {table}")
        answer_ms.append(_milliseconds(partial(find_play, table, hand)))
        ruling = partial(cards.rule_on, table, hand, (*table, hand))
        ruling_ms.append(_milliseconds(ruling))
    return Timing(
        len(answer_ms),
        statistics.median(answer_ms),
        max(answer_ms),
        statistics.median(ruling_ms),
    )


def answered_ms(positions: Iterator[Position], count: int = POSITIONS) -> list[float]:
    """Times of all that a phone is answered: whether the hand can play, and with most Qwirkles."""
    return [
        _milliseconds(partial(find_play, *position))
        + _milliseconds(partial(find_best_play, *position))
        for position in islice(positions, count)
    ]


def _milliseconds(action: Callable[[], object]) -> float:
    """The better of two runs, so that whatever else the machine does is left out."""
    times_s = []
    for _ in range(2):
        start_s = time.perf_counter()
        action()
        times_s.append(time.perf_counter() - start_s)
    return min(times_s) * 1000


def main() -> None:
    """Print what was measured."""
    chance = random.Random(1)
    for answer, positions in (
        ("yes", playable_positions(chance)),
        ("no", stuck_positions(chance)),
    ):
        timing = measure(positions, answer == "yes")
        print(
            f"cards, {answer}: {timing.positions} tables of {CARDS_ON_TABLE} cards, hands of "
            f"{cards.BOOK.hand_size}; median {timing.median_ms:.1f} ms, slowest "
            f"{timing.slowest_ms:.1f} ms; a ruling {timing.ruling_ms:.2f} ms, "
            f"so a median answer costs {timing.ratio:.0f} rulings"
        )
    times_ms = answered_ms(playable_positions(chance, LARGE_TABLE))
    print(
        f"cards, to a phone: {len(times_ms)} tables of {LARGE_TABLE} cards; "
        f"median {statistics.median(times_ms):.1f} ms, slowest {max(times_ms):.1f} ms"
    )


if __name__ == "__main__":
    main()

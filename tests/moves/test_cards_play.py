"""Whether a hand of cards can play: exact against exhaustive search, legal, quick."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.moves.cards_play import CardsPlay, find_best_play, find_play
from assistant.rules import cards
from assistant.rules.cards import Table
from assistant.tiles import PURPLE_SET, Shape, Tile, parse_tiles
from tests.support.effort import calls_of

Position = tuple[Table, tuple[Tile, ...]]
MOST_CALLS = 250_000
"""Twice what the hardest one takes today, in calls of functions: well under a second."""


def rows(text: str) -> Table:
    """One row of cards a line."""
    return tuple(parse_tiles(line) for line in text.strip().splitlines())


def assert_proves(play: CardsPlay | None, table: Table, hand: Sequence[Tile]) -> None:
    assert play is not None
    assert cards.rule_on(table, play.laid, play.rows).violations == ()
    assert not Counter(play.laid) - Counter(hand)


# An independent exhaustive search, for small tables only


def is_row(cards_in_it: Sequence[str]) -> bool:
    colours, shapes = {card[0] for card in cards_in_it}, {card[1] for card in cards_in_it}
    all_different = len(set(cards_in_it)) == len(cards_in_it)
    return all_different and (len(colours) == 1 or len(shapes) == 1)


@cache
def most_qwirkles(lying: tuple[str, ...]) -> int | None:
    """The most rows of six when all these cards are laid in rows; None when they cannot be."""
    if not lying:
        return 0
    first, rest = lying[0], lying[1:]
    found: list[int] = []
    for size in (3, 4, 5, 6):
        for others in set(combinations(rest, size - 1)):
            if is_row((first, *others)):
                left = tuple(sorted((Counter(rest) - Counter(others)).elements()))
                if (below := most_qwirkles(left)) is not None:
                    found.append(below + (size == 6))
    return max(found, default=None)


def exhaustive_search(table: Table, hand: Sequence[Tile]) -> int | None:
    """The most Qwirkles that any subset of the hand can make; None when nothing can be played."""
    lying, held = [str(tile) for row in table for tile in row], sorted(map(str, hand))
    subsets = {s for size in range(1, len(held) + 1) for s in combinations(held, size)}
    answers = {most_qwirkles(tuple(sorted((*lying, *subset)))) for subset in subsets}
    return max((answer for answer in answers if answer is not None), default=None)


def test_the_exhaustive_search_knows_its_rows() -> None:
    assert exhaustive_search((), parse_tiles("ro rs")) is None
    assert exhaustive_search((), parse_tiles("ro rs rd")) == 0
    assert exhaustive_search(rows("rd od gd\nyo ys yd yc"), parse_tiles("bd pd")) == 1


# Random tables as play leaves them


def random_position(
    chance: random.Random, colours: int, shapes: int, size: int, held: int
) -> Position:
    """A table of rows of three to five, about so many cards, and a hand from the cards left."""
    some_shapes = chance.sample(tuple(Shape), shapes)
    some_colours = chance.sample(PURPLE_SET.colours, colours)
    kinds = [Tile(colour, shape) for colour in some_colours for shape in some_shapes]
    deck = Counter(dict.fromkeys(PURPLE_SET.kinds, cards.BOOK.copies))
    table: list[tuple[Tile, ...]] = []
    for _ in range(3 * size):
        missing = size - sum(len(row) for row in table)
        wanted = min(chance.randint(3, 5), max(3, missing))
        start = chance.choice(kinds)
        line = chance.choice((start.colour, start.shape))
        fitting = [kind for kind in kinds if line in (kind.colour, kind.shape) and deck[kind]]
        if missing > 0 and len(fitting) >= wanted:
            table.append(tuple(chance.sample(fitting, wanted)))
            deck -= Counter(table[-1])
    # Half of the hands come from the kinds on the table, half from all cards left.
    near = set(kinds if chance.random() < 0.5 else PURPLE_SET.kinds)
    left = [tile for tile in deck.elements() if tile in near]
    return tuple(table), tuple(chance.sample(left, min(held, len(left))))


SMALL = st.builds(
    random_position,
    st.randoms(use_true_random=False),
    st.integers(2, 6),
    st.integers(2, 6),
    st.integers(0, 9),
    st.integers(0, 4),
)


# The empty cases


def test_an_empty_hand_cannot_play() -> None:
    assert find_play((), ()) is None
    assert find_play(rows("ro rs rd"), ()) is None
    assert find_best_play(rows("ro rs rd"), ()) is None


def test_on_an_empty_table_only_three_matching_cards_can_play() -> None:
    assert find_play((), parse_tiles("ro rs bd bc gx gx yo y*")) is None
    assert find_play((), parse_tiles("ro rs rd")) == CardsPlay(
        parse_tiles("ro rs rd"), rows("ro rs rd")
    )


# The proofs are plays a person would understand


def test_one_card_that_fits_a_row_is_laid_there_and_nothing_else_moves() -> None:
    table = rows("""
        bo bc bx
        ro rs rd
        yo ys yd yc
    """)
    play = find_play(table, parse_tiles("bs gx p*"))
    assert play is not None
    assert play.laid == parse_tiles("bs")
    assert cards.rule_on(table, play.laid, play.rows).rows == (play.rows[0],)
    assert set(play.rows[0]) == set(parse_tiles("bo bc bx bs"))


def test_two_greens_need_the_green_square_and_the_purple_one_in_its_place() -> None:
    table = rows("""
        ps po pd pc
        rs ys gs
    """)
    hand = parse_tiles("gx g*")
    assert_proves(find_play(table, hand), table, hand)
    assert find_play(table, parse_tiles("gx")) is None
    assert find_play(table, parse_tiles("g*")) is None


def test_two_diamonds_and_one_from_the_yellow_row_make_the_best_play() -> None:
    table = rows("""
        rd od gd
        yo ys yd yc
    """)
    hand = parse_tiles("bd pd")
    best = find_best_play(table, hand)
    assert_proves(best, table, hand)
    assert best is not None
    assert cards.rule_on(table, best.laid, best.rows).qwirkles == 1


def test_rows_may_have_to_be_dissolved_entirely() -> None:
    table = rows("""
        ro rs rd
        bo bs bd
        go gs gd
    """)
    # A second red circle fits no row; in three rows of shapes it still does not.
    assert find_play(table, parse_tiles("ro")) is None
    # A yellow circle fits once the rows are laid by shape.
    assert_proves(find_play(table, parse_tiles("yo")), table, parse_tiles("yo"))


def test_a_table_that_lies_in_no_rows_gets_an_answer_too() -> None:
    broken = rows("ro bs")
    assert find_play(broken, parse_tiles("gx")) is None
    assert find_play(broken, parse_tiles("rs rd bo bd")) is not None
    assert find_play(rows("ro ro ro ro"), parse_tiles("ro ro ro")) is None


def test_seven_circles_of_a_mixed_set_are_laid_in_two_rows() -> None:
    seven = rows("ro oo yo go bo po wo")
    play = find_play(seven, parse_tiles("rs bs gs"))
    assert play is not None
    assert sorted(len(row) for row in play.rows) == [3, 3, 4]


# Exact


@settings(max_examples=150, deadline=None)
@given(SMALL)
def test_the_answer_is_that_of_the_exhaustive_search(position: Position) -> None:
    table, hand = position
    most = exhaustive_search(table, hand)
    play, best = find_play(table, hand), find_best_play(table, hand)
    if most is None:
        assert play is None
        assert best is None
        return
    assert_proves(play, table, hand)
    assert_proves(best, table, hand)
    assert best is not None
    assert cards.rule_on(table, best.laid, best.rows).qwirkles == most


def small_positions(count: int) -> Iterator[Position]:
    """Tables on which cards of few kinds crowd, so that much can be rearranged."""
    chance = random.Random(3)
    for _ in range(count):
        yield random_position(chance, chance.randint(2, 4), chance.randint(3, 4), 9, 2)


def test_crowded_tables_too_agree_with_the_exhaustive_search() -> None:
    answers = Counter[bool]()
    for table, hand in small_positions(300):
        can_play = find_play(table, hand) is not None
        assert can_play == (exhaustive_search(table, hand) is not None), (table, hand)
        answers[can_play] += 1
    assert min(answers[True], answers[False]) > 30, "both answers must be put to the test"


# Properties on tables of any size


LARGE = st.builds(
    random_position,
    st.randoms(use_true_random=False),
    st.integers(3, 6),
    st.integers(3, 6),
    st.integers(0, 40),
    st.integers(0, 9),
)


@settings(max_examples=40, deadline=None)
@given(LARGE)
def test_a_play_found_is_legal(position: Position) -> None:
    table, hand = position
    if (play := find_play(table, hand)) is not None:
        assert_proves(play, table, hand)


@settings(max_examples=40, deadline=None)
@given(LARGE, st.randoms(use_true_random=False))
def test_the_order_of_rows_and_cards_never_matters(
    position: Position, chance: random.Random
) -> None:
    table, hand = position
    mixed = tuple(tuple(chance.sample(row, len(row))) for row in table)
    mixed = tuple(chance.sample(mixed, len(mixed)))
    assert find_play(mixed, chance.sample(hand, len(hand))) == find_play(table, hand)


def turned(tile: Tile) -> Tile:
    """The card with the roles of colour and shape swapped."""
    colours, shapes = PURPLE_SET.colours, tuple(Shape)
    return Tile(colours[shapes.index(tile.shape)], shapes[colours.index(tile.colour)])


@settings(max_examples=40, deadline=None)
@given(LARGE)
def test_colour_and_shape_can_swap_roles(position: Position) -> None:
    table, hand = position
    swapped = tuple(tuple(turned(tile) for tile in row) for row in table)
    answer = find_play(swapped, [turned(tile) for tile in hand])
    assert (answer is None) == (find_play(table, hand) is None)


@settings(max_examples=40, deadline=None)
@given(LARGE, st.sampled_from(PURPLE_SET.kinds))
def test_one_more_card_in_the_hand_never_takes_a_play_away(position: Position, more: Tile) -> None:
    table, hand = position
    if find_play(table, hand) is not None:
        assert find_play(table, (*hand, more)) is not None


# Quick

# Tables that a climb towards the longest search ended on; no hand here can play.
HARD_REFUSALS = [
    (
        """
        bs rs os gs
        oc yc rc
        ys rs gs
        yc gc oc
        ys yd yo
        gs os ys
        gd gc go
        od oo os
        rc rs ro rd
        oo yo ro
        yd od gd rd
        yc rc oc gc
        """,
        "p* p* p* px b* b* px px b*",
    ),
    (
        """
        go yo oo
        rc bc yc oc
        rs ro rd rc
        ro oo bo
        od gd yd bd rd
        gs ys os rs bs
        gs go gc
        oc rc gc yc bc
        bc bo bd bs
        ys yo yc yd
        """,
        "px p* p* px p* px",
    ),
    (
        """
        pd ps p* po
        oc bc pc
        g* gs gd
        oc pc rc gc
        ro r* rd rs
        od bd yd pd
        gd od bd rd pd
        bo b* bs
        oo od o* os
        bc bo bd
        oo po go
        """,
        "yx yx yx",
    ),
]


@pytest.mark.parametrize(("table", "hand"), HARD_REFUSALS)
def test_a_hard_no_on_forty_cards_comes_within_a_second(table: str, hand: str) -> None:
    assert len(list(chain(*rows(table)))) == 40
    play, calls = calls_of(lambda: find_play(rows(table), parse_tiles(hand)))
    assert play is None
    assert calls < MOST_CALLS


def test_forty_cards_and_a_hand_of_nine_are_answered_within_a_second() -> None:
    chance = random.Random(8)
    for _ in range(60):
        table, hand = random_position(chance, chance.randint(4, 6), chance.randint(4, 6), 40, 9)
        play, calls = calls_of(lambda table=table, hand=hand: find_play(table, hand))
        assert calls < MOST_CALLS
        if play is not None:
            assert_proves(play, table, hand)

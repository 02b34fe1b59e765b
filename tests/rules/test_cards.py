"""The referee of Qwirkle Cards: rows, rearranged tables, Qwirkles taken, who starts."""

from __future__ import annotations

import random
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.rules import cards
from assistant.rules.cards import CardsRuling, Table
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import PURPLE_SET, WHITE_SET, Shape, Tile, parse_tiles


def rows(text: str) -> Table:
    """One row of cards a line."""
    return tuple(parse_tiles(line) for line in text.strip().splitlines())


def turn(before: str, laid: str, after: str, taken: str = "") -> CardsRuling:
    return cards.rule_on(rows(before), parse_tiles(laid), rows(after), parse_tiles(taken))


def faults(ruling: CardsRuling) -> list[Fault]:
    return [violation.fault for violation in ruling.violations]


BLUE_AND_RED = """
    bo bc bx
    ro rs rd
"""


# The empty case, and what a turn must do (K3)


def test_laying_nothing_is_refused_on_an_empty_table() -> None:
    ruling = turn("", "", "")
    assert ruling == CardsRuling((Violation(Fault.NOTHING_PLACED, "K3"),), (), 0, ())


def test_rearranging_without_laying_a_card_is_refused() -> None:
    ruling = turn("ro rs rd rc\nbs gs ys", "", "ro rd rc\nrs bs gs ys")
    assert faults(ruling) == [Fault.NOTHING_PLACED]


def test_three_matching_cards_open_the_table() -> None:
    ruling = turn("", "ro rs rd", "ro rs rd")
    assert ruling.is_legal
    assert ruling.rows == ruling.table == rows("ro rs rd")


def test_several_rows_may_grow_and_begin_in_one_turn() -> None:
    after = """
        bo bc bx b*
        ro rs rd rc
        yo go po
    """
    ruling = turn(BLUE_AND_RED, "b* rc yo go po", after)
    assert ruling.is_legal
    assert ruling.rows == rows(after)


def test_nine_cards_may_be_laid_but_not_ten() -> None:
    assert turn("", "ro rs rd bo bs bd go gs gd", "ro rs rd\nbo bs bd\ngo gs gd").is_legal
    ten = turn("", "ro rs rd rc bo bs bd go gs gd", "ro rs rd rc\nbo bs bd\ngo gs gd")
    assert [(v.fault, v.rule, v.count) for v in ten.violations] == [
        (Fault.TOO_MANY_TILES, "K1", 10)
    ]


# The rulebook's examples


def test_three_diamonds_open_a_row_and_a_star_joins_the_blue_row() -> None:
    after = """
        bs bo bx b*
        rd yd gd
    """
    ruling = turn("bs bo bx", "b* rd yd gd", after)
    assert ruling.is_legal
    assert ruling.rows == rows(after)
    assert ruling.qwirkles == 0


def test_a_second_blue_square_is_refused_in_the_blue_row() -> None:
    ruling = turn("bs bo bx", "bs", "bs bo bx bs")
    assert ruling.violations == (
        Violation(Fault.TWICE_IN_LINE, "K4", tiles=parse_tiles("bs"), count=2),
    )


def test_a_purple_square_frees_the_green_square_for_a_green_row_of_three() -> None:
    before = """
        ps po pd pc
        rs ys gs
    """
    after = """
        po pd pc
        rs ys ps
        gs gx g*
    """
    ruling = turn(before, "gx g*", after)
    assert ruling.is_legal
    assert ruling.rows == rows(after)


def test_two_diamonds_and_one_from_the_yellow_row_are_a_qwirkle() -> None:
    before = """
        rd od gd
        yo ys yd yc
    """
    after = """
        rd od gd bd pd yd
        yo ys yc
    """
    ruling = turn(before, "bd pd", after)
    assert ruling.is_legal
    assert ruling.qwirkles == 1
    assert ruling.table == rows("yo ys yc")


# Rows (K4)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("ro", [(Fault.ROW_TOO_SHORT, "ro", 1)]),
        ("ro rs", [(Fault.ROW_TOO_SHORT, "ro rs", 2)]),
        ("ro bs gd", [(Fault.MIXED_LINE, "ro bs gd", 3)]),
        ("ro rs bs", [(Fault.MIXED_LINE, "ro rs bs", 3)]),
        ("ro rs ro", [(Fault.TWICE_IN_LINE, "ro", 2)]),
        ("ro ro ro", [(Fault.TWICE_IN_LINE, "ro", 3)]),
        (
            "ro rs rd rc r* rx ro",
            [(Fault.TOO_LONG, "ro rs rd rc r* rx ro", 7), (Fault.TWICE_IN_LINE, "ro", 2)],
        ),
        (
            "ro bs",
            [(Fault.ROW_TOO_SHORT, "ro bs", 2), (Fault.MIXED_LINE, "ro bs", 2)],
        ),
    ],
)
def test_a_broken_row_is_refused_for_all_its_reasons(
    row: str, expected: list[tuple[Fault, str, int]]
) -> None:
    ruling = turn("", row, row)
    assert ruling.violations == tuple(
        Violation(fault, "K4", tiles=parse_tiles(tiles), count=count)
        for fault, tiles, count in expected
    )


def test_a_row_left_with_two_cards_is_refused_though_nothing_was_added_to_it() -> None:
    ruling = turn("ro rs rd\nbs gs ys", "os", "ro rd\nbs gs ys rs os")
    assert ruling.violations == (
        Violation(Fault.ROW_TOO_SHORT, "K4", tiles=parse_tiles("ro rd"), count=2),
    )


def test_a_row_that_gave_all_its_cards_away_is_gone() -> None:
    before = ((*parse_tiles("ro rs rd"),), *rows("bo go yo\nbs gs ys\nbd gd yd"))
    after = ((), *rows("bo go yo ro\nbs gs ys rs\nbd gd yd rd od"))
    ruling = cards.rule_on(before, parse_tiles("od"), after)
    assert ruling.is_legal
    assert ruling.table == after[1:]


def test_reasons_of_different_kinds_come_together() -> None:
    ruling = turn("ro rs rd\nbo bs bd", "gx", "ro rs gx\nbo bs bd yc")
    assert faults(ruling) == [
        Fault.CARD_MISSING,
        Fault.CARD_FROM_NOWHERE,
        Fault.MIXED_LINE,
        Fault.MIXED_LINE,
    ]


# Cards on the table stay there, and come only from the hand (K3, K4)


def test_a_card_that_left_the_table_is_named() -> None:
    ruling = turn("ro rs rd rc", "rx", "ro rs rx")
    assert ruling.violations == (
        Violation(Fault.CARD_MISSING, "K4", tiles=parse_tiles("rd rc"), count=2),
    )


def test_a_laid_card_that_is_in_no_row_is_missing() -> None:
    ruling = turn("ro rs rd", "rc rx", "ro rs rd rc")
    assert ruling.violations == (
        Violation(Fault.CARD_MISSING, "K4", tiles=parse_tiles("rx"), count=1),
    )


def test_a_card_that_nobody_laid_is_named() -> None:
    ruling = turn("ro rs rd", "rc", "ro rs rd rc rx")
    assert ruling.violations == (
        Violation(Fault.CARD_FROM_NOWHERE, "K3", tiles=parse_tiles("rx"), count=1),
    )


def test_a_copy_more_than_was_there_is_from_nowhere() -> None:
    ruling = turn("ro rs rd\nro go bo", "rc", "ro rs rd rc\nro go bo\nro yo po")
    assert ruling.violations == (
        Violation(Fault.CARD_FROM_NOWHERE, "K3", tiles=parse_tiles("ro yo po"), count=3),
    )


# The set (K1)


def test_a_fourth_copy_is_refused_where_three_lie_on_the_table() -> None:
    before = "ro rs rd\nro rc rx\nro go bo"
    ruling = turn(before, "ro yo po", before + "\nro yo po")
    assert ruling.violations == (
        Violation(Fault.TOO_MANY_COPIES, "K1", tiles=parse_tiles("ro"), count=3),
    )


def test_copies_in_the_piles_count_too() -> None:
    piles = "ro rs rd rc r* rx ro oo yo go bo po"
    assert turn("", "ro rs rd", "ro rs rd", piles).is_legal
    assert faults(turn("ro rc rx", "ro rs rd", "ro rc rx\nro rs rd", piles)) == [
        Fault.TOO_MANY_COPIES
    ]


def test_purple_beside_white_is_refused() -> None:
    ruling = turn("po ps pd", "wx wc wo", "po ps pd\nwx wc wo")
    assert ruling.violations == (
        Violation(Fault.WRONG_COLOUR_SET, "K1", tiles=parse_tiles("wx wc wo"), count=3),
    )
    both = turn("po ps pd", "pc wx wc wo", "po ps pd pc\nwx wc wo")
    assert both.violations == ruling.violations, "the purple card belongs to the set"
    assert faults(turn("", "po wo ro", "po wo ro")) == [Fault.WRONG_COLOUR_SET]
    laid = parse_tiles("po ps pd")
    assert cards.rule_on((), laid, (laid,), palette=PURPLE_SET).is_legal
    assert not cards.rule_on((), laid, (laid,), palette=WHITE_SET).is_legal


# Qwirkles (K5)


def test_two_qwirkles_in_one_turn_both_leave_the_table() -> None:
    before = """
        ro rs rd rc r*
        bo bs bd bc b*
        yo go po
    """
    after = """
        ro rs rd rc r* rx
        yo go po
        bo bs bd bc b* bx
    """
    ruling = turn(before, "rx bx", after)
    assert ruling.is_legal
    assert ruling.qwirkles == 2
    assert ruling.table == rows("yo go po")


def test_six_cards_that_break_the_line_are_no_qwirkle() -> None:
    ruling = turn("ro rs rd rc r*", "ro", "ro rs rd rc r* ro")
    assert faults(ruling) == [Fault.TWICE_IN_LINE]
    assert ruling.qwirkles == 0
    assert ruling.table == rows("ro rs rd rc r* ro")


def test_a_qwirkle_that_lay_there_before_is_not_counted_again() -> None:
    six = "ro rs rd rc r* rx"
    ruling = turn(six, "bo bs bd", f"{six}\nbo bs bd")
    assert ruling.qwirkles == 0
    assert ruling.rows == rows("bo bs bd")


def test_a_row_in_another_order_is_not_a_changed_row() -> None:
    ruling = turn(BLUE_AND_RED, "rc", "rd rs ro rc\nbx bo bc")
    assert ruling.rows == rows("rd rs ro rc")


# Who starts (K2)


# Properties


def shuffled(table: Table, seed: int) -> Table:
    chance = random.Random(seed)
    mixed = [tuple(chance.sample(row, len(row))) for row in table]
    return tuple(chance.sample(mixed, len(mixed)))


def turned(tile: Tile) -> Tile:
    """The card with the roles of colour and shape swapped, each by its place in the rulebook."""
    colours, shapes = PURPLE_SET.colours, tuple(Shape)
    return Tile(colours[shapes.index(tile.shape)], shapes[colours.index(tile.colour)])


def turned_table(table: Table) -> Table:
    return tuple(tuple(turned(tile) for tile in row) for row in table)


def reasons(ruling: CardsRuling) -> set[tuple[Fault, str, frozenset[Tile], int]]:
    return {(v.fault, v.rule, frozenset(v.tiles), v.count) for v in ruling.violations}


def row_sets(table: Table) -> list[list[str]]:
    return sorted(sorted(map(str, row)) for row in table)


# A handful of kinds and some Qwirkles, so that legal, nearly legal and absurd rows all come up.
FEW = [Tile(colour, shape) for colour in PURPLE_SET.colours[:3] for shape in tuple(Shape)[:4]]
QWIRKLES = rows("ro rs rd rc r* rx\nro oo yo go bo po")
ANY_ROW = st.one_of(
    st.lists(st.sampled_from(FEW), min_size=1, max_size=7).map(tuple), st.sampled_from(QWIRKLES)
)
ANY_TABLE = st.lists(ANY_ROW, max_size=4).map(tuple)
LAID = st.lists(st.sampled_from(FEW), max_size=4).map(tuple)


@given(ANY_TABLE, LAID, ANY_TABLE, st.integers(0, 99))
def test_the_order_of_rows_and_cards_never_matters(
    before: Table, laid: tuple[Tile, ...], after: Table, seed: int
) -> None:
    plain = cards.rule_on(before, laid, after)
    mixed = cards.rule_on(shuffled(before, seed), laid[::-1], shuffled(after, seed + 1))
    assert reasons(mixed) == reasons(plain)
    assert len(mixed.violations) == len(plain.violations)
    assert row_sets(mixed.rows) == row_sets(plain.rows)
    assert row_sets(mixed.table) == row_sets(plain.table)
    assert mixed.qwirkles == plain.qwirkles


@given(ANY_TABLE, LAID, ANY_TABLE)
def test_colour_and_shape_can_swap_roles(
    before: Table, laid: tuple[Tile, ...], after: Table
) -> None:
    plain = cards.rule_on(before, laid, after)
    swapped = cards.rule_on(
        turned_table(before), tuple(turned(tile) for tile in laid), turned_table(after)
    )
    assert swapped.rows == turned_table(plain.rows)
    assert swapped.table == turned_table(plain.table)
    assert [(v.fault, v.count) for v in swapped.violations] == [
        (v.fault, v.count) for v in plain.violations
    ]


@given(ANY_TABLE, LAID, ANY_TABLE)
def test_the_table_left_and_the_qwirkles_taken_are_all_the_cards_shown(
    before: Table, laid: tuple[Tile, ...], after: Table
) -> None:
    ruling = cards.rule_on(before, laid, after)
    assert len(list(chain(*ruling.table))) + 6 * ruling.qwirkles == len(list(chain(*after)))

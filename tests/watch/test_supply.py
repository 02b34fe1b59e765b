"""What a set still holds tells two readings of one cell apart, and so does a new ink."""

from dataclasses import replace

import pytest

from assistant.board import Board, Cell
from assistant.tiles import PURPLE_SET, Colour, Tile, parse_tile
from assistant.watch.decode import answers_for, colour_supply_of, supply_of
from assistant.watch.evidence import Evidence
from tests.support.pictured import sighting_of
from vision.observation import Sighting

RED, ORANGE = parse_tile("ro"), parse_tile("oo")


def doubtful() -> Evidence:
    """A cell that looks a little more like a red circle than like an orange one."""
    return Evidence().seen(sighting_of(Cell(0, 0), RED, 0.7, ORANGE), 1.0)


def looked_at(face: Sighting, looks: int) -> dict[Colour, float]:
    there = Evidence()
    for number in range(looks):
        there = there.seen(face, 10.0 * number)
    return there.colour_shares()


def test_a_colour_that_was_told_from_the_whole_table_is_no_surer_in_many_pictures() -> None:
    seen = sighting_of(Cell(0, 0), RED, 0.7, ORANGE)
    together = replace(seen, joint_colour=True)
    assert looked_at(seen, 8)[Colour.RED] > 0.98
    assert looked_at(together, 8)[Colour.RED] == pytest.approx(0.7, abs=0.01)


def test_what_an_ink_that_comes_later_tells_of_a_colour_soon_counts() -> None:
    seen = replace(sighting_of(Cell(0, 0), RED, 0.7, ORANGE), joint_colour=True)
    clearly = replace(sighting_of(Cell(0, 0), ORANGE, 0.999, RED), joint_colour=True)
    there = Evidence()
    for number in range(8):
        there = there.seen(seen, 10.0 * number)
    for number in range(8, 11):
        there = there.seen(clearly, 10.0 * number)
    assert there.colour_shares()[Colour.ORANGE] > 0.95


def board_of(tiles: list[Tile]) -> Board:
    return Board({Cell(x, 5): tile for x, tile in enumerate(tiles)})


def test_of_cubes_a_colour_runs_out_whatever_symbols_are_up() -> None:
    reds = [tile for tile in PURPLE_SET.kinds if tile.colour is Colour.RED]
    board = board_of([reds[k % 6] for k in range(15)])
    likeliest, _ = answers_for(doubtful(), PURPLE_SET.colours, colour_supply_of(board, 15))[0]
    assert likeliest == ORANGE


def test_of_cubes_the_same_kind_may_lie_there_more_often_than_three_times() -> None:
    board = board_of([RED] * 4)
    likeliest, _ = answers_for(doubtful(), PURPLE_SET.colours, colour_supply_of(board, 15))[0]
    assert likeliest == RED
    by_kinds, _ = answers_for(doubtful(), PURPLE_SET.colours, supply_of(board, 3))[0]
    assert by_kinds == ORANGE

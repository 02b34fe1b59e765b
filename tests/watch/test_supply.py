"""What a set still holds tells two readings of one cell apart."""

from assistant.board import Board, Cell
from assistant.tiles import PURPLE_SET, Colour, Tile, parse_tile
from assistant.watch.decode import answers_for, colour_supply_of, supply_of
from assistant.watch.evidence import Evidence
from tests.support.pictured import sighting_of

RED, ORANGE = parse_tile("ro"), parse_tile("oo")


def doubtful() -> Evidence:
    """A cell that looks a little more like a red circle than like an orange one."""
    return Evidence().seen(sighting_of(Cell(0, 0), RED, 0.7, ORANGE), 1.0)


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

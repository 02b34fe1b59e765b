"""The notation prints and parses, and boards answer about their own tiles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.board import (
    ACROSS,
    DOWN,
    EMPTY_BOARD,
    Board,
    Cell,
    Placed,
    Placement,
    format_board,
    format_placement,
    parse_board,
    parse_cell,
    parse_placement,
)
from assistant.tiles import (
    PURPLE_SET,
    WHITE_SET,
    Colour,
    Palette,
    Shape,
    Tile,
    palette_of,
    parse_colour,
    parse_shape,
    parse_tile,
    parse_tiles,
)
from tests.support import positions

any_placement = st.lists(st.builds(Placed, positions.far_cells, positions.tiles)).map(tuple)
any_board = st.dictionaries(
    st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9)), positions.tiles, max_size=30
).map(Board)


def test_no_tiles_no_placement_and_no_board_are_empty_text() -> None:
    assert parse_tiles("") == parse_tiles("  ") == ()
    assert parse_placement("") == ()
    assert format_placement(()) == format_board(EMPTY_BOARD) == ""
    assert parse_board("") == EMPTY_BOARD


@given(positions.tiles)
def test_a_tile_prints_and_parses_short_and_long(tile: Tile) -> None:
    assert parse_tile(str(tile)) == tile
    assert parse_tile(tile.name) == tile
    assert parse_tile(tile.name.upper()) == tile
    assert len(str(tile)) == 2


@given(st.lists(positions.tiles))
def test_several_tiles_print_and_parse(tiles: list[Tile]) -> None:
    assert parse_tiles(" ".join(map(str, tiles))) == tuple(tiles)
    assert parse_tiles(", ".join(tile.name for tile in tiles)) == tuple(tiles)


@given(positions.far_cells)
def test_a_cell_prints_and_parses(cell: Cell) -> None:
    assert parse_cell(str(cell)) == cell


@given(any_placement)
def test_a_placement_prints_and_parses(placement: Placement) -> None:
    assert parse_placement(format_placement(placement)) == placement


@given(any_board)
def test_a_board_prints_and_parses(board: Board) -> None:
    assert parse_board(str(board)) == board
    assert hash(parse_board(str(board))) == hash(board)


def test_every_kind_has_its_own_two_characters() -> None:
    kinds = [Tile(colour, shape) for colour in Colour for shape in Shape]
    assert len({str(tile) for tile in kinds}) == 42
    assert len(set(PURPLE_SET.kinds)) == len(set(WHITE_SET.kinds)) == 36


@pytest.mark.parametrize("text", ["", "r", "rr", "ro ro ro", "red", "circle red", "zo", "r?"])
def test_what_is_no_tile_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"unknown|not a tile"):
        parse_tile(text)


@pytest.mark.parametrize("text", ["ro", "ro@", "ro@1", "ro@1,2,3", "ro@a,b", "zz@0,0", "@0,0"])
def test_what_is_no_placement_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"unknown|not a"):
        parse_placement(text)


def test_unknown_colours_and_shapes_are_named() -> None:
    with pytest.raises(ValueError, match="'pink'"):
        parse_colour("pink")
    with pytest.raises(ValueError, match="'hexagon'"):
        parse_shape("hexagon")


def test_the_sixth_colour_is_purple_or_white() -> None:
    assert palette_of(()) == PURPLE_SET
    assert palette_of(parse_tiles("ro wo")) == WHITE_SET
    with pytest.raises(ValueError, match="purple or white"):
        Palette(Colour.RED)


def test_a_board_finds_the_line_through_a_cell() -> None:
    board = parse_board("@-1,0\nro rs .. rd\n.. bs .. ..")
    assert board.line_through(Cell(0, 0), ACROSS) == (Cell(-1, 0), Cell(0, 0))
    assert board.line_through(Cell(0, 0), DOWN) == (Cell(0, 0), Cell(0, 1))
    assert board.line_through(Cell(1, 0), ACROSS) == ()
    assert board.line_through(Cell(2, 0), ACROSS) == (Cell(2, 0),)


@given(any_board)
def test_open_cells_are_the_empty_cells_beside_a_tile(board: Board) -> None:
    cells = board.open_cells()
    if not board:
        assert cells == {Cell(0, 0)}
        return
    around = [Cell(x, y) for x in range(-11, 12) for y in range(-11, 12)]
    assert cells == {
        cell for cell in around if cell not in board and any(n in board for n in cell.neighbours)
    }


@given(any_board, any_placement)
def test_laying_and_taking_away_leave_the_first_board_as_it_was(
    board: Board, placement: Placement
) -> None:
    before = dict(board.tiles)
    after = board.with_tiles(placement)
    assert all(placed.cell in after for placed in placement)
    new = [placed.cell for placed in placement if placed.cell not in board]
    kept = {cell: tile for cell, tile in after.tiles.items() if cell not in new}
    assert after.without(new) == Board(kept)
    assert dict(board.tiles) == before


@given(any_board)
def test_a_board_lists_its_tiles_row_by_row(board: Board) -> None:
    listed = list(board)
    assert [(p.cell.y, p.cell.x) for p in listed] == sorted((c.y, c.x) for c in board.tiles)
    assert dict(listed) == dict(board.tiles)

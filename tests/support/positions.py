"""Tiles, boards and turns for hypothesis, in a space so small that tiles meet."""

from __future__ import annotations

from hypothesis import strategies as st

from assistant.board import Board, Cell, Placed
from assistant.tiles import PURPLE_SET, Colour, Shape, Tile

tiles = st.builds(Tile, st.sampled_from(Colour), st.sampled_from(Shape))
set_tiles = st.sampled_from(PURPLE_SET.kinds)
few_tiles = st.sampled_from(PURPLE_SET.kinds[:3] + PURPLE_SET.kinds[6:9])
"""Two colours and three shapes, so that many neighbours go together."""
cells = st.builds(Cell, st.integers(-2, 2), st.integers(-2, 2))
far_cells = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99))
boards = st.dictionaries(cells, few_tiles | set_tiles, max_size=9).map(Board)
"""Any tiles anywhere, most of them against the rules: a misread table must not break anything."""
turns = st.lists(st.builds(Placed, cells, few_tiles | set_tiles), max_size=7).map(tuple)
hands = st.lists(few_tiles | set_tiles, max_size=4).map(tuple)

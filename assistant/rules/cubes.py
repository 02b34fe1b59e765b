"""Qwirkle Cubes: 90 cubes that are rolled, on a grid, every hand open on the table."""

from __future__ import annotations

from assistant.rules.book import Blocked, Book, Deed, Layout, Limit, Rulebook, TieBreak, Trade
from assistant.rules.ruling import Fault

RULES = {
    Fault.NOTHING_PLACED: "U4",
    Fault.OCCUPIED: "U6",
    Fault.NOT_ONE_LINE: "U8",
    Fault.GAP: "U6",
    Fault.TOUCHES_NOTHING: "U8",
    Fault.MIXED_LINE: "U8",
    Fault.TWICE_IN_LINE: "U8",
    Fault.TOO_LONG: "U8",
    Fault.SHARES_NOTHING: "U6",
    Fault.TOO_MANY_COPIES: "U1",
    Fault.TOO_MANY_TILES: "U2",
    Fault.WRONG_COLOUR_SET: "U1",
    Fault.OPENING_TOO_SMALL: "U3",
    Fault.OPENING_TOO_LARGE: "U3",
}
DEEDS = {
    Deed.TURN: "U4",
    Deed.OPENING: "U3",
    Deed.TRADE: "U5",
    Deed.ROLL: "U4",
    Deed.PASS: "U5",
    Deed.END: "U7",
    Deed.BLOCKED: "U5",
}
BOOK = Book(
    Rulebook.CUBES,
    "U",
    RULES,
    DEEDS,
    copies=15,
    limit=Limit.COLOUR,
    tile_count=90,
    tie_break=TieBreak.YOUNGEST,
    hand_size=6,
    layout=Layout.GRID,
    trade=Trade.NEVER,
    rolls=True,
    going_out_bonus=6,
    blocked=Blocked.ALWAYS,
)

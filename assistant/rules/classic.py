"""Classic Qwirkle: 108 tiles on a grid."""

from __future__ import annotations

from assistant.rules.book import Blocked, Book, Deed, Layout, Limit, Rulebook, TieBreak, Trade
from assistant.rules.ruling import Fault

RULES = {
    Fault.NOTHING_PLACED: "C3",
    Fault.OCCUPIED: "C4",
    Fault.NOT_ONE_LINE: "C4",
    Fault.GAP: "C4",
    Fault.TOUCHES_NOTHING: "C5",
    Fault.MIXED_LINE: "C6",
    Fault.TWICE_IN_LINE: "C6",
    Fault.TOO_LONG: "C6",
    Fault.SHARES_NOTHING: "C4",
    Fault.TOO_MANY_COPIES: "C1",
    Fault.TOO_MANY_TILES: "C1",
    Fault.WRONG_COLOUR_SET: "C1",
    Fault.OPENING_TOO_SMALL: "C2",
    Fault.OPENING_TOO_LARGE: "C2",
}
DEEDS = {
    Deed.TURN: "C2",
    Deed.OPENING: "C2",
    Deed.TRADE: "C7",
    Deed.ROLL: "C3",
    Deed.PASS: "C7",
    Deed.END: "C11",
    Deed.BLOCKED: "C12",
}
BOOK = Book(
    Rulebook.CLASSIC,
    "C",
    RULES,
    DEEDS,
    copies=3,
    limit=Limit.KIND,
    tile_count=108,
    tie_break=TieBreak.OLDEST,
    hand_size=6,
    layout=Layout.GRID,
    trade=Trade.SOME,
    going_out_bonus=6,
    blocked=Blocked.BY_EDITION,
)

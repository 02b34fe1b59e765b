"""Refusals: why an event cannot be part of a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from assistant.tiles import Colour, Tile


class Refusal(Enum):
    """One reason why an event changes nothing."""

    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    PLAYER_COUNT = "player_count"
    NAME_EMPTY = "name_empty"
    NAME_TAKEN = "name_taken"
    UNKNOWN_PLAYER = "unknown_player"
    PLAYER_LEFT = "player_left"
    OTHER_PLAYERS = "other_players"
    AFTER_THE_END = "after_the_end"
    NO_TURN_LEFT = "no_turn_left"
    NOT_YOUR_TURN = "not_your_turn"
    ONE_THING_A_TURN = "one_thing_a_turn"
    OPENS_FIRST = "opens_first"
    DECLARED_IMPOSSIBLE = "declared_impossible"
    START_TOO_MANY = "start_too_many"
    START_COPIES = "start_copies"
    START_NO_ROW = "start_no_row"
    SEATS_DIFFER = "seats_differ"
    COUNT_IMPOSSIBLE = "count_impossible"
    WRONG_GAME = "wrong_game"
    TRADE_NOTHING = "trade_nothing"
    TRADE_MORE_THAN_HAND = "trade_more_than_hand"
    TRADE_MORE_THAN_BAG = "trade_more_than_bag"
    TRADE_WHOLE_HAND = "trade_whole_hand"
    NO_TRADING = "no_trading"
    PASS_WITH_BAG = "pass_with_bag"
    NO_PASSING = "no_passing"
    NO_ROLLING = "no_rolling"
    ROLL_NOTHING = "roll_nothing"
    ROLL_MORE_THAN_HAND = "roll_more_than_hand"
    ROLL_ONCE = "roll_once"
    ROLL_STILL_FITS = "roll_still_fits"
    NO_REASON = "no_reason"
    NO_SUCH_TURN = "no_such_turn"
    TOO_MANY_TURNS = "too_many_turns"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_BLOCKED_END = "no_blocked_end"
    BAG_NOT_EMPTY = "bag_not_empty"
    STILL_FITS = "still_fits"
    ENDS_BY_ITSELF = "ends_by_itself"


@dataclass(frozen=True, slots=True)
class Refused:
    """An event that was turned down, and what its sentence names."""

    reason: Refusal
    player: str = ""
    count: int = 0
    """What was asked for."""
    limit: int = 0
    """What would have been possible."""
    rule: str = ""
    """The number of the rule, where a rulebook has one."""
    whose: str = ""
    """Whose turn it is."""
    tile: Tile | Colour | None = None
    """A piece, or a colour of cubes, that speaks against it."""


class Remark(Enum):
    """What is worth saying about something that counts all the same."""

    UNDECLARED = "undeclared"
    """Nobody said how many match, so an opening of any size was taken."""
    AGREED = "agreed"
    """A legal move was let stand for other points than it pays."""
    COUNT_DIFFERS = "count_differs"
    """The table says that somebody is out, and the count says otherwise."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark, and what its sentence names."""

    remark: Remark
    rule: str
    player: str = ""
    count: int = 0
    limit: int = 0

"""What a phone asks for, read from its JSON into actions of the session."""

from __future__ import annotations

from assistant.board import Cell, Placement, parse_placement
from assistant.game import corrections as mending
from assistant.game.corrections import Mend
from assistant.game.events import Event
from assistant.game.state import Game
from assistant.records.codec import (
    Json,
    a_choice,
    a_list,
    a_number,
    a_text,
    a_yes_or_no,
    an_object,
    field,
)
from assistant.records.events_json import read_event, read_start
from assistant.session.actions import (
    Accept,
    Action,
    Begin,
    Gone,
    Reject,
    Resume,
    Say,
    Settle,
    Tell,
    Trust,
)
from assistant.tiles import Tile, parse_colour, parse_tile
from assistant.watch.balance import WayOut
from assistant.watch.meaning import Meant


def read_action(told: Json, game: Game | None) -> Action:
    """The action in an object with one of the keys below, `tell` or `mend`."""
    match told:
        case {"begin": start}:
            return Begin(read_start(an_object(start, "'begin'")))
        case {"resume": number}:
            return Resume(a_number(number, "'resume'"))
        case {"accept": _}:
            meant = a_choice(told.get("meant", Meant.MOVE.value), Meant, "'meant'")
            several = a_list(told.get("turns", []), "'turns'")
            turns = tuple(_placement(one, "a turn") for one in several)
            return Accept(
                field(told, "accept", _placement),
                meant,
                a_text(told.get("player", ""), "'player'"),
                turns,
            )
        case {"reject": _}:
            return Reject(field(told, "reject", _placement))
        case {"say": _, "tile": tile}:
            return Say(field(told, "say", _cell), _tile_or_none(tile))
        case {"gone": _}:
            cells = tuple(_cell(cell, "a cell") for cell in field(told, "gone", a_list))
            return Gone(cells, field(told, "really", a_yes_or_no))
        case {"settle": _}:
            way = a_choice(told.get("way"), WayOut, "'way'")
            return Settle(field(told, "settle", _placement), way)
        case {"trust": by_itself}:
            return Trust(a_yes_or_no(by_itself, "'trust'"))
        case _:
            return Tell(read_event_asked(told, game))


def read_event_asked(told: Json, game: Game | None) -> Event:
    """The event in `{"tell": event}`, or in one of the ways to mend the past."""
    match told:
        case {"tell": event}:
            return read_event(event)
        case {"mend": mended} if game is not None:
            return _mend(an_object(mended, "'mend'"), game)
    raise ValueError("the request names no action")


def _mend(told: Json, game: Game) -> Mend:
    match told:
        case {"turn": _, "cell": _}:
            added = parse_tile(field(told, "tile", a_text))
            return mending.tile_added(game, _turn(told), field(told, "cell", _cell), added)
        case {"cell": _, "to": _}:
            return mending.tile_moved(game, field(told, "cell", _cell), field(told, "to", _cell))
        case {"cell": _}:
            tile = _tile_or_none(told.get("tile"))
            return mending.tile_changed(game, field(told, "cell", _cell), tile)
        case {"sixth": _}:
            return mending.sixth_told(game, parse_colour(field(told, "sixth", a_text)))
        case {"removed": True}:
            return mending.turn_removed(game, _turn(told))
        case {"player": _}:
            return mending.turn_given(game, _turn(told), field(told, "player", a_text))
        case {"stands": _}:
            return mending.turn_let_stand(game, _turn(told), field(told, "stands", a_number))
    raise ValueError(
        "'mend' needs a cell, a sixth colour, or a turn and one of removed, player, stands"
    )


def _turn(told: Json) -> int:
    return field(told, "turn", a_number)


def _cell(value: object, what: str) -> Cell:
    match a_list(value, what):
        case [x, y]:
            return Cell(a_number(x, "x"), a_number(y, "y"))
    raise ValueError(f"{what} is not a cell like [3, -1]")


def _placement(value: object, what: str) -> Placement:
    return parse_placement(" ".join(a_text(one, what) for one in a_list(value, what)))


def _tile_or_none(value: object) -> Tile | None:
    return None if value is None else parse_tile(a_text(value, "'tile'"))

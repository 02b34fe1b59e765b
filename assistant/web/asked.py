"""What a phone asks for, read from its JSON into actions of the session."""

from __future__ import annotations

from assistant import mending
from assistant.actions import Action, Begin, Resume, Tell
from assistant.board import Cell
from assistant.events import Event
from assistant.json_reading import Json, a_list, a_number, a_text, an_object, field
from assistant.mending import Mend
from assistant.table import Game
from assistant.tiles import parse_tile
from assistant.transcript import read_event, read_start


def read_action(told: Json, game: Game | None) -> Action:
    """The action in `{"begin": start}`, `{"resume": 3}`, `{"tell": event}` or `{"mend": …}`."""
    match told:
        case {"begin": start}:
            return Begin(read_start(an_object(start, "'begin'")))
        case {"resume": number}:
            return Resume(a_number(number, "'resume'"))
        case _:
            return Tell(read_event_asked(told, game))


def read_event_asked(told: Json, game: Game | None) -> Event:
    """The event in `{"tell": event}`, or in one of the ways to mend the past."""
    match told:
        case {"tell": event}:
            return read_event(event)
        case {"mend": mended} if game is not None:
            return _mend(an_object(mended, "'mend'"), game)
    raise ValueError("one of begin, resume, tell or mend is needed")


def _mend(told: Json, game: Game) -> Mend:
    match told:
        case {"turn": _, "cell": _}:
            tile = parse_tile(field(told, "tile", a_text))
            return mending.tile_added(game, _turn(told), field(told, "cell", _cell), tile)
        case {"cell": _, "to": _}:
            return mending.tile_moved(game, field(told, "cell", _cell), field(told, "to", _cell))
        case {"cell": _}:
            tile_name = told.get("tile")
            tile_now = None if tile_name is None else parse_tile(a_text(tile_name, "'tile'"))
            return mending.tile_changed(game, field(told, "cell", _cell), tile_now)
        case {"removed": True}:
            return mending.turn_removed(game, _turn(told))
        case {"player": _}:
            return mending.turn_given(game, _turn(told), field(told, "player", a_text))
        case {"stands": _}:
            return mending.turn_let_stand(game, _turn(told), field(told, "stands", a_number))
    raise ValueError("'mend' needs a cell, or a turn and one of removed, player, stands")


def _turn(told: Json) -> int:
    return field(told, "turn", a_number)


def _cell(value: object, what: str) -> Cell:
    match a_list(value, what):
        case [x, y]:
            return Cell(a_number(x, "x"), a_number(y, "y"))
    raise ValueError(f"{what} is not a cell like [3, -1]")

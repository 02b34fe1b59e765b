"""What a phone asks for, read from its JSON into actions of the session."""

from __future__ import annotations

from assistant.board import Cell, Placement, parse_placement
from assistant.game import corrections as mending
from assistant.game.corrections import Mend
from assistant.game.events import Event
from assistant.game.state import Game
from assistant.records.codec import (
    Json,
    What,
    a_choice,
    a_list,
    a_number,
    a_text,
    a_yes_or_no,
    an_object,
    field,
)
from assistant.records.events_json import read_event, read_start
from assistant.rules.cards import Row, Table
from assistant.session.actions import (
    Accept,
    AcceptRows,
    Action,
    Adopt,
    Append,
    Begin,
    Gone,
    Opens,
    OwnHand,
    Reject,
    RejectRows,
    Resume,
    Say,
    Settle,
    Trust,
)
from assistant.tiles import Tile, parse_colour, parse_tile
from assistant.watch.balance import WayOut
from assistant.watch.meaning import Meant


def read_action(encoded: Json, game: Game | None) -> Action:
    """The action in an object with one of the keys below, `tell` or `mend`."""
    match encoded:
        case {"begin": start}:
            return Begin(read_start(an_object(start, "'begin'")))
        case {"resume": number}:
            return Resume(a_number(number, "'resume'"))
        case {"accept": _}:
            meant = a_choice(encoded.get("meant", Meant.MOVE.value), Meant, "'meant'")
            several = a_list(encoded.get("turns", []), "'turns'")
            turns = tuple(_placement(one, "a turn") for one in several)
            return Accept(
                field(encoded, "accept", _placement),
                meant,
                a_text(encoded.get("player", ""), "'player'"),
                turns,
            )
        case {"accept_rows": _}:
            player = a_text(encoded.get("player", ""), "'player'")
            laid = _cards(encoded.get("laid"), "'laid'")
            rows = field(encoded, "accept_rows", _rows)
            return AcceptRows(laid, rows, player, several=encoded.get("several") is True)
        case {"reject_rows": _}:
            return RejectRows(field(encoded, "reject_rows", _rows))
        case {"reject": _}:
            return Reject(field(encoded, "reject", _placement))
        case {"say": _, "tile": tile}:
            return Say(field(encoded, "say", _cell), _tile_or_none(tile))
        case {"gone": _}:
            cells = tuple(_cell(cell, "a cell") for cell in field(encoded, "gone", a_list))
            return Gone(cells, field(encoded, "really", a_yes_or_no))
        case {"settle": _}:
            way = a_choice(encoded.get("way"), WayOut, "'way'")
            return Settle(field(encoded, "settle", _placement), way)
        case {"hand": number, "player": player}:
            return OwnHand(a_number(number, "'hand'"), a_text(player, "'player'"))
        case {"opens": player}:
            return Opens(a_text(player, "'opens'"))
        case {"adopt": True}:
            return Adopt()
        case {"trust": by_itself}:
            return Trust(a_yes_or_no(by_itself, "'trust'"))
        case _:
            return Append(read_event_asked(encoded, game))


def read_event_asked(encoded: Json, game: Game | None) -> Event:
    """The event in `{"tell": event}`, or in one of the ways to mend the past."""
    match encoded:
        case {"tell": event}:
            return read_event(event)
        case {"mend": mended} if game is not None:
            return _mend(an_object(mended, "'mend'"), game)
    raise ValueError("the request names no action")


def _mend(encoded: Json, game: Game) -> Mend:
    match encoded:
        case {"turn": _, "cell": _}:
            added = parse_tile(field(encoded, "tile", a_text))
            return mending.tile_added(game, _turn(encoded), field(encoded, "cell", _cell), added)
        case {"cell": _, "to": _}:
            return mending.tile_moved(
                game, field(encoded, "cell", _cell), field(encoded, "to", _cell)
            )
        case {"cell": _}:
            tile = _tile_or_none(encoded.get("tile"))
            return mending.tile_changed(game, field(encoded, "cell", _cell), tile)
        case {"sixth": _}:
            return mending.sixth_corrected(game, parse_colour(field(encoded, "sixth", a_text)))
        case {"removed": True}:
            return mending.turn_removed(game, _turn(encoded))
        case {"player": _}:
            return mending.turn_given(game, _turn(encoded), field(encoded, "player", a_text))
        case {"stands": _}:
            return mending.turn_let_stand(game, _turn(encoded), field(encoded, "stands", a_number))
    raise ValueError(
        "'mend' needs a cell, a sixth colour, or a turn and one of removed, player, stands"
    )


def _turn(encoded: Json) -> int:
    return field(encoded, "turn", a_number)


def _cell(value: object, what: What) -> Cell:
    match a_list(value, what):
        case [x, y]:
            return Cell(a_number(x, "x"), a_number(y, "y"))
    raise ValueError(f"{what} is not a cell like [3, -1]")


def _placement(value: object, what: What) -> Placement:
    return parse_placement(" ".join(a_text(one, what) for one in a_list(value, what)))


def _rows(value: object, what: What) -> Table:
    return tuple(_cards(row, "a row") for row in a_list(value, what))


def _cards(value: object, what: What) -> Row:
    return tuple(parse_tile(a_text(card, what)) for card in a_list(value, what))


def _tile_or_none(value: object) -> Tile | None:
    return None if value is None else parse_tile(a_text(value, "'tile'"))

"""The written form of events, one JSON object each, that records and the store share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.board import Cell, Placed, Placement
from assistant.game.events import (
    CardRows,
    CardsLaid,
    Corrected,
    End,
    Entry,
    Event,
    Finished,
    LetStand,
    Passed,
    PlayerLeft,
    PlayerRenamed,
    PointsAdjusted,
    Redone,
    Rerolled,
    Rulebook,
    Settings,
    StartCorrected,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.records.codec import (
    Json,
    a_choice,
    a_list,
    a_number,
    a_text,
    a_yes_or_no,
    an_object,
    field,
    field_or,
)
from assistant.rules.grid import TieBreak
from assistant.tiles import Colour, Palette, Tile, parse_colour, parse_shape

Written = dict[str, Any]

WIDEST = 1000
"""Cells from one tile to another; all tiles of a set in one row are 108."""


def write_event(event: Event) -> Written:
    """An event as a JSON object."""
    match event:
        case Started():
            return {"started": write_start(event)}
        case StartCorrected(started):
            return {"start_corrected": write_start(started)}
        case Corrected(turn, really):
            return {"corrected": turn, "really": [write_entry(entry) for entry in really]}
        case PlayerRenamed(player, name):
            return {"player": player, "renamed": name}
        case Finished(end, player):
            return {"finished": end.value} | ({"by": player} if player is not None else {})
        case Undone():
            return {"undone": True}
        case Redone():
            return {"redone": True}
        case _:
            return write_entry(event)


def write_entry(entry: Entry) -> Written:
    """An entry of the score sheet as a turn of a record."""
    match entry:
        case TilesPlaced(player, placement, rolled):
            written: Written = {"player": player, "placed": write_placement(placement)}
            return written | ({"rerolled": rolled} if rolled else {})
        case CardsLaid(player, laid, rows):
            return {"player": player, "laid": write_tiles(laid), "rows": write_rows(rows)}
        case Traded(player, count):
            return {"player": player, "traded": count}
        case Rerolled(player, count):
            return {"player": player, "rerolled": count}
        case Passed(player):
            return {"player": player, "passed": True}
        case LetStand(move, points):
            return {**write_entry(move), "stands": points}
        case PointsAdjusted(player, points, reason):
            return {"player": player, "adjusted": points, "reason": reason}
        case PlayerLeft(player):
            return {"player": player, "left": True}


def write_start(started: Started) -> Written:
    """The start as the head of a record; what is as usual is left out."""
    settings = started.settings
    told: Written = {"rules": settings.rules.value, "players": list(started.players)}
    agreed: Written = {
        "sixth": settings.sixth.value if settings.sixth else None,
        "tie_break": settings.tie_break.value if settings.tie_break else None,
        "blocked_end": None if settings.blocked_end else False,
        "up_to_six": settings.up_to_six or None,
        "simulated": settings.simulated or None,
    }
    optional: Written = {
        "settings": {name: value for name, value in agreed.items() if value is not None},
        "first": started.first,
        "declared": started.declared,
        "start": write_placement(started.start) or write_rows(started.rows),
    }
    return told | {name: value for name, value in optional.items() if value}


def write_tiles(tiles: Iterable[Tile]) -> list[Written]:
    """Tiles without a place, as cards are written."""
    return [{"colour": tile.colour.value, "shape": tile.shape.value} for tile in tiles]


def write_rows(rows: CardRows) -> list[list[Written]]:
    """The rows of Cards."""
    return [write_tiles(row) for row in rows]


def write_placement(placement: Iterable[Placed]) -> list[Written]:
    """Tiles with their cells."""
    return [
        {"x": cell.x, "y": cell.y, "colour": tile.colour.value, "shape": tile.shape.value}
        for cell, tile in placement
    ]


def read_event(value: object) -> Event:
    """An event from its JSON object; ValueError where it is none."""
    told = an_object(value, "an event")
    match told:
        case {"started": start}:
            return read_start(an_object(start, "'started'"))
        case {"start_corrected": start}:
            return StartCorrected(read_start(an_object(start, "'start_corrected'")))
        case {"corrected": turn}:
            really = field(told, "really", a_list)
            return Corrected(a_number(turn, "'corrected'"), tuple(map(read_entry, really)))
        case {"renamed": name}:
            return PlayerRenamed(field(told, "player", a_text), a_text(name, "'renamed'"))
        case {"finished": end}:
            by = field(told, "by", a_text) if "by" in told else None
            return Finished(a_choice(end, End, "'finished'"), by)
        case {"undone": _}:
            return Undone()
        case {"redone": _}:
            return Redone()
        case _:
            return read_entry(told)


def read_entry(value: object) -> Entry:
    """An entry from a turn of a record; ValueError where it is none."""
    told = an_object(value, "a turn")
    player = field(told, "player", a_text)
    entry = _entry(told, player)
    if told.get("stands") is None:
        return entry
    if not isinstance(entry, TilesPlaced | CardsLaid | Passed):
        raise ValueError("only a move can be let stand")
    return LetStand(entry, field(told, "stands", a_number))


def _entry(told: Json, player: str) -> Entry:
    match told:
        case {"placed": placed}:
            rolled = field_or(told, "rerolled", a_number, 0)
            return TilesPlaced(player, _placement(placed, "'placed'"), rolled)
        case {"laid": laid}:
            return CardsLaid(player, _tiles(laid, "'laid'"), field(told, "rows", _rows))
        case {"traded": count}:
            return Traded(player, a_number(count, "'traded'"))
        case {"rerolled": count}:
            return Rerolled(player, a_number(count, "'rerolled'"))
        case {"passed": True}:
            return Passed(player)
        case {"adjusted": points}:
            reason = field(told, "reason", a_text)
            return PointsAdjusted(player, a_number(points, "'adjusted'"), reason)
        case {"left": True}:
            return PlayerLeft(player)
    raise ValueError("a turn needs one of: placed, laid, traded, rerolled, passed, adjusted, left")


def read_start(told: Json) -> Started:
    """The start from the head of a record; ValueError where it is none."""
    rules = a_choice(told.get("rules"), Rulebook, "'rules'")
    players = tuple(a_text(name, "a player's name") for name in field(told, "players", a_list))
    start = told.get("start") or []
    is_cards = rules is Rulebook.CARDS
    return Started(
        _settings(rules, field_or(told, "settings", an_object, {})),
        players,
        first=field(told, "first", a_text) if told.get("first") is not None else None,
        declared=field_or(told, "declared", a_number, 0),
        start=() if is_cards else _placement(start, "'start'"),
        rows=_rows(start, "'start'") if is_cards else (),
    )


def _settings(rules: Rulebook, told: Json) -> Settings:
    tie_break = told.get("tie_break")
    return Settings(
        rules,
        sixth=None if told.get("sixth") is None else Palette(_colour(told["sixth"])).sixth,
        tie_break=None if tie_break is None else a_choice(tie_break, TieBreak, "'tie_break'"),
        blocked_end=field_or(told, "blocked_end", a_yes_or_no, True),
        up_to_six=field_or(told, "up_to_six", a_yes_or_no, False),
        simulated=field_or(told, "simulated", a_yes_or_no, False),
    )


def _placement(value: object, what: str) -> Placement:
    placement = tuple(_placed(an_object(tile, "a tile")) for tile in a_list(value, what))
    cells = [placed.cell for placed in placement]
    for index, cell in enumerate(cells):
        if cell in cells[:index]:
            raise ValueError(f"two tiles lie on the same cell {cell}")
    check_reach(cells)
    return placement


def check_reach(cells: Iterable[Cell]) -> None:
    """ValueError where cells are farther apart than any table is wide."""
    for places in zip(*((cell.x, cell.y) for cell in cells), strict=True):
        if max(places) - min(places) > WIDEST:
            raise ValueError(f"tiles lie more than {WIDEST} cells apart")


def _placed(told: Json) -> Placed:
    return Placed(Cell(field(told, "x", a_number), field(told, "y", a_number)), _tile(told))


def _tile(value: object) -> Tile:
    told = an_object(value, "a tile")
    shape = parse_shape(field(told, "shape", a_text))
    return Tile(_colour(field(told, "colour", a_text)), shape)


def _colour(value: object) -> Colour:
    return parse_colour(a_text(value, "a colour"))


def _tiles(value: object, what: str) -> tuple[Tile, ...]:
    return tuple(_tile(tile) for tile in a_list(value, what))


def _rows(value: object, what: str) -> CardRows:
    return tuple(_tiles(row, "a row") for row in a_list(value, what))

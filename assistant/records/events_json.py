"""The written form of events, one JSON object each, that records and the store share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.board import Cell, Placed, Placement, parse_placement
from assistant.game.events import (
    CardRows,
    CardsLaid,
    Corrected,
    Counted,
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
    LARGEST,
    Json,
    JsonError,
    What,
    a_choice,
    a_list,
    a_number,
    a_text,
    a_yes_or_no,
    agreed_points,
    an_object,
    few,
    field,
    field_or,
    thing,
)
from assistant.rules.book import TieBreak
from assistant.rules.books import book_of
from assistant.tiles import (
    Colour,
    Palette,
    Tile,
    parse_colour,
    parse_shape,
    parse_tile,
    parse_tiles,
)

Written = dict[str, Any]

DEEDS = ("placed", "laid", "traded", "rerolled", "passed", "adjusted", "left", "counted")
"""What a turn of a record can be."""
BESIDE = (
    {"placed", "rerolled"},
    {"placed", "traded"},
    {"placed", "rerolled", "traded"},
    {"laid", "traded"},
)
"""What may be written together: cubes are rolled before they are laid; that somebody laid and
traded is ruled on, and refused."""

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
        case TilesPlaced(player, placement, rolled, traded, out_of_turn, hand):
            encoded: Written = {"player": player, "placed": write_placement(placement)}
            marks = _marks(rerolled=rolled, traded=traded, out_of_turn=out_of_turn)
            return encoded | marks | _hand(hand)
        case CardsLaid(player, laid, rows, traded, out_of_turn):
            encoded = {"player": player, "laid": write_tiles(laid), "rows": write_rows(rows)}
            return encoded | _marks(traded=traded, out_of_turn=out_of_turn)
        case Traded(player, count, out_of_turn):
            return {"player": player, "traded": count} | _marks(out_of_turn=out_of_turn)
        case Rerolled(player, count, out_of_turn, hand):
            encoded = {"player": player, "rerolled": count}
            return encoded | _marks(out_of_turn=out_of_turn) | _hand(hand)
        case Passed(player, out_of_turn):
            return {"player": player, "passed": True} | _marks(out_of_turn=out_of_turn)
        case LetStand(move, points):
            return {**write_entry(move), "stands": points}
        case Counted(player, hand, bag):
            counts = {"hand": hand, "bag": bag}
            encoded = {what: count for what, count in counts.items() if count is not None}
            return {"player": player, "counted": encoded}
        case PointsAdjusted(player, points, reason):
            return {"player": player, "adjusted": points, "reason": reason}
        case PlayerLeft(player):
            return {"player": player, "left": True}


def _marks(**marks: int) -> Written:
    """What stands beside a move, where it says anything."""
    return {name: mark for name, mark in marks.items() if mark}


def _hand(hand: tuple[Tile, ...]) -> Written:
    """An open hand in the short notation, where it was seen."""
    return {"hand": " ".join(map(str, hand))} if hand else {}


def write_start(started: Started) -> Written:
    """The start as the head of a record; what is as usual is left out."""
    settings = started.settings
    encoded: Written = {"rules": settings.rules.value, "players": list(started.players)}
    agreed: Written = {
        "sixth": settings.sixth.value if settings.sixth else None,
        "tie_break": settings.tie_break.value if settings.tie_break else None,
        "blocked_end": None if settings.blocked_end else False,
        "up_to_six": settings.up_to_six or None,
        "no_bonus": settings.no_bonus or None,
        "no_opening_set": settings.no_opening_set or None,
        "lone_tile_free": settings.lone_tile_free or None,
        "turn_s": settings.turn_s or None,
        "simulated": settings.simulated or None,
        "handicap": _by_name(started, started.handicap),
        "teams": _by_name(started, started.teams),
    }
    optional: Written = {
        "settings": {name: value for name, value in agreed.items() if value is not None},
        "first": started.first,
        "declared": started.declared,
        "start": write_placement(started.start) or write_rows(started.rows),
    }
    return encoded | {name: value for name, value in optional.items() if value}


def _by_name(started: Started, by_seat: tuple[int, ...]) -> dict[str, int] | None:
    return dict(zip(started.players, by_seat, strict=True)) if by_seat else None


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
    encoded = an_object(value, thing("an_event"))
    match encoded:
        case {"started": start}:
            return read_start(an_object(start, "'started'"))
        case {"start_corrected": start}:
            return StartCorrected(read_start(an_object(start, "'start_corrected'")))
        case {"corrected": turn}:
            really = few(field(encoded, "really", a_list), "'really'")
            return Corrected(a_number(turn, "'corrected'"), tuple(map(read_entry, really)))
        case {"renamed": name}:
            return PlayerRenamed(field(encoded, "player", a_text), a_text(name, "'renamed'"))
        case {"finished": end}:
            by = field(encoded, "by", a_text) if "by" in encoded else None
            return Finished(a_choice(end, End, "'finished'"), by)
        case {"undone": _}:
            return Undone()
        case {"redone": _}:
            return Redone()
        case _:
            return read_entry(encoded)


def read_entry(value: object) -> Entry:
    """An entry from a turn of a record; ValueError where it is none."""
    encoded = an_object(value, thing("a_turn"))
    player = field(encoded, "player", a_text)
    entry = _entry(encoded, player)
    if encoded.get("stands") is None:
        return entry
    if not isinstance(entry, TilesPlaced | CardsLaid | Passed):
        raise JsonError("stands")
    return LetStand(entry, field(encoded, "stands", agreed_points))


def _entry(encoded: Json, player: str) -> Entry:
    done = {deed for deed in DEEDS if encoded.get(deed) not in (None, False)}
    if len(done) > 1 and done not in BESIDE:
        raise JsonError("one_thing", what=" + ".join(sorted(done)))
    agreed = field_or(encoded, "out_of_turn", a_yes_or_no, False)
    match encoded:
        case {"placed": placed}:
            rolled, traded = (field_or(encoded, key, a_number, 0) for key in ("rerolled", "traded"))
            laid = _placement(placed, "'placed'")
            return TilesPlaced(player, laid, rolled, traded, agreed, _read_hand(encoded))
        case {"laid": laid}:
            traded, rows = field_or(encoded, "traded", a_number, 0), field(encoded, "rows", _rows)
            return CardsLaid(player, _tiles(laid, "'laid'"), rows, traded, agreed)
        case {"traded": count}:
            return Traded(player, a_number(count, "'traded'"), agreed)
        case {"rerolled": count}:
            return Rerolled(player, a_number(count, "'rerolled'"), agreed, _read_hand(encoded))
        case {"passed": True}:
            return Passed(player, agreed)
        case {"counted": counts}:
            return _counted(player, an_object(counts, "'counted'"))
        case {"adjusted": change}:
            reason = field(encoded, "reason", a_text)
            return PointsAdjusted(player, agreed_points(change, "'adjusted'"), reason)
        case {"left": True}:
            return PlayerLeft(player)
    raise JsonError("no_deed", choices=", ".join(DEEDS))


def _read_hand(encoded: Json) -> tuple[Tile, ...]:
    return () if encoded.get("hand") is None else _tiles(encoded["hand"], "'hand'")


def _counted(player: str, encoded: Json) -> Counted:
    hand, bag = (
        field(encoded, what, a_number) if encoded.get(what) is not None else None
        for what in ("hand", "bag")
    )
    return Counted(player, hand, bag)


def read_start(encoded: Json) -> Started:
    """The start from the head of a record; ValueError where it is none."""
    rules = a_choice(encoded.get("rules"), Rulebook, "'rules'")
    names = few(field(encoded, "players", a_list), "'players'")
    players = tuple(a_text(name, thing("a_name")) for name in names)
    start = encoded.get("start") or []
    settings: Json = field_or(encoded, "settings", an_object, {})
    on_grid = book_of(rules).is_grid
    return Started(
        _settings(rules, settings),
        players,
        first=field(encoded, "first", a_text) if encoded.get("first") is not None else None,
        declared=field_or(encoded, "declared", a_number, 0),
        start=_placement(start, "'start'") if on_grid else (),
        rows=() if on_grid else _rows(start, "'start'"),
        handicap=_seated(settings, "handicap", players),
        teams=_seated(settings, "teams", players),
    )


def _seated(encoded: Json, name: str, players: tuple[str, ...]) -> tuple[int, ...]:
    """A number for each player, by seat; 0 for those who are not named."""
    by_name: Json = field_or(encoded, name, an_object, {})
    for player in by_name:
        if player not in players:
            raise JsonError("stranger", what=repr(name), player=player)
    numbers = {player: agreed_points(value, repr(name)) for player, value in by_name.items()}
    return tuple(numbers.get(player, 0) for player in players) if numbers else ()


def _settings(rules: Rulebook, encoded: Json) -> Settings:
    tie_break = encoded.get("tie_break")
    return Settings(
        rules,
        sixth=None if encoded.get("sixth") is None else Palette(_colour(encoded["sixth"])).sixth,
        tie_break=None if tie_break is None else a_choice(tie_break, TieBreak, "'tie_break'"),
        blocked_end=field_or(encoded, "blocked_end", a_yes_or_no, True),
        up_to_six=field_or(encoded, "up_to_six", a_yes_or_no, False),
        no_bonus=field_or(encoded, "no_bonus", a_yes_or_no, False),
        no_opening_set=field_or(encoded, "no_opening_set", a_yes_or_no, False),
        lone_tile_free=field_or(encoded, "lone_tile_free", a_yes_or_no, False),
        turn_s=field_or(encoded, "turn_s", a_number, 0),
        simulated=field_or(encoded, "simulated", a_yes_or_no, False),
    )


def _placement(value: object, what: What) -> Placement:
    if isinstance(value, str):
        placement = parse_placement(value)
        few(placement, what)
    else:
        placement = tuple(_placed(tile) for tile in few(a_list(value, what), what))
    cells = [placed.cell for placed in placement]
    for index, cell in enumerate(cells):
        if cell in cells[:index]:
            raise JsonError("same_cell", cell=cell)
    check_reach(cells)
    return placement


def check_reach(cells: Iterable[Cell]) -> None:
    """ValueError where cells are farther apart than any table is wide."""
    for places in zip(*((cell.x, cell.y) for cell in cells), strict=True):
        if max(places) - min(places) > WIDEST:
            raise JsonError("apart", limit=WIDEST)
        if max(map(abs, places)) > LARGEST:
            raise JsonError("too_large", what=thing("a_cell"), most=LARGEST)


def _placed(value: object) -> Placed:
    if isinstance(value, str):
        match parse_placement(value):
            case (placed,):
                return placed
        raise JsonError("one_placed", what=repr(value))
    encoded = an_object(value, thing("a_tile"))
    cell = Cell(field(encoded, "x", a_number), field(encoded, "y", a_number))
    return Placed(cell, _tile(encoded))


def _tile(value: object) -> Tile:
    if isinstance(value, str):
        return parse_tile(value)
    encoded = an_object(value, thing("a_tile"))
    shape = parse_shape(field(encoded, "shape", a_text))
    return Tile(_colour(field(encoded, "colour", a_text)), shape)


def _colour(value: object) -> Colour:
    return parse_colour(a_text(value, thing("a_colour")))


def _tiles(value: object, what: What) -> tuple[Tile, ...]:
    if isinstance(value, str):
        return tuple(few(parse_tiles(value), what))
    return tuple(_tile(tile) for tile in few(a_list(value, what), what))


def _rows(value: object, what: What) -> CardRows:
    if isinstance(value, str):
        rows = tuple(row for text in value.split("/") if (row := parse_tiles(text)))
    else:
        rows = tuple(_tiles(row, thing("a_row")) for row in few(a_list(value, what), what))
    few([card for row in rows for card in row], what)
    return rows

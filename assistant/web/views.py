"""The table as the JSON that phones are shown, in each phone's language."""

from __future__ import annotations

from typing import Any

from assistant.actions import Moment
from assistant.changes import Changes
from assistant.events import (
    CardsLaid,
    Entry,
    LetStand,
    Passed,
    PlayerLeft,
    PointsAdjusted,
    Rerolled,
    Rulebook,
    TilesPlaced,
    Traded,
)
from assistant.rules.cards import CardsRuling, Row
from assistant.rules.grid import shared_attribute
from assistant.rules.remaining import unseen_colours, unseen_tiles
from assistant.rules.ruling import Ruling, ScoredLine
from assistant.table import GRID_GAMES, Game, Seat, Turn
from assistant.tiles import Attribute, Colour, palette_of
from assistant.verdicts import write_violations
from assistant.words import Language, counted, name_of, say

Written = dict[str, Any]


def write_moment(moment: Moment, language: Language) -> Written:
    """Everything a phone draws."""
    game = None
    if moment.game is not None:
        game = {"number": moment.number} | write_game(moment.game, language)
    return {"revision": moment.revision, "language": language.value, "game": game}


def write_game(game: Game, language: Language) -> Written:
    """One game as it stands."""
    return {
        "rules": game.settings.rules.value,
        "players": [_seat(game, seat) for seat in game.seats],
        "next": game.next_player,
        "board": [str(placed) for placed in game.board],
        "rows": [_cards(row) for row in game.rows],
        "turns": [write_turn(turn, game, language) for turn in game.turns],
        "bag": game.bag,
        "unseen": _unseen(game),
        "colours": [colour.letter for colour in _palette(game).colours],
        "can": _possible(game),
        "end": game.end.value if game.end else None,
        "result": result_sentence(game, language),
        "winners": list(game.winners),
    }


def write_turn(turn: Turn, game: Game, language: Language) -> Written:
    """One entry of the score sheet with its reckoning or the reasons against it."""
    unit = unit_of(game)
    return {
        "number": turn.number,
        "player": turn.event.player,
        "deed": deed_of(turn.event, language),
        "kind": _kind(turn.event),
        "placed": [str(placed) for placed in _placement(turn.event)],
        "laid": _cards(_move(turn.event).laid) if _is_cards(turn.event) else [],
        "rows": [_cards(row) for row in _move(turn.event).rows] if _is_cards(turn.event) else [],
        "points": turn.points,
        "pay": counted(language, unit, turn.points),
        "lines": write_lines(turn.ruling, language),
        "bonus": turn.bonus,
        "bonus_text": _bonus(turn, language),
        "legal": turn.is_legal,
        "stands": turn.stands,
        "reasons": write_violations(turn, language),
        "totals": turn.totals,
    }


def write_lines(ruling: Ruling | CardsRuling | None, language: Language) -> list[Written]:
    """The reckoning line by line; for Cards, the rows that were made or changed."""
    match ruling:
        case Ruling(lines=lines):
            return [_line(line, language) for line in lines]
        case CardsRuling(rows=rows):
            return [_row(row, language) for row in rows]
        case None:
            return []


def write_changes(changed: Changes, game: Game, language: Language) -> Written:
    """What a correction does to later turns and to the totals, one sentence each."""
    sentences = []
    for change in changed.turns:
        turn = change.after or change.before
        assert turn is not None
        sentences.append(
            say(
                language,
                "sheet.changed",
                number=turn.number,
                player=turn.event.player,
                before=_pay_of(change.before, game, language),
                after=_pay_of(change.after, game, language),
            )
        )
    totals = [
        {"player": name, "before": before, "after": after}
        for name, (before, after) in changed.totals.items()
    ]
    return {"turns": sentences, "totals": totals}


def result_sentence(game: Game, language: Language) -> str:
    """How the game ended and who won; nothing while it goes on."""
    if game.end is None:
        return ""
    *others, last = game.winners
    names = say(language, "sheet.and").join(([", ".join(others)] if others else []) + [last])
    key = "sheet.winners" if others else "sheet.winner"
    return f"{name_of(language, game.end)} {say(language, key, names=names)}"


def unit_of(game: Game) -> str:
    """What totals count: points, or Qwirkles in Cards."""
    return "qwirkles" if game.settings.rules is Rulebook.CARDS else "points"


def deed_of(event: Entry, language: Language) -> str:
    """What a player did, in a few words; the tiles themselves are drawn."""
    match event:
        case LetStand(move):
            return deed_of(move, language)
        case TilesPlaced(_, placement):
            return counted(language, "page.places", len(placement))
        case CardsLaid(_, laid):
            return counted(language, "page.lays", len(laid))
        case Traded(_, count):
            return say(language, "sheet.traded", count=count)
        case Rerolled(_, count):
            return say(language, "sheet.rerolled", count=count)
        case Passed():
            return say(language, "sheet.passed")
        case PointsAdjusted(_, _, reason):
            return say(language, "sheet.adjusted", reason=reason)
        case PlayerLeft():
            return say(language, "sheet.left")


def _seat(game: Game, seat: Seat) -> Written:
    return {
        "name": seat.name,
        "total": seat.total,
        "hand": seat.hand,
        "left": seat.has_left,
        "leads": seat.total > 0 and seat.name in game.leaders,
        "last_turn": seat.turns_left is not None and seat.turns_left > 0,
    }


def _possible(game: Game) -> Written:
    """Which buttons make sense now."""
    rules, going = game.settings.rules, not game.finished
    return {
        "undo": len(game.past) > 1,
        "redo": bool(game.undone),
        "place": going,
        "trade": going and rules is not Rulebook.CUBES and game.bag > 0,
        "roll": going and rules is Rulebook.CUBES,
        "pass": going and rules is not Rulebook.CUBES,
        "went_out": going and rules is not Rulebook.CARDS and game.bag == 0,
        "blocked": going
        and rules is Rulebook.CLASSIC
        and game.settings.blocked_end
        and game.bag == 0,
    }


def _unseen(game: Game) -> dict[str, int]:
    """How many of each kind nobody has seen yet; for Cubes, of each colour."""
    seen = [placed.tile for placed in game.board] + [card for row in game.rows for card in row]
    seen += game.piles
    palette = _palette(game)
    if game.settings.rules is Rulebook.CUBES:
        colours = unseen_colours(seen, GRID_GAMES[Rulebook.CUBES], palette)
        return {colour.letter: count for colour, count in colours.items()}
    # A set of cards has the same three of each kind as the classic tiles (C1, K1).
    tiles = unseen_tiles(seen, GRID_GAMES[Rulebook.CLASSIC], palette)
    return {str(tile): count for tile, count in tiles.items()}


def _palette(game: Game) -> Any:
    if game.settings.palette is not None:
        return game.settings.palette
    cards = [card for row in game.rows for card in row] + list(game.piles)
    return palette_of([*(placed.tile for placed in game.board), *cards])


def _move(event: Entry) -> Any:
    return event.move if isinstance(event, LetStand) else event


def _is_cards(event: Entry) -> bool:
    return isinstance(_move(event), CardsLaid)


def _placement(event: Entry) -> Any:
    move = _move(event)
    return move.placement if isinstance(move, TilesPlaced) else ()


def _kind(event: Entry) -> str:
    match _move(event):
        case TilesPlaced():
            return "placed"
        case CardsLaid():
            return "laid"
        case Traded():
            return "traded"
        case Rerolled():
            return "rerolled"
        case Passed():
            return "passed"
        case PointsAdjusted():
            return "adjusted"
        case _:
            return "left"


def _line(line: ScoredLine, language: Language) -> Written:
    key = "page.line.qwirkle" if line.is_qwirkle else "page.line"
    text = say(
        language,
        key,
        name=_shared(line.shares, language),
        tiles=counted(language, "page.tiles", len(line.cells)),
        points=line.points,
    )
    return {
        "text": text if line.shares is not None else _lone(line, language),
        "cells": [[cell.x, cell.y] for cell in line.cells],
        "points": line.points,
        "qwirkle": line.is_qwirkle,
    }


def _lone(line: ScoredLine, language: Language) -> str:
    name = say(language, "sheet.lone")
    if len(line.cells) > 1:
        name = counted(language, "page.tiles", len(line.cells))
    return say(language, "page.line.lone", name=name[:1].upper() + name[1:], points=line.points)


def _row(row: Row, language: Language) -> Written:
    shares = shared_attribute(row)
    qwirkle = len(row) == 6 and shares is not None
    name = _shared(shares, language) if shares is not None else "–"
    cards = counted(language, "page.cards", len(row))
    key = "page.row.qwirkle" if qwirkle else "page.row"
    text = say(language, key, name=name, cards=cards)
    return {"text": text, "cards": _cards(row), "points": int(qwirkle), "qwirkle": qwirkle}


def _shared(shared: Attribute | None, language: Language) -> str:
    """'Red' for a line of one colour, 'Squares' for a line of one shape."""
    if shared is None:
        return ""
    name = (
        name_of(language, shared)
        if isinstance(shared, Colour)
        else say(language, f"page.shapes.{shared.value}")
    )
    return name[:1].upper() + name[1:]


def _bonus(turn: Turn, language: Language) -> str:
    if not turn.bonus:
        return ""
    return say(language, "page.line.bonus", name=say(language, "sheet.bonus"), points=turn.bonus)


def _pay_of(turn: Turn | None, game: Game, language: Language) -> str:
    if turn is None:
        return say(language, "sheet.not_counted")
    return counted(language, unit_of(game), turn.points)


def _cards(row: Row) -> list[str]:
    return [str(card) for card in row]

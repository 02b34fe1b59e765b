"""Turns as the JSON that phones are shown: the deed, the reckoning, the reasons, the changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.game.diff import Changes
from assistant.game.events import (
    CardsLaid,
    Counted,
    Entry,
    Passed,
    PlayerLeft,
    PointsAdjusted,
    Rerolled,
    Rulebook,
    TilesPlaced,
    Traded,
    move_of,
    placement_of,
)
from assistant.game.state import Turn
from assistant.records.score_sheet import deed_beside_moves
from assistant.rules.books import book_of
from assistant.rules.cards import QWIRKLE, CardsRuling, Row
from assistant.rules.grid import shared_attribute
from assistant.rules.ruling import Ruling, ScoredLine
from assistant.tiles import Attribute, Colour
from assistant.web.reason_json import write_reasons
from assistant.words import Language, counted, name_of, of_game, remark, say

Written = dict[str, Any]


def write_turn(turn: Turn, rules: Rulebook, language: Language) -> Written:
    """One entry of the score sheet with its reckoning or the reasons against it."""
    move = move_of(turn.event)
    cards = move if isinstance(move, CardsLaid) else None
    return {
        "number": turn.number,
        "ordinal": 0 if isinstance(move, Rerolled) else turn.ordinal,
        "player": turn.event.player,
        "deed": deed_of(turn.event, rules, language),
        "kind": _kind(move),
        "placed": [str(placed) for placed in placement_of(move)],
        "laid": write_cards(cards.laid) if cards else [],
        "rows": [write_cards(row) for row in cards.rows] if cards else [],
        "points": turn.points,
        "pay": counted(language, unit_of(rules), turn.points),
        "lines": write_lines(turn.ruling, rules, language),
        "bonus_text": _bonus(turn, rules, language),
        "legal": turn.is_legal,
        "stands": turn.stands,
        "reasons": write_reasons(turn, language),
        "remarks": [remark(language, one) for one in turn.remarks],
        "totals": turn.totals,
    }


def write_lines(
    ruling: Ruling | CardsRuling | None, rules: Rulebook, language: Language
) -> list[Written]:
    """The reckoning line by line; for Cards, the rows that were made or changed."""
    match ruling:
        case Ruling(lines=lines):
            return [_line(line, rules, language) for line in lines]
        case CardsRuling(rows=rows):
            return [_row(row, language) for row in rows]
        case None:
            return []


def line_texts(lines: Iterable[ScoredLine], rules: Rulebook, language: Language) -> list[str]:
    """The reckoning of lines in words, one each."""
    return [_line(line, rules, language)["text"] for line in lines]


def write_changes(changed: Changes, rules: Rulebook, language: Language) -> Written:
    """What a correction does to later turns and to the totals, one sentence each."""
    sentences = []
    for change in changed.turns:
        turn = change.after or change.before
        if turn is None or _came_out(change.before) == _came_out(change.after):
            continue
        sentences.append(
            say(
                language,
                "sheet.changed",
                number=turn.ordinal,
                player=turn.event.player,
                before=_pay_of(change.before, rules, language),
                after=_pay_of(change.after, rules, language),
            )
        )
    totals = [
        {"player": name, "before": before, "after": after}
        for name, (before, after) in changed.totals.items()
    ]
    return {"turns": sentences, "totals": totals}


def unit_of(rules: Rulebook) -> str:
    """What totals count: points, or Qwirkles in Cards."""
    return book_of(rules).unit


def deed_of(event: Entry, rules: Rulebook, language: Language) -> str:
    """What a player did, in a few words; the tiles themselves are drawn."""
    match move_of(event):
        case TilesPlaced(_, placement, rolled):
            lays = counted(language, of_game("page.places", rules), len(placement))
            return f"{say(language, 'sheet.rerolled', count=rolled)}, {lays}" if rolled else lays
        case CardsLaid(_, laid):
            return counted(language, "page.lays", len(laid))
        case other:
            return deed_beside_moves(other, rules, language)


def write_cards(row: Row) -> list[str]:
    """Cards in the notation."""
    return [str(card) for card in row]


def _kind(move: Entry) -> str:
    kinds: dict[type[Entry], str] = {
        TilesPlaced: "placed",
        CardsLaid: "laid",
        Traded: "traded",
        Rerolled: "rerolled",
        Passed: "passed",
        PointsAdjusted: "adjusted",
        PlayerLeft: "left",
        Counted: "counted",
    }
    return kinds[type(move)]


def _line(line: ScoredLine, rules: Rulebook, language: Language) -> Written:
    tiles = counted(language, of_game("page.tiles", rules), len(line.cells))
    if line.shares is None:
        name = say(language, of_game("sheet.lone", rules)) if len(line.cells) == 1 else tiles
        text = say(language, "page.line.lone", name=_capital(name), points=line.points)
    else:
        key = "page.line.qwirkle" if line.is_qwirkle else "page.line"
        name = _shared(line.shares, language)
        text = say(language, key, name=name, tiles=tiles, points=line.points)
    return {
        "text": text,
        "cells": [[cell.x, cell.y] for cell in line.cells],
        "points": line.points,
        "qwirkle": line.is_qwirkle,
    }


def _row(row: Row, language: Language) -> Written:
    shares = shared_attribute(row)
    qwirkle = len(row) == QWIRKLE and shares is not None
    name = "–" if shares is None else _shared(shares, language)
    cards = counted(language, "page.cards", len(row))
    text = say(language, "page.row.qwirkle" if qwirkle else "page.row", name=name, cards=cards)
    return {"text": text, "cards": write_cards(row), "points": int(qwirkle), "qwirkle": qwirkle}


def _shared(shared: Attribute, language: Language) -> str:
    """'Red' for a line of one colour, 'Squares' for a line of one shape."""
    if isinstance(shared, Colour):
        return _capital(name_of(language, shared))
    return _capital(say(language, f"page.shapes.{shared.value}"))


def _bonus(turn: Turn, rules: Rulebook, language: Language) -> str:
    if not turn.bonus:
        return ""
    name = _capital(say(language, of_game("sheet.bonus", rules)))
    return say(language, "page.line.bonus", name=name, points=turn.bonus)


def _came_out(turn: Turn | None) -> tuple[int, bool] | None:
    return None if turn is None else (turn.points, turn.is_legal)


def _pay_of(turn: Turn | None, rules: Rulebook, language: Language) -> str:
    if turn is None:
        return say(language, "sheet.not_counted")
    pay = counted(language, unit_of(rules), turn.points)
    taken_off = not turn.is_legal and not turn.stands
    return say(language, "page.taken_off", pay=pay) if taken_off else pay


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

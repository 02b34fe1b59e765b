"""Verdicts: what the referee answered, as the JSON objects that commands print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant import words
from assistant.board import Cell
from assistant.game.events import Rulebook
from assistant.game.options import Option
from assistant.game.refusals import Refused, Remarked
from assistant.game.state import Game, Turn
from assistant.moves.cards_play import CardsPlay
from assistant.records.events_json import write_placement, write_rows, write_tiles
from assistant.rules.books import book_of
from assistant.rules.cards import QWIRKLE, CardsRuling, Row
from assistant.rules.grid import shared_attribute
from assistant.rules.ruling import Ruling, ScoredLine, Violation
from assistant.tiles import Attribute
from assistant.words import Language

Written = dict[str, Any]


def write_turn(turn: Turn, rules: Rulebook, language: Language) -> Written:
    """One entry of the score sheet with its verdict, reckoning, reasons and totals."""
    written: Written = {
        "turn": turn.number,
        "player": turn.event.player,
        "verdict": "legal" if turn.is_legal else "illegal",
        book_of(rules).unit: turn.points,
        # Tiles that were taken back have left no line on the table.
        "lines": write_lines(turn.ruling) if turn.is_legal or turn.stands else [],
        "violations": write_violations(turn, language),
        "totals": turn.totals,
    }
    remarks = [_write_remark(remark, language) for remark in turn.remarks]
    marks = {"bonus": turn.bonus, "stands": turn.stands, "remarks": remarks}
    return written | {name: value for name, value in marks.items() if value}


def write_result(game: Game, language: Language) -> Written:
    """How the game stands; winners are the leaders once it is over, and nobody before."""
    written: Written = {
        "finished": game.finished,
        "totals": game.totals,
        "winners": list(game.winners),
    }
    if game.started.teams:
        written["team_totals"] = {name: game.team_total(name) for name in game.players}
    if game.end:
        written["end"] = game.end.value
    elif game.end_refused:
        written["violations"] = [_write_refusal(game.end_refused, language)]
    if game.end_remark:
        written["remarks"] = [_write_remark(game.end_remark, language)]
    return written


def write_lines(ruling: Ruling | CardsRuling | None) -> list[Written]:
    """Every line of a ruling; for Cards, every row that the turn made or changed."""
    match ruling:
        case None:
            return []
        case Ruling():
            return [write_line(line) for line in ruling.lines]
        case CardsRuling():
            return [_write_row(row) for row in ruling.rows]


def write_line(line: ScoredLine) -> Written:
    """One line with what it shares and pays."""
    return {
        "cells": _write_cells(line.cells),
        "shares": _write_shared(line.shares),
        "points": line.points,
    }


def write_option(option: Option) -> Written:
    """A turn that a hand can make."""
    if isinstance(option, CardsPlay):
        laid, rows = write_tiles(option.laid), write_rows(option.rows)
        return {"laid": laid, "rows": rows, "qwirkles": option.qwirkles}
    return {
        "placed": write_placement(option.placement),
        "points": option.points,
        "lines": [write_line(line) for line in option.lines],
    }


def write_violations(turn: Turn, language: Language) -> list[Written]:
    """Every reason against a turn, the game's own first."""
    reasons: list[Written] = []
    if turn.refused is not None:
        reasons.append(_write_refusal(turn.refused, language))
    if turn.ruling is not None:
        reasons.extend(write_violation(reason, language) for reason in turn.ruling.violations)
    return reasons


def write_violation(violation: Violation, language: Language) -> Written:
    """One broken rule, with its number, its cells and its sentence."""
    return {
        "fault": violation.fault.value,
        "rule": violation.rule,
        "cells": _write_cells(violation.cells),
        "text": words.sentence(language, violation),
    }


def _write_refusal(refused: Refused, language: Language) -> Written:
    rule = {"rule": refused.rule} if refused.rule else {}
    text = words.refusal(language, refused)
    return {"fault": refused.reason.value, **rule, "cells": [], "text": text}


def _write_remark(remark: Remarked, language: Language) -> Written:
    text = words.remark(language, remark)
    return {"remark": remark.remark.value, "rule": remark.rule, "text": text}


def _write_row(row: Row) -> Written:
    shares = shared_attribute(row)
    return {
        "cells": [],
        "cards": write_tiles(row),
        "shares": _write_shared(shares),
        "qwirkles": int(len(row) == QWIRKLE and shares is not None),
    }


def _write_shared(shared: Attribute | None) -> str | None:
    return None if shared is None else shared.value


def _write_cells(cells: Iterable[Cell]) -> list[list[int]]:
    return [[cell.x, cell.y] for cell in cells]

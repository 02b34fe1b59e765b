"""Verdicts: what the referee answered, as the JSON objects that commands print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant import words
from assistant.board import Cell
from assistant.game.events import Rulebook
from assistant.game.state import Game, Turn
from assistant.records.events_json import write_tiles
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
        "qwirkles" if rules is Rulebook.CARDS else "points": turn.points,
        # Tiles that were taken back have left no line on the table.
        "lines": write_lines(turn.ruling) if turn.is_legal or turn.stands else [],
        "violations": write_violations(turn, language),
        "totals": turn.totals,
    }
    marks = {"bonus": turn.bonus, "stands": turn.stands}
    return written | {name: value for name, value in marks.items() if value}


def write_result(game: Game) -> Written:
    """How the game stands; winners are the leaders once it is over, and nobody before."""
    return {
        "finished": game.finished,
        "totals": game.totals,
        "winners": list(game.winners),
    } | ({"end": game.end.value} if game.end else {})


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


def write_violations(turn: Turn, language: Language) -> list[Written]:
    """Every reason against a turn, the game's own first."""
    reasons: list[Written] = []
    if turn.refused is not None:
        text = words.refusal(language, turn.refused)
        reasons.append({"fault": turn.refused.reason.value, "cells": [], "text": text})
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

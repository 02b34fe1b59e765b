"""The reasons against a move as the JSON that phones are shown: where, which rule, what to do."""

from __future__ import annotations

import re
from typing import Any

from assistant.game.state import Turn
from assistant.records.rulings_json import write_violations
from assistant.rules.cards import SHORTEST_ROW
from assistant.rules.ruling import Fault, Violation
from assistant.words import Language, say, tile_name

Written = dict[str, Any]
COORDINATES = re.compile(r"\s?:?(\s\(-?\d+,-?\d+\))+")
"""Phones outline the cells on the board; their numbers say nothing to players."""


def write_reasons(turn: Turn, language: Language) -> list[Written]:
    """Every reason against a turn, the game's own first, with the words of its rule."""
    violations = turn.ruling.violations if turn.ruling else ()
    broken = (*((None,) if turn.refused else ()), *violations)
    written = write_violations(turn, language)
    return [
        reason
        | {
            "text": COORDINATES.sub("", reason["text"]),
            "law": say(language, f"rule.{reason['rule']}") if "rule" in reason else "",
            "missing": _still_missing(violation, language) if violation else "",
        }
        for reason, violation in zip(written, broken, strict=True)
    ]


def _still_missing(violation: Violation, language: Language) -> str:
    """What would put the fault right by laying more; nothing where laying more cannot.

    While a move is being entered, this is said instead of the fault.
    """
    match violation.fault:
        case Fault.ROW_TOO_SHORT:
            tiles = ", ".join(tile_name(language, tile) for tile in violation.tiles)
            count = SHORTEST_ROW - violation.count
            return say(language, "page.missing.row", count=count, tiles=tiles)
        case Fault.OPENING_TOO_SMALL:
            count = violation.count - len(violation.tiles)
            return say(language, "page.missing.opening", count=count)
        case Fault.NOTHING_PLACED:
            return say(language, "page.missing.card")
        case Fault.GAP:
            return say(language, "page.missing.gap")
        case _:
            return ""

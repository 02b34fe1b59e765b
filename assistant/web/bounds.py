"""How large the parts of a request may be: more than any table needs, less than hurts a page."""

from __future__ import annotations

import math

MOST_NUMBER = 1_000_000_000
"""Revisions and points stay far below; pages, charts and SQLite hold it."""
LONGEST_TEXT = 300
MOST_PARTS = 250
"""Of one list or object: a set has 108 tiles, a long game 100 turns."""
DEEPEST = 12


def check_bounds(value: object, depth: int = 0) -> None:
    """ValueError says what is too large, too long, too deep, or no text."""
    if depth > DEEPEST:
        raise ValueError("the request is nested too deeply")
    match value:
        case str():
            _check_text(value)
        case float() if not math.isfinite(value) or abs(value) > MOST_NUMBER:
            raise ValueError("a number is too large")
        case int() if abs(value) > MOST_NUMBER:
            raise ValueError("a number is too large")
        case list():
            _check_count(len(value))
            for one in value:
                check_bounds(one, depth + 1)
        case dict():
            _check_count(len(value))
            for key, one in value.items():
                _check_text(str(key))
                check_bounds(one, depth + 1)


def _check_count(count: int) -> None:
    if count > MOST_PARTS:
        raise ValueError("a list is too long")


def _check_text(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise ValueError("a text is too long")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("a text holds half a character") from None

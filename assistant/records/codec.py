"""Reading JSON that people may have written: every surprise is a ValueError that says where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TypeVar

Json = Mapping[str, object]
Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=Enum)


def an_object(value: object, what: str) -> Json:
    """A JSON object."""
    if not isinstance(value, dict):
        raise ValueError(f"{what} is not a JSON object")
    return value


def a_list(value: object, what: str) -> Sequence[object]:
    """A JSON list."""
    if not isinstance(value, list):
        raise ValueError(f"{what} is not a list")
    return value


def a_text(value: object, what: str) -> str:
    """A JSON text."""
    if not isinstance(value, str):
        raise ValueError(f"{what} is not a text")
    return value


def a_number(value: object, what: str) -> int:
    """A whole number; true and false are none, although Python counts with them."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{what} is not a whole number")
    return value


def a_yes_or_no(value: object, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{what} is neither true nor false")
    return value


def a_choice(value: object, choices: type[Choice], what: str) -> Choice:
    """One of a few words."""
    for choice in choices:
        if choice.value == value:
            return choice
    words = ", ".join(str(choice.value) for choice in choices)
    raise ValueError(f"{what} is {value!r}; it can be {words}")


def field(encoded: Json, name: str, read: Callable[[object, str], Value]) -> Value:
    """A field that has to be there."""
    if name not in encoded:
        raise ValueError(f"{name!r} is missing")
    return read(encoded[name], repr(name))


def field_or(
    encoded: Json, name: str, read: Callable[[object, str], Value], default: Value
) -> Value:
    """A field that may be left out or null."""
    return default if encoded.get(name) is None else read(encoded[name], repr(name))

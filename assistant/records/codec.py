"""Reading JSON that people may have written: every surprise is a sentence that says where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TypeVar

from assistant.tiles import NotationError
from assistant.words import Language, Sentence

Json = Mapping[str, object]
Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=Enum)
What = str | Sentence
"""What is read: a field by its name in quotes, or a thing that languages have a word for."""
LARGEST = 1_000_000_000_000
"""Points, turns and cells stay far below; pages, charts and SQLite hold it."""
MOST_POINTS = 1_000_000
"""That the table gives or takes at once; 2,000 times this is still no large number."""
LONGEST_TEXT = 1000
"""Letters of a name or a reason; a page still shows it."""
MOST_PIECES = 250
"""Of one turn or table: a set has 108."""


class JsonError(ValueError):
    """JSON that is not what it should be, told in a sentence of any language."""

    def __init__(self, key: str, **parts: object) -> None:
        self.sentence = Sentence(f"json.{key}", tuple(parts.items()))
        super().__init__(self.sentence.translate(Language.ENGLISH))


def reason_of(error: ValueError) -> Sentence | str:
    """What is wrong, to be told in any language where somebody has translated it."""
    match error:
        case JsonError():
            return error.sentence
        case NotationError():
            return Sentence(f"json.{error.kind}", (("what", error.what),))
        case _:
            return str(error)


def thing(name: str) -> Sentence:
    """Something that is read, as every language calls it."""
    return Sentence(f"json.{name}")


def an_object(value: object, what: What) -> Json:
    """A JSON object."""
    if not isinstance(value, dict):
        raise JsonError("not_object", what=what)
    return value


def a_list(value: object, what: What) -> Sequence[object]:
    """A JSON list."""
    if not isinstance(value, list):
        raise JsonError("not_list", what=what)
    return value


def few(values: Sequence[Value], what: What) -> Sequence[Value]:
    """No more than a table has room for."""
    if len(values) > MOST_PIECES:
        raise JsonError("too_many", what=what, count=len(values), most=MOST_PIECES)
    return values


def a_text(value: object, what: What) -> str:
    """A JSON text."""
    if not isinstance(value, str):
        raise JsonError("not_text", what=what)
    if len(value) > LONGEST_TEXT:
        raise JsonError("too_long", what=what, most=LONGEST_TEXT)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise JsonError("half_character", what=what) from None
    return value


def a_number(value: object, what: What) -> int:
    """A whole number; true and false are none, although Python counts with them."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise JsonError("not_number", what=what)
    if abs(value) > LARGEST:
        raise JsonError("too_large", what=what, most=LARGEST)
    return value


def agreed_points(value: object, what: What) -> int:
    """A whole number of points that a table may agree on."""
    number = a_number(value, what)
    if abs(number) > MOST_POINTS:
        raise JsonError("too_large", what=what, most=MOST_POINTS)
    return number


def a_yes_or_no(value: object, what: What) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise JsonError("not_yes_or_no", what=what)
    return value


def a_choice(value: object, choices: type[Choice], what: What) -> Choice:
    """One of a few words."""
    for choice in choices:
        if choice.value == value:
            return choice
    words = ", ".join(str(choice.value) for choice in choices)
    raise JsonError("not_choice", what=what, value=repr(value), choices=words)


def field(encoded: Json, name: str, read: Callable[[object, What], Value]) -> Value:
    """A field that has to be there."""
    if name not in encoded:
        raise JsonError("missing", what=repr(name))
    return read(encoded[name], repr(name))


def field_or(
    encoded: Json, name: str, read: Callable[[object, What], Value], default: Value
) -> Value:
    """A field that may be left out or null."""
    return default if encoded.get(name) is None else read(encoded[name], repr(name))

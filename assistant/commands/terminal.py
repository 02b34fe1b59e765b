"""The terminal: which language it speaks, which characters it can show, and when it is gone."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TextIO

from assistant.words import Language

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where systems other than Windows say which language a person reads, the strongest first."""
WINDOWS_LANGUAGES = {
    0x07: Language.GERMAN,
    0x0A: Language.SPANISH,
    0x0C: Language.FRENCH,
    0x13: Language.DUTCH,
}
"""By the lower ten bits of the language's number on Windows."""


def asked_language(words: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language a call asks for, also where the rest of it is not understood."""
    for place, word in enumerate(words):
        option, _, value = word.partition("=")
        if option == "--language":
            value = value or next(iter(words[place + 1 :]), "")
            if language := _language_of(value):
                return language
    return terminal_language(environment)


def terminal_language(environment: Mapping[str, str]) -> Language:
    """The language of whoever sits here, English where it is another one."""
    for variable in VARIABLES:
        if setting := environment.get(variable):
            return _language_of(setting[:2]) or Language.ENGLISH
    return _windows_language()


def prepare_output() -> None:
    """Let no character stop the program; what is not shown on a terminal is written as UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            setting = None if stream.isatty() or os.environ.get("PYTHONIOENCODING") else "utf-8"
            stream.reconfigure(encoding=setting, errors="replace")


def quiet_libraries() -> None:
    """Let nothing be printed but by us: picture libraries complain in English, line by line."""
    if os.name != "posix":  # a console of Windows has only one way to all characters
        return
    with suppress(OSError, ValueError, AttributeError):
        line, encoding = io.FileIO(os.dup(sys.stderr.fileno()), "w"), sys.stderr.encoding
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
        sys.stderr = io.TextIOWrapper(line, encoding, "replace", write_through=True)


def can_show(text: str, stream: TextIO | None) -> bool:
    """Whether every character of a text can be shown there."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def warn(text: str) -> None:
    """Say something beside the answer, which programs may be reading."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def say_aloud(text: str) -> None:
    """Print at once; if nobody can hear it any more, the program goes on in silence."""
    try:
        print(text, flush=True)
    except (OSError, ValueError):
        hush()


def hush() -> None:
    """Drop all that is still to be printed, so that its end is no error of its own."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language_of(code: str) -> Language | None:
    return next((one for one in Language if one.value == code.lower()), None)


def _windows_language() -> Language:
    if sys.platform != "win32":
        return Language.ENGLISH
    import ctypes

    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
    return WINDOWS_LANGUAGES.get(number & 0x3FF, Language.ENGLISH)

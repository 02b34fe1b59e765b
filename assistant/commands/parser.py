"""Calls of the command line: parsed, or answered with one sentence where not understood."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from assistant.words import PlainError, Sentence

COMPLAINTS = (
    (r"the following arguments are required: (?P<what>.+)", "call.missing"),
    (r"unrecognized arguments: (?P<what>.+)", "call.unknown"),
    (
        r"argument (?P<name>.+?): invalid choice: (?P<what>.+?) \(choose from (?P<choices>.+)\)",
        "call.choice",
    ),
    (r"argument (?P<name>.+?): invalid int value: (?P<what>.+)", "call.number"),
    (r"argument (?P<name>.+?): expected .*argument.*", "call.expected"),
    (
        r"argument (?P<name>.+?): ignored explicit argument (?P<what>.+)",
        "call.takes_nothing",
    ),
    (r"ambiguous option: (?P<what>.+?) could match (?P<choices>.+)", "call.ambiguous"),
)
"""What argparse complains about, and the sentence that says it to a player."""


class WrongCallError(PlainError):
    """A call that names what is not there, or leaves out what has to be."""


class Parser(argparse.ArgumentParser):
    """Answers a wrong call with one sentence instead of the whole usage text."""

    def __init__(self, *, examples: str = "", **more: object) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            return argparse.RawDescriptionHelpFormatter(prog, max_help_position=26)

        # Abbreviated options would break calls in scripts once there are more options.
        super().__init__(
            formatter_class=formatter,
            epilog=examples,
            allow_abbrev=False,
            **more,  # type: ignore[arg-type]
        )

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would have printed with the usage."""
        raise WrongCallError(_sentence_for(message))


def _sentence_for(message: str) -> Sentence:
    for pattern, key in COMPLAINTS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            parts = {name: _unquoted(text) for name, text in found.groupdict().items()}
            return Sentence(key, tuple(parts.items()))
    return Sentence("call.other", (("what", message),))


def _unquoted(text: str) -> str:
    """Words without the quotes that Python puts around them."""
    return ", ".join(word.strip("'\"") for word in text.split(", "))

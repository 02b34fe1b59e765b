"""The command line: `qwirkle` and its subcommands, one module each."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from assistant.commands.parser import Parser, WrongCallError
from assistant.commands.terminal import asked_language, hush, prepare_output
from assistant.words import Language, PlainError, say
from assistant.words.files import file_sentence

COMMANDS = (
    "play",
    "read",
    "replay",
    "judge",
    "hint",
    "games",
    "export",
    "calibrate",
    "doctor",
    "bench",
)
"""Each is a module here with `describe(parser)` and `run(arguments) -> exit status`.

The first line of its docstring is its summary; `EXAMPLES`, where it has them, end its help.
"""

EXAMPLES = """examples:
  qwirkle play                          watch the table, or a simulated one without a camera
  qwirkle play --players Anna,Chris     begin a new game
  qwirkle read table.jpg                the tiles on a photo
  qwirkle games                         the games that are kept

qwirkle COMMAND --help tells more about each command.
"""
BROKEN_OFF = 130
"""The status after Ctrl-C, as shells expect it."""


class CommandError(Exception):
    """Bad input, told in one line that the person at the keyboard understands."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one subcommand; its status is the process's exit status."""
    given = sys.argv[1:] if words is None else list(words)
    language = asked_language(given, os.environ)
    program = " ".join(["qwirkle", *(word for word in given[:1] if word in COMMANDS)])
    prepare_output()
    try:
        arguments = _parsed(given, language)
        status: int = arguments.run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except WrongCallError as error:
        told = say(language, "call.help", sentence=error.told(language), program=program)
        return _complain(program, told, status=2)
    except PlainError as error:
        return _complain(program, error.told(language))
    except CommandError as error:
        return _complain(program, str(error))
    except KeyboardInterrupt:
        return BROKEN_OFF
    except BrokenPipeError:
        hush()
        return 0
    except OSError as error:
        hush()
        return _complain(program, file_sentence(error).told(language))
    return status


def _parsed(given: Sequence[str], language: Language) -> argparse.Namespace:
    parser = Parser(
        prog="qwirkle",
        description="Referee and scorekeeper for Qwirkle on a real table.",
        examples=EXAMPLES,
    )
    asked = _version() if "--version" in given else ""
    parser.add_argument("--version", action="version", version=asked)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # Only the command asked for is imported: judging a record needs no camera code.
    for name in [n for n in COMMANDS if [n] == given[:1]] or COMMANDS:
        module = import_module(f"assistant.commands.{name}")
        summary = (module.__doc__ or "").strip().splitlines()[0]
        examples = getattr(module, "EXAMPLES", "")
        subparser = commands.add_parser(name, help=summary, description=summary, examples=examples)
        subparser.set_defaults(run=module.run, language=language.value)
        module.describe(subparser)
    return parser.parse_args(given)


def _version() -> str:
    try:
        return f"qwirkle-table {version('qwirkle-table')}"
    except PackageNotFoundError:
        return "qwirkle-table, from its source"


def _complain(program: str, told: str, status: int = 1) -> int:
    print(f"{program}: {told}", file=sys.stderr)
    return status

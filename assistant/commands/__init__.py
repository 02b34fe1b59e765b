"""The command line: `qwirkle` and its subcommands, one module each."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from assistant.commands.parser import Commands, WrongCallError
from assistant.commands.terminal import asked_language, hush, prepare_output, quiet_libraries
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
"""Each is a module here with a `command` that answers the exit status.

The first line of its docstring is its summary; its examples, where it has them, end its help.
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
    if words is None and "--verbose" not in given:
        quiet_libraries()
    try:
        status = _run(given, language)
        if sys.stdout is not None:
            sys.stdout.flush()
    except WrongCallError as error:
        text = say(language, "call.help", sentence=error.translate(language), program=program)
        return _complain(program, text, status=2)
    except PlainError as error:
        return _complain(program, error.translate(language))
    except CommandError as error:
        return _complain(program, str(error))
    except KeyboardInterrupt:
        return BROKEN_OFF
    except BrokenPipeError:
        hush()
        return 0
    except OSError as error:
        hush()
        return _complain(program, file_sentence(error).translate(language))
    return status


def _run(given: Sequence[str], language: Language) -> int:
    """Parse and run; click's own `main` has words of its own for ends of all kinds."""
    try:
        with _qwirkle().make_context("qwirkle", list(given), obj=language) as context:
            status: int = context.command.invoke(context)
            return status
    except click.exceptions.Exit as shown:
        return shown.exit_code


def _qwirkle() -> Commands:
    summary = "Referee and scorekeeper for Qwirkle on a real table."
    shown = click.Option(
        ["--version"], is_flag=True, is_eager=True, callback=_show_version, help="which one this is"
    )
    return Commands(COMMANDS, EXAMPLES, help=summary, params=[shown], callback=_need_command)


@click.pass_context
def _need_command(context: click.Context, /, **_: object) -> None:
    if context.invoked_subcommand is None:
        raise WrongCallError("call.missing", what="COMMAND")


def _show_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        print(_version())
        context.exit()


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"qwirkle-table {version('qwirkle-table')}"
    except PackageNotFoundError:
        return "qwirkle-table, from its source"


def _complain(program: str, text: str, status: int = 1) -> int:
    print(f"{program}: {text}", file=sys.stderr)
    return status

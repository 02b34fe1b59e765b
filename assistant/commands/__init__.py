"""The command line: `qwirkle` and its subcommands, one module each."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

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
"""Each is a module here with `describe(parser)` and `run(arguments) -> exit status`."""


class CommandError(Exception):
    """Bad input, told in one line that the person at the keyboard understands."""


class _Parser(argparse.ArgumentParser):
    """Answers a wrong call with one line instead of the whole usage text."""

    def error(self, message: str) -> None:  # type: ignore[override]
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run one subcommand; its status is the process's exit status."""
    parser = _Parser(prog="qwirkle", description="Referee and scorekeeper for Qwirkle on a table.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    given = sys.argv[1:] if words is None else list(words)
    # Only the command asked for is imported: judging a record needs no camera code.
    for name in [n for n in COMMANDS if [n] == given[:1]] or COMMANDS:
        module = import_module(f"assistant.commands.{name}")
        summary = (module.__doc__ or "").strip().splitlines()[0]
        subparser = commands.add_parser(name, help=summary, description=summary)
        module.describe(subparser)
        subparser.set_defaults(run=module.run)
    arguments = parser.parse_args(given)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except CommandError as error:
        print(f"qwirkle {arguments.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status

"""Write a kept game as a record that `judge` accepts, or as a readable score sheet."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from assistant.commands import CommandError
from assistant.commands.recorded import describe_language
from assistant.commands.stored import describe_store, opened_store
from assistant.records import record_of, write_record
from assistant.sheet import format_sheet
from assistant.words import Language


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("game", metavar="GAME", type=int, help="the game's number in the list")
    parser.add_argument("--text", action="store_true", help="a score sheet instead of JSON")
    parser.add_argument("--out", metavar="FILE", type=Path, help="a file instead of the terminal")
    describe_language(parser)
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print or save the game."""
    with opened_store(arguments) as store:
        game = store.game(arguments.game)
    if arguments.text:
        written = format_sheet(game, Language(arguments.language))
    else:
        written = json.dumps(write_record(record_of(game)), ensure_ascii=False, indent=1)
    if arguments.out is None:
        print(written)
        return 0
    try:
        arguments.out.write_text(written + "\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {arguments.out}: {error.strerror or error}") from None
    return 0

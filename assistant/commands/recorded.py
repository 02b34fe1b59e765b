"""A record named on the command line, read or refused in one line."""

from __future__ import annotations

import argparse
from pathlib import Path

from assistant.commands import CommandError
from assistant.records import Record, parse_record
from assistant.words import Language


def describe_record(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that takes a record."""
    parser.add_argument("record", metavar="RECORD.json", type=Path, help="a written game")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def describe_language(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that speaks to players."""
    parser.add_argument(
        "--language",
        choices=[language.value for language in Language],
        default=Language.ENGLISH.value,
        help="the language of sentences (default: en)",
    )


def record_at(path: Path) -> Record:
    """The record in a file, or a CommandError that says what is wrong with it."""
    try:
        return parse_record(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path}: not a text file") from None
    except ValueError as error:
        raise CommandError(f"{path}: {error}") from None

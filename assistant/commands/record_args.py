"""What several commands take: a written game, and a language."""

from __future__ import annotations

import argparse
from pathlib import Path

from assistant.words import Language


def describe_record(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that takes a record."""
    parser.add_argument(
        "record", metavar="RECORD.json", type=Path, help="a written game, as `export` writes it"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def describe_language(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that speaks to players."""
    parser.add_argument(
        "--language",
        choices=[language.value for language in Language],
        help="the language of sentences (default: your computer's)",
    )

"""Write a kept game as a record that `judge` accepts, or as a readable score sheet."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from assistant.commands.files import write_file
from assistant.commands.record_args import describe_language
from assistant.commands.store_args import describe_store, kept_games
from assistant.records.record import record_of, write_record
from assistant.records.score_sheet import format_sheet
from assistant.storage.store import StoreError
from assistant.words import Language

EXAMPLES = """examples:
  qwirkle export 3 --out evening.json   game 3 of `qwirkle games` as a written game
  qwirkle export 3 --text               the same to be read or printed
"""


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("game", metavar="GAME", type=int, help="the game's number in the list")
    parser.add_argument("--text", action="store_true", help="a score sheet instead of JSON")
    parser.add_argument("--out", metavar="FILE", type=Path, help="a file instead of the terminal")
    describe_language(parser)
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print or save the game."""
    with kept_games(arguments) as store:
        if store is None:
            raise StoreError("store.no_game", game=arguments.game)
        game = store.game(arguments.game)
    if arguments.text:
        written = format_sheet(game, Language(arguments.language))
    else:
        written = json.dumps(write_record(record_of(game)), ensure_ascii=False, indent=1)
    if arguments.out is None:
        print(written)
        return 0
    write_file(arguments.out, f"{written}\n".encode())
    return 0

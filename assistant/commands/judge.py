"""Rule on a written game, turn by turn."""

from __future__ import annotations

import argparse
import json

from assistant.commands.record_args import describe_language, describe_record
from assistant.game.history import fold
from assistant.records.rulings_json import write_result, write_turn
from assistant.records.score_sheet import format_sheet
from assistant.storage.record_files import load_record
from assistant.words import Language

EXAMPLES = """examples:
  qwirkle judge evening.json            every turn with its reckoning or its fault
  qwirkle judge --json evening.json     the same for a program
"""


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    describe_record(parser)
    describe_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every turn's verdict and reckoning, then the result."""
    game = fold(load_record(arguments.record).events)
    language = Language(arguments.language)
    if not arguments.json:
        print(format_sheet(game, language))
        return 0
    for turn in game.turns:
        print(json.dumps(write_turn(turn, game.settings.rules, language), ensure_ascii=False))
    print(json.dumps(write_result(game), ensure_ascii=False))
    return 0

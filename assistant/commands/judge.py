"""Rule on a written game, turn by turn."""

from __future__ import annotations

import json
from pathlib import Path

import click

from assistant.commands.options import json_option, language_option, record_argument
from assistant.commands.parser import Command
from assistant.commands.terminal import warn
from assistant.game.history import fold
from assistant.records.rulings_json import write_result, write_turn
from assistant.records.score_sheet import format_sheet
from assistant.storage.record_files import load_record
from assistant.words import Language, say

EXAMPLES = """examples:
  qwirkle judge evening.json            every turn with its reckoning or its fault
  qwirkle judge --json evening.json     the same for a program
  qwirkle judge -                       a game from standard input
"""


@click.command("judge", cls=Command, help=__doc__, examples=EXAMPLES)
@record_argument
@json_option()
@language_option
def command(record: Path, as_json: bool, language: Language) -> int:
    """Print every turn's verdict and reckoning, then the result."""
    written = load_record(record)
    if written.unknown:
        warn(say(language, "record.unknown_keys", keys=", ".join(written.unknown)))
    game = fold(written.events, in_order=True)
    if not as_json:
        print(format_sheet(game, language))
        return 0
    for turn in game.turns:
        print(json.dumps(write_turn(turn, game.settings.rules, language), ensure_ascii=False))
    print(json.dumps(write_result(game, language), ensure_ascii=False))
    return 0

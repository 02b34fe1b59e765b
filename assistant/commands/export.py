"""Write a kept game as a record that `judge` accepts, or as a readable score sheet."""

from __future__ import annotations

import json
from pathlib import Path

import click

from assistant.commands.files import write_file
from assistant.commands.options import argument, data_option, language_option
from assistant.commands.parser import Command, whole_number
from assistant.commands.store_args import kept_games
from assistant.records.record import record_of, write_record
from assistant.records.score_sheet import format_sheet
from assistant.storage.errors import StoreError
from assistant.words import Language

EXAMPLES = """examples:
  qwirkle export 3 --out evening.json   game 3 of `qwirkle games` as a written game
  qwirkle export 3 --text               the same to be read or printed
"""


@click.command("export", cls=Command, help=__doc__, examples=EXAMPLES)
@argument("number", "GAME", "the game's number in the list", callback=whole_number)
@click.option("--text", is_flag=True, help="a score sheet instead of JSON")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="a file instead of the terminal",
)
@language_option
@data_option
def command(
    number: int, text: bool, out: Path | None, language: Language, data: Path | None
) -> int:
    """Print or save the game."""
    with kept_games(data) as store:
        if store is None:
            raise StoreError("store.no_game", game=number)
        game = store.game(number)
    if text:
        written = format_sheet(game, language)
    else:
        written = json.dumps(write_record(record_of(game)), ensure_ascii=False, indent=1)
    if out is None:
        print(written)
        return 0
    write_file(out, f"{written}\n".encode())
    return 0

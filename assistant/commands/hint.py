"""Find the legal moves of a hand after a written game, best first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from assistant import words
from assistant.board import format_placement
from assistant.commands.options import json_option, language_option, record_argument
from assistant.commands.parser import Command
from assistant.game.events import Rulebook
from assistant.game.history import Game, fold
from assistant.game.state import HAND_SIZE
from assistant.moves.search import Move, legal_moves
from assistant.records.events_json import write_placement
from assistant.records.rulings_json import write_line
from assistant.records.score_sheet import format_legend, shared_name
from assistant.storage.record_files import load_record
from assistant.tiles import Tile, palette_of, parse_tile, parse_tiles
from assistant.words import Language, PlainError

SHOWN = 10
EXAMPLES = """examples:
  qwirkle hint evening.json --hand "red circle, blue square"
  qwirkle hint evening.json --hand "ro bs gx" --all
"""


@click.command("hint", cls=Command, help=__doc__, examples=EXAMPLES)
@record_argument
@json_option()
@click.option(
    "--hand",
    "held",
    metavar="TILES",
    required=True,
    help='the tiles you hold, like "red circle, blue square" or "ro bs"',
)
@click.option("--all", "show_all", is_flag=True, help=f"all moves, not only {SHOWN}")
@language_option
def command(record: Path, as_json: bool, held: str, show_all: bool, language: Language) -> int:
    """Print the moves, one a line."""
    game = fold(load_record(record).events)
    hand = _hand(held, game.settings.rules)
    moves = _moves(game, hand)
    shown = moves if show_all else moves[:SHOWN]
    if as_json:
        for move in shown:
            print(json.dumps(_written(move)))
        return 0
    for move in shown:
        print(_told(move, game.settings.rules, language))
    if not moves:
        print(words.say(language, "hint.over" if game.finished else "hint.none"))
    lying = (*hand, *game.board.tiles.values())
    print(f"\n{format_legend(palette_of(lying), language)}")
    return 0


def _hand(text: str, rules: Rulebook) -> tuple[Tile, ...]:
    try:
        hand = parse_tiles(text)
    except ValueError:
        raise PlainError("hand.not_tiles", what=_no_tile(text)) from None
    if not hand:
        raise PlainError("hand.empty")
    if len(hand) > HAND_SIZE[rules]:
        raise PlainError("hand.too_large", count=len(hand), limit=HAND_SIZE[rules])
    return hand


def _no_tile(text: str) -> str:
    """The part of a hand that is no tile, as far as one can tell them apart."""
    parts = text.split(",") if "," in text else text.split()
    if "," not in text and any(len(part) != 2 for part in parts):
        return text
    for part in parts:
        try:
            parse_tile(part)
        except ValueError:
            return part.strip()
    return text


def _moves(game: Game, hand: Sequence[Tile]) -> tuple[Move, ...]:
    rules = game.settings.rules
    if rules is Rulebook.CARDS:
        raise PlainError("hand.no_cards")
    return () if game.finished else legal_moves(game.board, hand, game.book)


def _written(move: Move) -> dict[str, object]:
    return {
        "placed": write_placement(move.placement),
        "points": move.points,
        "lines": [write_line(line) for line in move.lines],
    }


def _told(move: Move, rules: Rulebook, language: Language) -> str:
    lines = ", ".join(
        f"{shared_name(line.shares, rules, language)} {line.points}" for line in move.lines
    )
    pay = words.counted(language, "points", move.points)
    return f"{pay:>10}  {format_placement(move.placement)}   ({lines})"

"""Find the legal moves of a hand after a written game, best first."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace

from assistant import words
from assistant.board import format_placement
from assistant.commands import CommandError
from assistant.commands.recorded import describe_language, describe_record, record_at
from assistant.events import Rulebook
from assistant.game import Game, fold
from assistant.moves import Move, legal_moves
from assistant.sheet import shared_name
from assistant.table import GRID_GAMES, HAND_SIZE
from assistant.tiles import Tile, parse_tiles
from assistant.transcript import write_placement
from assistant.verdicts import write_line
from assistant.words import Language

SHOWN = 10


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    describe_record(parser)
    describe_language(parser)
    parser.add_argument("--hand", required=True, help='like "red circle, blue square" or "ro bs"')
    parser.add_argument("--all", action="store_true", help=f"all moves, not only {SHOWN}")


def run(arguments: argparse.Namespace) -> int:
    """Print the moves, one a line."""
    game = fold(record_at(arguments.record).events)
    moves = _moves(game, _hand(arguments.hand, game.settings.rules))
    for move in moves if arguments.all else moves[:SHOWN]:
        if arguments.json:
            print(json.dumps(_written(move)))
        else:
            print(_told(move, Language(arguments.language)))
    return 0


def _hand(text: str, rules: Rulebook) -> tuple[Tile, ...]:
    try:
        hand = parse_tiles(text)
    except ValueError as error:
        raise CommandError(f"--hand: {error}") from None
    if not hand:
        raise CommandError("--hand names no tile")
    if len(hand) > HAND_SIZE[rules]:
        raise CommandError(f"--hand has {len(hand)} tiles; a hand holds {HAND_SIZE[rules]}")
    return hand


def _moves(game: Game, hand: Sequence[Tile]) -> tuple[Move, ...]:
    rules = game.settings.rules
    if rules is Rulebook.CARDS:
        raise CommandError("there are hints for classic and cubes, not for cards")
    book = replace(GRID_GAMES[rules], palette=game.settings.palette)
    return () if game.finished else legal_moves(game.board, hand, book)


def _written(move: Move) -> dict[str, object]:
    return {
        "placed": write_placement(move.placement),
        "points": move.points,
        "lines": [write_line(line) for line in move.lines],
    }


def _told(move: Move, language: Language) -> str:
    lines = ", ".join(f"{shared_name(line.shares, language)} {line.points}" for line in move.lines)
    pay = words.counted(language, "points", move.points)
    return f"{pay:>10}  {format_placement(move.placement)}   ({lines})"

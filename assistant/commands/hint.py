"""Find the legal moves of a hand after a written game, best first."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from assistant import words
from assistant.board import format_placement
from assistant.commands.options import json_option, language_option, record_argument
from assistant.commands.parser import Command
from assistant.commands.readers import reader_of
from assistant.commands.terminal import warn
from assistant.game.events import Rulebook
from assistant.game.history import fold
from assistant.game.options import Option, instead, options
from assistant.game.state import Game
from assistant.moves.cards_play import CardsPlay
from assistant.records.rulings_json import write_option
from assistant.records.score_sheet import format_legend, shared_name
from assistant.rules.books import book_of
from assistant.session.sentences_pictures import picture_error
from assistant.storage.record_files import load_record
from assistant.tiles import Tile, palette_of, parse_tile, parse_tiles
from assistant.watch.hand import hand_of
from assistant.words import Language, PlainError
from vision.pictures.load import PictureError, load_picture

SHOWN = 10
EXAMPLES = """examples:
  qwirkle hint evening.json --hand "red circle, blue square"
  qwirkle hint evening.json --hand "ro bs gx" --all
  qwirkle hint evening.json --photo hand.jpg            the hand as it lies on a photo
"""


@click.command("hint", cls=Command, help=__doc__, examples=EXAMPLES)
@record_argument
@json_option()
@click.option(
    "--hand",
    "held",
    metavar="TILES",
    default=None,
    help='the tiles you hold, like "red circle, blue square" or "ro bs"',
)
@click.option("--photo", metavar="HAND.jpg", default=None, help="a photo of the tiles you hold")
@click.option("--all", "show_all", is_flag=True, help=f"all moves, not only {SHOWN}")
@language_option
def command(
    record: Path,
    as_json: bool,
    held: str | None,
    photo: str | None,
    show_all: bool,
    language: Language,
) -> int:
    """Print the moves, one a line."""
    if (held is None) == (photo is None):
        raise PlainError("hand.needed")
    game = fold(load_record(record).events, in_order=True)
    rules = game.settings.rules
    hand = _seen(photo, game) if photo is not None else _hand(held or "", rules)
    if photo is not None:
        tiles = ", ".join(words.tile_name(language, tile) for tile in hand)
        warn(words.say(language, "hand.read", tiles=tiles))
    found = options(game, hand, None if show_all else SHOWN)
    for option in found:
        print(json.dumps(write_option(option)) if as_json else _line(option, rules, language))
    if not found:
        key = words.of_game(f"hand.no.{instead(game, hand).value}", rules)
        warn(words.say(language, "hint.over" if game.finished else key, count=game.bag))
    elif not as_json:
        lying = (*hand, *game.board.tiles.values())
        print(f"\n{format_legend(palette_of(lying), language, rules)}")
    return 0


def _seen(photo: str, game: Game) -> tuple[Tile, ...]:
    """The hand on a photo."""
    try:
        picture_bgr = load_picture(photo)
    except PictureError as error:
        raise picture_error(error) from None
    seen = reader_of(game.settings.rules)(picture_bgr, game.settings.palette, None)
    hand = tuple(face.tile for face in hand_of(seen, game.book.hand_size))
    if not hand:
        raise PlainError("hand.read_none", path=photo)
    return hand


def _hand(text: str, rules: Rulebook) -> tuple[Tile, ...]:
    try:
        hand = parse_tiles(text)
    except ValueError:
        raise PlainError("hand.not_tiles", what=_no_tile(text)) from None
    if not hand:
        raise PlainError("hand.empty")
    most = book_of(rules).hand_size
    if len(hand) > most:
        raise PlainError("hand.too_large", count=len(hand), limit=most)
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


def _line(move: Option, rules: Rulebook, language: Language) -> str:
    if isinstance(move, CardsPlay):
        pay = words.counted(language, "qwirkles", move.qwirkles)
        return f"{pay:>12}  {_row(move.laid)}   ({' / '.join(map(_row, move.rows))})"
    lines = ", ".join(
        f"{shared_name(line.shares, rules, language)} {line.points}" for line in move.lines
    )
    pay = words.counted(language, "points", move.points)
    return f"{pay:>10}  {format_placement(move.placement)}   ({lines})"


def _row(cards: Iterable[Tile]) -> str:
    return " ".join(map(str, cards))

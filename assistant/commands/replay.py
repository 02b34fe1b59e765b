"""Replay a recorded game, from a folder of photos or a film, with nobody answering questions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from assistant.commands import CommandError
from assistant.commands.recorded import describe_language
from assistant.events import Rulebook, Settings, Started
from assistant.game import fold
from assistant.objections import start_objection
from assistant.replaying import Heard, film_turns, folder_turns
from assistant.sheet import format_result, format_turn
from assistant.table import Game
from assistant.transcript import write_placement
from assistant.unattended import Unattended
from assistant.verdicts import Written, write_turn
from assistant.watch import Watch
from assistant.words import Language, refusal
from vision.sources.files import film_source, folder_source
from vision.sources.source import SourceError


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("recording", metavar="FOLDER|VIDEO", type=Path, help="photos or a film")
    parser.add_argument("--json", action="store_true", help="one JSON object a turn")
    rules = [book.value for book in Rulebook if book is not Rulebook.CARDS]
    parser.add_argument("--rules", choices=rules, default=rules[0])
    parser.add_argument("--players", metavar="A,B", default="A,B", help="in order of play")
    describe_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every turn as it was seen and ruled on."""
    language = Language(arguments.language)
    game = _new_game(arguments, language)
    try:
        for heard in _turns(arguments.recording, Unattended(Watch.over(game))):
            game = heard.game
            written = _as_json if arguments.json else _as_text
            print(written(heard, language), flush=True)
    except SourceError as error:
        raise CommandError(str(error)) from None
    if not arguments.json:
        print(format_result(game, language))
    return 0


def _new_game(arguments: argparse.Namespace, language: Language) -> Game:
    players = tuple(name.strip() for name in arguments.players.split(","))
    started = Started(Settings(Rulebook(arguments.rules)), players)
    if refused := start_objection(started):
        raise CommandError(refusal(language, refused))
    return fold([started])


def _turns(recording: Path, unattended: Unattended) -> Iterator[Heard]:
    if not recording.exists():
        raise CommandError(f"{recording}: no such folder or film")
    if not recording.is_dir():
        yield from film_turns(film_source(recording, paced=False), unattended)
        return
    photos = folder_source(recording, paced=False)
    yield from folder_turns(photos, unattended)
    for refused in photos.refused:
        print(f"qwirkle replay: {refused}", file=sys.stderr)


def _when(heard: Heard) -> Written:
    return {"photo": heard.photo} if heard.photo else {"at_s": round(heard.at_s, 2)}


def _as_text(heard: Heard, language: Language) -> str:
    told = heard.told
    (when,) = _when(heard).values()
    questions = ", ".join(sorted(question.value for question in told.questions))
    head = f"{when}  asked: {questions}" if questions else str(when)
    return f"{head}\n{format_turn(told.turn, heard.game.board, language)}" if told.turn else head


def _as_json(heard: Heard, language: Language) -> str:
    told, game = heard.told, heard.game
    if told.turn is None:
        verdict: Written = {"turn": 0, "player": told.player, "verdict": "legal", "points": 0}
        verdict |= {"lines": [], "violations": [], "totals": game.totals}
    else:
        verdict = write_turn(told.turn, game.settings.rules, language)
    placed = {"placed": write_placement(told.placement), "asked": told.asked}
    return json.dumps(_when(heard) | verdict | placed, ensure_ascii=False)

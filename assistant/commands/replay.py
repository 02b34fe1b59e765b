"""Replay a recorded game, from a folder of photos or a film, with nobody answering questions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from assistant.camera import Eye
from assistant.commands import CommandError
from assistant.commands.recorded import describe_language
from assistant.events import Rulebook, Settings, Started
from assistant.game import fold
from assistant.objections import start_objection
from assistant.sheet import format_result, format_turn
from assistant.table import Game
from assistant.transcript import write_placement
from assistant.unattended import Told, Unattended
from assistant.verdicts import Written, write_turn
from assistant.watch import Watch
from assistant.words import Language, refusal
from vision.read import read_picture
from vision.scene_report import SceneState
from vision.sources.files import film_source, folder_source
from vision.sources.source import SourceError

PHOTO_S = 10.0
"""Photos of a folder count as taken this far apart: each errs by itself."""


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
    recording, unattended = arguments.recording, Unattended(Watch.over(game))
    if not recording.exists():
        raise CommandError(f"{recording}: no such folder or film")
    turns = _folder_turns if recording.is_dir() else _film_turns
    try:
        for when, game, told in turns(recording, unattended):
            print(_line(arguments, when, game, told, language), flush=True)
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


Heard = tuple[dict[str, object], Game, Told]
"""When a turn was seen, the game after it, and what is said about it."""


def _folder_turns(folder: Path, unattended: Unattended) -> Iterator[Heard]:
    """Every photo is the settled table after one turn."""
    source, number = folder_source(folder, paced=False), 0
    while (picture := source.newest(number)) is not None:
        number = picture.number
        seen = read_picture(picture.picture_bgr)
        if not seen.sightings and not unattended.game.turns:
            continue  # the table before the first tile
        unattended = unattended.look(seen, PHOTO_S * number)
        if unattended.proposal is None and unattended.refused:
            unattended = unattended.let_stand()
        unattended, told = unattended.close_turn()
        yield {"photo": picture.name}, unattended.game, told
    for refused in source.refused:
        print(f"qwirkle replay: {refused}", file=sys.stderr)


def _film_turns(film: Path, unattended: Unattended) -> Iterator[Heard]:
    """Turns end as they do at a table: by quiet, or when the next player begins."""
    source, eye, number = film_source(film, paced=False), Eye(), 0
    while (picture := source.newest(number)) is not None:
        number = picture.number
        seen = eye.see(picture)
        if seen.report.state is not SceneState.STILL:
            unattended = unattended.stirred(seen.at_s)
            continue
        if seen.observation is not None:
            unattended = unattended.look(seen.observation, seen.at_s)
        while unattended.turn_is_over(seen.at_s, seen.at_s - seen.report.still_for_s):
            unattended, told = unattended.close_turn()
            yield {"at_s": round(seen.at_s, 2)}, unattended.game, told
    if unattended.proposal is not None:
        unattended, told = unattended.close_turn()
        yield {"at_s": round(unattended.watch.known.at_s, 2)}, unattended.game, told


def _line(
    arguments: argparse.Namespace,
    when: dict[str, object],
    game: Game,
    told: Told,
    language: Language,
) -> str:
    if not arguments.json:
        text = format_turn(told.turn, game.board, language) if told.turn else "…"
        doubts = ", ".join(sorted(question.value for question in told.questions))
        return f"{next(iter(when.values()))}{' (asked: ' + doubts + ')' if doubts else ''}\n{text}"
    return json.dumps(when | _written(game, told, language), ensure_ascii=False)


def _written(game: Game, told: Told, language: Language) -> Written:
    if told.turn is None:
        verdict: Written = {"turn": 0, "player": told.player, "verdict": "legal", "points": 0}
        verdict |= {"lines": [], "violations": [], "totals": game.totals}
    else:
        verdict = write_turn(told.turn, game.settings.rules, language)
    seen = {"placed": write_placement(told.placement), "asked": told.asked}
    return verdict | seen

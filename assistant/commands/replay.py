"""Replay a recorded game, from a folder of photos or a film, with nobody answering questions."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from assistant.commands.options import (
    argument,
    json_option,
    language_option,
    players_option,
    rules_option,
)
from assistant.commands.parser import Command
from assistant.game.events import CardsLaid, Rulebook, Settings, Started, move_of
from assistant.game.history import fold
from assistant.game.objections import start_objection
from assistant.game.state import Game
from assistant.records.events_json import write_placement, write_rows, write_tiles
from assistant.records.rulings_json import Written, write_turn
from assistant.records.score_sheet import format_legend, format_result, format_turn
from assistant.session.replay import Replay, ReplayedTurn, film_turns, folder_turns
from assistant.session.robot import PlayedTurn
from assistant.session.sentences_pictures import picture_error, source_error
from assistant.storage.record_files import RecordError, load_record
from assistant.storage.turn_pictures import RECORD_FILE
from assistant.tiles import palette_of
from assistant.words import Language, PlainError, refusal_sentence, say
from vision.sources.files import (
    PHOTO_ENDINGS,
    PhotosSource,
    film_source,
    folder_source,
    list_photos,
)
from vision.sources.source import Source, SourceError, SourceFault

EXAMPLES = """examples:
  qwirkle replay --rules classic --players Anna,Chris photos/   one photo after each turn
  qwirkle replay --players Anna,Chris evening.mp4               a film of the table
  qwirkle replay evening/                                       what `play --record` kept
"""


@dataclass(frozen=True, slots=True)
class Call:
    """What the command takes."""

    recording: Path
    as_json: bool
    rules: Rulebook | None
    players: str | None
    language: Language


@click.command("replay", cls=Command, help=__doc__, examples=EXAMPLES)
@argument("recording", "FOLDER|VIDEO", "photos or a film", type=click.Path(path_type=Path))
@json_option("one JSON object a turn")
@rules_option("default: the recording's, or classic")
@players_option("in order of play (default: the recording's, or A,B)")
@language_option
def command(**given: object) -> int:
    """Print every turn as it was seen and ruled on."""
    return run(Call(**given))  # type: ignore[arg-type]


def run(call: Call) -> int:
    """Print every turn as it was seen and ruled on."""
    language = call.language
    recording = _recording(call.recording)
    game = _new_game(_started(recording, call))
    try:
        for replayed in _turns(recording, Replay(game.started), language):
            game = replayed.game
            written = _as_json if call.as_json else _as_text
            print(written(replayed, language), flush=True)
    except SourceError as error:
        raise source_error(error) from None
    if not call.as_json:
        print(format_result(game, language))
        if game.book.is_grid:
            palette = palette_of(game.board.tiles.values())
            print(f"\n{format_legend(palette, language)}")
    return 0


def _recording(path: Path) -> Path:
    """The recording a call names; a folder of one recorded game may stand for it."""
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, "", str(path))
    if not path.is_dir() or list_photos(path):
        return path
    games = sorted(inner.parent for inner in path.glob(f"*/{RECORD_FILE}"))
    if len(games) > 1:
        names = ", ".join(str(game) for game in games)
        raise PlainError("replay.several", path=path, names=names)
    return games[0] if games else path


def _started(recording: Path, call: Call) -> Started:
    """Who plays what: as the call says, else as the recording does."""
    try:
        known = load_record(recording / RECORD_FILE).started
    except RecordError:
        known = Started(Settings(), ("A", "B"))
    if call.rules:
        known = replace(known, settings=replace(known.settings, rules=call.rules))
    if call.players:
        players = tuple(name.strip() for name in call.players.split(","))
        known = replace(known, players=players, first=None)
    return known


def _new_game(started: Started) -> Game:
    if refused := start_objection(started):
        raise PlainError(refusal_sentence(refused))
    return fold([started])


def _turns(recording: Path, replay: Replay, language: Language) -> Iterator[ReplayedTurn]:
    photos = _photos(recording)
    if photos is None:
        yield from film_turns(_film(recording), replay)
        return
    yield from folder_turns(photos, replay)
    _print_refused(photos, language)


def _photos(recording: Path) -> PhotosSource | None:
    """The photos of a folder, or one photo; None for a film."""
    if recording.is_dir():
        photos = folder_source(recording, paced=False)
    elif recording.suffix.lower() in PHOTO_ENDINGS:
        photos = PhotosSource(recording.name, [recording], paced=False)
    else:
        return None
    if photos.newest() is None:
        raise picture_error(photos.refused[0])
    return photos


def _print_refused(photos: PhotosSource, language: Language) -> None:
    for refused in photos.refused:
        played = picture_error(refused).translate(language)
        print(f"qwirkle replay: {played}", file=sys.stderr)


def _film(path: Path) -> Source:
    film = film_source(path, paced=False)
    if film.newest() is None:
        raise SourceError(SourceFault.NO_FILM, path)
    return film


def _when(replayed: ReplayedTurn) -> Written:
    return {"photo": replayed.photo} if replayed.photo else {"at_s": round(replayed.at_s, 2)}


def _as_text(replayed: ReplayedTurn, language: Language) -> str:
    played = replayed.played
    (when,) = _when(replayed).values()
    asked = sorted(say(language, one.text) for one in played.questions)
    head = "  ".join([str(when), *asked])
    if played.turn is None:
        return head
    game = replayed.game
    return f"{head}\n{format_turn(played.turn, game.board, game.settings.rules, language)}"


def _as_json(replayed: ReplayedTurn, language: Language) -> str:
    played, game = replayed.played, replayed.game
    if played.turn is None:
        verdict: Written = {"turn": 0, "player": played.player, "verdict": "legal", "points": 0}
        verdict |= {"lines": [], "violations": [], "totals": game.totals}
    else:
        verdict = write_turn(played.turn, game.settings.rules, language)
    asked = {"asked": played.asked}
    return json.dumps(_when(replayed) | verdict | _laid(played, game) | asked, ensure_ascii=False)


def _laid(played: PlayedTurn, game: Game) -> Written:
    """What was placed; in Cards, what was laid and the rows as the turn leaves them."""
    move = None if played.turn is None else move_of(played.turn.event)
    if isinstance(move, CardsLaid):
        return {"laid": write_tiles(move.laid), "rows": write_rows(move.rows)}
    if not game.book.is_grid:
        return {"laid": [], "rows": write_rows(game.rows)}
    return {"placed": write_placement(played.placement)}

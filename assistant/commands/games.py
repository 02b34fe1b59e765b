"""List the games that are kept, the latest first, or delete one."""

from __future__ import annotations

import argparse
import json
import time

from assistant.commands.record_args import describe_language
from assistant.commands.store_args import data_folder, describe_store, kept_games
from assistant.storage.instance_lock import Occupied
from assistant.storage.store import Store, StoredGame, StoreError
from assistant.storage.turn_pictures import delete_pictures
from assistant.words import Language, counted, say

EXAMPLES = """examples:
  qwirkle games                 one game a line, its number first
  qwirkle games --delete 3      delete game 3 with its pictures, for good
"""


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--delete", metavar="GAME", type=int, help="delete this game and its pictures, for good"
    )
    describe_language(parser)
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print one game a line."""
    language = Language(arguments.language)
    with kept_games(arguments) as store:
        if arguments.delete is not None:
            return _delete(store, arguments, language)
        games = () if store is None else store.games()
    for stored in games:
        if arguments.json:
            print(json.dumps(_written(stored), ensure_ascii=False))
        else:
            print(_told(stored, language))
    if not games and not arguments.json:
        print(say(language, "games.none"))
    return 0


def _delete(store: Store | None, arguments: argparse.Namespace, language: Language) -> int:
    if store is None:
        raise StoreError("store.no_game", game=arguments.delete)
    # A game that is being played cannot vanish under the players' hands.
    with Occupied(data_folder(arguments)):
        store.delete(arguments.delete)
        delete_pictures(data_folder(arguments), arguments.delete)
    print(say(language, "games.deleted", game=arguments.delete))
    return 0


def _written(stored: StoredGame) -> dict[str, object]:
    game = stored.game
    return {
        "game": stored.number,
        "rules": game.settings.rules.value,
        "began_s": stored.began_s,
        "last_s": stored.last_s,
        "turns": len(game.turns),
        "finished": game.finished,
        "totals": game.totals,
        "winners": list(game.winners),
    }


def _told(stored: StoredGame, language: Language) -> str:
    game = stored.game
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(stored.last_s))
    totals = ", ".join(f"{name} {total}" for name, total in game.totals.items())
    state = say(language, "games.over" if game.finished else "games.open")
    turns = counted(language, "games.turns", len(game.turns))
    rules = game.settings.rules.value
    return f"{stored.number:>4}  {when}  {rules:<8}{state:<9}{turns:<11}{totals}"

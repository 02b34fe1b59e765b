"""List the games that are kept, the latest first, or delete one."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from assistant.commands.options import data_option, json_option, language_option, number_option
from assistant.commands.parser import Command
from assistant.commands.store_args import data_folder, kept_games
from assistant.storage.game_cache import GameCache
from assistant.storage.instance_lock import InstanceLock
from assistant.storage.store import Store, StoredGame, StoreError
from assistant.storage.turn_pictures import delete_pictures
from assistant.words import Language, counted, say

EXAMPLES = """examples:
  qwirkle games                 one game a line, its number first
  qwirkle games --delete 3      delete game 3 with its pictures, for good
"""


@click.command("games", cls=Command, help=__doc__, examples=EXAMPLES)
@json_option()
@number_option("--delete", "delete this game and its pictures, for good", metavar="GAME")
@language_option
@data_option
def command(as_json: bool, delete: int | None, language: Language, data: Path | None) -> int:
    """Print one game a line."""
    with kept_games(data) as store:
        if delete is not None:
            _delete(store, delete, data_folder(data))
            print(say(language, "games.deleted", game=delete))
            return 0
        cache = None if store is None else GameCache(store)
        games = () if cache is None else cache.games()
    for damaged in () if cache is None else cache.damaged:
        click.echo(damaged.translate(language), err=True)
    for stored in games:
        if as_json:
            print(json.dumps(_written(stored), ensure_ascii=False))
        else:
            print(_line(stored, language))
    if not games and not as_json:
        print(say(language, "games.none"))
    return 0


def _delete(store: Store | None, number: int, folder: Path) -> None:
    if store is None:
        raise StoreError("store.no_game", game=number)
    # A game that is being played cannot vanish under the players' hands.
    with InstanceLock(folder):
        store.delete(number)
        delete_pictures(folder, number)


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


def _line(stored: StoredGame, language: Language) -> str:
    game = stored.game
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(stored.last_s))
    totals = ", ".join(f"{name} {total}" for name, total in game.totals.items())
    state = say(language, "games.over" if game.finished else "games.open")
    turns = counted(language, "games.turns", len(game.turns))
    rules = game.settings.rules.value
    return f"{stored.number:>4}  {when}  {rules:<8}{state:<9}{turns:<11}{totals}"

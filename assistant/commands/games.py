"""List the games that are kept, the latest first, delete one, or go back to a backup."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from assistant.commands.options import data_option, json_option, language_option, number_option
from assistant.commands.parser import Command
from assistant.commands.store_args import data_folder, kept_games
from assistant.storage.backups import Backups
from assistant.storage.errors import StoreError
from assistant.storage.instance_lock import InstanceLock
from assistant.storage.listing import StoredGame
from assistant.storage.store import Store
from assistant.storage.turn_pictures import delete_pictures
from assistant.words import Language, Sentence, counted, say

NEWEST = "newest"
EXAMPLES = """examples:
  qwirkle games                     one game a line, its number first
  qwirkle games --delete 3          delete game 3 with its pictures, for good
  qwirkle games --backups           where games are kept, and the backups of them
  qwirkle games --restore           go back to the newest backup
  qwirkle games --restore FILE      the same with another one, or with a downloaded file
"""


@click.command("games", cls=Command, help=__doc__, examples=EXAMPLES)
@json_option()
@number_option("--delete", "delete this game and its pictures, for good", metavar="GAME")
@click.option("--backups", is_flag=True, help="list the backups, the newest first")
@click.option(
    "--restore",
    metavar="[FILE]",
    is_flag=False,
    flag_value=NEWEST,
    help="have the games of a backup instead; those kept now become a backup",
)
@language_option
@data_option
def command(
    as_json: bool,
    delete: int | None,
    backups: bool,
    restore: str | None,
    language: Language,
    data: Path | None,
) -> int:
    """Print one game a line."""
    folder = data_folder(data)
    if restore is not None:
        for line in _restore(folder, restore):
            print(line.translate(language))
    elif backups:
        _print_backups(folder, language)
    elif delete is not None:
        with kept_games(data, alone=True) as store:
            if store is None:
                raise StoreError("store.no_game", game=delete)
            store.delete(delete)
            delete_pictures(folder, delete)
        print(say(language, "games.deleted", game=delete))
    else:
        _print_games(data, language, as_json=as_json)
    return 0


def _print_games(data: Path | None, language: Language, *, as_json: bool) -> None:
    with kept_games(data) as store:
        games = () if store is None else store.games()
        losses = () if store is None else store.losses
    for lost in losses:
        click.echo(lost.translate(language), err=True)
    for stored in games:
        if as_json:
            print(json.dumps(_written(stored), ensure_ascii=False))
        else:
            print(_line(stored, language))
    if not games and not as_json:
        print(say(language, "games.none"))


def _print_backups(folder: Path, language: Language) -> None:
    print(say(language, "games.where", path=folder))
    found = Backups(folder).all()
    for one in found:
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.made_s))
        print(f"  {made}  {one.size_bytes / 1e6:6.1f} MB  {one.path.name}")
    if not found:
        print(say(language, "games.no_backups"))


def _restore(folder: Path, named: str) -> list[Sentence]:
    """Go back to a backup that is named by its file, its name in the list, or as the newest."""
    kept = Backups(folder).all()
    if named == NEWEST:
        if not kept:
            raise StoreError("games.no_backups")
        path = kept[0].path
    else:
        known = next((one.path for one in kept if one.path.name == named), None)
        path = known or Path(named)
        if not path.is_file():
            raise StoreError("file.missing", path=path)
    # A game that is being played cannot vanish under the players' hands.
    with InstanceLock(folder), Store(folder) as store:
        lost = store.restore(path)
        count = len(store.games())
    return [*lost, Sentence("games.restored", (("count", count), ("path", path)))]


def _written(stored: StoredGame) -> dict[str, object]:
    game = stored.summary
    return {
        "game": stored.number,
        "rules": game.rules.value,
        "began_s": stored.began_s,
        "last_s": stored.last_s,
        "turns": game.turns,
        "finished": game.finished,
        "totals": game.totals,
        "winners": list(game.winners),
    }


def _line(stored: StoredGame, language: Language) -> str:
    game = stored.summary
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(stored.last_s))
    totals = ", ".join(f"{name} {total}" for name, total in game.totals.items())
    state = say(language, "games.over" if game.finished else "games.open")
    turns = counted(language, "games.turns", game.turns)
    rules = game.rules.value
    return f"{stored.number:>4}  {when}  {rules:<8}{state:<9}{turns:<11}{totals}"

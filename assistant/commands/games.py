"""List the games that are kept, the latest first."""

from __future__ import annotations

import argparse
import json
import time

from assistant.commands.stored import describe_store, opened_store
from assistant.store import StoredGame


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    describe_store(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """Print one game a line."""
    with opened_store(arguments) as store:
        games = store.games()
    for stored in games:
        print(json.dumps(_written(stored), ensure_ascii=False) if arguments.json else _told(stored))
    if not games and not arguments.json:
        print("No games yet.")
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


def _told(stored: StoredGame) -> str:
    game = stored.game
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(stored.last_s))
    totals = ", ".join(f"{name} {total}" for name, total in game.totals.items())
    state = "over" if game.finished else "open"
    turns = f"{len(game.turns)} turns"
    return (
        f"{stored.number:>4}  {when}  {game.settings.rules.value:<8}{state:<6}{turns:<10}{totals}"
    )

"""Keep a game at the prompt: place, trade, undo; every turn is kept, and an open game goes on."""

from __future__ import annotations

import argparse

from assistant import words
from assistant.board import Placement, format_board, parse_placement
from assistant.commands import CommandError
from assistant.commands.recorded import describe_language
from assistant.commands.stored import describe_store, opened_store
from assistant.events import (
    End,
    Event,
    Finished,
    Passed,
    Redone,
    Rulebook,
    Settings,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.game import Accepted, Game, answer
from assistant.sheet import format_result, format_turn
from assistant.store import Store
from assistant.words import Language

HELP = """ro@0,0 rs@1,0   place tiles (colour and shape letter, then x,y)
trade 3   pass   undo   redo   board   end   quit"""


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices = [Rulebook.CLASSIC.value, Rulebook.CUBES.value]
    parser.add_argument("--rules", choices=choices, default=Rulebook.CLASSIC.value)
    parser.add_argument("--players", help="names for a new game, like Anna,Chris")
    describe_language(parser)
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Go on with the open game, or start one, until the players quit."""
    language = Language(arguments.language)
    with opened_store(arguments) as store:
        if (begun := _begun(store, arguments, language)) is None:
            return 0
        number, game = begun
        print(f"{format_result(game, language)}\n\n{HELP}")
        while (line := _asked(f"{game.next_player or '-'}> ")) not in (None, "quit"):
            game = _after(line or "board", number, game, store, language)
    return 0


def _begun(
    store: Store, arguments: argparse.Namespace, language: Language
) -> tuple[int, Game] | None:
    """The latest open game, unless players for a new one are named; None if nobody is there."""
    stored = None if arguments.players else store.latest_unfinished()
    if stored and stored.game.settings.rules is not Rulebook.CARDS:
        return stored.number, stored.game
    names = arguments.players or _asked("Players, like Anna,Chris: ")
    if names is None:
        return None
    players = tuple(name.strip() for name in names.split(",") if name.strip())
    settings = Settings(Rulebook(arguments.rules), up_to_six=len(players) > 4)
    started = Started(settings, players)
    match answer(None, started):
        case Accepted(game):
            return store.begin(started), game
        case refused:
            raise CommandError(words.refusal(language, refused))


def _after(line: str, number: int, game: Game, store: Store, language: Language) -> Game:
    """The game after one line from the prompt, with what there is to say about it."""
    if line == "board":
        print(format_result(game, language))
        return game
    try:
        event = _event(line, game.next_player or game.players[0])
    except ValueError as error:
        print(error)
        return game
    answered = answer(game, event)
    if not isinstance(answered, Accepted):
        print(words.refusal(language, answered))
        return game
    after = answered.game
    if len(after.turns) > len(game.turns):
        print(format_turn(after.turns[-1], after.board, language))
        if not after.turns[-1].is_legal:
            # The tiles go back to the hand and the same player tries again: nothing to keep.
            return game
    store.append(number, event)
    print(format_result(after, language) if after.finished else format_board(after.board))
    return after


def _event(line: str, player: str) -> Event:
    match line.split():
        case ["undo"]:
            return Undone()
        case ["redo"]:
            return Redone()
        case ["end"]:
            return Finished(End.AGREED)
        case ["pass"]:
            return Passed(player)
        case ["trade", count] if count.isdecimal():
            return Traded(player, int(count))
        case _:
            return TilesPlaced(player, _placement(line))


def _placement(line: str) -> Placement:
    try:
        return parse_placement(line)
    except ValueError as error:
        raise ValueError(f"{error}\n{HELP}") from None


def _asked(question: str) -> str | None:
    """A line from the keyboard; None at its end."""
    try:
        return input(question).strip()
    except EOFError:
        print()
        return None

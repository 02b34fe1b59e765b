"""What several commands take: a written game, the rules, the players, a language, kept games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from assistant.commands.parser import Argument, one_of, whole_number
from assistant.game.events import Rulebook
from assistant.words import Language

Called = TypeVar("Called", bound=Callable[..., object])


def argument(name: str, metavar: str, about: str, **more: object) -> Callable[[Called], Called]:
    """Something that is named without an option."""
    return click.argument(name, cls=Argument, metavar=metavar, about=about, **more)


record_argument = argument(
    "record",
    "RECORD.json",
    "a written game, as `export` writes it",
    type=click.Path(path_type=Path),
)


def json_option(about: str = "one JSON object a line") -> Callable[[Called], Called]:
    """Whether a program reads the answer."""
    return click.option("--json", "as_json", is_flag=True, help=about)


def rules_option(about: str) -> Callable[[Called], Called]:
    """Which game it is; None where the call does not say."""
    choices = "|".join(book.value for book in Rulebook)
    return click.option("--rules", metavar=choices, callback=one_of(Rulebook), help=about)


def players_option(about: str) -> Callable[[Called], Called]:
    """Who plays, in order of play."""
    return click.option("--players", metavar="A,B", help=about)


def number_option(name: str, about: str, **more: object) -> Callable[[Called], Called]:
    """A whole number."""
    more = {"metavar": "NUMBER", "type": str} | more
    return click.option(name, callback=whole_number, help=about, **more)  # type: ignore[arg-type]


def _language(ctx: click.Context, param: click.Parameter, value: str | None) -> Language:
    """The language that the call names, else the terminal's, which the context carries."""
    spoken = one_of(Language)(ctx, param, value) or ctx.obj
    assert isinstance(spoken, Language)
    return spoken


language_option = click.option(
    "--language",
    metavar="|".join(language.value for language in Language),
    callback=_language,
    help="the language of sentences (default: your computer's)",
)
"""The option of every command that speaks to players."""

data_option = click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="where games are kept (default: a folder of your own)",
)
"""The option of every command that uses kept games."""

"""The rules page: every rule of the three games in our own words, with its number and a picture."""

from __future__ import annotations

from flask import Blueprint, render_template

from assistant.game.state import Game
from assistant.rules.books import BOOKS, book_of
from assistant.session.session import Session
from assistant.web.language import asked_language
from assistant.web.rule_pictures import PICTURES, picture_of
from assistant.words import Language, say

HOUSE_RULES = ("no_bonus", "no_opening_set", "lone_tile_free")
"""The settings that change a rule, by the name of their text on the start page."""


def rules_routes(session: Session) -> Blueprint:
    """The page with the rules, for players and for those who watch."""
    routes = Blueprint("rules", __name__)

    @routes.get("/rules")
    def rules() -> str:
        game = session.now.game
        own = None if game is None else game.settings.rules
        books = sorted(BOOKS, key=lambda name: name is not own)
        return render_template(
            "rules.html",
            games=[(name.value, _numbers(book_of(name).letter)) for name in books],
            own=own.value if own else "",
            here=[] if game is None else _agreed(game, asked_language()),
            picture_of=picture_of,
        )

    return routes


def _numbers(letter: str) -> list[str]:
    return [rule for rule in PICTURES if rule.startswith(letter)]


def _agreed(game: Game, language: Language) -> list[str]:
    """The house rules that this table plays by."""
    settings = game.settings
    agreed = [
        say(language, f"page.house.{name}") for name in HOUSE_RULES if getattr(settings, name)
    ]
    if settings.turn_s:
        seconds = say(language, "page.house.seconds", count=settings.turn_s)
        agreed.append(f"{say(language, 'page.house.turn_s')}: {seconds}")
    return agreed

"""The registry of games: a further one is its file, its name, its line here, and its words."""

from __future__ import annotations

from dataclasses import replace

from assistant.rules import cards, classic, cubes
from assistant.rules.book import Book, Rulebook
from assistant.tiles import Palette

BOOKS = {book.name: book for book in (classic.BOOK, cubes.BOOK, cards.BOOK)}


def book_of(rules: Rulebook, palette: Palette | None = None) -> Book:
    """A game's rulebook, with the colours of the set where they are known."""
    return replace(BOOKS[rules], palette=palette)


def game_citing(rule: str) -> Rulebook | None:
    """The game that a rule number belongs to."""
    return next((name for name, book in BOOKS.items() if rule.startswith(book.letter)), None)

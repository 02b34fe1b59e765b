"""Words: everything the referee says to players, in the four languages of the rulebooks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.board import Cell
from assistant.game.events import End, Rulebook
from assistant.game.refusals import Refused
from assistant.rules.ruling import Violation
from assistant.tiles import Attribute, Colour, Tile
from assistant.words.catalogue import CATALOGUE, Language

__all__ = [
    "CATALOGUE",
    "Language",
    "PlainError",
    "Sentence",
    "counted",
    "name_of",
    "refusal",
    "refusal_sentence",
    "say",
    "sentence",
    "the_tile",
    "tile_name",
]


def say(language: Language, key: str, **parts: object) -> str:
    """One text of the catalogue with its parts filled in."""
    return CATALOGUE[language][key].format(**parts)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text of the catalogue before it is known who reads it."""

    key: str
    parts: tuple[tuple[str, object], ...] = ()

    def told(self, language: Language) -> str:
        """The sentence in this language."""
        return say(language, self.key, **dict(self.parts))


class PlainError(Exception):
    """Something broken outside, told in a sentence of any language."""

    def __init__(self, what: str | Sentence, /, **parts: object) -> None:
        self.sentence = Sentence(what, tuple(parts.items())) if isinstance(what, str) else what
        super().__init__(self.sentence.told(Language.ENGLISH))

    def told(self, language: Language) -> str:
        """What is wrong, in this language."""
        return self.sentence.told(language)


def counted(language: Language, key: str, count: int) -> str:
    """A number with its noun: 'points' gives '1 point' and '7 points'."""
    form = "one" if abs(count) == 1 else "many"
    return say(language, f"{key}.{form}", count=count)


def name_of(language: Language, named: Attribute | Rulebook | End) -> str:
    """The plain name of a colour, a shape, a game or an end."""
    return say(language, f"{type(named).__name__.lower()}.{named.value}")


def tile_name(language: Language, tile: Tile) -> str:
    """'red circle', as on a button."""
    return _tile(language, "tile", tile)


def the_tile(language: Language, tile: Tile) -> str:
    """'the red circle', as in a sentence."""
    return _tile(language, "the_tile", tile)


def sentence(language: Language, violation: Violation) -> str:
    """The reason of one broken rule as a sentence."""
    key = f"fault.{violation.fault.value}"
    for letter, game in (("U", Rulebook.CUBES), ("K", Rulebook.CARDS)):
        own = f"{key}.{game.value}"
        if violation.rule.startswith(letter) and own in CATALOGUE[language]:
            key = own
    return _opened_with_capital(
        say(
            language,
            key,
            tile=the_tile(language, violation.tiles[0]) if violation.tiles else "",
            tiles=", ".join(tile_name(language, tile) for tile in violation.tiles),
            colour=name_of(language, violation.tiles[0].colour) if violation.tiles else "",
            cell=_cells(violation.cells[:1]),
            cells=_cells(violation.cells),
            count=violation.count,
        )
    )


def refusal(language: Language, refused: Refused) -> str:
    """The reason of a refused event as a sentence."""
    return refusal_sentence(refused).told(language)


def refusal_sentence(refused: Refused) -> Sentence:
    """The reason of a refused event before it is known who reads it."""
    parts = (("player", refused.player), ("count", refused.count), ("limit", refused.limit))
    return Sentence(f"refusal.{refused.reason.value}", parts)


def _tile(language: Language, kind: str, tile: Tile) -> str:
    key = f"{kind}.{tile.shape.value}"
    colour = name_of(language, tile.colour)
    return say(language, key, colour=colour, bent=_bent(language, tile.colour))


def _bent(language: Language, colour: Colour) -> str:
    """The colour's other form, beside nouns that ask for it ('verte', 'rode', 'roja')."""
    return say(language, f"bent.{colour.value}")


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(f"({cell})" for cell in cells)


def _opened_with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]

"""Words: everything the referee says to players, in every language of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.board import Cell
from assistant.game.events import End, Rulebook
from assistant.game.refusals import Refused, Remarked
from assistant.rules.books import game_citing
from assistant.rules.ruling import Violation
from assistant.tiles import Attribute, Colour, Tile
from assistant.words.catalogue import CATALOGUE, FORMS, Language

__all__ = [
    "CATALOGUE",
    "Language",
    "PlainError",
    "Sentence",
    "counted",
    "end_sentence",
    "name_of",
    "of_game",
    "refusal",
    "refusal_sentence",
    "remark",
    "say",
    "sentence",
    "the_tile",
    "tile_name",
]


def say(language: Language, key: str, **parts: object) -> str:
    """One text of the catalogue with its parts filled in, in the form that its number asks for."""
    return _form(CATALOGUE[language], key, parts).format(**parts)


def of_game(key: str, rules: Rulebook | None) -> str:
    """The key of a text that speaks of cubes or cards, where there is one for this game."""
    own = key if rules is None else f"{key}.{rules.value}"
    texts = CATALOGUE[Language.ENGLISH]
    return own if own in texts or f"{own}.many" in texts else key


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text of the catalogue before it is known who reads it."""

    key: str
    parts: tuple[tuple[str, object], ...] = ()

    def translate(self, language: Language) -> str:
        """The sentence in this language."""
        return say(language, self.key, **{n: _shown(language, part) for n, part in self.parts})


def _shown(language: Language, part: object) -> object:
    match part:
        case Tile():
            return tile_name(language, part)
        case Colour():
            return name_of(language, part)
        case Sentence():
            # A sentence within another one does not end it.
            return part.translate(language).removesuffix(".")
        case _:
            return part


class PlainError(Exception):
    """Something broken outside, told in a sentence of any language."""

    def __init__(self, what: str | Sentence, /, **parts: object) -> None:
        self.sentence = Sentence(what, tuple(parts.items())) if isinstance(what, str) else what
        super().__init__(self.sentence.translate(Language.ENGLISH))

    def translate(self, language: Language) -> str:
        """What is wrong, in this language."""
        return self.sentence.translate(language)


def counted(language: Language, key: str, count: int) -> str:
    """A number with its noun: 'points' gives '1 point' and '7 points'."""
    return say(language, key, count=count)


def name_of(language: Language, named: Attribute | Rulebook) -> str:
    """The plain name of a colour, a shape or a game."""
    return say(language, f"{type(named).__name__.lower()}.{named.value}")


def end_sentence(language: Language, end: End, rules: Rulebook) -> str:
    """How a game ended."""
    return say(language, of_game(f"end.{end.value}", rules))


def tile_name(language: Language, tile: Tile) -> str:
    """'red circle', as on a button."""
    return _tile(language, "tile", tile)


def the_tile(language: Language, tile: Tile) -> str:
    """'the red circle', as in a sentence."""
    return _tile(language, "the_tile", tile)


def sentence(language: Language, violation: Violation) -> str:
    """The reason of one broken rule as a sentence."""
    key = of_game(f"fault.{violation.fault.value}", game_citing(violation.rule))
    return _opened_with_capital(
        say(
            language,
            key,
            tile=the_tile(language, violation.tiles[0]) if violation.tiles else "",
            tiles=", ".join(tile_name(language, tile) for tile in violation.tiles),
            colour=name_of(language, violation.tiles[0].colour) if violation.tiles else "",
            sixth=name_of(language, _sixth(violation)),
            cell=_cells(violation.cells[:1]),
            cells=_cells(violation.cells),
            count=violation.count,
        )
    )


def _sixth(violation: Violation) -> Colour:
    """The sixth colour of a set to which a tile of the other sixth colour does not belong."""
    white = any(tile.colour is Colour.WHITE for tile in violation.tiles)
    return Colour.PURPLE if white else Colour.WHITE


def refusal(language: Language, refused: Refused) -> str:
    """The reason of a refused event as a sentence."""
    return refusal_sentence(refused).translate(language)


def refusal_sentence(refused: Refused) -> Sentence:
    """The reason of a refused event before it is known who reads it."""
    parts = (
        ("player", refused.player),
        ("count", refused.count),
        ("limit", refused.limit),
        ("whose", refused.whose),
        ("tile", refused.tile),
    )
    return Sentence(of_game(f"refusal.{refused.reason.value}", game_citing(refused.rule)), parts)


def remark(language: Language, remarked: Remarked) -> str:
    """What is worth saying about something that counts all the same."""
    key = of_game(f"remark.{remarked.remark.value}", game_citing(remarked.rule))
    parts = {"player": remarked.player, "count": remarked.count, "limit": remarked.limit}
    return say(language, key, **parts)


def _tile(language: Language, kind: str, tile: Tile) -> str:
    texts = CATALOGUE[language]
    key = f"{kind}.{tile.shape.value}"
    return texts[key].format(colour=name_of(language, tile.colour), **_bent(texts, tile.colour))


def _bent(texts: Mapping[str, str], colour: Colour) -> dict[str, str]:
    """The colour's other forms, beside nouns that ask for them ('verte', 'roja', 'roter')."""
    ends = f".{colour.value}"
    forms = [key for key in texts if key.startswith(FORMS) and key.endswith(ends)]
    return {key.removeprefix(FORMS).removesuffix(ends): texts[key] for key in forms}


def _form(texts: Mapping[str, str], key: str, parts: Mapping[str, object]) -> str:
    """The text itself, or its form for one or for many of what {limit} or else {count} counts."""
    if key in texts:
        return texts[key]
    many = texts[f"{key}.many"]
    number = abs(int(str(parts["limit" if "{limit}" in many else "count"])))
    if number == 0:
        return texts[f"{key}.{texts['plural.zero']}"]
    return texts[f"{key}.one"] if number == 1 else many


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(f"({cell})" for cell in cells)


def _opened_with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]

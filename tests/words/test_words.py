"""The catalogue: no language misses a text, a part or a name."""

import re
from pathlib import Path
from string import Formatter

import pytest

from assistant import words
from assistant.board import Cell
from assistant.game.events import End, Rulebook
from assistant.game.refusals import Refusal, Refused
from assistant.rules import cards, classic, cubes
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Colour, Shape, Tile, parse_tile
from assistant.words import CATALOGUE, Language

ENGLISH = CATALOGUE[Language.ENGLISH]


def parts_of(text):
    """The placeholders of a text; a colour may stand in either of its forms."""
    names = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return {"colour" if name == "bent" else name for name in names}


@pytest.mark.parametrize("language", Language)
def test_every_language_has_the_same_texts_with_the_same_parts(language):
    texts = CATALOGUE[language]
    assert texts.keys() == ENGLISH.keys()
    for key, text in texts.items():
        assert text.strip() == text != "" or key == "sheet.and"
        assert parts_of(text) == parts_of(ENGLISH[key]), key


@pytest.mark.parametrize("language", Language)
def test_everything_with_a_name_has_it_in_every_language(language):
    for named in (*Colour, *Shape, *Rulebook, *End):
        assert words.name_of(language, named)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rule", ["C1", "U1", "K1"])
@pytest.mark.parametrize("fault", Fault)
def test_every_fault_is_a_sentence_in_every_language(language, rule, fault):
    tiles = (parse_tile("ro"), parse_tile("b*"))
    told = words.sentence(language, Violation(fault, rule, (Cell(3, -1),), tiles, 7))
    assert told[0].isupper()
    assert told.endswith(".")
    assert "{" not in told


@pytest.mark.parametrize("language", Language)
def test_every_rule_that_a_ruling_names_is_told_in_words(language):
    of_cards = re.findall(r'"(K\d)"', Path(cards.__file__).read_text(encoding="utf-8"))
    named = {*classic.RULES.values(), *cubes.RULES.values(), *of_cards}
    told = {key for key in CATALOGUE[language] if key.startswith("rule.")}
    assert told == {f"rule.{number}" for number in named}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("reason", Refusal)
def test_every_refusal_is_a_sentence_in_every_language(language, reason):
    told = words.refusal(language, Refused(reason, "Anna", 7, 6))
    assert told[0].isupper()
    assert told.endswith(".")


@pytest.mark.parametrize("language", [Language.FRENCH, Language.DUTCH, Language.SPANISH])
def test_sentences_are_translated_and_not_copied(language):
    spoken = [key for key in ENGLISH if key.startswith(("fault.", "refusal.", "end.", "rule."))]
    assert [key for key in spoken if CATALOGUE[language][key] == ENGLISH[key]] == []


@pytest.mark.parametrize(
    ("language", "tile", "name", "with_article"),
    [
        (Language.ENGLISH, "gs", "green square", "the green square"),
        (Language.FRENCH, "gs", "carré vert", "le carré vert"),
        (Language.FRENCH, "g*", "étoile verte", "l’étoile verte"),
        (Language.DUTCH, "gs", "groen vierkant", "het groene vierkant"),
        (Language.DUTCH, "go", "groene cirkel", "de groene cirkel"),
        (Language.SPANISH, "ro", "círculo rojo", "el círculo rojo"),
        (Language.SPANISH, "rx", "cruz roja", "la cruz roja"),
    ],
)
def test_colours_bend_as_their_noun_asks(language, tile, name, with_article):
    assert words.tile_name(language, parse_tile(tile)) == name
    assert words.the_tile(language, parse_tile(tile)) == with_article


@pytest.mark.parametrize("language", Language)
def test_no_two_tiles_are_called_the_same(language):
    tiles = [Tile(colour, shape) for colour in Colour for shape in Shape]
    assert len({words.tile_name(language, tile) for tile in tiles}) == len(tiles)


def test_one_point_is_not_one_points():
    assert words.counted(Language.ENGLISH, "points", 1) == "1 point"
    assert words.counted(Language.ENGLISH, "points", -1) == "-1 point"
    assert words.counted(Language.DUTCH, "points", 0) == "0 punten"


def test_the_twin_is_named_with_its_places():
    twice = Violation(Fault.TWICE_IN_LINE, "C6", (Cell(1, 0), Cell(4, 0)), (parse_tile("rs"),), 2)
    told = words.sentence(Language.ENGLISH, twice)
    assert told == "The red square is twice in the same line: (1,0) (4,0)."

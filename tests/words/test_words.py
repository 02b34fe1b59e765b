"""The catalogue: no language misses a text, a part or a name."""

import re
from string import Formatter

import pytest

from assistant import words
from assistant.board import Cell
from assistant.game.events import End, Rulebook
from assistant.game.refusals import Refusal, Refused
from assistant.rules.books import BOOKS
from assistant.rules.ruling import Fault, Violation
from assistant.tiles import Colour, Shape, Tile, parse_tile
from assistant.web.rule_pictures import PICTURES
from assistant.words import CATALOGUE, Language
from assistant.words.catalogue import FORMS
from tests.support import sentences_page

ENGLISH = CATALOGUE[Language.ENGLISH]


def parts_of(text):
    """The placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms_of(language):
    """The names of the forms in which a language has its colours."""
    forms = [key for key in CATALOGUE[language] if key.startswith(FORMS)]
    return {key.split(".")[1] for key in forms}


@pytest.mark.parametrize("language", Language)
def test_every_form_of_a_language_has_every_colour_and_is_used(language):
    texts = CATALOGUE[language]
    for form in forms_of(language):
        assert all(texts[f"{FORMS}{form}.{colour.value}"] for colour in Colour)
    used = {part for key in texts if "tile." in key[:9] for part in parts_of(texts[key])}
    assert used - {"colour"} == forms_of(language)


@pytest.mark.parametrize("language", Language)
def test_every_language_has_the_same_texts_with_the_same_parts(language):
    texts = CATALOGUE[language]
    said = {key: text for key, text in texts.items() if not key.startswith(FORMS)}
    assert said.keys() == ENGLISH.keys()
    for key, text in said.items():
        if key.startswith(("tile.", "the_tile.")):
            continue
        assert text.strip() == text != "" or key == "sheet.and"
        assert parts_of(text) == parts_of(ENGLISH[key]), key


@pytest.mark.parametrize("language", Language)
def test_everything_with_a_name_has_it_in_every_language(language):
    for named in (*Colour, *Shape, *Rulebook):
        assert words.name_of(language, named)
    for end in End:
        for rules in Rulebook:
            assert words.end_sentence(language, end, rules)


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
    cited = [(*book.rules.values(), *book.deeds.values()) for book in BOOKS.values()]
    named = {number for of_book in cited for number in of_book}
    assert named <= set(PICTURES)
    told = {key for key in CATALOGUE[language] if key.startswith("rule.")}
    assert told == {f"rule.{number}" for number in PICTURES}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("reason", Refusal)
def test_every_refusal_is_a_sentence_in_every_language(language, reason):
    told = words.refusal(language, Refused(reason, "Anna", 7, 6))
    assert told[0].isupper()
    assert told.endswith(".")


@pytest.mark.parametrize("language", [one for one in Language if one is not Language.ENGLISH])
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
        (Language.GERMAN, "ro", "roter Kreis", "der rote Kreis"),
        (Language.GERMAN, "gs", "grünes Quadrat", "das grüne Quadrat"),
        (Language.GERMAN, "wd", "weiße Raute", "die weiße Raute"),
        (Language.GERMAN, "pc", "lila Kleeblatt", "das lila Kleeblatt"),
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
    assert words.counted(Language.FRENCH, "points", 0) == "0 point"
    assert words.counted(Language.GERMAN, "points", 0) == "0 Punkte"


@pytest.mark.parametrize(
    ("language", "left", "told"),
    [
        (Language.ENGLISH, 1, "The game goes on: 1 is left to draw."),
        (Language.ENGLISH, 2, "The game goes on: 2 are left to draw."),
        (Language.SPANISH, 1, "La partida sigue: queda 1 por robar."),
        (Language.DUTCH, 1, "Het spel gaat door: er is er nog 1 te trekken."),
        (Language.GERMAN, 1, "Das Spiel geht weiter: 1 ist noch zum Nachziehen da."),
    ],
)
def test_a_verb_agrees_with_what_is_left(language, left, told):
    refused = Refused(Refusal.BAG_NOT_EMPTY, "Anna", 7, left)
    assert words.refusal(language, refused) == told


@pytest.mark.parametrize("language", Language)
def test_both_forms_of_a_text_are_there(language):
    texts = CATALOGUE[language]
    for key in texts:
        stem, _, form = key.rpartition(".")
        if form in ("one", "many"):
            assert {f"{stem}.one", f"{stem}.many"} <= texts.keys()
            assert stem not in texts


def test_cubes_are_called_cubes_and_cards_cards():
    def told(rule):
        return words.sentence(Language.ENGLISH, Violation(Fault.TOO_LONG, rule, (), (), 7))

    assert told("C6") == "A line can have at most six tiles, and this one has 7."
    assert told("U8") == "A line can have at most six cubes, and this one has 7."
    assert told("K4") == "A row can have at most six cards, and this one has 7."


@pytest.mark.parametrize("language", Language)
def test_no_sentence_about_cubes_or_cards_speaks_of_tiles(language):
    tile = {"en": "tile", "fr": "tuile", "nl": "blokje", "es": "ficha", "de": "Stein"}
    speaks_of_tiles = re.compile(rf"\b{tile[language.value]}", re.IGNORECASE)
    names = re.compile(r"\{\w+\}")
    for key, text in CATALOGUE[language].items():
        if {"cubes", "cards"} & set(key.split(".")[1:]) or key.startswith(("rule.U", "rule.K")):
            assert not speaks_of_tiles.search(names.sub("", text)), key


def test_a_tile_of_the_other_sixth_colour_is_told_which_one_the_set_has():
    alien = Violation(Fault.WRONG_COLOUR_SET, "C1", (Cell(0, 0),), (parse_tile("wo"),), 0)
    assert words.sentence(Language.ENGLISH, alien).endswith("its sixth colour is purple.")
    alien = Violation(Fault.WRONG_COLOUR_SET, "C1", (Cell(0, 0),), (parse_tile("po"),), 0)
    assert words.sentence(Language.FRENCH, alien).endswith("sa sixième couleur est le blanc.")


def test_the_twin_is_named_with_its_places():
    twice = Violation(Fault.TWICE_IN_LINE, "C6", (Cell(1, 0), Cell(4, 0)), (parse_tile("rs"),), 2)
    told = words.sentence(Language.ENGLISH, twice)
    assert told == "The red square is more than once in the same line: (1,0) (4,0)."


def test_the_page_of_all_sentences_is_as_the_files_are():
    assert sentences_page.PAGE.read_text(encoding="utf-8") == sentences_page.written(), "make map"

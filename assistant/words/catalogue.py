"""The catalogue: every text of every language, each language in one TOML file beside this one."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum

FORMS = "forms."
"""Before the keys of colours' other forms, a table each in the files of languages that bend."""


class Language(Enum):
    """A language of the catalogue."""

    ENGLISH = "en"
    FRENCH = "fr"
    DUTCH = "nl"
    SPANISH = "es"
    GERMAN = "de"


class Catalogue(Mapping[Language, Mapping[str, str]]):
    """The texts by language and key, each language read when somebody first speaks it."""

    def __init__(self) -> None:
        self._read: dict[Language, Mapping[str, str]] = {}

    def __getitem__(self, language: Language) -> Mapping[str, str]:
        if language not in self._read:
            raw = pkgutil.get_data(__package__, f"{language.value}.toml")
            assert raw is not None, "the texts are part of the package"
            read = tomllib.loads(raw.decode("utf-8"))
            forms = read.pop("forms", {})
            self._read[language] = read | {
                f"{FORMS}{name}.{colour}": word
                for name, words in forms.items()
                for colour, word in words.items()
            }
        return self._read[language]

    def __iter__(self) -> Iterator[Language]:
        return iter(Language)

    def __len__(self) -> int:
        return len(Language)


CATALOGUE = Catalogue()

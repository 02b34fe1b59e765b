"""All sentences of all languages on one page of the docs, for native readers: `make map`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from assistant.tiles import Colour, Shape, Tile
from assistant.words import CATALOGUE, Language, the_tile, tile_name
from assistant.words.catalogue import FORMS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "sentences.md"
HEAD = """# Everything that players are told

Made by `make map` from the files in `assistant/words/`, one a language; a test holds it true.
What stands in braces is filled in. `.one` and `.many` are two forms of one text; `.cubes` and
`.cards` are what it says in those games.
"""
SECTION = re.compile(r"^# (?:==== )?(.+)$")
KEY = re.compile(r'^"([^"]+)" = ')


def written() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_tiles(), *_texts()]).rstrip() + "\n"


def _tiles() -> Iterator[str]:
    """Every tile by name, on a button and in a sentence: colours agree with their nouns."""
    yield "## Tiles\n"
    yield _row("", *(one.value for one in Language))
    yield _row(*["---"] * (1 + len(Language)))
    for shape in Shape:
        for colour in Colour:
            tile = Tile(colour, shape)
            names = [f"{tile_name(one, tile)}; {the_tile(one, tile)}" for one in Language]
            yield _row(f"`{tile}`", *names)
    yield ""


def _texts() -> Iterator[str]:
    """Every text under the heading that it has in the English file."""
    source = ROOT / "assistant" / "words" / "en.toml"
    for line in source.read_text(encoding="utf-8").splitlines()[1:]:
        if heading := SECTION.match(line):
            yield f"\n## {heading.group(1)}\n"
        elif (key := KEY.match(line)) and not key.group(1).startswith(FORMS):
            yield f"- `{key.group(1)}`"
            yield from (f"  - {one.value}: {CATALOGUE[one][key.group(1)]}" for one in Language)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(), encoding="utf-8")

"""The page on games of Cards: one section for each way of measuring, each written by itself."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "cards_films.md"
HEAD = """# Games of Qwirkle Cards: films and photos

Simulated games on which nothing was tuned; about half of the turns rearrange rows, a tenth are
against the rules. A turn is *right* (cards, rows, verdict, Qwirkles and player as they were, and
nothing asked), *asked* (a person would have been asked; how many of these were right anyway stands
beside it), or *silent*: wrong without a question, the defect that counts. Nobody answers, so one
error may be asked about for several turns. No film or photograph of real cards was at hand:
`qwirkle play --record` keeps what becomes a test, please send it.
"""


def write_section(name: str, text: str) -> None:
    """Put a section into the page, in place of the one of that name."""
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else HEAD
    section = f"\n## {name}\n\n{text.strip()}\n"
    found = re.compile(rf"\n## {re.escape(name)}\n.*?(?=\n## |\Z)", re.S)
    page = found.sub(lambda _: section, page) if found.search(page) else page + section
    PAGE.write_text(page, encoding="utf-8")


def table(counts: Counter[tuple[str, str]]) -> str:
    """Turns by kind and outcome; outcomes are right, asked right, asked wrong, silent."""
    lines = [
        "| turn | turns | right | asked | of these right | silent |",
        "|---|---|---|---|---|---|",
    ]
    kinds = sorted({kind for kind, _ in counts})
    for kind in (*kinds, "all"):
        own: Counter[str] = Counter()
        for (of_kind, told), turns in counts.items():
            own[told] += turns if kind in (of_kind, "all") else 0
        asked = own["asked right"] + own["asked wrong"]
        lines.append(
            f"| {kind} | {own.total()} | {own['right']} | {asked} | {own['asked right']}"
            f" | {own['silent']} |"
        )
    return "\n".join(lines)

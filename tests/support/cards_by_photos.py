"""Photographed games of Cards and how each turn came out: `make cards-photos`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

from tests.support.cards_drawn import CardsPhotographer
from tests.support.cards_games import drawn_game
from tests.support.cards_page import table, write_section
from tests.support.cards_photos import Outcome, Photographed, photographed, replayed
from tests.support.noisy_cards import MEASURED, PERFECT, NoisyReader, Rates
from vision.observation import Observation
from vision.reading.cards import read_cards

TURNS = 20
FIRST_NOISY, FIRST_DRAWN = 7000, 9500
"""Nothing was tuned on games from here on."""
FORGOTTEN = 0.15

Read = Callable[[Photographed], Observation]


def count(told: Counter[tuple[str, str]], outcome: Outcome) -> None:
    """Adds one photo to the table."""
    asked = "asked right" if outcome.is_right else "asked wrong"
    told[outcome.kind, asked if outcome.asked else outcome.verdict] += 1


def noisy(
    first: int, games: int, rates: Rates, forgotten: float, answered: bool = False
) -> Counter[tuple[str, str]]:
    """Games before a reader that errs as told, with nobody or with people to answer."""
    told: Counter[tuple[str, str]] = Counter()
    for seed in range(first, first + games):
        reader = NoisyReader(seed, rates)
        photos = photographed(drawn_game(seed, TURNS), forgotten, seed)
        for outcome in replayed(photos, _reading(reader), answered=answered):
            count(told, outcome)
            if outcome.verdict == "silent":
                print(seed, outcome.words, flush=True)
    return told


def _reading(reader: NoisyReader) -> Read:
    return lambda one: reader.read(one.shown.shown, one.shown.tops)


def _photographing(camera: CardsPhotographer) -> Read:
    return lambda one: read_cards(camera.photograph(one.shown))


def drawn(first: int, games: int) -> Counter[tuple[str, str]]:
    """Games that the simulated table shows, read for real."""
    told: Counter[tuple[str, str]] = Counter()
    for seed in range(first, first + games):
        photos = photographed(drawn_game(seed, TURNS))
        for outcome in replayed(photos, _photographing(CardsPhotographer(seed))):
            count(told, outcome)
            print(seed, outcome.kind, outcome.verdict, outcome.is_right, outcome.words, flush=True)
    return told


def main(what: str, first: int, games: int) -> None:
    """Measure one section of the page and write it."""
    match what:
        case "drawn":
            text = (
                f"{games} games of up to {TURNS} turns, drawn by the simulated table (both faces,"
            )
            text += " with and without small symbols, every cover, light and table top, 0 to 40"
            text += " degrees) and read as they are: reading and watching together.\n\n"
            write_section("Photos, read", text + table(drawn(first, games)))
        case "noisy":
            text = "The watching by itself, before a reader that errs as told (`noisy_cards.py`):"
            text += " 3 % of cards misread, most of them with doubt, 1.5 % not seen, rows split and"
            text += (
                " joined one time in a hundred each; that, twice that, and a perfect reader with"
            )
            text += (
                " 15 % of the photos forgotten (a forgotten turn counts with the photo after it)."
            )
            for name, rates, forgotten in (
                ("As told", MEASURED, 0.0),
                ("Twice as many errors", MEASURED.times(2), 0.0),
                ("Forgotten photos, no errors", PERFECT, FORGOTTEN),
            ):
                found = noisy(first, games, rates, forgotten)
                text += f"\n\n### {name}\n\n{table(found)}"
            write_section("Photos, watched", text)


if __name__ == "__main__":
    kind = sys.argv[1] if len(sys.argv) > 1 else "noisy"
    usual = FIRST_DRAWN if kind == "drawn" else FIRST_NOISY
    begin, number = (int(word) for word in (sys.argv[2:] or (usual, 15)))
    main(kind, begin, number)

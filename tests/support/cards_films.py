"""Filmed games of Cards through the whole chain, and how each turn came out: `make cards-films`."""

import random
import sys
from collections import Counter

from assistant.game.events import CardsLaid, Rulebook, Settings, Started, move_of
from assistant.rules.cards import Table, row_violations, same_rows
from assistant.session.demo import FPS
from assistant.session.demo_cards import DemoCards
from assistant.session.replay import Replay
from tests.support.cards_page import write_section
from vision.simulated.film_cards import cards_playing_scene
from vision.simulated.pieces.card_art import CardFace
from vision.simulated.things.surfaces import Surface
from vision.sources.source import Picture

FIRST_SEED = 8100
"""Nothing was tuned on games from here on."""
TURNS = 10
LONGEST_S = 420.0


def film_game(seed: int, turns: int = TURNS) -> tuple[Counter, list[str]]:
    """One filmed game: a count by kind of turn and verdict, and all that was not right in words."""
    dice = random.Random(seed)
    scene = cards_playing_scene(
        seed,
        dice.choice(list(CardFace)),
        dice.random() < 0.6,
        dice.uniform(0.0, 30.0),
        dice.choice([top for top in Surface if top is not Surface.PRINTED_BOARD]),
    )
    replay = Replay(Started(Settings(Rulebook.CARDS), ("Anna", "Chris")))
    table, eye = DemoCards(lambda: replay.session.now, seed, scene), replay.eye()
    counts, wrong = Counter(), []
    frames, due, before, verdict = 0, None, (), ""
    while counts.total() < turns and frames < LONGEST_S * FPS:
        frames += 1
        picture = Picture(table.draw(frames / FPS), frames / FPS, frames)
        if due is not None and table.turn is None:
            # It was counted, or nobody did in all that time and it was taken back.
            counts[_kind(before, due), verdict or "missed"] += 1
            if verdict != "right":
                wrong.append(f"game {seed} at {frames / FPS:.0f} s: {_written(due)} {verdict}")
            due, verdict = None, ""
        if due is None and table.turn is not None:
            due, before = table.turn, replay.game.rows
        for one in replay.saw(eye.see(picture)):
            move = one.played.turn and move_of(one.played.turn.event)
            rows = move.rows if isinstance(move, CardsLaid) else ()
            is_right = due is not None and same_rows(rows, due)
            told = "asked" if one.played.asked else "right" if is_right else "silent"
            questions = sorted(asked.value for asked in one.played.questions)
            if told != "right":
                wrong.append(f"game {seed}: told {_written(rows)} {told} {questions}")
            if due is None:
                counts["nothing", told] += 1
            # What was silently wrong is not mended by what is told later.
            verdict = verdict or told
    return counts, wrong


def _kind(before: Table, after: Table) -> str:
    if any(row_violations(row) for row in after):
        return "illegal"
    left = [set(row) for row in after]
    kept = all(any(set(row) <= one for one in left) for row in before)
    return "laid" if kept else "rearranged"


def _written(rows: Table) -> str:
    return " / ".join(" ".join(map(str, row)) for row in rows)


def main(seeds: range) -> None:
    """Film games and write what came out."""
    counts, wrong = Counter(), []
    for seed in seeds:
        found, told = film_game(seed)
        counts += found
        wrong += told
        print(seed, dict(found), *told, sep="\n  ", flush=True)
    write_section("Films", text(len(seeds), counts, wrong))


def text(games: int, counts: Counter, wrong: list[str]) -> str:
    """The section of the page."""
    lines = [
        f"{games} filmed games of {TURNS} turns each (hands, both faces, with and without small "
        "symbols, 0 to 30 degrees, every table top). *Asked* turns are not told apart here.",
        "",
        "| turn | right | asked | missed | silent |",
        "|---|---|---|---|---|",
    ]
    verdicts = ("right", "asked", "missed", "silent")
    for kind in sorted({kind for kind, _ in counts}):
        lines.append(f"| {kind} | " + " | ".join(str(counts[kind, one]) for one in verdicts) + " |")
    lines += ["", "What was not right:", ""] if wrong else []
    return "\n".join([*lines, *(f"- {line}" for line in wrong)])


if __name__ == "__main__":
    first, count = (int(word) for word in (sys.argv[1:] or (FIRST_SEED, 12)))
    main(range(first, first + count))

"""Films of ordinary evenings: `make evenings` watches one of each and writes docs/evenings.md.

python -m tests.support.evening_films [--turns 30] [--first 2000] [--only NAME ...] [--no-report]
"""

import argparse
import time
from collections import Counter
from pathlib import Path

import cv2

from tests.support.filmed_games import Beside, FilmedGame
from tests.support.judged_films import judge_film
from vision.simulated.evenings import Evening
from vision.simulated.things.covers import Cover

REPORT = Path(__file__).resolve().parents[2] / "docs" / "evenings.md"
VERDICTS = ("right", "asked", "silent", "missed", "due")
SIZE_WH = (960, 540)
RATES = (5.0, 8.0)
"""Frames a second; the gate counts in seconds, and few frames are the harder film."""

EVENINGS = {
    "carpet": {"cover": Cover.CARPET},
    "marble": {"cover": Cover.MARBLE},
    "lace": {"cover": Cover.LACE},
    "box": {"beside": Beside.BOX},
    "racks": {"beside": Beside.RACKS},
    "open rows": {"beside": Beside.OPEN_ROWS},
    "tail": {"evening": Evening.TAIL},
    "curtain": {"evening": Evening.CURTAIN},
    "television": {"evening": Evening.TELEVISION},
    "clouds": {"evening": Evening.CLOUDS},
    "leaning arm": {"evening": Evening.LEANING},
    "leaning head": {"evening": Evening.HEAD},
    "pumping exposure": {"evening": Evening.PUMPING},
    "hunting focus": {"evening": Evening.HUNTING},
    "low bit rate": {"evening": Evening.LOW_RATE},
    "mains": {"evening": Evening.MAINS},
}

NEVER_AT_REST = {
    Evening.TAIL,
    Evening.CURTAIN,
    Evening.TELEVISION,
    Evening.CLOUDS,
    Evening.LOW_RATE,
    Evening.MAINS,
}

TEXT = """# Ordinary evenings

`make evenings` films a game on the simulated table for each of these evenings, with all that
goes wrong in [filmed games](films.md), and watches it, nobody answering: {turns} turns a film,
seeds from {first}. *Missed* is a turn of which nothing was told before the next one was complete;
a film that jams misses all that follow.

{table}

What was not right:

{wrong}
"""


def film(name, seed, turns):
    """One evening, and how its turns came out."""
    rate = RATES[seed % len(RATES)]
    return judge_film(FilmedGame(seed, turns, rate, size_wh=SIZE_WH, seated=True, **EVENINGS[name]))


def row(name, counts):
    numbers = [counts.total(), *(counts[verdict] for verdict in VERDICTS)]
    return f"| {name} | " + " | ".join(map(str, numbers)) + " |"


def report(verdicts, wrong, turns, first):
    head = "| evening | turns | right | asked | silently wrong | missed | question due |"
    lines = [head, "|---|---:|---:|---:|---:|---:|---:|"]
    lines += [row(name, counts) for name, counts in verdicts.items()]
    lines.append(row("**all**", sum(verdicts.values(), Counter())))
    what = "\n".join("- " + line for line in wrong) or "- nothing"
    return TEXT.format(turns=turns, first=first, table="\n".join(lines), wrong=what)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--first", type=int, default=2000, help="the first film's seed")
    parser.add_argument("--only", nargs="*", choices=EVENINGS, default=tuple(EVENINGS))
    parser.add_argument("--no-report", action="store_true")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    verdicts, wrong = {}, []
    for name in wanted.only:
        began = time.process_time()
        outcome = film(name, wanted.first + list(EVENINGS).index(name), wanted.turns)
        verdicts[name] = Counter()
        for (_, verdict), number in outcome.counts.items():
            verdicts[name][verdict] += number
        wrong += [f"{name}: {line}" for line in outcome.wrong]
        print(f"{time.process_time() - began:4.0f} s", row(name, verdicts[name]), flush=True)
        print(*("    " + line for line in outcome.wrong), sep="\n", flush=True)
    text = report(verdicts, wrong, wanted.turns, wanted.first)
    if not wanted.no_report:
        REPORT.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

"""At least a thousand turns of filmed games: `make films` watches them and writes docs/films.md.

python -m tests.support.films [--turns 1000] [--first 700] [--workers 2] [--no-report]
    [--rests 0.5 12] [--anywhere]
"""

import argparse
import os
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2

from tests.support.filmed_games import RATES, Case, FilmedGame
from tests.support.judged_films import Outcome, judge_film

REPORT = Path(__file__).resolve().parents[2] / "docs" / "films.md"
VERDICTS = ("right", "asked", "silent", "missed", "due")
SIZES = ((960, 540), (960, 540), (1280, 720))
RESTS_S = (0.5, 12.0)
"""Any rest between these is as likely as any other, whatever our thresholds are."""

TEXT = """# Filmed games

`make films` films whole games on the simulated table and watches them, nobody answering:
{games} games, {turns} turns, {hours:.1f} hours of film. A turn is right when its tiles, its points
and its verdict are told without a question. Rests between turns are drawn from 0.5 to 12 s, so
that many a next player has laid before the turn is told; each player has a seat and a sleeve, now
and then side by side. Where an old tile was taken away for good, a question is due.

{table}

From the hand's leaving to the proposal: {median:.2f} s in the middle, {late:.2f} s for one turn in
twenty, of which the still window is 0.6 s; up to two frames of the film and the reading are in it.

What was not right:

{wrong}
"""


def film(seed: int, rests_s: tuple[float, float], seated: bool) -> Outcome:
    cv2.setNumThreads(1)
    rate, size_wh = RATES[seed % len(RATES)], SIZES[seed % len(SIZES)]
    game = FilmedGame(seed, fps=rate, size_wh=size_wh, rests_s=rests_s, seated=seated)
    return judge_film(game)


def watch_films(
    turns: int, first: int, workers: int, rests_s: tuple[float, float], seated: bool
) -> list[Outcome]:
    """Film after film until so many turns were played."""
    outcomes: list[Outcome] = []
    began, seed = time.monotonic(), first
    with ProcessPoolExecutor(workers) as pool:
        waiting = {}
        while waiting or count(outcomes) < turns:
            while len(waiting) < workers and count(outcomes) < turns:
                waiting[seed] = pool.submit(film, seed, rests_s, seated)
                seed += 1
            done = [k for k, future in waiting.items() if future.done()]
            for k in done:
                outcomes.append(waiting.pop(k).result())
                told = outcomes[-1]
                passed_s = time.monotonic() - began
                print(f"{passed_s:6.0f} s  {count(outcomes):5} turns  game {told.seed}", flush=True)
                for line in told.wrong:
                    print("    " + line, flush=True)
            time.sleep(0.05)
    return outcomes


def count(outcomes: list[Outcome]) -> int:
    return sum(number for one in outcomes for number in one.counts.values())


def row(name: str, counts: Counter) -> str:
    return f"| {name} | {sum(counts.values())} | " + " | ".join(
        str(counts[verdict]) for verdict in VERDICTS
    )


def table(outcomes: list[Outcome]) -> str:
    by_case: dict[str, Counter] = {case.value: Counter() for case in Case}
    by_rate: dict[str, Counter] = {f"{rate:.0f} frames a second": Counter() for rate in RATES}
    total: Counter = Counter()
    for one in outcomes:
        for (case, verdict), number in one.counts.items():
            name = case.value if isinstance(case, Case) else "told before the first turn"
            by_case.setdefault(name, Counter())[verdict] += number
            by_rate[f"{one.fps:.0f} frames a second"][verdict] += number
            total[verdict] += number
    head = "| turns with | turns | right | asked | silently wrong | missed | question due |"
    rule = "|---|---:|---:|---:|---:|---:|---:|"
    lines = [head, rule, *(row(name, counts) + " |" for name, counts in by_case.items())]
    lines += [row("**all**", total) + " |", "", head, rule]
    lines += [row(name, counts) + " |" for name, counts in by_rate.items()]
    return "\n".join(lines)


def report(outcomes: list[Outcome]) -> str:
    waits = sorted(
        wait + reading
        for one in outcomes
        for wait, reading in zip(one.waits_s, one.reading_s, strict=True)
    )
    hours = sum(one.seconds for one in outcomes) / 3600
    median, late = statistics.median(waits), waits[int(0.95 * len(waits))]
    wrong = [line for one in outcomes for line in one.wrong]
    what = "\n".join("- " + line for line in wrong) or "- nothing"
    return TEXT.format(
        games=len(outcomes),
        turns=count(outcomes),
        hours=hours,
        table=table(outcomes),
        median=median,
        late=late,
        wrong=what,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--first", type=int, default=700, help="the first game's seed")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--no-report", action="store_true")
    parser.add_argument("--rests", type=float, nargs=2, default=RESTS_S, help="after a turn, s")
    parser.add_argument("--anywhere", action="store_true", help="players have no seats")
    wanted = parser.parse_args()
    rests_s = (wanted.rests[0], wanted.rests[1])
    outcomes = watch_films(wanted.turns, wanted.first, wanted.workers, rests_s, not wanted.anywhere)
    text = report(outcomes)
    if not wanted.no_report:
        REPORT.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

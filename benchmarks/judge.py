"""How long judging a whole written game takes: `python -m benchmarks.judge`."""

from __future__ import annotations

import json
import statistics
import time

from assistant.game.history import fold
from assistant.records.record import parse_record, record_of, write_record
from assistant.records.rulings_json import write_result, write_turn
from assistant.words import Language
from tests.support.whole_games import classic_game

TURNS = 60
RUNS = 20


def judged(text: str) -> str:
    """The whole work of `qwirkle judge --json`: read, rule on every turn, write."""
    game = fold(parse_record(text).events)
    rules, language = game.settings.rules, Language.ENGLISH
    lines = [json.dumps(write_turn(turn, rules, language)) for turn in game.turns]
    return "\n".join([*lines, json.dumps(write_result(game))])


def long_game() -> str:
    """The record of the first game of at least so many turns, cut to that length."""
    for seed in range(1000):
        whole = classic_game(seed, players=4, timid=0.9)
        if len(whole.moments) >= TURNS:
            return json.dumps(write_record(record_of(fold(whole.events[: TURNS + 1]))))
    raise LookupError(f"no game of {TURNS} turns was found")


def main() -> None:
    """Print what one judging takes, on the wall clock and of the processor."""
    text = long_game()
    wall_ms, processor_ms = [], []
    for _ in range(RUNS):
        wall, processor = time.perf_counter(), time.process_time()
        judged(text)
        wall_ms.append(1000 * (time.perf_counter() - wall))
        processor_ms.append(1000 * (time.process_time() - processor))
    print(f"judging {TURNS} turns, median of {RUNS} runs")
    print(f"  on the clock  {statistics.median(wall_ms):5.1f} ms")
    print(f"  of processor  {statistics.median(processor_ms):5.1f} ms")


if __name__ == "__main__":
    main()

"""Starts processes that write events, kills each at a random moment, and looks at what is left.

Run as `python kill_while_writing.py FOLDER KILLS SEED`. It forks, so that a child costs
milliseconds; it is a program of its own, so that it forks without threads.
"""

import os
import random
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from assistant.game.events import PointsAdjusted, Settings, Started
from assistant.storage.store import FILE_NAME, Store

LONGEST_WAIT = 3
"""Acknowledgements to hear first; after none, a child is killed while it opens the store."""
LONGEST_LIFE_S = 0.01
"""Then the child lives for so long; writing one event takes a few milliseconds."""


def write_until_killed(folder: Path, game: int, acknowledged: int) -> None:
    with Store(folder) as store:
        while True:
            place = store.append(game, PointsAdjusted("Anna", 1, "x" * random.randrange(400)))
            os.write(acknowledged, f"{place}\n".encode())


def acknowledged_before_death(folder: Path, game: int, wait_for: int, life_s: float) -> list[int]:
    """Let a child write, hear that many acknowledgements, kill it a moment later, hear the rest."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        write_until_killed(folder, game, theirs)
    os.close(theirs)
    with os.fdopen(ours) as heard:
        first = [int(heard.readline()) for _ in range(wait_for)]
        time.sleep(life_s)
        os.kill(child, signal.SIGKILL)
        assert os.waitpid(child, 0)[1] == signal.SIGKILL
        return first + [int(line) for line in heard]


def main(folder: Path, kills: int, seed: int) -> None:
    dice = random.Random(seed)
    with Store(folder) as store:
        game = store.begin(Started(Settings(), ("Anna", "Chris")))
    known, busy = 1, 0
    for _ in range(kills):
        wait_for, life_s = dice.randint(0, LONGEST_WAIT), dice.uniform(0, LONGEST_LIFE_S)
        heard = acknowledged_before_death(folder, game, wait_for, life_s)
        with Store(folder) as store:
            kept = len(store.events(game))
        with closing(sqlite3.connect(folder / FILE_NAME)) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert heard == list(range(known + 1, known + 1 + len(heard)))
        # The one event in flight may have been kept without anybody having been told.
        assert kept - known - len(heard) in (0, 1), (kept, known, heard)
        known, busy = kept, busy + bool(heard)
    print(f"{kills} kills, {busy} of them while events were being written, {known} events kept")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))

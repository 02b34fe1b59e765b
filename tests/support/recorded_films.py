"""Films seen once and watched often: what the eye saw of each is kept, without its pictures.

python -m tests.support.recorded_films record FOLDER [--first 21000] [--turns 15] [--only NAME ...]
python -m tests.support.recorded_films record FOLDER --rests 0.5 12 [--first 8700] [--games 3]
python -m tests.support.recorded_films watch FOLDER [--seeds 21000 21016]

Filming and reading take minutes, watching what was read a second: ideas about whose tiles are
whose are tried on many films. The eye is told as it was recorded whether the game has begun, so
what changes before the first turn is worth a film of its own.
"""

import argparse
import pickle
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from assistant.game.events import Settings, Started
from assistant.session.camera_loop import Seen
from assistant.session.replay import Replay, ReplayedTurn, film_moments
from tests.support import films
from tests.support.evening_films import EVENINGS, SIZE_WH, VERDICTS
from tests.support.evening_films import RATES as EVENING_RATES
from tests.support.filmed_games import FilmedGame, TrueTurn
from tests.support.judged_films import compare
from vision.sources.shown import ShownSource

PLAYERS = ("Anna", "Chris")


@dataclass(frozen=True)
class Recording:
    """What was seen of one film, and what was true."""

    name: str
    seed: int
    turns: tuple[TrueTurn, ...]
    seen: tuple[Seen, ...]
    """Every moment, without its picture."""
    ends_s: float
    visits: tuple[tuple[float, float, int], ...] = ()
    """When each arm came and left, and which player's it was."""


class VisitedGame(FilmedGame):
    """A filmed game that notes whose arm was over the table, and when."""

    def visit(self, cell, act):
        began_s = self.at_s
        yield from super().visit(cell, act)
        self.__dict__.setdefault("visits", []).append((began_s, self.at_s, self.player))


def evening(name: str, seed: int, turns: int) -> FilmedGame:
    """The film that `make evenings` takes."""
    rate = EVENING_RATES[seed % len(EVENING_RATES)]
    return VisitedGame(seed, turns, rate, size_wh=SIZE_WH, seated=True, **EVENINGS[name])


def with_rests(seed: int, rests_s: tuple[float, float]) -> FilmedGame:
    """The film that `make films` takes."""
    rate, size_wh = films.RATES[seed % len(films.RATES)], films.SIZES[seed % len(films.SIZES)]
    return VisitedGame(seed, fps=rate, size_wh=size_wh, rests_s=rests_s, seated=True)


def record(name: str, game: FilmedGame) -> Recording:
    """Film a game and keep what the eye saw."""
    source = ShownSource(f"game {game.seed}", game.shots(), paced=False)
    replay = Replay(Started(Settings(), PLAYERS))
    seen = tuple(replace(one, picture=None) for one, _ in film_moments(source, replay))
    return Recording(
        name, game.seed, tuple(game.turns), seen, game.at_s, tuple(game.__dict__.get("visits", ()))
    )


def watch(recording: Recording, replay: Replay | None = None) -> tuple[Counter, list[str]]:
    """How the turns of a recorded film come out now."""
    replay = replay or Replay(Started(Settings(), PLAYERS))
    heard: list[ReplayedTurn] = []
    for seen in recording.seen:
        heard += replay.saw(seen)
    heard += replay.settle(recording.ends_s)
    return compare(list(recording.turns), heard)


def keep(folder: Path, name: str, game: FilmedGame) -> None:
    path = folder / f"{game.seed}.pickle"
    if path.exists():
        return
    began = time.process_time()
    kept = record(name, game)
    path.write_bytes(pickle.dumps(kept))
    print(f"{time.process_time() - began:4.0f} s", *told(kept), sep="\n    ", flush=True)


def told(kept: Recording) -> list[str]:
    counts, wrong = watch(kept)
    verdicts = Counter()
    for (_, verdict), number in counts.items():
        verdicts[verdict] += number
    return [f"{kept.name} {kept.seed} {dict(+verdicts)}", *wrong]


def watch_all(folder: Path, seeds: list[int]) -> None:
    """Every recording of a folder, and all of them together."""
    total, least, most = Counter(), *(seeds or (0, 10**9))
    for path in sorted(folder.glob("*.pickle"), key=lambda path: int(path.stem)):
        if not least <= int(path.stem) < most:
            continue
        kept = pickle.loads(path.read_bytes())
        counts, wrong = watch(kept)
        for (_, verdict), number in counts.items():
            total[verdict] += number
        print(kept.name, kept.seed, *("    " + line for line in wrong), sep="\n", flush=True)
    print(total.total(), "turns:", *(f"{total[verdict]} {verdict}," for verdict in VERDICTS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("record", "watch"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=21000, help="the first film's seed")
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--games", type=int, default=3, help="with rests")
    parser.add_argument("--only", nargs="*", choices=EVENINGS, default=tuple(EVENINGS))
    parser.add_argument("--rests", type=float, nargs=2, help="after a turn, s")
    parser.add_argument("--seeds", type=int, nargs=2, help="watch these alone")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    if wanted.what == "watch":
        watch_all(wanted.folder, wanted.seeds)
    elif wanted.rests:
        for seed in range(wanted.first, wanted.first + wanted.games):
            keep(wanted.folder, "rests", with_rests(seed, tuple(wanted.rests)))
    else:
        for name in wanted.only:
            seed = wanted.first + list(EVENINGS).index(name)
            keep(wanted.folder, name, evening(name, seed, wanted.turns))


if __name__ == "__main__":
    main()

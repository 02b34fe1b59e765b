"""Stores with random bytes changed, and what the program makes of each.

Run as `python -m tests.support.damaged_stores 200` for the count that the documentation names.
"""

import random
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from assistant.game.events import PointsAdjusted, Settings, Started
from assistant.session.session import Session
from assistant.storage.store import FILE_NAME, Store
from assistant.web.app import create_app
from assistant.web.guard import Door
from tests.support.whole_games import classic_game

MOST_BYTES = 30
KEY, HOME = "the-key-of-this-table", "http://192.168.1.5:8000"
PAGES = ("/start", "/games", "/api/state", "/tv")


@dataclass(frozen=True)
class Outcome:
    """What became of one damaged store."""

    started: bool
    changed: bool
    """Whether any game is not what it was."""
    told: str

    @property
    def is_silent(self):
        return self.changed and not self.told


class NoCameras:
    """No camera, as the pages ask for it."""

    chosen, setup, pushed = "none", None, None

    def choices(self):
        return (("none", ""),)


def few_games(folder, games, events):
    """A store with so many games of so many events each."""
    started = Started(Settings(), ("Anna", "Chris"))
    with Store(folder) as store:
        for _ in range(games):
            number = store.begin(started)
            for _ in range(events - 1):
                store.append(number, PointsAdjusted("Anna", 3, "a bet"))


def real_games(folder, count=12):
    """Some games as people play them, with a backup before the last two of them."""
    with Store(folder) as store:
        for seed in range(count):
            whole = classic_game(seed)
            number = store.begin(whole.started)
            store.append(number, *whole.events[1:])
            if seed == count - 3:
                store.back_up()


def damaged_stores(folder, chance, many, games=real_games):
    """The outcome of each of so many corruptions of the same store."""
    home = folder / "whole"
    games(home)
    with Store(home) as store:
        before = {one.number: store.events(one.number) for one in store.games()}
    outcomes = []
    for count in range(many):
        trial = folder / f"trial-{count}"
        shutil.copytree(home, trial)
        path = trial / FILE_NAME
        content = bytearray(path.read_bytes())
        for _ in range(chance.randint(1, MOST_BYTES)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        if chance.random() < 0.1:
            del content[-chance.randrange(1, 5000) :]
        path.write_bytes(content)
        outcomes.append(outcome(trial, before))
        shutil.rmtree(trial)
    return outcomes


def outcome(folder, before):
    """Start with a damaged store, open its pages, and compare its games."""
    with Store(folder) as store:
        session = Session(store)
        app = create_app(session, NoCameras(), Door(KEY, HOME))
        client = app.test_client()
        client.set_cookie("qwirkle_key", KEY, domain="192.168.1.5")
        pages = [client.get(page, base_url=HOME).status_code for page in PAGES]
        started = pages == [200] * len(PAGES)
        after = {one.number: store.events(one.number) for one in store.games()}
        told = " ".join(str(one) for one in store.losses)
        session.close()
    return Outcome(started, after != before, told)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        found = damaged_stores(Path(place), random.Random(2), int(sys.argv[1]))
    kinds = {
        "started": sum(one.started for one in found),
        "as before, nothing to say": sum(not one.changed and not one.told for one in found),
        "mended, nothing lost": sum(not one.changed and bool(one.told) for one in found),
        "something lost, and said": sum(one.changed and bool(one.told) for one in found),
        "something lost, silently": sum(one.is_silent for one in found),
    }
    print(len(found), kinds)

"""Starts `qwirkle play`, kills it at a random moment, starts it again and looks at what is left.

Run as `python kill_while_playing.py FOLDER KILLS SEED`. The simulated table plays while a phone
changes points as fast as it can; another one follows and remembers the last score it was shown.
"""

import http.client
import json
import random
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).parents[2]
LONGEST_START_S, LONGEST_LIFE_S = 3.0, 1.5
"""One in four is killed while it starts; the others live for a moment after it has."""


class Table:
    """A running assistant, and what its phones were shown."""

    def __init__(self, folder, *more):
        command = [sys.executable, "-u", "-m", "assistant", "play", "--source", "demo"]
        command += ["--host", "127.0.0.1", "--port", "0", "--data", str(folder), *more]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=PROJECT
        )
        self.said = ""
        self.shown = None
        """The last state that any phone was shown."""
        self.deeds, self.faults = 0, []

    def wait_for_welcome(self):
        """Read what it says until all is said; False if it was killed before."""
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"(http://localhost:\d+)/join\?key=(\S+)", line):
                self.address, self.key = found.groups()
            if line.startswith("Ctrl-C"):
                return True
        return False

    def ask(self, path, **told):
        request = urllib.request.Request(self.address + path)
        if told:
            request.data = json.dumps(told).encode()
            request.add_header("Content-Type", "application/json")
            request.add_header("Origin", self.address)
            request.add_header("Cookie", f"qwirkle_key={self.key}")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    def show(self, state):
        if self.shown is None or state["revision"] >= self.shown["revision"]:
            self.shown = state

    def follow(self):
        """Be a phone that is shown everything, until the program is gone."""
        try:
            with urllib.request.urlopen(self.address + "/api/events", timeout=30) as stream:
                for line in stream:
                    if line.startswith(b"data: {"):
                        self.show(json.loads(line[6:]))
        except (OSError, ValueError, http.client.HTTPException):
            return

    def change_points(self, dice):
        """Be a phone that does something all the time, until the program is gone."""
        while True:
            adjusted = {"player": "Anna", "adjusted": dice.randint(-9, 9), "reason": "a bet"}
            try:
                state = self.ask("/api/state")
                self.show(state)
                self.show(self.ask("/api/do", expected=state["revision"], tell=adjusted))
                self.deeds += 1
            except urllib.error.HTTPError as error:
                if error.code != 409:  # the simulated table was faster
                    self.faults.append(error)
            except (OSError, ValueError, http.client.HTTPException):
                return

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@contextmanager
def table(folder, *more):
    opened = Table(folder, *more)
    try:
        yield opened
    finally:
        opened.kill()


def play_and_kill(folder, dice):
    """What the phones of one short-lived assistant were shown last, and what they did."""
    with table(folder) as played:
        if dice.random() < 0.25:
            time.sleep(dice.uniform(0.0, LONGEST_START_S))
            return None, 0
        assert played.wait_for_welcome(), played.said
        phones = [
            threading.Thread(target=played.follow),
            threading.Thread(target=played.change_points, args=(dice,)),
        ]
        for phone in phones:
            phone.start()
        time.sleep(dice.uniform(0.0, LONGEST_LIFE_S))
        played.process.kill()
        for phone in phones:
            phone.join()
    assert played.faults == []
    return played.shown, played.deeds


def is_kept(shown, after):
    """Whether all that was shown is still there; one deed more may have been kept unseen."""
    before, now = shown["game"]["turns"], after["game"]["turns"]
    return before == now[: len(before)] and len(now) - len(before) <= 1


def main(folder, kills, seed):
    dice, deeds, busy, known = random.Random(seed), 0, 0, None
    for _ in range(kills):
        shown, done = play_and_kill(folder, dice)
        deeds, busy = deeds + done, busy + bool(done)
        known = shown or known
        if known is None:
            continue
        with table(folder) as again:
            assert again.wait_for_welcome(), again.said
            state = again.ask("/api/state")
        assert is_kept(known, state), (known["game"], state["game"])
        assert "The game goes on: Anna, Chris." in again.said
        known = state
    turns = len(known["game"]["turns"]) if known else 0
    print(f"{kills} kills, {busy} of them while somebody played, {deeds} deeds, {turns} turns kept")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))

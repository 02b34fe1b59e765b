"""What many phones and many strangers cost: `make load` writes docs/load.md.

python -m tests.support.load [--minutes 30] [--hostile-s 60] [--page docs/load.md]
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.load_phones import LoadPhone
from tests.support.running import PROJECT, Program, Watched

PHONES, CROWD, STRANGERS, PLAYERS = 100, 200, 1000, 10
DEED_S, LOOK_S, ASK_S = 2.0, 5.0, 0.5
WARM_S = 120.0
"""Growth is counted from here: by then every phone is there and every page was made once."""


def share(times_s, part):
    """The time within which this part of them was."""
    ordered = sorted(times_s)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def in_ms(times_s):
    return " / ".join(f"{1000 * share(times_s, part):.0f}" for part in (0.5, 0.95, 0.99))


@dataclass
class Evening:
    """What an evening with many phones was like."""

    minutes: float
    late_s: dict = field(default_factory=dict)
    """By http and https: from a deed to its phone."""
    deeds_s: list = field(default_factory=list)
    memory_mb: list = field(default_factory=list)
    """Every few seconds: when, and how much."""
    core: float = 0.0
    streams: int = 0
    lost: int = 0
    refused: int = 0
    phones: int = 0

    @property
    def grown_mb(self):
        warm = [mb for at_s, mb in self.memory_mb if at_s >= min(WARM_S, 20 * self.minutes)]
        quarter = max(1, len(warm) // 4)
        return sum(warm[-quarter:]) / quarter - sum(warm[:quarter]) / quarter


async def evening(program, minutes, phones=PHONES):
    """So many phones, half of them by https, and a player who does something all the time."""
    secure = int(program.secure.rpartition(":")[2])
    both = {"http": [], "https": []}
    for k in range(phones):
        kind = "https" if k % 2 else "http"
        both[kind].append(LoadPhone(program.port, program.key, secure if k % 2 else None))
    all_phones = both["http"] + both["https"]
    for one in all_phones:
        await one.join()
    until = asyncio.Event()
    following = [asyncio.create_task(one.follow(until)) for one in all_phones]
    await asyncio.sleep(3)
    result = Evening(minutes, phones=phones)
    began_s, used_s = time.monotonic(), program.processor_s
    looking = asyncio.create_task(_look(program, result, began_s))
    made = await _play(all_phones[0], minutes, result)
    result.core = (program.processor_s - used_s) / (time.monotonic() - began_s)
    await asyncio.sleep(1)
    until.set()
    for task in (*following, looking):
        task.cancel()
    await asyncio.gather(*following, looking, return_exceptions=True)
    for kind, ones in both.items():
        result.late_s[kind] = [
            one.heard_s[k] - at_s for one in ones for k, at_s in made.items() if k in one.heard_s
        ]
    result.streams = sum(one.streams for one in all_phones)
    result.lost = sum(one.lost for one in all_phones)
    result.refused = sum(one.refused for one in all_phones)
    return result


async def _look(program, result, began_s):
    while True:
        result.memory_mb.append((time.monotonic() - began_s, program.memory_mb))
        await asyncio.sleep(LOOK_S)


async def _play(phone, minutes, result):
    """One deed after the other; when each revision was asked for."""
    made, points = {}, 1
    until_s = time.monotonic() + 60 * minutes
    while time.monotonic() < until_s:
        with suppress(OSError, asyncio.TimeoutError, ValueError):
            revision = json.loads((await phone.ask("/api/state"))[2])["revision"]
            told = {"player": "Anna", "adjusted": points, "reason": "a bet"}
            began_s = time.monotonic()
            status, _, _, took_s = await phone.ask("/api/do", {"expected": revision, "tell": told})
            if status == 200:
                made[revision + 1] = began_s
                result.deeds_s.append(took_s)
                points = -points
        await asyncio.sleep(DEED_S)
    return made


async def crowd(program, phones=CROWD):
    """So many phones at once: each joins, opens the page and follows."""
    secure = int(program.secure.rpartition(":")[2])
    ones = [LoadPhone(program.port, program.key, secure if k % 2 else None) for k in range(phones)]
    until, began_s = asyncio.Event(), time.monotonic()

    async def come(one):
        try:
            await one.join()
            statuses = [(await one.ask(path))[0] for path in ("/", "/api/state")]
        except (TimeoutError, OSError):
            return 0.0, [0]
        return time.monotonic() - began_s, statuses

    came = await asyncio.gather(*(come(one) for one in ones))
    following = [asyncio.create_task(one.follow(until)) for one in ones]
    await asyncio.sleep(8)
    deeds = Evening(0)
    made = await _play(ones[0], 0.5, deeds)
    until.set()
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    errors = sum(status != 200 for _, statuses in came for status in statuses)
    streams = sum(one.streams > 0 for one in ones)
    late_s = [one.heard_s[k] - at_s for one in ones for k, at_s in made.items() if k in one.heard_s]
    return errors, max(took_s for took_s, _ in came), streams, deeds.deeds_s, late_s


async def besieged(program, seconds, strangers=STRANGERS):
    """How players are served while strangers do their worst, and beforehand."""
    secure = int(program.secure.rpartition(":")[2])
    # Each with an address of its own, as phones have; the computer's own is never kept waiting.
    players = [
        LoadPhone(program.port, program.key, secure if k % 2 else None, f"127.0.40.{k + 1}")
        for k in range(PLAYERS)
    ]
    for one in players:
        await one.join()
    before_s, _ = await _served(players, min(20, seconds))
    words = [str(word) for word in (program.port, secure, strangers, int(seconds) + 15)]
    crowd_of = subprocess.Popen(
        [sys.executable, "-m", "tests.support.hostile", *words],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    await asyncio.sleep(10)
    late = LoadPhone(program.port, program.key, address="127.0.41.1")
    joined = await late.join()
    during_s, failed = await _served([*players, late], seconds)
    came = json.loads(await asyncio.to_thread(lambda: crowd_of.communicate()[0]) or "{}")
    return before_s, during_s, failed, came, joined


async def _served(players, seconds):
    """How long each of the players' requests took, and how many failed."""
    took, failed = [], 0
    until_s = time.monotonic() + seconds

    async def play(one, number):
        nonlocal failed
        await asyncio.sleep(ASK_S * number / len(players))
        while time.monotonic() < until_s:
            for path in ("/api/state", "/"):
                try:
                    status, _, body, took_s = await one.ask(path)
                except (TimeoutError, OSError):
                    status, took_s = 0, PATIENCE_S
                took.append(took_s)
                failed += status != 200
                if path == "/api/state" and status == 200 and number == 0:
                    revision = json.loads(body)["revision"]
                    told = {"player": "Anna", "adjusted": 1, "reason": "a bet"}
                    done, _, _, took_s = await one.ask(
                        "/api/do", {"expected": revision, "tell": told}
                    )
                    took.append(took_s)
                    failed += done not in (200, 409)
                await asyncio.sleep(ASK_S)

    await asyncio.gather(*(play(one, number) for number, one in enumerate(players)))
    return took, failed


PATIENCE_S = 30.0


def measure(minutes, hostile_s):
    """The rows of the table, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        with Program(Path(folder), "--players", "Anna,Chris", source="demo") as program:
            if not program.wait():
                raise SystemExit(program.said)
            result = asyncio.run(evening(program, minutes))
            yield from rows_of_evening(result)
        with Program(Path(folder), source="none") as program, Watched(program):
            program.wait()
            program.begin()
            yield rows_of_crowd(asyncio.run(crowd(program)), program)
        with Program(Path(folder), source="none") as program, Watched(program):
            program.wait()
            program.begin()
            calm_mb = program.memory_mb
            yield from rows_of_siege(asyncio.run(besieged(program, hostile_s)), program, calm_mb)


def rows_of_evening(result):
    name = f"{result.phones} phones and the simulated camera, {result.minutes:.0f} minutes"
    yield name, "told of a deed by http, ms (half / 95 / 99 in 100)", in_ms(result.late_s["http"])
    yield name, "the same by https", in_ms(result.late_s["https"])
    slower = share(result.late_s["https"], 0.95) / share(result.late_s["http"], 0.95)
    yield name, "https against http at 95 in 100", f"{slower:.2f} times"
    yield name, "a deed acknowledged, ms", in_ms(result.deeds_s)
    first, last = result.memory_mb[0][1], result.memory_mb[-1][1]
    most = max(mb for _, mb in result.memory_mb)
    memory = f"{first:.0f} at first, {last:.0f} at the end, {most:.0f} at most"
    yield name, "memory, MB", memory
    yield name, "grown since it was warm, MB", f"{result.grown_mb:+.1f}"
    yield name, "of one core", f"{100 * result.core:.0f} %"
    kept = f"{result.streams}, {result.lost} lost, {result.refused} told to poll"
    yield name, "streams", kept


def rows_of_crowd(result, program):
    errors, took_s, streams, deeds_s, late_s = result
    told = (
        f"{errors} errors, all pages there after {took_s:.1f} s, {streams} follow live and "
        f"{CROWD - streams} poll; a deed {in_ms(deeds_s)} ms, told {in_ms(late_s)} ms; "
        f"{program.peak_mb:.0f} MB at most"
    )
    return f"{CROWD} phones come at once", "all of them", told


def rows_of_siege(result, program, calm_mb):
    before_s, during_s, failed, came, joined = result
    name = f"{STRANGERS} hostile connections"
    yield name, "players served before, ms", in_ms(before_s)
    yield name, "players served during it, ms", in_ms(during_s)
    yield name, "answers that failed", f"{failed} of {len(during_s)}"
    late = "let in" if joined == 303 else "not let in"
    yield name, "a phone that joins in the middle of it", late
    yield name, "memory, MB", f"{calm_mb:.0f} before, {program.peak_mb:.0f} at most"
    kinds = ", ".join(f"{kind} {count}" for kind, count in came.items())
    yield name, "connections that were opened", kinds


def page(rows, took_s):
    """The page as Markdown."""
    load = os.getloadavg()[2]
    lines = [
        "# Load",
        "",
        "Made by `make load` on loopback: the program as people start it, phones and strangers in",
        f"other processes of the same computer ({os.cpu_count()} cores, load {load:.1f} over the",
        f"last quarter of an hour; {took_s / 60:.0f} minutes in all).",
        "",
        "| what | measured | result |",
        "|---|---|---|",
        *(f"| {name} | {what} | {told} |" for name, what, told in rows),
        "",
        "Each phone joins with a key of its own; half of them come by https. The hostile",
        "connections come from twenty addresses, are idle, drip heads or bodies, stall in the TLS",
        "handshake, send bodies that nobody asked for, do not read pages or streams, guess keys or",
        "babble, and come again when they are hung up on.",
    ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--hostile-s", type=float, default=60.0)
    parser.add_argument("--page", type=Path, default=PROJECT / "docs" / "load.md")
    words = parser.parse_args()
    began_s, rows = time.monotonic(), []
    for row in measure(words.minutes, words.hostile_s):
        print(" | ".join(row), flush=True)
        rows.append(row)
    words.page.write_text(page(rows, time.monotonic() - began_s), encoding="utf-8")


if __name__ == "__main__":
    main()

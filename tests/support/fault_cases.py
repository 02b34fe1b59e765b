"""Faults of disk, clock, ports and network, done to the running program one by one."""

import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.running import PROJECT, Program, Watched, eventually

FAULTY = Path(__file__).parent / "faulty_system"
STORE = "games.sqlite"
MOST_ON_A_FULL_DISK = 500
"""Deeds: the log has room for some until it is written anew."""


@dataclass(frozen=True)
class Outcome:
    """What one fault came to."""

    seen: str
    """What players are shown."""
    lost: str
    recovers: str
    is_well: bool
    peak_mb: float = 0.0


def sentence(body):
    """The sentence of an answer that is none."""
    return (body.get("error") or {}).get("text", "nothing")


@contextmanager
def playing(folder, *words, source="none", env=None):
    """The program with a game of two and one deed on it, its memory watched."""
    with Program(folder, *words, source=source, env=env) as program, Watched(program):
        if not program.wait():
            raise AssertionError(program.said)
        if not program.state.get("game"):
            program.begin()
        yield program


def again(folder, expected):
    """Whether a new start over the folder has the total that was acknowledged."""
    with Program(folder) as program:
        program.wait()
        return program.total() == expected


def kills(folder, count=8):
    """Killed at random moments of a live game."""
    script = Path(__file__).parent / "kill_while_playing.py"
    done = subprocess.run(
        [sys.executable, str(script), str(folder), str(count), "7"],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
    )
    told = done.stdout.strip() or done.stderr.strip()[-200:]
    seen = "the page says that the computer is away, and goes on when it is back"
    return Outcome(seen, f"nothing: {told}", "the next start goes on", done.returncode == 0)


def disk_full(folder):
    """The disk fills up during a game."""
    with small_disk(folder) as home:
        if home is None:
            return Outcome("–", "–", "could not be arranged on this computer", True)
        with playing(home) as program:
            assert program.adjust()
            filler = home / "filler"
            _fill(filler)
            told = {"player": "Anna", "adjusted": 1, "reason": "a bet " * 40}
            refused = [program.do(tell=told)]
            while refused[-1][0] == 200 and len(refused) < MOST_ON_A_FULL_DISK:
                refused.append(program.do(tell=told))
            pages = [program.ask(path)[0] for path in ("/", "/tv", "/games", "/api/state")]
            joins = program.ask(f"/join?key={program.key}", key="none")[0]
            filler.unlink()
            back_s = eventually(program.adjust)
            total = program.total()
        kept = total == len(refused) + 1 and again(home, total)
    well = refused[-1][0] == 503 and pages == [200] * 4 and joins == 303
    said = sentence(refused[-1][1])
    return Outcome(
        f"“{said}”; pages stay, a new phone is let in",
        "nothing that was acknowledged" if kept else "SOMETHING",
        "at once when there is room" if back_s is not None else "NOT",
        well and kept and back_s is not None,
        program.peak_mb,
    )


def _fill(filler):
    """Take all the room there is, to the last byte."""
    for piece in (65536, 1):
        with suppress(OSError), filler.open("ab", buffering=0) as file:
            while True:
                file.write(bytes(piece))


@contextmanager
def small_disk(folder):
    """A folder on a disk of few megabytes; None where that cannot be had."""
    home = folder / "small"
    home.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(home)]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0 and sys.platform == "linux"
    if not is_root or subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield home
    finally:
        subprocess.run(["umount", str(home)], check=False)


def store_locked(folder):
    """Another program locks the store for a while."""
    with playing(folder) as program:
        assert program.adjust()
        other = sqlite3.connect(folder / STORE, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        began_s = time.monotonic()
        status, body = program.do(tell={"player": "Anna", "adjusted": 1, "reason": "a bet"})
        took_s = time.monotonic() - began_s
        pages = [program.ask(path)[0] for path in ("/", "/api/state")]
        other.execute("ROLLBACK")
        other.close()
        back_s = eventually(program.adjust)
        total = program.total()
    well = status == 503 and pages == [200, 200] and again(folder, total)
    return Outcome(
        f"after {took_s:.0f} s: “{sentence(body)}”; pages stay",
        "nothing that was acknowledged",
        f"{back_s:.1f} s after it is let go" if back_s is not None else "NOT",
        well and back_s is not None,
        program.peak_mb,
    )


def store_damaged(folder, trials=10):
    """Random bytes of the store are changed while the program is away."""
    with playing(folder) as program:
        for _ in range(12):
            program.adjust()
    whole = (folder / STORE).read_bytes()
    chance, starts, said = random.Random(5), 0, ""
    for _ in range(trials):
        spoiled = bytearray(whole)
        for _ in range(chance.randint(1, 30)):
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        for old in folder.glob(f"{STORE}*"):
            old.unlink()
        (folder / STORE).write_bytes(spoiled)
        with Program(folder) as program:
            starts += program.wait() and program.ask("/start")[0] == 200
            loss = re.search(r"^.*(?:damaged|lost|unreadable).*$", program.said, re.MULTILINE)
            said = loss[0].strip() if loss else said
    return Outcome(
        f"for instance “{said}”",
        "what cannot be read and is in no backup; it is named",
        f"{starts} of {trials} start",
        starts == trials,
    )


def store_deleted(folder):
    """The file of games is deleted while the program runs."""
    with playing(folder) as program:
        assert program.adjust()
        for one in folder.glob(f"{STORE}*"):
            one.unlink()
        status, body = program.do(tell={"player": "Anna", "adjusted": 1, "reason": "a bet"})
        page = program.ask("/")[0]
    with Program(folder) as program:
        starts = program.wait()
    return Outcome(
        f"with the next deed: “{sentence(body)}”",
        "what was deleted; nothing is acknowledged after it",
        "the next start begins a new file; a backup can be restored",
        status == 503 and page == 200 and starts,
        program.peak_mb,
    )


def log_deleted(folder):
    """The log beside the games is overwritten and then deleted while the program runs."""
    with playing(folder) as program:
        log, statuses = folder / f"{STORE}-wal", [program.adjust()]
        time.sleep(1.0)
        log.write_bytes(random.Random(5).randbytes(log.stat().st_size))
        statuses += [program.adjust(), program.adjust()]
        time.sleep(1.0)
        log.unlink()
        statuses += [program.adjust(), program.adjust()]
        time.sleep(1.0)
        total = program.total()
        program.kill()
    return Outcome(
        "nothing",
        "nothing: all is in the one file moments after each deed",
        "nothing to recover from",
        all(statuses) and again(folder, total),
        program.peak_mb,
    )


def folder_deleted(folder):
    """The whole data folder is deleted while the program runs."""
    home = folder / "data"
    with playing(home) as program:
        assert program.adjust()
        shutil.rmtree(home)
        status, body = program.do(tell={"player": "Anna", "adjusted": 1, "reason": "a bet"})
        page = program.ask("/")[0]
        joins = program.ask(f"/join?key={program.key}", key="none")[0]
    return Outcome(
        f"with the next deed: “{sentence(body)}”",
        "what was deleted; nothing is acknowledged after it",
        "the next start begins a new one",
        status == 503 and page == 200 and joins == 303,
        program.peak_mb,
    )


def clock_jumps(folder):
    """The clock jumps a year on, twenty years back and home again during a game."""
    home, clock = folder / "data", folder / "clock"
    env = {"PYTHONPATH": str(FAULTY), "QWIRKLE_CLOCK": str(clock)}
    with playing(home, env=env) as program:
        done, statuses = 0, []
        for years in (0, 1, -20, 9500, 0):
            clock.write_text(str(years * 365.25 * 86400), encoding="ascii")
            done += program.adjust()
            statuses += [program.ask(path)[0] for path in ("/", "/games", "/games/1", "/tv")]
        total = program.total()
    well = done == 5 and set(statuses) == {200} and again(home, total)
    return Outcome(
        "nothing; times in the history are the clock's",
        "nothing",
        "nothing to recover from",
        well,
        program.peak_mb,
    )


def clock_wrong_at_start(folder):
    """The clock is wrong by a year when the program starts."""
    home, clock = folder / "data", folder / "clock"
    env = {"PYTHONPATH": str(FAULTY), "QWIRKLE_CLOCK": str(clock)}
    pages = []
    for years in (0, -1, 1):
        clock.write_text(str(years * 365.25 * 86400), encoding="ascii")
        with playing(home, env=env) as program:
            pages += [program.ask("/")[0], bool(program.secure)]
    return Outcome(
        "nothing; the certificate is made to fit the clock",
        "nothing",
        "by itself",
        pages == [200, True] * 3,
        program.peak_mb,
    )


def two_programs(folder):
    """A second program is started on the same folder."""
    with playing(folder) as program:
        with Program(folder) as second:
            second.wait()
            status = second.process.wait(20)
        well = status not in (0, None) and program.adjust()
    said = " ".join(second.said.split())
    return Outcome(f"the second: “{said}”", "nothing", "the first goes on", well, program.peak_mb)


def ports_taken(folder):
    """All twenty ports are taken."""
    with ExitStack() as stack, Program(folder, "--port", str(_taken(stack, 20))) as program:
        program.wait()
        status = program.process.wait(20)
    said = " ".join(program.said.split())
    return Outcome(f"“{said}”", "nothing", "with another --port", status not in (0, None))


def port_taken(folder):
    """The port is taken, the next one is free."""
    with ExitStack() as stack, Program(folder, "--port", str(_taken(stack, 1))) as program:
        there = program.wait()
        well = there and program.ask("/start")[0] == 200
    said = next((one for one in program.said.splitlines() if "taken" in one), "NOTHING").strip()
    return Outcome(f"“{said}”", "nothing", "serves on the next port", well)


def secure_port_taken(folder):
    """All ports for https are taken."""
    with ExitStack() as stack:
        first = _taken(stack, 20) - 443
        with Program(folder, "--port", str(first)) as program:
            there = program.wait()
            well = there and program.ask("/start")[0] == 200
    said = next((one for one in program.said.splitlines() if "https" in one), "NOTHING").strip()
    return Outcome(
        f"“{said}”", "nothing", "the scoreboard works without", well and said != "NOTHING"
    )


def _taken(stack, count):
    """The first of so many ports in a row that somebody else listens on."""
    while True:
        first = random.randrange(20000, 50000)
        listeners = []
        try:
            for port in range(first, first + count):
                listener = socket.socket()
                listeners.append(listener)
                listener.bind(("127.0.0.1", port))
                listener.listen()
        except OSError:
            for one in listeners:
                one.close()
            continue
        for one in listeners:
            stack.callback(one.close)
        return first


def key_unreadable(folder):
    """The key of the certificate cannot be read."""
    (folder / "tls" / "server.key").mkdir(parents=True)
    with Program(folder) as program:
        there = program.wait()
        well = there and program.ask("/start")[0] == 200
    said = next((one for one in program.said.splitlines() if "https" in one), "NOTHING").strip()
    return Outcome(
        f"“{said}”", "nothing", "the scoreboard works without", well and said != "NOTHING"
    )


def no_network(folder):
    """There is no network at all."""
    env = {"PYTHONPATH": str(FAULTY), "QWIRKLE_OFFLINE": "1"}
    with playing(folder, env=env) as program:
        well = program.adjust() and program.ask("/")[0] == 200
        inviting = program.page("/invite")
    said = "the address of the computer itself" if "127.0.0.1" in inviting else "an address"
    return Outcome(
        f"{said}; a phone can join once there is a network", "nothing", "by itself", well
    )


def program_frozen(folder):
    """The computer sleeps, or the program stands still for ten seconds."""
    with playing(folder) as program:
        assert program.adjust()
        program.freeze()
        waits = program.ask("/api/state", timeout_s=3)[0]
        time.sleep(7)
        program.thaw()
        back_s = eventually(program.adjust)
        well = waits == 0 and back_s is not None and program.total() == 2
    return Outcome(
        "the page calls itself stale after 15 s", "nothing", "at once", well, program.peak_mb
    )

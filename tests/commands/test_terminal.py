"""What the terminal shows and hears: codes it can draw, languages, ends of every kind."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from assistant.commands.terminal import can_show
from assistant.commands.welcome import drawn_code, welcome
from assistant.storage.instance_lock import ADDRESS_FILE
from assistant.web.server import listen
from assistant.words import Language

PROJECT = Path(__file__).parents[2]
ADDRESS = "http://192.168.178.23:8000/join?key=0123456789abcdef"
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of a Unix system")


class Screen:
    """A terminal of some kind, in place of standard output."""

    def __init__(self, encoding, is_tty=True):
        self.encoding, self.is_tty = encoding, is_tty

    def isatty(self):
        return self.is_tty


@pytest.mark.parametrize("language", Language)
def test_every_language_tells_how_to_get_in_and_how_to_end(language):
    told = welcome(language, ADDRESS, "http://localhost", "http://watching", ["Careful."])
    lines = told.splitlines()
    assert [line for line in lines if ADDRESS in line]
    assert lines[-2] == "Careful."
    assert "Ctrl-C" in lines[-1]
    assert ("every turn" in lines[-1]) == (language is Language.ENGLISH)


def test_a_narrow_terminal_gets_addresses_in_lines_of_their_own(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    told = welcome(Language.ENGLISH, ADDRESS, "http://here", "http://watching")
    assert f"  {ADDRESS}" in told.splitlines()
    monkeypatch.setenv("COLUMNS", "20")
    told = welcome(Language.ENGLISH, ADDRESS, "http://here", "http://watching")
    assert told.splitlines()[0] == "Players open"


def test_the_code_is_drawn_as_the_terminal_can_show_it(monkeypatch):
    for encoding in ("utf-8", "cp437"):
        monkeypatch.setattr("sys.stdout", Screen(encoding))
        assert "█" in drawn_code(ADDRESS, 80)
    monkeypatch.setattr("sys.stdout", Screen("latin-1"))
    coloured = drawn_code(ADDRESS, 80)
    assert coloured.isascii()
    assert "\033[" in coloured
    assert drawn_code(ADDRESS, 60) == ""
    monkeypatch.setattr("sys.stdout", Screen("latin-1", is_tty=False))
    assert drawn_code(ADDRESS, 80) == ""
    monkeypatch.setattr("sys.stdout", None)
    assert drawn_code(ADDRESS, 80) == ""


def test_an_unknown_encoding_shows_nothing_special():
    assert not can_show("é", Screen("no such encoding"))
    assert can_show("e", Screen("ascii"))


# The program itself


def play(folder, *more):
    words = ["play", "--source", "none", "--host", "127.0.0.1", "--data", str(folder)]
    return [sys.executable, "-u", "-m", "assistant", *words, *more]


@contextmanager
def playing(command, **how):
    """The program, and all it says until it tells how to end it."""
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | how
    with subprocess.Popen(command, cwd=PROJECT, encoding="utf-8", **how) as process:
        try:
            told = ""
            while process.stdout and "Ctrl-C" not in told:
                line = process.stdout.readline()
                assert line, process.stderr.read()
                told += line
            yield process, told
        finally:
            process.kill()


def wait_until_served(folder):
    """Whether pages are served in the end, wherever it is."""
    told = folder / ADDRESS_FILE
    for _ in range(600):
        if told.exists() and (address := told.read_text(encoding="utf-8").partition("/join")[0]):
            with urllib.request.urlopen(f"{address}/api/state", timeout=60) as answer:
                return answer.status == 200
        time.sleep(0.1)
    return False


@posix
@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_whatever_ends_it_is_answered_with_one_sentence(tmp_path, ending):
    number = getattr(signal, ending)
    # These tests may themselves have been started so that they outlive their terminal.
    heard = {"preexec_fn": lambda: signal.signal(number, signal.SIG_DFL)}
    with playing(play(tmp_path, "--port", "0"), **heard) as (process, _):
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0
        assert out == "\nEnded. Every turn is kept; the next start goes on from here.\n"
        assert err == ""


@posix
def test_ctrl_c_while_it_starts_is_no_error(tmp_path):
    slow = ["--source", "http://192.0.2.1:9/video", "--port", "0"]
    for wait_s in (0.05, 0.2, 0.5):
        with subprocess.Popen(
            play(tmp_path, *slow), cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            time.sleep(wait_s)
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate()
        assert b"Traceback" not in err
        assert process.returncode in (0, 130, -signal.SIGTERM)


@posix
def test_a_language_can_be_asked_for(tmp_path):
    command = play(tmp_path, "--port", "0", "--language", "nl", "--players", "Anna,Chris")
    with playing(command) as (process, told):
        assert "Op deze computer" in told
        process.send_signal(signal.SIGINT)
        assert "Gestopt." in process.communicate()[0]
    french = os.environ | {"LC_ALL": "fr_FR"}
    with playing(play(tmp_path, "--port", "0", "--rules", "cubes"), env=french) as (_, told):
        assert "La partie continue : Anna, Chris." in told
        assert "--rules vaut pour une nouvelle partie" in told


@posix
def test_a_busy_port_gives_way_to_the_next_and_says_so(tmp_path):
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with playing(play(tmp_path, "--port", str(port))) as (_, told):
            other = re.search(r"http://localhost:(\d+)", told).group(1)
            assert f"Port {port} is taken, so the pages are on port {other}." in told


@posix
def test_many_busy_ports_are_a_sentence(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 65535))
        done = subprocess.run(
            play(tmp_path, "--port", "65535"), cwd=PROJECT, capture_output=True, text=True
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "all taken" in done.stderr


@posix
@pytest.mark.parametrize("ending", [">&-", ">&- 2>&- <&-", "| true", "| head -n 1"])
def test_it_plays_on_when_nobody_listens_to_what_it_says(tmp_path, ending):
    line = " ".join(play(tmp_path, "--port", "0"))
    # The shell's own process group, so that all of the pipe ends with it.
    with subprocess.Popen(
        ["sh", "-c", f"{line} {ending}"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            assert wait_until_served(tmp_path)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate()
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert b"Traceback" not in err
    assert b"Error" not in err


@posix
def test_a_terminal_that_knows_no_blocks_is_told_the_addresses(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONIOENCODING": "latin-1", "COLUMNS": "100"}
    process = subprocess.Popen(
        play(tmp_path, "--port", "0"), cwd=PROJECT, env=environment, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    try:
        told = b""
        while b"Ctrl-C" not in told:
            told += os.read(ours, 65536)
        assert b"On this computer" in told
        assert b"Traceback" not in told
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_an_address_that_no_phone_can_open_has_no_code():
    for host in ("127.0.0.1", "[::1]", "localhost"):
        told = welcome(
            Language.ENGLISH, f"http://{host}:8000/join?key=k", "http://here", "http://watching"
        )
        assert "█" not in told
        assert "scan" not in told
        assert "Phones cannot come in" in told
        assert "http://here" in told

"""Serving: ports, keys, the camera of the table, and the program from start to Ctrl-C."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from assistant.session.camera_choice import NONE, Cameras
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.web.server import listen, own_address, own_names, table_key
from tests.support.served import no_demo, served
from vision.sources import SourceError

PROJECT = Path(__file__).parents[2]
IN_THE_BACKGROUND = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""How a shell starts a program that is not to hear Ctrl-C."""


def test_a_taken_port_gives_way_to_the_next():
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port) as given:
            assert port < given.getsockname()[1] <= port + 19


def test_an_address_that_is_not_here_is_an_error():
    with pytest.raises(OSError):
        listen("192.0.2.77", 0)


def test_the_key_stays_the_same_and_is_nobody_elses(tmp_path):
    key = table_key(tmp_path)
    assert len(key) >= 16
    assert table_key(tmp_path) == key
    assert table_key(tmp_path / "other") != key
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


@pytest.mark.parametrize("kept", ["", "short", "\xff\xfe"])
def test_a_broken_key_is_replaced(tmp_path, kept):
    (tmp_path / "key").write_bytes(kept.encode("latin-1"))
    assert len(table_key(tmp_path)) >= 16


def test_this_computer_has_an_address_and_names():
    assert socket.inet_aton(own_address())
    assert any(name.endswith(".local") for name in own_names())


def test_a_camera_that_cannot_be_leaves_the_old_one(tmp_path):
    with Store(tmp_path) as store:
        session = Session(store)
        cameras = Cameras(session, no_demo)
        cameras.choose(NONE)
        with pytest.raises(SourceError):
            cameras.choose("no such camera")
        assert cameras.chosen == NONE
        assert session.now.camera == ""
        assert (NONE, "") in cameras.choices()
        cameras.close()


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent by signal here")
@pytest.mark.parametrize("started", [(), IN_THE_BACKGROUND], ids=["by hand", "by a script"])
def test_the_program_says_where_it_is_and_ends_at_ctrl_c_with_phones_connected(tmp_path, started):
    command = [
        *started, sys.executable, "-u", "-m", "assistant", "play", "--source", "none",
        "--port", "0", "--players", "Anna,Chris", "--data", str(tmp_path),
    ]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=PROJECT
    ) as process:
        try:
            told = ""
            for line in process.stdout:
                told += line
                if line.startswith("Ctrl-C"):
                    break
            port = re.search(r"http://localhost:(\d+)/join\?key=(\S+)", told).group(1)
            assert "█" in told or "▀" in told
            events = f"http://127.0.0.1:{port}/api/events"
            with urllib.request.urlopen(events, timeout=60) as stream:
                assert stream.readline() == b"retry: 1000\n"
                process.send_signal(signal.SIGINT)
                assert process.wait(60) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()


def test_the_threads_that_answer_keep_no_program_from_ending(tmp_path):
    with served(tmp_path):
        answering = [one for one in threading.enumerate() if one.name.startswith("CP Server")]
        assert len(answering) > 10
        assert all(one.daemon for one in answering)

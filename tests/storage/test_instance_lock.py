"""One assistant at a time: a second one is told where the first is, and a kill leaves no lock."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.commands import main
from assistant.storage.errors import StoreError
from assistant.storage.instance_lock import InstanceLock
from assistant.words import Language

HOLD = """
import sys, time
from pathlib import Path
from assistant.storage.instance_lock import InstanceLock
held = InstanceLock(Path(sys.argv[1]))
held.write_address("http://localhost:8000/join?key=secret")
print("held", flush=True)
time.sleep(600)
"""


def holder(folder):
    """Another process that holds the folder."""
    project = Path(__file__).parents[2]
    command = [sys.executable, "-c", HOLD, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=project)
    assert process.stdout.readline() == "held\n"
    return process


def end(process):
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_second_one_is_refused_until_the_first_lets_go(tmp_path):
    first = InstanceLock(tmp_path / "new")
    with pytest.raises(StoreError, match="already running"):
        InstanceLock(tmp_path / "new")
    first.close()
    InstanceLock(tmp_path / "new").close()


def test_two_folders_are_two_tables(tmp_path):
    with InstanceLock(tmp_path / "one"), InstanceLock(tmp_path / "other"):
        pass


def test_a_killed_process_leaves_nothing_locked(tmp_path):
    for _ in range(3):
        process = holder(tmp_path)
        try:
            with pytest.raises(StoreError):
                InstanceLock(tmp_path)
        finally:
            end(process)
        InstanceLock(tmp_path).close()
    assert [path.name for path in tmp_path.iterdir()] == ["playing.lock"]
    assert (tmp_path / "playing.lock").stat().st_size == 0


@pytest.mark.parametrize("language", Language)
def test_play_tells_in_every_language_where_the_first_one_is(tmp_path, capsys, language):
    process = holder(tmp_path)
    try:
        words = ["play", "--port", "0", "--data", str(tmp_path), "--language", language.value]
        assert main(words) == 1
    finally:
        end(process)
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "http://localhost:8000/join?key=secret" in told
    assert ("already running" in told) == (language is Language.ENGLISH)


def test_games_can_be_listed_while_they_are_played(tmp_path, capsys):
    with InstanceLock(tmp_path):
        assert main(["games", "--data", str(tmp_path)]) == 0


@pytest.mark.skipif(os.name != "posix", reason="permissions are told otherwise here")
def test_the_address_with_its_key_is_for_the_owner_alone(tmp_path):
    with InstanceLock(tmp_path) as held:
        held.write_address("http://localhost/join?key=secret")
        (told,) = tmp_path.glob("*.txt")
        assert told.stat().st_mode & 0o077 == 0
        assert (tmp_path / "playing.lock").stat().st_mode & 0o077 == 0
    assert list(tmp_path.glob("*.txt")) == []


def test_a_folder_that_cannot_be_used_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is a file; a folder is needed"):
        InstanceLock(tmp_path / "file")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "playing.lock").mkdir()
    with pytest.raises(StoreError, match="is a folder; a file is needed"):
        InstanceLock(tmp_path / "odd")


@pytest.mark.skipif(os.name != "posix", reason="stopped by signal here")
def test_a_stopped_process_still_holds_its_folder(tmp_path):
    process = holder(tmp_path)
    try:
        process.send_signal(signal.SIGSTOP)
        with pytest.raises(StoreError):
            InstanceLock(tmp_path)
    finally:
        end(process)

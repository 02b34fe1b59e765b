"""Every command with everything it should not be given: one sentence and a status, never more."""

import json
import os
import sqlite3
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assistant.commands import COMMANDS, main
from assistant.storage.store import FILE_NAME, Store
from assistant.words import Language

PROJECT = Path(__file__).parents[2]
RECORD = (PROJECT / "docs" / "evening.json").read_bytes()
JARGON = ("Traceback", "Errno", "errno", "invalid", "unrecognized", "argument", "Error", "codec")
"""Words of the machine that no player should have to read."""


def make_broken_store(folder):
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"no games at all" * 1000)


def make_store_of_other_things(folder):
    folder.mkdir()
    file = sqlite3.connect(folder / FILE_NAME)
    file.execute("CREATE TABLE event (colour TEXT)")
    file.commit()
    file.close()


def make_cut_store(folder):
    with Store(folder):
        pass
    whole = (folder / FILE_NAME).read_bytes()
    (folder / FILE_NAME).write_bytes(whole[: len(whole) // 2])
    for beside in folder.glob(f"{FILE_NAME}-*"):
        beside.unlink()


BAD = {
    "nothing there": lambda path: None,
    "an empty file": lambda path: path.write_bytes(b""),
    "a blank file": lambda path: path.write_bytes(b"  \n \n"),
    "text": lambda path: path.write_text("red circle\n", encoding="utf-8"),
    "bytes": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "zeros": lambda path: path.write_bytes(bytes(4096)),
    "half a record": lambda path: path.write_bytes(RECORD[: len(RECORD) // 2]),
    "half a photo": lambda path: path.write_bytes(
        cv2.imencode(".jpg", np.full((200, 200, 3), (10, 90, 200), np.uint8))[1].tobytes()[:400]
    ),
    "other JSON": lambda path: path.write_text('{"rules": "chess"}', encoding="utf-8"),
    "an empty folder": lambda path: path.mkdir(),
    "a store that is none": make_broken_store,
    "a store of other things": make_store_of_other_things,
    "half a store": make_cut_store,
}
CALLS = {
    "judge": ("judge", "{}"),
    "judge for a program": ("judge", "--json", "{}"),
    "hint": ("hint", "{}", "--hand", "ro"),
    "read": ("read", "{}"),
    "read for a program": ("read", "--json", "{}"),
    "replay": ("replay", "{}"),
    "calibrate with": ("calibrate", "--check", "--source", "{}"),
    "calibrate from": ("calibrate", "--import", "{}"),
    "games": ("games", "--data", "{}"),
    "delete": ("games", "--delete", "1", "--data", "{}"),
    "export": ("export", "1", "--data", "{}"),
    "play with": ("play", "--port", "0", "--source", "{}", "--players", "Anna"),
    "play in": ("play", "--port", "0", "--source", "none", "--players", "Anna", "--data", "{}"),
    "record in": ("play", "--port", "0", "--source", "no such camera", "--record", "{}"),
    "bench": ("bench", "{}"),
}
FINE = {("games", "an empty folder")}
"""What looks bad and is not."""
MENDED = {("play in", what) for what in BAD if "store" in what}
"""What play begins anew, saying so, before it refuses to begin a game of one."""


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("bad", BAD)
def test_every_command_answers_what_it_cannot_use_with_one_sentence(
    call, bad, tmp_path, capfd, monkeypatch
):
    path = tmp_path / "given.jpg"
    BAD[bad](path)
    kept = tmp_path / "kept"
    monkeypatch.setattr("assistant.commands.store_args.default_folder", lambda: kept)
    monkeypatch.setattr("assistant.commands.calibrate.default_folder", lambda: kept)
    words = [word.format(path) if word == "{}" else word for word in CALLS[call]]
    status = main(words)
    told = capfd.readouterr()
    if (call, bad) in FINE:
        assert (status, told.err) == (0, "")
        return
    assert status == 1
    assert ("The damaged file is kept as" in told.out) == ((call, bad) in MENDED), told.out
    assert told.out == "" or (call, bad) in MENDED
    assert told.err.count("\n") == 1, told.err
    assert told.err.startswith(f"qwirkle {words[0]}: ")
    assert [word for word in JARGON if word in told.err] == [], told.err
    assert told.err.rstrip().endswith((".", ")")), told.err


@example(at=4, length=6, instead=b"\\")  # a key with a line break
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    at=st.integers(0, len(RECORD) - 1),
    length=st.integers(0, 40),
    instead=st.one_of(
        st.binary(max_size=8),
        st.sampled_from([b"null", b"-1", b"1e999", b"NaN", b"[]", b"{}", b'"\\ud800"', b"true"]),
    ),
)
def test_a_spoiled_record_is_judged_or_refused_but_never_breaks(
    at, length, instead, tmp_path, capsys
):
    path = tmp_path / "spoiled.json"
    path.write_bytes(RECORD[:at] + instead + RECORD[at + length :])
    for words in (["judge"], ["judge", "--json"], ["hint", "--json", "--hand", "ro bs"]):
        status = main([*words, str(path)])
        told = capsys.readouterr()
        assert status in (0, 1)
        beside = told.err.startswith(
            ("Nobody knows these keys", "No move is possible", "This game")
        )
        assert told.err.count("\n") == (1 if beside else status)
        if "--json" in words:
            assert all(json.loads(line) for line in told.out.splitlines())


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from([name for name in COMMANDS if name not in ("doctor", "bench")]),
    words=st.lists(
        st.one_of(
            st.sampled_from(["--json", "--data", "--port", "--rules", "--hand", "--language"]),
            st.sampled_from(["--language=xx", "--out", "-x", "--", "", "é", "-1", "9" * 30]),
            st.text(max_size=6).filter(lambda text: not {"\0", "\n", "h"} & {*text}),
        ),
        max_size=4,
    ),
)
def test_no_call_however_odd_gets_more_than_one_sentence(command, words, tmp_path, capfd):
    # A port that is none keeps those calls from playing that would.
    never = ["--port", "70000"] if command == "play" else ["--nonsense"]
    status = main([command, *words, *never])
    told = capfd.readouterr()
    assert status in (1, 2)
    lines = told.err.rstrip("\n").split("\n")
    assert len(lines) == 1 or command == "read", "which tells of each photo"
    assert all(line.startswith(f"qwirkle {command}: ") for line in lines)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "call",
    [
        ["judge", "nowhere.json"],
        ["export", "nope"],
        ["export", "7"],
        ["hint", "nowhere.json"],
        ["read", "nowhere.jpg"],
        ["replay", "nowhere"],
        ["replay", "."],
        ["games", "--data", "nowhere"],
        ["games", "--restore", "--data", "nowhere"],
        ["games", "--restore", "nowhere", "--data", "."],
        ["play", "--port", "abc"],
        ["play", "--port", "70000"],
        ["play", "--source", "nowhere", "--port", "0"],
        ["play", "--players", "Anna", "--source", "none", "--port", "0"],
        ["bench", "nothing"],
    ],
    ids=" ".join,
)
def test_complaints_are_translated(call, language, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("assistant.commands.store_args.default_folder", lambda: tmp_path / "kept")
    told = []
    for spoken in (Language.ENGLISH, language):
        monkeypatch.setenv("LC_ALL", spoken.value)
        assert main(call) != 0
        told.append(capsys.readouterr().err)
    assert told[1].count("\n") == 1
    assert (told[0] == told[1]) == (language is Language.ENGLISH)


def test_a_camera_that_is_silent_is_told_of_without_words_of_the_machine(capsys, monkeypatch):
    monkeypatch.setattr("assistant.commands.calibrate.WATCH_S", 0.1)
    monkeypatch.setenv("LC_ALL", "de")
    assert main(["calibrate", "--check", "--source", "http://127.0.0.1:9/video"]) == 1
    told = capsys.readouterr().err
    assert "liefert noch kein Bild" in told
    assert [word for word in JARGON if word in told] == []


def called(*words, **how):
    command = [sys.executable, "-m", "assistant", *words]
    return subprocess.run(command, cwd=PROJECT, text=True, stderr=subprocess.PIPE, **how)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("words", [["judge", "docs/evening.json"], ["games", "--data", "."]])
def test_a_full_disk_is_told_in_a_sentence(words):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = called(*words, stdout=full)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "disk is full" in done.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions are told otherwise here")
def test_a_folder_that_may_only_be_read_is_told_in_a_sentence(tmp_path, capfd):
    with Store(tmp_path / "kept"):
        pass
    (tmp_path / "kept").chmod(0o500)
    for path in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        path.chmod(0o755)
    # Before that: nobody in particular may not read where Python lies, if that is root's home.
    for name in ("games", "export", "play"):
        import_module(f"assistant.commands.{name}")
    me = os.geteuid()
    if me == 0:
        # Root may write everything, so it is tried as nobody in particular.
        os.seteuid(65534)
    try:
        for words in (["games"], ["export", "1"], ["play", "--port", "0"], ["games", "--delete=1"]):
            assert main([*words, "--data", str(tmp_path / "kept")]) == 1
            told = capfd.readouterr().err
            assert told.count("\n") == 1
            assert "no permission" in told
    finally:
        os.seteuid(me)


@pytest.mark.skipif(os.name != "posix", reason="pipes and closed outputs of a Unix shell")
@pytest.mark.parametrize("ending", ["| head -n 1", "| true", ">&-", "2>&-", "</dev/null"])
def test_an_output_that_is_cut_off_is_no_error(ending):
    command = f"{sys.executable} -m assistant judge docs/evening.json {ending}"
    done = subprocess.run(["sh", "-c", command], cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_without_all_characters_shows_what_it_can(tmp_path, encoding):
    told = json.loads(RECORD)
    told["players"] = ["Łukasz", "Zoë", "Sally"]
    for turn in told["turns"]:
        turn["player"] = {"Anna": "Łukasz", "Chris": "Zoë"}.get(turn["player"], turn["player"])
    path = tmp_path / "record.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [sys.executable, "-m", "assistant", "judge", str(path)],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert ("Łukasz" in done.stdout.decode(encoding)) == (encoding == "utf-8")


@pytest.mark.skipif(os.name != "posix", reason="a console of Windows is left as it is")
def test_picture_libraries_have_no_word_of_their_own(tmp_path):
    drawn = np.random.default_rng(1).integers(0, 256, (60, 60, 3), np.uint8)
    photo = bytearray(cv2.imencode(".jpg", drawn)[1].tobytes())
    del photo[-900:-300]
    (tmp_path / "table.jpg").write_bytes(photo)
    done = called("read", str(tmp_path / "table.jpg"), stdout=subprocess.DEVNULL)
    assert "Corrupt" not in done.stderr
    assert done.stderr.count("\n") <= 1

"""The parser: help without the weight of the commands, and wrong calls in every language."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.commands import COMMANDS, main
from assistant.words import CATALOGUE, Language

PROJECT = Path(__file__).parents[2]
HEAVY = ("cv2", "numpy", "flask", "cheroot", "sqlite3", "segno", "vision", "calibration")


def imported_by(*words):
    """Which heavy modules a call imports."""
    program = (
        "import sys\n"
        "from assistant.commands import main\n"
        f"assert main({list(words)!r}) in (0, 2)\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return done.stderr.splitlines()[-1].split()


@pytest.mark.parametrize("words", [["--help"], ["--version"], [], ["dance"]])
def test_help_imports_nothing_heavy(words):
    assert imported_by(*words) == []


def test_judging_a_record_needs_no_camera_and_no_server():
    assert {"cv2", "numpy", "flask"}.isdisjoint(imported_by("judge", "docs/evening.json"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_tells_what_it_takes(capsys, name):
    assert main([name, "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Usage: qwirkle {name} ")
    assert "--help" in told


def test_help_names_every_command_and_what_it_does(capsys):
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n  {name} " not in told] == []
    assert "Rule on a written game, turn by turn." in told


def test_what_is_named_without_an_option_has_a_line_in_the_help(capsys):
    assert main(["judge", "--help"]) == 0
    assert "RECORD.json  a written game, as `export` writes it" in capsys.readouterr().out


def test_the_version_is_told(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("qwirkle-table")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["judge"], "call.missing"),
        (["judge", "a", "b"], "call.unknown"),
        (["--nonsense"], "call.unknown"),
        (["judge", "-x", "a"], "call.unknown"),
        (["export", "one"], "call.number"),
        (["play", "--rules", "chess"], "call.choice"),
        (["play", "--port"], "call.expected"),
        (["games", "--data", "--json"], "call.expected"),
        (["games", "--json=yes"], "call.takes_nothing"),
        (["calibrate", "a.jpg"], "call.unknown"),
    ],
)
def test_a_wrong_call_is_answered_by_its_kind_in_every_language(
    capsys, monkeypatch, words, key, language
):
    monkeypatch.setenv("LC_ALL", language.value)
    assert main(words) == 2
    told = capsys.readouterr().err
    sentence = CATALOGUE[language][key]
    fixed = max(sentence.replace("}", "{").split("{")[::2], key=len)
    assert fixed in told
    assert told.count("\n") == 1


def test_an_option_is_not_abbreviated(capsys):
    assert main(["games", "--js"]) == 2
    assert "--js" in capsys.readouterr().err


@pytest.mark.parametrize("rules", ["classic", "cubes", "cards"])
@pytest.mark.parametrize("command", ["read", "replay"])
def test_every_game_can_be_named_to_what_looks_at_photos(capsys, tmp_path, command, rules):
    assert main([command, "--rules", rules, str(tmp_path / "nowhere")]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "nowhere" in told or "Qwirkle Cards" in told


@pytest.mark.parametrize("name", COMMANDS)
def test_the_json_of_every_command_is_described(capsys, name):
    main([name, "--help"])
    page = (PROJECT / "docs" / "json.md").read_text(encoding="utf-8")
    speaks_json = "--json" in capsys.readouterr().out
    assert speaks_json == (f"## `qwirkle {name} --json" in page)


@pytest.mark.parametrize("command", ["judge", "hint"])
def test_every_key_that_a_record_is_answered_with_is_described(capsys, command):
    words = [command, "--json", str(PROJECT / "docs" / "evening.json")]
    assert main([*words, *(["--hand", "ro bs"] if command == "hint" else [])]) == 0
    page = (PROJECT / "docs" / "json.md").read_text(encoding="utf-8")
    keys = {key for line in capsys.readouterr().out.splitlines() for key in json.loads(line)}
    assert [key for key in keys if f"`{key}`" not in page] == []


def test_the_picture_of_the_docs_shows_tiles(capsys):
    assert main(["read", str(PROJECT / "docs" / "table.jpg")]) == 0
    assert "24 tiles" in capsys.readouterr().out

"""The locks are for what pyproject.toml asks for; what they do not fit is installed unlocked."""

import importlib.util
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

CI = Path(__file__).parents[1] / ".ci"
PINNED = re.compile(
    r"^([\w.-]+)==([\w.]+)(?: ; [^\\]+)? \\\n(?:    --hash=sha256:\w{64}[ \\\n]*)+", re.MULTILINE
)


def pins(kind):
    text = (CI / f"{kind}.lock").read_text(encoding="utf-8")
    found = {match[1]: match[2] for match in PINNED.finditer(text)}
    assert len(found) == text.count("==") - text.count(' == "')
    return found


def project():
    text = (CI.parent / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]


def order(version):
    return [int(part) for part in re.findall(r"\d+", version)]


@pytest.mark.parametrize("kind", ["run", "test"])
def test_everything_that_is_asked_for_is_locked_and_new_enough(kind):
    asked = project()["dependencies"]
    if kind == "test":
        asked = asked + project()["optional-dependencies"]["dev"]
    locked = pins(kind)
    for text in asked:
        name, bound = re.match(r"([\w-]+)>=([\d.]+)", text).groups()
        assert order(locked[name.lower()]) >= order(bound), name


def test_both_locks_agree():
    run, test = pins("run"), pins("test")
    assert {name: test.get(name) for name in run} == run


def loaded(name):
    spec = importlib.util.spec_from_file_location(name, CI / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def install(monkeypatch):
    module = loaded("install")
    module.calls = []
    module.answers = {}

    def pip(*words):
        module.calls.append(words)
        status, said = module.answers.get(words[0], (0, ""))
        return subprocess.CompletedProcess(words, status, "", said)

    monkeypatch.setattr(module, "pip", pip)
    return module


def test_locked_files_are_taken_by_their_hashes_and_nothing_else_is_fetched(install):
    assert install.main("run") == 0
    assert install.calls[0][0] == "--require-hashes"
    assert install.calls[1:] == [("--no-deps", "--no-build-isolation", "--editable", ".")]


def test_a_system_without_locked_files_takes_the_newest_and_says_so(install, capsys):
    install.answers["--require-hashes"] = (1, "No matching distribution found for opencv-python")
    assert install.main("test") == 0
    assert install.calls[-1] == ("--editable", ".[dev]")
    assert "do not fit" in capsys.readouterr().out


def test_another_python_takes_the_newest(install, tmp_path, monkeypatch):
    (tmp_path / "run.lock").write_text("# locked\n# for Python 3.7 3.8\n", encoding="utf-8")
    monkeypatch.setattr(install, "HERE", tmp_path)
    assert install.main("run") == 0
    assert install.calls == [("--editable", ".")]


def test_a_file_that_is_not_the_locked_one_is_never_installed(install, capsys):
    install.answers["--require-hashes"] = (1, f"ERROR: {install.WRONG_FILE}")
    assert install.main("run") == 1
    assert len(install.calls) == 1
    assert "nothing is installed" in capsys.readouterr().out


def test_without_the_internet_it_says_so(install, capsys):
    install.answers = {"--require-hashes": (1, "timed out"), "--editable": (1, "timed out")}
    assert install.main("run") == 1
    assert "internet" in capsys.readouterr().out


def test_every_change_is_tried_with_the_lowest_versions_too():
    steps = (CI / "run").read_text(encoding="utf-8").splitlines()
    assert steps[-3:] == ["make lint", "make test", "make lowest ARGS=few"]
    lowest = loaded("lowest")
    assert set(lowest.bounds()) == {
        re.match(r"[\w-]+", text)[0] for text in project()["dependencies"]
    }
    assert all((CI.parent / test).exists() for test in (*lowest.FEW, *lowest.TESTS))


@pytest.mark.parametrize(("asked", "status"), [(("few",), 0), ((), 2)])
def test_lowest_versions_that_cannot_be_fetched_are_said_not_to_be_tried(
    monkeypatch, tmp_path, capsys, asked, status
):
    lowest = loaded("lowest")
    monkeypatch.setattr(lowest.venv, "create", lambda *_words, **_how: None)
    failed = subprocess.CompletedProcess((), 1)
    monkeypatch.setattr(lowest.subprocess, "run", lambda *_words, **_how: failed)
    assert lowest.main(tmp_path, asked) == status
    assert "not tried" in capsys.readouterr().out

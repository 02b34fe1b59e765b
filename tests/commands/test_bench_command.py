"""`qwirkle bench` knows its benchmarks, and says so."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from assistant.commands import main
from assistant.commands.bench import BENCHMARKS

ROOT = Path(__file__).parents[2]


def test_every_benchmark_it_names_can_be_run() -> None:
    assert all(callable(import_module(f"benchmarks.{name}").main) for name in BENCHMARKS)


@pytest.mark.parametrize("folder", ["benchmarks", "tests/support"])
def test_everything_that_measures_can_still_be_begun(folder: str) -> None:
    for module in sorted((ROOT / folder).glob("[a-z]*.py")):
        import_module(f"{folder.replace('/', '.')}.{module.stem}")


def test_an_unknown_one_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "nonsense"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1

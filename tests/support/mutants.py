"""One-line breaks of important lines, and the test that must notice each: `make mutants`."""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("mutants.toml")
COPIED = (
    "assistant",
    "vision",
    "calibration",
    "templates",
    "tests",
    "benchmarks",
    "docs",
    "pyproject.toml",
)
LONGEST_S = 600.0
"""No test file of the list takes a tenth of that on two idle cores."""


@dataclass(frozen=True)
class Mutant:
    """One break: this text of a file becomes that, and this test, or one of this file, fails."""

    file: str
    old: str
    new: str
    test: str

    def source(self) -> str:
        """The broken source; ValueError where the text is not there exactly once."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} times: {self.old}")
        return text.replace(self.old, self.new)


def mutants():
    """The committed list."""
    return [Mutant(**one) for one in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]]


def is_killed(mutant, tree):
    """Whether the mutant's test fails in a copy of the project that holds it."""
    path = tree / mutant.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(mutant.source(), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider"]
    try:
        ran = subprocess.run(
            [*command, mutant.test], cwd=tree, capture_output=True, timeout=LONGEST_S, check=False
        )
    finally:
        path.write_text(whole, encoding="utf-8")
    return ran.returncode == 1


def main():
    """Report killed or survived for each, or for those whose file or test contains a word."""
    chosen = [m for m in mutants() if not sys.argv[1:] or sys.argv[1] in f"{m.file} {m.test}"]
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "project"
        for name in COPIED:
            source = ROOT / name
            copy = shutil.copytree if source.is_dir() else shutil.copy
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            copy(source, tree / name)
        for mutant in chosen:
            killed = is_killed(mutant, tree)
            survived += not killed
            print(
                f"{'killed  ' if killed else 'SURVIVED'}  {mutant.file}: {mutant.new}", flush=True
            )
    print(f"{len(chosen) - survived} of {len(chosen)} killed")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())

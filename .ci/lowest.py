"""Tries the lowest versions that pyproject.toml allows: `make lowest`.

    python .ci/lowest.py FOLDER [few|TEST...]

They are installed into an environment of their own in the folder, and the tests that need no
browser are run with them: a few, as every change does, or many.
"""

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
TESTS = (
    *("tests/rules", "tests/game", "tests/records", "tests/words", "tests/commands"),
    *("tests/web/test_http_server.py", "tests/web/test_bounds.py", "tests/web/test_web.py"),
    *("tests/web/test_crowding.py", "tests/web/test_manners.py", "tests/web/test_fuzz.py"),
    *("tests/vision/pictures", "tests/vision/sources", "tests/storage"),
)
FEW = (
    *("tests/test_tiles_and_board.py", "tests/rules/test_classic.py"),
    *("tests/commands/test_read_command.py", "tests/web/test_http_server.py"),
    *("tests/web/test_bounds.py", "tests/storage/test_store.py"),
)
"""One of each kind: rules, a photo that is read, the server with and without TLS, the store."""


def bounds() -> dict[str, str]:
    """By package, the lowest version that is allowed."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = (re.match(r"([\w-]+)>=([\d.]+)", text) for text in project["dependencies"])
    return {match[1]: match[2] for match in found if match}


def main(place: Path, tests: tuple[str, ...]) -> int:
    """0 where the tests pass with them; 2 where they cannot be fetched, which is said.

    A change is not held up by that: where a few were asked for, it is 0 too.
    """
    is_few = tests == ("few",)
    python = str(place / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    if not Path(python).exists():
        venv.create(place, with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wanted = [f"{name}=={version}" for name, version in bounds().items()]
    print("The lowest versions:", ", ".join(wanted), flush=True)
    tools = ("pytest", "pytest-xdist", "hypothesis")
    if subprocess.run([*pip, *wanted, *tools], cwd=PROJECT, check=False).returncode:
        print("They could not be fetched, so they are not tried.")
        return 0 if is_few else 2
    chosen = FEW if is_few else tests or TESTS
    # Tests start programs of their own, which find the project by this alone.
    found = {**os.environ, "PYTHONPATH": str(PROJECT)}
    return subprocess.run([python, "-m", "pytest", *chosen], cwd=PROJECT, env=found).returncode


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve(), tuple(sys.argv[2:])))

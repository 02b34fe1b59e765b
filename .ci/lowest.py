"""Tries the lowest versions that pyproject.toml allows: `make lowest`.

    python .ci/lowest.py FOLDER [TEST...]

They are installed into an environment of their own in the folder, and the tests that need no
browser and no pictures are run with them.
"""

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


def bounds() -> dict[str, str]:
    """By package, the lowest version that is allowed."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = (re.match(r"([\w-]+)>=([\d.]+)", text) for text in project["dependencies"])
    return {match[1]: match[2] for match in found if match}


def main(place: Path, tests: tuple[str, ...]) -> int:
    """0 where the tests pass with them; 2 where they cannot be fetched, which is said."""
    python = str(place / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    if not Path(python).exists():
        venv.create(place, with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wanted = [f"{name}=={version}" for name, version in bounds().items()]
    print("The lowest versions:", ", ".join(wanted), flush=True)
    tools = ("pytest", "pytest-xdist", "hypothesis")
    if subprocess.run([*pip, *wanted, *tools], cwd=PROJECT, check=False).returncode:
        print("They could not be fetched, so they are not tried.")
        return 2
    return subprocess.run([python, "-m", "pytest", *(tests or TESTS)], cwd=PROJECT).returncode


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve(), tuple(sys.argv[2:])))

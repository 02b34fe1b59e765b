"""Asks whether any locked package is known to have a hole: `make audit`.

pip-audit gets an environment of its own. Where the database cannot be asked, that is said, and is
no answer: the status is 2.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PLACE = PROJECT / ".venv" / "audit"
SCRIPTS = PLACE / ("Scripts" if sys.platform == "win32" else "bin")
NO_ANSWER = (
    "The database of known holes could not be asked; it takes the internet. Nothing is known."
)


def called(*words: str) -> subprocess.CompletedProcess[str]:
    """What a program answers."""
    return subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)


def main() -> int:
    """0 where none is known, 1 where some are, 2 where nobody could be asked."""
    if not SCRIPTS.exists():
        venv.create(PLACE, with_pip=True)
    pip = (str(SCRIPTS / "python"), "-m", "pip", "install", "--quiet", "--retries", "1")
    if called(*pip, "pip-audit").returncode:
        print(NO_ANSWER)
        return 2
    lock = str(PROJECT / ".ci" / "test.lock")
    words = (
        "--requirement",
        lock,
        "--disable-pip",
        "--format",
        "json",
        "--progress-spinner",
        "off",
    )
    try:
        found = json.loads(called(str(SCRIPTS / "pip-audit"), *words).stdout)["dependencies"]
    except (ValueError, KeyError):
        print(NO_ANSWER)
        return 2
    unknown = [one["name"] for one in found if "skip_reason" in one]
    holes = [
        f"{one['name']} {one['version']}: {hole['id']}, fixed in {', '.join(hole['fix_versions'])}"
        for one in found
        for hole in one.get("vulns", ())
    ]
    print(*holes, sep="\n", end="\n" if holes else "")
    if unknown or not found:
        print(f"Not looked up: {', '.join(unknown) or 'anything'}. {NO_ANSWER}")
        return 1 if holes else 2
    print(f"{len(found)} packages were looked up, {len(holes)} known holes.")
    return 1 if holes else 0


if __name__ == "__main__":
    raise SystemExit(main())

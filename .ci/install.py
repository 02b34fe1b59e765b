"""Installs this project and what it needs into the environment of the Python that runs this.

    python .ci/install.py run|test

Exactly the locked files are taken, by their hashes. For another Python, or a system that they have
no files for, the newest versions that fit are taken instead, and a sentence says so.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
WRONG_FILE = "DO NOT MATCH THE HASHES"
EXTRAS = {"run": ".", "test": ".[dev]"}


def pip(*words: str) -> subprocess.CompletedProcess[str]:
    """What pip answers."""
    return subprocess.run(
        [*PIP, *words], cwd=HERE.parent, capture_output=True, text=True, check=False
    )


def is_locked_for(lock: Path) -> bool:
    """Whether this Python is one of those that the lock names."""
    if not lock.exists():
        return False
    named = lock.read_text(encoding="utf-8").splitlines()[1].split()
    return f"{sys.version_info.major}.{sys.version_info.minor}" in named


def main(kind: str) -> int:
    """Install; 0 where all is there."""
    lock = HERE / f"{kind}.lock"
    if is_locked_for(lock):
        taken = pip("--require-hashes", "--only-binary", ":all:", "--requirement", str(lock))
        if not taken.returncode:
            taken = pip("--no-deps", "--no-build-isolation", "--editable", ".")
        if not taken.returncode:
            return 0
        if WRONG_FILE in taken.stderr:
            print(taken.stderr)
            print("A package is not the file that was locked: nothing is installed. Tell somebody.")
            return 1
    print("The locked versions do not fit this Python or system: the newest that fit are taken.")
    taken = pip("--editable", EXTRAS[kind])
    if taken.returncode:
        print(taken.stderr)
        print(
            "What it needs could not be fetched: this once it takes the internet. Then try again."
        )
    return taken.returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))

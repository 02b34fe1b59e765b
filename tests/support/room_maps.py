"""Writes the table of files into the README of each room, from the modules' docstrings: `make map`.

What stands above the table's heading is written by hand and kept.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tests.support import sentences_page

ROOT = Path(__file__).parents[2]
PACKAGES = ("assistant", "vision", "calibration")
HEADING = "## Files"


def purpose(path: Path) -> str:
    """The first paragraph of a module's docstring, on one line."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split()).replace("|", "\\|")


def rooms() -> list[Path]:
    """Every package folder of the program, outermost first."""
    inits = (init for top in PACKAGES for init in (ROOT / top).rglob("__init__.py"))
    return sorted(init.parent for init in inits)


def table(room: Path) -> str:
    """The table of files and inner rooms of a room."""
    files = [path for path in sorted(room.glob("*.py")) if path.name != "__init__.py"]
    inner = [path.parent for path in sorted(room.glob("*/__init__.py"))]
    rows = [f"| `{path.name}` | {purpose(path)} |" for path in files]
    rows += [
        f"| [`{path.name}/`]({path.name}/README.md) | {purpose(path / '__init__.py')} |"
        for path in inner
    ]
    return "\n".join([HEADING, "", "| file | what it is for |", "|---|---|", *rows, ""])


def page(room: Path) -> str:
    """The README of a room, its table made anew."""
    readme = room / "README.md"
    if readme.exists():
        above = readme.read_text(encoding="utf-8").partition(HEADING)[0].rstrip()
    else:
        above = f"# {room.relative_to(ROOT).as_posix()}\n\n{purpose(room / '__init__.py')}"
    return f"{above}\n\n{table(room)}"


def main() -> None:
    """Write every room's README, and the page of all sentences."""
    for room in rooms():
        (room / "README.md").write_text(page(room), encoding="utf-8")
    sentences_page.main()


if __name__ == "__main__":
    main()

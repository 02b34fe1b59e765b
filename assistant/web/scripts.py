"""The pages' scripts: what each imports, and data that pages hand to them."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)

TEXT = re.compile(r'["`]([a-z]+\.[a-z_.]*)(\$\{)?')
"""The key of a text, or its beginning where a part is filled in."""


def imports_of(folder: Path, script: str) -> tuple[str, ...]:
    """The scripts that one imports itself, as paths below the folder, in their order."""
    text = (folder / script).read_text(encoding="utf-8")
    here = posixpath.dirname(script)
    return tuple(
        posixpath.normpath(posixpath.join(here, found[1] or found[2]))
        for found in IMPORT.finditer(text)
    )


def modules_of(folder: Path, script: str) -> tuple[str, ...]:
    """Everything that a script needs beside itself, the nearest first."""
    known = [script]
    for one in known:
        known += [name for name in dict.fromkeys(imports_of(folder, one)) if name not in known]
    return tuple(known[1:])


@cache
def texts_named(folder: Path, script: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The keys of texts that a script and all it imports name: whole ones, and beginnings."""
    written = "".join(
        (folder / one).read_text(encoding="utf-8") for one in (script, *modules_of(folder, script))
    )
    found = [(key, bool(part) or key.endswith(".")) for key, part in TEXT.findall(written)]
    whole = frozenset(key for key, is_begun in found if not is_begun)
    return whole, tuple({key for key, is_begun in found if is_begun})


def for_script(text: str) -> str:
    """JSON that can stand between script tags."""
    return text.replace("<", "\\u003c")

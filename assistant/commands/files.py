"""Files that a call asks for, written or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

from assistant.words import PlainError
from assistant.words.files import file_sentence


def write_file(path: Path, content: bytes) -> None:
    """Write a file; a system that says no while writing does not say to which one."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise PlainError(file_sentence(error, path)) from None

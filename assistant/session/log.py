"""The log: what went wrong while the program ran, in a file of bounded size for `doctor`."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG_FILE = "log.txt"
MOST_BYTES = 500_000
"""One file; a failure with its traceback takes some 2 kB."""
OLDER_FILES = 2
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class OwnersFile(RotatingFileHandler):
    """A log that only the owner of the folder may read: tracebacks tell about a home."""

    def _open(self):  # type: ignore[no-untyped-def]
        stream = super()._open()
        if os.name == "posix":
            Path(self.baseFilename).chmod(0o600)
        return stream


@contextmanager
def logged(folder: Path, *, aloud: bool = False) -> Iterator[None]:
    """Write what goes wrong into the folder's log for as long as the block lasts.

    A log that cannot be written stops nothing; aloud it is told at the terminal too.
    """
    root = logging.getLogger()
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)] if aloud else []
    try:
        file = OwnersFile(
            folder / LOG_FILE, maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8"
        )
        handlers.append(file)
    except OSError:
        handlers.append(logging.NullHandler())
    for handler in handlers:
        handler.setFormatter(logging.Formatter(FORMAT))
        root.addHandler(handler)
    was_raising, logging.raiseExceptions = logging.raiseExceptions, False
    try:
        yield
    finally:
        logging.raiseExceptions = was_raising
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


def failures(folder: Path) -> tuple[str, ...]:
    """The first line of every failure that the log holds, the oldest first."""
    lines = log_text(folder).splitlines()
    return tuple(line for line in lines if " ERROR " in line or " CRITICAL " in line)


def log_text(folder: Path) -> str:
    """All that the log holds, older files first."""
    names = [*(f"{LOG_FILE}.{age}" for age in range(OLDER_FILES, 0, -1)), LOG_FILE]
    return "".join(_text(folder / name) for name in names)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""

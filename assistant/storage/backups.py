"""Backups: whole copies of the store, made by itself each day, kept in bounded number."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FOLDER = "backups"
KEPT_DAYS = 7
KEPT_OTHERS = 3
"""Of those made before a migration or before another one was restored."""
AT_ONCE_PAGES = 512
"""2 MB a step: whoever plays waits for one step at most."""
_NAME = re.compile(r"games-(?:(\d{4}-\d\d-\d\d)|before-[a-z0-9-]+)\.sqlite")


@dataclass(frozen=True, slots=True)
class Backup:
    """One kept copy of all games."""

    path: Path
    made_s: float
    """When it was made, in seconds since 1970."""
    size_bytes: int

    @property
    def is_daily(self) -> bool:
        """Whether it was made for its day, and not before a change."""
        found = _NAME.fullmatch(self.path.name)
        return found is not None and found[1] is not None


class Backups:
    """The copies beside the kept games."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder / FOLDER
        self._clock = clock

    def all(self) -> tuple[Backup, ...]:
        """Every backup, the newest first."""
        found = []
        for path in self.folder.glob("games-*.sqlite"):
            if _NAME.fullmatch(path.name):
                status = path.stat()
                found.append(Backup(path, status.st_mtime, status.st_size))
        return tuple(sorted(found, key=lambda one: (one.made_s, one.path.name), reverse=True))

    def named(self, name: str) -> Backup | None:
        """The backup with this file name."""
        return next((one for one in self.all() if one.path.name == name), None)

    @property
    def is_due(self) -> bool:
        """Whether there is none of today."""
        return not (self.folder / self._of_today()).exists()

    def make_daily(self, store: Path) -> Path:
        """Today's backup of a store."""
        return self._make(store, self._of_today())

    def make_before(self, store: Path, change: str) -> Path:
        """A backup before something changes the whole store."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(self._clock()))
        return self._make(store, f"games-before-{change}-{stamp}.sqlite")

    def _of_today(self) -> str:
        return time.strftime("games-%Y-%m-%d.sqlite", time.localtime(self._clock()))

    def _make(self, store: Path, name: str) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = copy_store(store, self.folder / name)
        daily = [one for one in self.all() if one.is_daily]
        others = [one for one in self.all() if not one.is_daily]
        for old in (*daily[KEPT_DAYS:], *others[KEPT_OTHERS:]):
            old.path.unlink(missing_ok=True)
        return path


def copy_store(store: Path, to: Path) -> Path:
    """A whole copy of a store that may be in use, never seen half written."""
    half = to.with_name(to.name + ".part")
    half.unlink(missing_ok=True)
    os.close(os.open(half, os.O_WRONLY | os.O_CREAT, 0o600))
    source, copy = sqlite3.connect(store), sqlite3.connect(half)
    try:
        source.backup(copy, pages=AT_ONCE_PAGES)
        # One file alone, which can be carried away.
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
        source.close()
    with half.open("r+b") as file:
        os.fsync(file.fileno())
    half.replace(to)
    return to

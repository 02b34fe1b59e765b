"""A damaged store made anew: from what can be read of it, and the rest from the newest backup."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assistant.storage.backups import Backups
from assistant.storage.integrity import make_owners
from assistant.storage.rows import Found, Row, joined, read_rows
from assistant.storage.schema import migrate
from assistant.storage.statements import insert_all
from assistant.words import Sentence

MOST_ASIDE = 5
"""Damaged files that are kept; a dying disk makes one at every start."""
NAMED_LOSSES = 5
"""Games whose losses are told one by one; the damaged file has them all."""
PAGE_BYTES = 4096
HEAD = {
    0: b"SQLite format 3\x00",
    16: PAGE_BYTES.to_bytes(2, "big") + b"\x02\x02\x00\x40\x20\x20",
    44: (4).to_bytes(4, "big"),
    52: bytes(4) + (1).to_bytes(4, "big"),
    64: bytes(4),
}
"""What the head of every store of ours holds, by place: damage to it costs no game."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was saved of a damaged store."""

    games: dict[int, list[Row]]
    sentences: tuple[Sentence, ...]
    """What was lost, and where the damaged file is kept."""


def salvage(path: Path, backups: Backups) -> Salvaged:
    """Keep a damaged store aside, and tell what its games were; the file itself stays as it is."""
    aside = _kept_aside(path)
    with copied(path, mended_head=True) as copy:
        found = _read(copy)
    backup, made = _newest_backup(backups)
    # A damaged list of games may lack some; a whole one also says which were deleted.
    wanted = found.listed if found.is_whole_list else found.listed | backup.listed
    games = {
        game: rows
        for game in sorted(wanted)
        if (rows := joined(found.rows.get(game, {}), backup.rows.get(game, {})))
    }
    if not any(found.rows.values()):
        sentences = _all_lost(games, made)
    else:
        sentences = _losses(games, found, wanted) or [Sentence("store.mended")]
    where = Sentence("store.kept_aside", (("path", aside),))
    return Salvaged(games, (*sentences, where))


def rebuild(path: Path, backups: Backups) -> tuple[Sentence, ...]:
    """Put a new file with all that can be read of a damaged one in its place; what that cost."""
    saved = salvage(path, backups)
    fresh = path.with_name(path.name + ".mended")
    for ending in ("", "-wal", "-shm"):
        fresh.with_name(fresh.name + ending).unlink(missing_ok=True)
    make_owners(fresh)
    file = sqlite3.connect(fresh, isolation_level=None)
    try:
        migrate(file, lambda _: None)
        file.execute("BEGIN")
        insert_all(file, saved.games)
        file.execute("COMMIT")
    finally:
        file.close()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    fresh.replace(path)
    return saved.sentences


def _all_lost(games: dict[int, list[Row]], made: str) -> list[Sentence]:
    if games:
        return [Sentence("store.from_backup", (("made", made),))]
    return [Sentence("store.lost_all")]


def _losses(games: dict[int, list[Row]], found: Found, wanted: frozenset[int]) -> list[Sentence]:
    """What each game lost: all of it, or what followed some entry."""
    sentences = [
        Sentence("store.lost_game", (("game", game),)) for game in sorted(wanted - set(games))
    ]
    sentences += [
        Sentence("store.lost_after", (("game", game), ("number", len(rows))))
        for game, rows in games.items()
        if found.had.get(game, 0) > len(rows)
    ]
    return few_named(sentences)


def few_named(losses: list[Sentence]) -> list[Sentence]:
    """The first few of them, and how many more there are."""
    if len(losses) <= NAMED_LOSSES:
        return losses
    more = Sentence("store.lost_more", (("count", len(losses) - NAMED_LOSSES),))
    return [*losses[:NAMED_LOSSES], more]


def _read(copy: Path) -> Found:
    try:
        return read_rows(copy)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return Found()


def _newest_backup(backups: Backups) -> tuple[Found, str]:
    """The events of the newest backup that can be read, and when it was made."""
    for backup in backups.all():
        with copied(backup.path) as copy:
            found = _read(copy)
        if any(found.rows.values()):
            return found, time.strftime("%Y-%m-%d %H:%M", time.localtime(backup.made_s))
    return Found(), ""


def _kept_aside(path: Path) -> Path:
    """Copy a damaged store, with what was not yet written into it, to where nothing touches it."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    _copy(path, aside)
    older = sorted(path.parent.glob(f"{path.stem}.damaged-*{path.suffix}"))
    for old in older[:-MOST_ASIDE]:
        old.unlink(missing_ok=True)
        old.with_name(old.name + "-wal").unlink(missing_ok=True)
    return aside


@contextmanager
def copied(path: Path, *, mended_head: bool = False) -> Iterator[Path]:
    """A copy of a store that may be opened without touching it, for as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="qwirkle-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / path.name
        _copy(path, copy)
        if mended_head:
            _mend_head(copy)
        yield copy


def _copy(path: Path, to: Path) -> None:
    for ending in ("", "-wal"):
        source = path.with_name(path.name + ending)
        if source.exists():
            shutil.copyfile(source, to.with_name(to.name + ending))
            to.with_name(to.name + ending).chmod(0o600)


def _mend_head(copy: Path) -> None:
    pages = copy.stat().st_size // PAGE_BYTES
    with copy.open("r+b") as file:
        head = bytearray(file.read(100).ljust(100, b"\x00"))
        for place, content in HEAD.items():
            head[place : place + len(content)] = content
        head[28:32] = pages.to_bytes(4, "big")
        head[92:96] = head[24:28]
        file.seek(0)
        file.write(head)

"""The pictures of a game's turns: one each, size-capped, and deleted with the game."""

from __future__ import annotations

import json
import queue
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import count
from pathlib import Path

from assistant.game.events import Entry, laid_by
from assistant.game.state import Game
from assistant.records.record import record_of, write_record
from assistant.storage.picture_memory import PictureMemory
from assistant.storage.record_files import RecordError, load_record
from assistant.words import Sentence
from assistant.words.files import file_sentence
from assistant.worker import Worker
from vision.pictures.jpeg import encoded_picture, small_jpeg
from vision.pictures.load import PictureBgr

PICTURES = "pictures"
"""The folder of evidence, beside the kept games."""
RECORD_FILE = "record.json"


@dataclass(frozen=True, slots=True)
class Purpose:
    """What pictures are kept for, and how much room they may take."""

    folder: str
    """How a game's own folder is called, with its number."""
    most_bytes: int
    longest_px: int | None
    """Pictures are made this small; None keeps them as the camera gave them."""
    is_recording: bool
    """Whether it is to be replayed: it holds the game itself, and nothing of it is ever dropped."""


EVIDENCE = Purpose("{number}", 200_000_000, 1280, is_recording=False)
"""What a turn looked like, should anybody doubt it. Photographs of tables came to 135 kB each
(median of 16), so this is room for some forty games."""
RECORDING = Purpose("game-{number}", 1_000_000_000, None, is_recording=True)
"""What `replay` needs to tell a game again: 0.5 MB a turn at 1200 × 900 pixels (the same 16)."""


LEAST_FREE_BYTES = 100_000_000
"""A disk with less room than this is left to the games themselves."""


class TurnPictures:
    """Follows one game after the other; pictures are written by a thread of its own."""

    def __init__(
        self,
        root: Path,
        purpose: Purpose = EVIDENCE,
        on_trouble: Callable[[Sentence | None], None] = lambda _trouble: None,
    ) -> None:
        self._root = root
        self.purpose = purpose
        self._on_trouble = on_trouble
        self._game: tuple[int, tuple[Entry, ...]] | None = None
        self._home = root
        self._disk_fails = False
        self._work: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._worker = Worker("pictures", self._do_all, self._report)
        self._worker.start()

    @property
    def home(self) -> Path:
        """The folder of the game that is followed now."""
        return self._home

    def follow(self, number: int, game: Game, memory: PictureMemory) -> None:
        """Keep what is new in this game, and drop what was undone."""
        entries = tuple(turn.event for turn in game.turns)
        if self._game is None or self._game[0] != number:
            self._game = (number, entries)
            self._work.put(lambda: self._settle(number, game))
            known = entries
        else:
            known = self._game[1]
            self._game = (number, entries)
        kept = dict(_kept(known, entries))
        fresh = {
            turn: picture
            for turn, entry in enumerate(entries, 1)
            if turn not in kept and (picture := memory.picture_of(laid_by(entry))) is not None
        }
        dropped = set(range(1, len(known) + 1)) - set(kept.values())
        if fresh or dropped or self.purpose.is_recording:
            self._work.put(lambda: self._write(kept, dropped, fresh, game))

    def picture(self, number: int, turn: int) -> bytes | None:
        """The picture of a turn as JPEG, where there is one."""
        try:
            return (self._folder(number) / _name(turn)).read_bytes()
        except OSError:
            return None

    def delete(self, number: int) -> None:
        """Delete all pictures of a game."""
        shutil.rmtree(self._folder(number), ignore_errors=True)

    def close(self) -> None:
        """Write what is still to be written, and no more."""
        self._work.put(None)
        self._worker.join()

    def _folder(self, number: int) -> Path:
        return self._root / self.purpose.folder.format(number=number)

    def _do_all(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                work()
            except OSError as error:
                # The game matters more than its pictures, and goes on.
                self._disk_fails = True
                self._on_trouble(file_sentence(error, self._home))
                continue
            if self._disk_fails:
                self._disk_fails = False
                self._on_trouble(None)
            self._worker.well()

    def _report(self, failing: bool) -> None:
        self._on_trouble(Sentence("worker.pictures") if failing else None)

    def _settle(self, number: int, game: Game) -> None:
        """Find this game's folder; one that holds a recording of another game is left alone."""
        home = self._folder(number)
        for again in count(2):
            if not self.purpose.is_recording or _is_same_game(home, game):
                break
            home = home.with_name(f"{self._folder(number).name}-{again}")
        self._home = home

    def _write(
        self,
        kept: dict[int, int],
        dropped: set[int],
        fresh: dict[int, PictureBgr],
        game: Game,
    ) -> None:
        self._home.mkdir(parents=True, exist_ok=True)
        for turn in dropped:
            (self._home / _name(turn)).unlink(missing_ok=True)
        _renumber(self._home, kept)
        for turn, picture_bgr in fresh.items():
            encoded = self._encoded(picture_bgr)
            if self._has_room_for(len(encoded)):
                _write_whole(self._home / _name(turn), encoded)
        if self.purpose.is_recording:
            record = json.dumps(write_record(record_of(game)), ensure_ascii=False, indent=1)
            _write_whole(self._home / RECORD_FILE, record.encode())

    def _encoded(self, picture_bgr: PictureBgr) -> bytes:
        if self.purpose.longest_px is None:
            return encoded_picture(picture_bgr, ".jpg")
        return small_jpeg(picture_bgr, self.purpose.longest_px, 80)

    def _has_room_for(self, size_bytes: int) -> bool:
        """Whether there is room, made by dropping the oldest pictures where that is allowed."""
        if shutil.disk_usage(self._root).free < LEAST_FREE_BYTES:
            return False
        pictures = [(path, path.stat()) for path in self._root.glob("*/*.jpg")]
        oldest_first = sorted(pictures, key=lambda one: one[1].st_mtime)
        total = sum(status.st_size for _, status in pictures) + size_bytes
        while total > self.purpose.most_bytes and oldest_first and not self.purpose.is_recording:
            path, status = oldest_first.pop(0)
            path.unlink(missing_ok=True)
            total -= status.st_size
        return total <= self.purpose.most_bytes


def delete_pictures(kept: Path, number: int) -> None:
    """Delete all pictures of a game from where games are kept."""
    shutil.rmtree(kept / PICTURES / EVIDENCE.folder.format(number=number), ignore_errors=True)


def _name(turn: int) -> str:
    return f"turn-{turn:03}.jpg"


def _kept(before: tuple[Entry, ...], after: tuple[Entry, ...]) -> Iterator[tuple[int, int]]:
    """Which turn was which before: the same ones, and those that were corrected in place."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for what, old, old_end, new, new_end in matcher.get_opcodes():
        if what == "equal" or (what == "replace" and old_end - old == new_end - new):
            yield from zip(range(new + 1, new_end + 1), range(old + 1, old_end + 1), strict=True)


def _renumber(folder: Path, kept: dict[int, int]) -> None:
    """Give pictures the numbers their turns have now."""
    moved = {now: before for now, before in kept.items() if now != before}
    for before in moved.values():
        if (folder / _name(before)).exists():
            (folder / _name(before)).replace(folder / f"{_name(before)}.moved")
    for now, before in moved.items():
        if (folder / f"{_name(before)}.moved").exists():
            (folder / f"{_name(before)}.moved").replace(folder / _name(now))


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file that is never seen half written."""
    half = path.with_suffix(".part")
    half.write_bytes(content)
    half.replace(path)


def _is_same_game(folder: Path, game: Game) -> bool:
    """Whether a folder is free for this game: empty, or it holds the same one up to some turn."""
    if not (folder / RECORD_FILE).exists():
        return True
    try:
        record = load_record(folder / RECORD_FILE)
    except RecordError:
        return False
    entries = tuple(turn.event for turn in game.turns)
    both = min(len(entries), len(record.entries))
    is_begun_anew = bool(record.entries) and not entries
    same = record.entries[:both] == entries[:both] and not is_begun_anew
    return same and record.started.players == game.started.players

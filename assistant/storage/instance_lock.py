"""One assistant at a time over one folder of games, also when one of them is killed."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from assistant.storage.errors import StoreError, store_error
from assistant.storage.integrity import make_owners
from assistant.words.files import file_sentence

LOCK_FILE, ADDRESS_FILE = "playing.lock", "playing.txt"


class InstanceLock:
    """Held by the one assistant that plays with this folder, until it ends in whatever way.

    The lock is SQLite's own on an empty file: it works on every platform, and the system
    lets go of it with the process.
    """

    def __init__(self, folder: Path) -> None:
        self._address_file = folder / ADDRESS_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            make_owners(folder / LOCK_FILE)
            self._lock = sqlite3.connect(
                folder / LOCK_FILE, timeout=0, isolation_level=None, check_same_thread=False
            )
        except OSError as error:
            raise StoreError(file_sentence(error, error.filename or folder)) from error
        except sqlite3.Error as error:
            raise store_error(error, folder / LOCK_FILE) from error
        try:
            # Nothing is ever written to it, so there is nothing to roll back after a kill.
            self._lock.execute("PRAGMA journal_mode = OFF")
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._lock.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise _already_playing(folder) from None
            raise store_error(error, folder / LOCK_FILE) from error

    def __enter__(self) -> InstanceLock:
        return self

    def __exit__(self, *failed: object) -> None:
        self.close()

    def write_address(self, address: str) -> None:
        """Leave word where this assistant is to be found, for whoever starts another one."""
        # The address holds the key of the table, so it is for the owner of the folder alone.
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(self._address_file, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(address + "\n")

    def close(self) -> None:
        """Let others play."""
        self._address_file.unlink(missing_ok=True)
        self._lock.close()


def _already_playing(folder: Path) -> StoreError:
    try:
        address = (folder / ADDRESS_FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        address = ""
    if not address:
        return StoreError("store.playing", path=folder)
    return StoreError("store.playing_at", path=folder, address=address)

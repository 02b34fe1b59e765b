"""The games named on the command line: kept ones are opened, none are made by looking for them."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.storage.store import FILE_NAME, Store, default_folder


def data_folder(named: Path | None) -> Path:
    """Where games are kept."""
    return named or default_folder()


@contextmanager
def kept_games(named: Path | None) -> Iterator[Store | None]:
    """The store; None where nothing has been kept yet. A folder that was named has to be there."""
    folder = data_folder(named)
    if named is not None and not folder.is_dir():
        wrong = errno.ENOTDIR if folder.exists() else errno.ENOENT
        raise OSError(wrong, "", str(folder))
    if not (folder / FILE_NAME).exists():
        yield None
        return
    with Store(folder) as store:
        yield store

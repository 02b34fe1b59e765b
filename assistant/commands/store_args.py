"""The games named on the command line: kept ones are opened, none are made by looking for them."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from assistant.storage.instance_lock import InstanceLock
from assistant.storage.store import FILE_NAME, Store, default_folder


def data_folder(named: Path | None) -> Path:
    """Where games are kept."""
    return named or default_folder()


@contextmanager
def kept_games(named: Path | None, *, alone: bool = False) -> Iterator[Store | None]:
    """The store; None where nothing has been kept yet. A folder that was named has to be there.

    Alone, nobody may play with it meanwhile.
    """
    folder = data_folder(named)
    if named is not None and not folder.is_dir():
        wrong = errno.ENOTDIR if folder.exists() else errno.ENOENT
        raise OSError(wrong, "", str(folder))
    if not (folder / FILE_NAME).exists():
        yield None
        return
    with ExitStack() as stack:
        if alone:
            stack.enter_context(InstanceLock(folder))
        # Only who plays mends what is damaged: a list changes nothing.
        yield stack.enter_context(Store(folder, mend=False))

"""The games named on the command line: kept ones are opened, none are made by looking for them."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.storage.store import FILE_NAME, Store, default_folder


def describe_store(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that uses kept games."""
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        help="where games are kept (default: a folder of your own)",
    )


def data_folder(arguments: argparse.Namespace) -> Path:
    """Where games are kept."""
    folder: Path = arguments.data or default_folder()
    return folder


@contextmanager
def kept_games(arguments: argparse.Namespace) -> Iterator[Store | None]:
    """The store; None where nothing has been kept yet. A folder that was named has to be there."""
    folder = data_folder(arguments)
    if arguments.data is not None and not folder.is_dir():
        wrong = errno.ENOTDIR if folder.exists() else errno.ENOENT
        raise OSError(wrong, "", str(folder))
    if not (folder / FILE_NAME).exists():
        yield None
        return
    with Store(folder) as store:
        yield store

"""The store named on the command line, opened or refused in one line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.commands import CommandError
from assistant.store import Store, StoreError, default_folder


def describe_store(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that uses kept games."""
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="where games are kept (default: yours)"
    )


@contextmanager
def opened_store(arguments: argparse.Namespace) -> Iterator[Store]:
    """The store; what goes wrong with it is one line on the terminal."""
    try:
        with Store(arguments.data or default_folder()) as store:
            yield store
    except StoreError as error:
        raise CommandError(str(error)) from None

"""Record files: read into records, or refused in a sentence."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from assistant.records.codec import reason_of
from assistant.records.record import Record, parse_record
from assistant.words import PlainError
from assistant.words.files import file_sentence

STANDARD_INPUT = Path("-")
MOST_BYTES = 8_000_000
"""A long game of Cards, every turn with its whole table written out in full, is half a megabyte."""


class RecordError(PlainError):
    """A file that is no record, told in a sentence."""


def load_record(path: Path) -> Record:
    """The record in a file; RecordError tells what it is where it is none."""
    raw = _read(path)
    if len(raw) > MOST_BYTES:
        raise RecordError("record.too_long", path=path)
    if not raw.strip():
        raise RecordError("record.empty", path=path)
    try:
        # Some Windows shells write what a program prints as UTF-16.
        return parse_record(raw.decode(json.detect_encoding(raw)))
    except UnicodeDecodeError:
        raise RecordError("record.not_text", path=path) from None
    except json.JSONDecodeError as error:
        raise RecordError(
            "record.not_json", path=path, line=error.lineno, reason=error.msg
        ) from None
    except ValueError as error:
        raise RecordError("record.wrong", path=path, reason=reason_of(error)) from None


def _read(path: Path) -> bytes:
    """What a file or the standard input holds, hardly more than is taken."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    if path.is_dir():
        # Windows would only say that it may not be read.
        raise RecordError("file.is_folder", path=path)
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(file_sentence(error, path)) from None

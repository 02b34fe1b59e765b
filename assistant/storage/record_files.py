"""Record files: read into records, or refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

from assistant.records.record import Record, parse_record
from assistant.words import PlainError
from assistant.words.files import file_sentence


class RecordError(PlainError):
    """A file that is no record, told in a sentence."""


def load_record(path: Path) -> Record:
    """The record in a file; RecordError tells what it is where it is none."""
    if path.is_dir():
        # Windows would only say that it may not be read.
        raise RecordError("file.is_folder", path=path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(file_sentence(error, path)) from None
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
        raise RecordError("record.wrong", path=path, reason=error) from None

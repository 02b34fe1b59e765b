"""When a photo was taken: what its EXIF block says, read without decoding a pixel."""

from __future__ import annotations

import re
import struct
from datetime import UTC, datetime

from vision.pictures.heic import heic_exif, is_heic

_DATE = re.compile(rb"(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)")
EXIF_IFD, DATE_TIME_ORIGINAL, SUBSECONDS = 0x8769, 0x9003, 0x9291
_SIZES = {2: 1, 3: 2, 4: 4}
"""Bytes of one value of the field types that are needed: text, short, long."""

Fields = dict[int, bytes]


def exif_time_s(encoded: bytes) -> float | None:
    """The moment a photo was taken, in seconds of the camera's own clock; None where untold."""
    tiff = _exif_block(encoded)
    if tiff is None:
        return None
    try:
        order = {b"II": "<", b"MM": ">"}[tiff[:2]]
        first = _fields(tiff, _number(tiff[4:8], order), order)
        details = _fields(tiff, _number(first[EXIF_IFD], order), order)
        return _moment(details[DATE_TIME_ORIGINAL], details.get(SUBSECONDS, b""))
    except (KeyError, ValueError, struct.error):
        return None


def _exif_block(encoded: bytes) -> bytes | None:
    """The TIFF structure in a HEIC's EXIF item or a JPEG's APP1 segment."""
    if is_heic(encoded):
        block = heic_exif(encoded) or b""
        return block[6:] if block.startswith(b"Exif\0\0") else None
    at = 2
    while encoded.startswith(b"\xff\xd8") and encoded[at : at + 1] == b"\xff":
        marker, size = encoded[at + 1], int.from_bytes(encoded[at + 2 : at + 4], "big")
        if marker in (0xD9, 0xDA) or size < 2:
            return None
        body = encoded[at + 4 : at + 2 + size]
        if marker == 0xE1 and body.startswith(b"Exif\0\0"):
            return body[6:]
        at += 2 + size
    return None


def _fields(tiff: bytes, at: int, order: str) -> Fields:
    """The values of one directory of fields, by tag."""
    (count,) = struct.unpack_from(f"{order}H", tiff, at)
    fields: Fields = {}
    for number in range(count):
        entry = at + 2 + 12 * number
        tag, kind, length = struct.unpack_from(f"{order}HHL", tiff, entry)
        size = _SIZES.get(kind, 0) * length
        start = entry + 8 if size <= 4 else _number(tiff[entry + 8 : entry + 12], order)
        fields[tag] = tiff[start : start + size]
    return fields


def _number(value: bytes, order: str) -> int:
    return int.from_bytes(value, "little" if order == "<" else "big")


def _moment(date: bytes, subseconds: bytes) -> float | None:
    matched = _DATE.match(date)
    if matched is None:
        return None
    moment = datetime(*map(int, matched.groups()), tzinfo=UTC)  # type: ignore[misc,arg-type]
    digits = subseconds.rstrip(b"\0 ").decode("ascii", "ignore")
    return moment.timestamp() + (float(f"0.{digits}") if digits.isdigit() else 0.0)

"""What a picture file says of itself, read from its own markers before any pixel is decoded."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass


class TruncatedError(Exception):
    """The file ends before its picture does, or its parts do not check."""


@dataclass(frozen=True, slots=True)
class Header:
    """The size and the kind of samples of one picture."""

    width: int
    height: int
    bits: int = 8
    """Bits a sample; 8 is the ordinary photo."""
    samples: int = 3
    """Colour samples a pixel: 1 is grey, 3 colour, 4 print inks."""
    alpha: bool = False
    animated: bool = False


def read_header(encoded: bytes) -> Header | None:
    """The header of a JPEG, PNG, WebP or BMP that is all there; None for any other file."""
    try:
        if encoded.startswith(b"\xff\xd8"):
            return _read_jpeg(encoded)
        if encoded.startswith(b"\x89PNG\r\n\x1a\n"):
            return _read_png(encoded)
        if encoded.startswith(b"RIFF") and encoded[8:12] == b"WEBP":
            return _read_webp(encoded)
        if encoded.startswith(b"BM"):
            return _read_bmp(encoded)
    except IndexError:
        raise TruncatedError from None
    return None


def frame_size(encoded: bytes) -> tuple[int, int] | None:
    """Width and height of a camera's frame, also where its end is missing; None for no picture."""
    try:
        if not encoded.startswith(b"\xff\xd8"):
            header = read_header(encoded)
            return None if header is None else (header.width, header.height)
        at = 2
        while True:
            marker = _big(encoded, at + 1, 1)
            if _big(encoded, at, 1) != 0xFF or marker in (0xD9, 0xDA):
                return None
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
                return _big(encoded, at + 7, 2), _big(encoded, at + 5, 2)
            at += 1 if marker == 0xFF else 2 + max(2, _big(encoded, at + 2, 2))
    except TruncatedError:
        return None


def _big(encoded: bytes, at: int, size: int) -> int:
    """An unsigned number, high byte first."""
    if at + size > len(encoded):
        raise TruncatedError
    return int.from_bytes(encoded[at : at + size], "big")


def _little(encoded: bytes, at: int, size: int) -> int:
    """An unsigned number, low byte first."""
    if at + size > len(encoded):
        raise TruncatedError
    return int.from_bytes(encoded[at : at + size], "little")


# Inside a scan FF 00 is a stuffed byte, FF D0..D7 a restart, FF FF padding; anything else ends it.
_END_OF_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def _read_jpeg(encoded: bytes) -> Header:
    """Walk the segments to the end-of-image marker: decoders fill a missing rest with grey."""
    header, at = None, 2
    while True:
        if _big(encoded, at, 1) != 0xFF:
            raise TruncatedError
        marker = _big(encoded, at + 1, 1)
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xD9:
            break
        body, at = at + 4, at + 2 + _big(encoded, at + 2, 2)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = _big(encoded, body + 1, 2), _big(encoded, body + 3, 2)
            header = Header(width, height, encoded[body], encoded[body + 5])
        if marker == 0xDA:
            end = _END_OF_SCAN.search(encoded, at)
            if end is None:
                raise TruncatedError
            at = end.start()
    if header is None:
        raise TruncatedError
    return header


def _read_png(encoded: bytes) -> Header:
    """Walk the chunks to the last one, checking each one's sum."""
    header, alpha, animated, at = None, False, False, 8
    while True:
        size, kind = _big(encoded, at, 4), encoded[at + 4 : at + 8]
        end = at + 8 + size
        if zlib.crc32(encoded[at + 4 : end]) != _big(encoded, end, 4):
            raise TruncatedError
        if kind == b"IHDR":
            header, colour = encoded[at + 8 : end], encoded[at + 17]
            alpha = colour in (4, 6)
        alpha |= kind == b"tRNS"
        animated |= kind == b"acTL"
        if kind == b"IEND":
            break
        at = end + 4
    if header is None:
        raise TruncatedError
    samples = 1 if header[9] in (0, 4) else 3
    width, height = _big(header, 0, 4), _big(header, 4, 4)
    return Header(width, height, header[8], samples, alpha, animated)


def _read_webp(encoded: bytes) -> Header:
    """The first chunk tells the size; the outer one how long the file must be."""
    if _little(encoded, 4, 4) + 8 > len(encoded):
        raise TruncatedError
    kind = encoded[12:16]
    if kind == b"VP8X":
        flags = encoded[20]
        width, height = _little(encoded, 24, 3) + 1, _little(encoded, 27, 3) + 1
        return Header(width, height, alpha=bool(flags & 0x10), animated=bool(flags & 0x02))
    if kind == b"VP8L":
        packed = _little(encoded, 21, 4)
        alpha = bool(packed >> 28 & 1)
        return Header((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1, alpha=alpha)
    return Header(_little(encoded, 26, 2) & 0x3FFF, _little(encoded, 28, 2) & 0x3FFF)


def _read_bmp(encoded: bytes) -> Header:
    """A BMP's height is negative where its rows run from the top."""
    if _little(encoded, 2, 4) > len(encoded):
        raise TruncatedError
    width, bits = _little(encoded, 18, 4), _little(encoded, 28, 2)
    height = abs(int.from_bytes(encoded[22:26], "little", signed=True))
    return Header(width, height, alpha=bits == 32)

"""Photos as newer phones keep them (HEIC), decoded by libheif."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.pictures.headers import Header, TruncatedError

BRANDS = frozenset((b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1", b"hevc", b"hevx"))
"""What stands in the first box of such a file; `mif1` also of files that hold another coding."""
SHORTEST_BYTES = 16


def is_heic(encoded: bytes) -> bool:
    """Whether a file says of itself that it is one."""
    size = int.from_bytes(encoded[:4], "big")
    named = {encoded[at : at + 4] for at in (8, *range(SHORTEST_BYTES, min(size, 200), 4))}
    # AVIF names mif1 too, and no decoder for it comes along.
    return encoded[4:8] == b"ftyp" and bool(BRANDS & named) and b"avif" not in named


def heic_header(encoded: bytes) -> Header | None:
    """Size and kind of the photo; None where no decoder is installed."""
    opened = _opened(encoded)
    if opened is None:
        return None
    wide, high = opened.size
    grey = opened.mode.startswith("L")
    return Header(wide, high, samples=1 if grey else 3, alpha=opened.has_alpha)


def decode_heic(encoded: bytes) -> NDArray[np.uint8]:
    """Height × width × 3, blue green red, upright; TruncatedError where its data is not all there.

    The turn is one of the file's own properties, which the decoder follows; its EXIF flag, which
    says the same once more, is not looked at.
    """
    opened = _opened(encoded)
    if opened is None:
        raise TruncatedError
    try:
        # A copy: the memory that the photo shows is gone with it. A row may be longer than it.
        decoded = np.array(opened, np.uint8)
        return np.ascontiguousarray(decoded[:, : opened.size[0]])
    except (ValueError, OSError, EOFError, RuntimeError):
        raise TruncatedError from None


def heic_exif(encoded: bytes) -> bytes | None:
    """The EXIF block, from its six letters on; None where there is none."""
    try:
        opened = _opened(encoded)
    except TruncatedError:
        return None
    return None if opened is None else opened.info.get("exif")


def _opened(encoded: bytes) -> Any:
    """The photo before any pixel of it is decoded."""
    # 30 ms of import, for the one photo in a hundred that needs it; no wheel for Windows on ARM.
    try:
        import pi_heif
    except ImportError:
        return None
    try:
        return pi_heif.open_heif(io.BytesIO(encoded), convert_hdr_to_8bit=True, bgr_mode=True)
    except (ValueError, OSError, EOFError, RuntimeError):
        raise TruncatedError from None

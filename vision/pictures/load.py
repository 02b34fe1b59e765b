"""A photo file or upload made into an upright picture, or refused in one sentence."""

from __future__ import annotations

import os
import stat
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.headers import Header, TruncatedError, frame_size, read_header
from vision.pictures.heic import decode_heic, heic_header, is_heic

PictureBgr = NDArray[np.uint8]
"""Height × width × 3, blue green red."""

SMALLEST_SIDE_PX = 25
"""A side shorter than the smallest tile that can be read holds no tile."""
MOST_PIXELS = 100_000_000
"""Larger than any camera's photo; decoding more would take over 300 MB."""
MOST_BYTES = 200_000_000
"""No photo within the pixel limit is a larger file; keeps a film from being read whole."""
MOST_FRAME_PIXELS = 40_000_000
"""Of one frame of a camera; 4K video has 8 million."""
GREY_DIFFERENCE = 3
"""Levels between the channels of a grey photo stored as colour: the rounding of JPEG."""
PLAIN_DEVIATION = 4.0
"""Grey levels; below this the picture is one plain tone, which is empty rather than grey."""


class PictureFault(Enum):
    """Why a file is not a photo that can be read; the value is the sentence to show."""

    MISSING = "there is no such file"
    FOLDER = "this is a folder, not a photo"
    NO_PERMISSION = "no permission to read this file"
    UNREADABLE = "this file cannot be read"
    EMPTY = "the file is empty"
    TEXT = "this is text, not a photo"
    NOT_A_PICTURE = "this is not a photo (JPEG, HEIC, PNG, WebP and BMP are)"
    OTHER_KIND = "this kind of picture is not read; save it as JPEG, PNG, WebP or BMP"
    TRUNCATED = "the photo is cut off or damaged"
    TOO_SMALL = "the picture is too small to hold a tile"
    TOO_LARGE = "the picture is too large; 100 megapixels are read at most"
    ANIMATED = "this is an animation, not a photo"
    DEEP = "this photo does not have 8 bits a colour; save it as an ordinary JPEG"
    GREY = "the photo has no colour in it"
    INKS = "this photo is stored as print inks (CMYK); save it as an ordinary JPEG"
    ALPHA = "this picture has transparency; save it as an ordinary JPEG"


class PictureError(Exception):
    """A photo that was refused: its fault, and the whole sentence as text."""

    def __init__(self, fault: PictureFault, name: str = "") -> None:
        super().__init__(f"{name}: {fault.value}" if name else fault.value)
        self.fault = fault
        self.name = name


def load_picture(path: str | os.PathLike[str]) -> PictureBgr:
    """The photo in this file, upright by its EXIF flag; PictureError names the file."""
    name = os.fspath(path)
    try:
        return decode_picture(_read_file(Path(name)))
    except PictureError as error:
        raise PictureError(error.fault, name) from None


def decode_picture(encoded: bytes) -> PictureBgr:
    """The photo in these bytes, upright by its EXIF flag."""
    heic = is_heic(encoded)
    try:
        header = heic_header(encoded) if heic else read_header(encoded)
        fault = _fault_of_kind(encoded) if header is None else _fault_of_header(header)
        if fault is not None:
            raise PictureError(fault)
        picture = decode_heic(encoded) if heic else decode_pixels(encoded)
    except TruncatedError:
        raise PictureError(PictureFault.TRUNCATED) from None
    if picture is None or _ends_undecoded(picture):
        raise PictureError(PictureFault.TRUNCATED)
    if _is_grey(picture):
        raise PictureError(PictureFault.GREY)
    return picture


def shrunk(picture_bgr: PictureBgr, most_pixels: int) -> PictureBgr:
    """The picture with no more pixels than these, as it is where it has fewer."""
    high, wide = picture_bgr.shape[:2]
    if wide * high <= most_pixels:
        return picture_bgr
    scale = (most_pixels / (wide * high)) ** 0.5
    small_wh = (max(1, int(wide * scale)), max(1, int(high * scale)))
    small = cv2.resize(picture_bgr, small_wh, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def decode_pixels(encoded: bytes) -> PictureBgr | None:
    """The pixels of these bytes with no question asked, as of a live camera's frame."""
    try:
        decoded = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if decoded is None else decoded.astype(np.uint8, copy=False)


def decode_frame(encoded: bytes) -> PictureBgr | None:
    """The pixels of a camera's frame; None where it is none, or larger than any camera's.

    The size is read from the header first: a small file can claim a picture of gigabytes.
    """
    size = frame_size(encoded)
    if size is None or not 0 < size[0] * size[1] <= MOST_FRAME_PIXELS:
        return None
    return decode_pixels(encoded)


def _read_file(path: Path) -> bytes:
    """All bytes of an ordinary file."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise PictureError(PictureFault.FOLDER)
        if not stat.S_ISREG(status.st_mode):
            raise PictureError(PictureFault.UNREADABLE)
        if status.st_size > MOST_BYTES:
            raise PictureError(PictureFault.TOO_LARGE)
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise PictureError(PictureFault.MISSING) from None
    except PermissionError:
        raise PictureError(PictureFault.NO_PERMISSION) from None
    except (OSError, ValueError):
        raise PictureError(PictureFault.UNREADABLE) from None


def _fault_of_kind(encoded: bytes) -> PictureFault:
    """What a file is that has no header of a photo."""
    if not encoded:
        return PictureFault.EMPTY
    if encoded.startswith((b"GIF87a", b"GIF89a")):
        return PictureFault.ANIMATED
    if encoded.startswith((b"II*\0", b"MM\0*")) or encoded[4:8] == b"ftyp":
        return PictureFault.OTHER_KIND
    start = encoded[:4096]
    if b"\0" not in start and len(start.decode("utf-8", "ignore").encode()) > 0.9 * len(start):
        return PictureFault.TEXT
    return PictureFault.NOT_A_PICTURE


def _fault_of_header(header: Header) -> PictureFault | None:
    """Why a whole file cannot be read as a photo, as far as its header tells."""
    checks = (
        (min(header.width, header.height) < SMALLEST_SIDE_PX, PictureFault.TOO_SMALL),
        (header.width * header.height > MOST_PIXELS, PictureFault.TOO_LARGE),
        (header.animated, PictureFault.ANIMATED),
        (header.bits > 8, PictureFault.DEEP),
        (header.samples == 1, PictureFault.GREY),
        (header.samples == 4, PictureFault.INKS),
        (header.alpha, PictureFault.ALPHA),
    )
    return next((fault for holds, fault in checks if holds), None)


def _ends_undecoded(picture: PictureBgr) -> bool:
    """Whether the last rows are the exact mid grey that a decoder puts where nothing came.

    The turn by the EXIF flag may have put the last rows at any side; a picture that is mid grey
    all over is left alone.
    """
    edges = (picture[-8:], picture[:8], picture[:, -8:], picture[:, :8])
    return any((edge == 128).all() for edge in edges) and bool((picture != 128).any())


def _is_grey(picture: PictureBgr) -> bool:
    """Whether the picture has tones and none of them has a colour."""
    sample = np.ascontiguousarray(
        picture[:: max(1, picture.shape[0] // 200), :: max(1, picture.shape[1] // 200)]
    )
    blue, green, red = cv2.split(sample)
    spread = max(cv2.absdiff(blue, green).max(), cv2.absdiff(green, red).max())
    return bool(spread <= GREY_DIFFERENCE and sample.std() > PLAIN_DEVIATION)

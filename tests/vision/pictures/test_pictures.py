"""Photos come in upright, and every kind of bad file is refused in one sentence."""

from __future__ import annotations

import os
import re
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pictures.load import (
    PictureError,
    PictureFault,
    decode_picture,
    load_picture,
    shrunk,
)


def corner_photo() -> np.ndarray:
    """80 × 60, wood coloured, with a red top left and a blue top right corner."""
    picture = np.full((60, 80, 3), (90, 130, 170), np.uint8)
    picture[:30, :40] = (20, 20, 220)
    picture[:30, 40:] = (220, 40, 20)
    return picture


def encoded(picture: np.ndarray, kind: str = ".jpg", *options: int) -> bytes:
    return cv2.imencode(kind, picture, list(options))[1].tobytes()


def with_exif_turn(jpeg: bytes, flag: int) -> bytes:
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, flag, 0, 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def png_chunk(kind: bytes, body: bytes = b"") -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_header(width: int, height: int) -> bytes:
    """A PNG with no pixel in it: enough to be refused before any is decoded."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + png_chunk(b"IEND")


def animated_png(picture: np.ndarray) -> bytes:
    png = encoded(picture, ".png")
    return png[:33] + png_chunk(b"acTL", struct.pack(">II", 2, 0)) + png[33:]


def animated_webp(picture: np.ndarray) -> bytes:
    film = cv2.Animation()
    film.frames, film.durations = [picture, picture[::-1].copy()], [100, 100]
    return cv2.imencodeanimation(".webp", film)[1].tobytes()


def animated_gif(picture: np.ndarray) -> bytes:
    film = cv2.Animation()
    film.frames, film.durations = [picture, picture[::-1].copy()], [100, 100]
    return cv2.imencodeanimation(".gif", film)[1].tobytes()


def print_inks(jpeg: bytes) -> bytes:
    """The same JPEG with four components announced in its frame header."""
    at = jpeg.index(b"\xff\xc0")
    size = struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
    frame = jpeg[at + 4 : at + 2 + size]
    longer = frame[:5] + b"\x04" + frame[6:] + b"\x04\x11\0"
    return jpeg[: at + 2] + struct.pack(">H", size + 3) + longer + jpeg[at + 2 + size :]


def noisy() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)


def alpha() -> np.ndarray:
    return np.dstack([corner_photo(), np.full((60, 80), 128, np.uint8)])


def a_page_of_words() -> bytes:
    return "Rot, grün, Kreis, carré; 6 tiles.\n".encode() * 30


BAD = {
    "empty": (b"", PictureFault.EMPTY),
    "text": (a_page_of_words(), PictureFault.TEXT),
    "long text cut inside a letter": (b"x" + "é".encode() * 4000, PictureFault.TEXT),
    "random bytes": (bytes(range(256)) * 4, PictureFault.NOT_A_PICTURE),
    "AVIF": (b"\0\0\0\x1cftypavif" + bytes(4) + b"mif1avif", PictureFault.OTHER_KIND),
    "TIFF": (encoded(corner_photo(), ".tiff"), PictureFault.OTHER_KIND),
    "JPEG cut in half": (encoded(noisy())[:9000], PictureFault.TRUNCATED),
    "JPEG without its last byte": (encoded(noisy())[:-1], PictureFault.TRUNCATED),
    "JPEG cut in its header": (encoded(noisy())[:100], PictureFault.TRUNCATED),
    "JPEG of two bytes": (b"\xff\xd8", PictureFault.TRUNCATED),
    "JPEG cut and closed": (encoded(noisy())[:5000] + b"\xff\xd9", PictureFault.TRUNCATED),
    "PNG cut": (encoded(noisy(), ".png")[:-20], PictureFault.TRUNCATED),
    "WebP cut": (encoded(noisy(), ".webp")[:-20], PictureFault.TRUNCATED),
    "BMP cut": (encoded(noisy(), ".bmp")[:-20], PictureFault.TRUNCATED),
    "1 × 1 JPEG": (encoded(corner_photo()[:1, :1]), PictureFault.TOO_SMALL),
    "1 × 1 PNG": (encoded(corner_photo()[:1, :1], ".png"), PictureFault.TOO_SMALL),
    "20,000 × 20,000": (png_header(20_000, 20_000), PictureFault.TOO_LARGE),
    "GIF": (animated_gif(corner_photo()), PictureFault.ANIMATED),
    "animated WebP": (animated_webp(corner_photo()), PictureFault.ANIMATED),
    "animated PNG": (animated_png(corner_photo()), PictureFault.ANIMATED),
    "16-bit PNG": (encoded(noisy().astype(np.uint16) * 257, ".png"), PictureFault.DEEP),
    "grey JPEG": (encoded(noisy()[..., 0]), PictureFault.GREY),
    "grey PNG": (encoded(noisy()[..., 0], ".png"), PictureFault.GREY),
    "grey as colour": (encoded(np.dstack([noisy()[..., 0]] * 3)), PictureFault.GREY),
    "alpha PNG": (encoded(alpha(), ".png"), PictureFault.ALPHA),
    "alpha WebP": (encoded(alpha(), ".webp"), PictureFault.ALPHA),
    "lossless alpha WebP": (
        encoded(alpha(), ".webp", cv2.IMWRITE_WEBP_QUALITY, 101),
        PictureFault.ALPHA,
    ),
    "alpha BMP": (encoded(alpha(), ".bmp"), PictureFault.ALPHA),
    "print inks": (print_inks(encoded(corner_photo())), PictureFault.INKS),
}


@pytest.mark.parametrize(("file", "fault"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_refused_in_one_line_that_names_it(
    tmp_path: Path, file: bytes, fault: PictureFault
) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(file)
    with pytest.raises(PictureError) as refusal:
        load_picture(path)
    assert refusal.value.fault is fault
    assert str(refusal.value) == f"{path}: {fault.value}"
    assert "\n" not in str(refusal.value)


def test_a_missing_file_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="folder"):
        load_picture(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.jpg")
        with pytest.raises(PictureError, match="cannot be read"):
            load_picture(tmp_path / "pipe.jpg")


@pytest.mark.skipif(os.name != "posix", reason="file modes are another thing there")
def test_a_file_nobody_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.jpg"
    path.write_bytes(encoded(corner_photo()))
    path.chmod(0)
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(65534)
        with pytest.raises(PictureError, match="no permission"):
            load_picture(path)
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp"])
def test_an_ordinary_photo_is_decoded_in_blue_green_red(kind: str) -> None:
    picture = decode_picture(encoded(corner_photo(), kind))
    assert picture.shape == (60, 80, 3)
    assert picture.dtype == np.uint8
    assert np.abs(picture[10, 10].astype(int) - (20, 20, 220)).max() < 12


def test_a_progressive_jpeg_with_something_after_its_end_is_whole() -> None:
    jpeg = encoded(noisy(), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert decode_picture(jpeg + b"a film of the last second").shape == (120, 160, 3)


def test_a_plain_white_page_is_empty_rather_than_grey() -> None:
    assert decode_picture(encoded(np.full((60, 80, 3), 255, np.uint8))).min() == 255


# The flag tells where the stored picture's first row and column lie when it is held upright.
STORED = {
    1: lambda upright: upright,
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.transpose(1, 0, 2),
    6: lambda upright: np.rot90(upright, 1),
    7: lambda upright: upright[::-1, ::-1].transpose(1, 0, 2),
    8: lambda upright: np.rot90(upright, -1),
}


@pytest.mark.parametrize("flag", STORED)
def test_a_photo_is_turned_upright_by_its_flag(flag: int) -> None:
    stored = np.ascontiguousarray(STORED[flag](corner_photo()))
    picture = decode_picture(with_exif_turn(encoded(stored), flag))
    difference = np.abs(picture.astype(int) - corner_photo()).mean()
    assert picture.shape == (60, 80, 3)
    assert difference < 4, f"flag {flag}"


def test_every_sentence_is_one_line_without_a_full_stop() -> None:
    for fault in PictureFault:
        assert re.fullmatch(r"[a-z][^\n.]+", fault.value)


def test_a_picture_is_made_smaller_only_where_it_is_too_large():
    drawn = np.zeros((300, 400, 3), np.uint8)
    assert shrunk(drawn, 120_000) is drawn
    small = shrunk(drawn, 30_000)
    assert small.shape == (150, 200, 3)

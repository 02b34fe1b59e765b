"""When photos were taken, as their files say."""

import os
import struct

import cv2
import numpy as np
import pytest

from vision.pictures.taken import exif_time_s
from vision.sources.files import times_taken

PLAIN = cv2.imencode(".jpg", np.full((40, 40, 3), 90, np.uint8))[1].tobytes()


def with_exif(date, order="<", subseconds=b""):
    """A JPEG as a phone writes it: the time in the EXIF directory behind the first one."""
    entries = [(0x9003, 2, len(date) + 1, date + b"\0")]
    if subseconds:
        entries.append((0x9291, 2, len(subseconds) + 1, subseconds + b"\0"))
    head = b"II*\0" if order == "<" else b"MM\0*"
    tiff = head + struct.pack(f"{order}L", 8)
    tiff += struct.pack(f"{order}HHHLLL", 1, 0x8769, 4, 1, 26, 0)
    behind = 26 + 2 + 12 * len(entries) + 4
    listed, values = struct.pack(f"{order}H", len(entries)), b""
    for tag, kind, length, value in entries:
        listed += struct.pack(f"{order}HHL", tag, kind, length)
        if length <= 4:
            listed += value.ljust(4, b"\0")
        else:
            listed += struct.pack(f"{order}L", behind + len(values))
            values += value
    block = b"Exif\0\0" + tiff + listed + bytes(4) + values
    return PLAIN[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + PLAIN[2:]


def test_a_photo_without_exif_says_nothing():
    assert exif_time_s(PLAIN) is None
    assert exif_time_s(b"") is None


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_cameras_own_time_is_read(order):
    earlier = exif_time_s(with_exif(b"2026:11:16 20:15:00", order))
    later = exif_time_s(with_exif(b"2026:11:16 20:16:30", order, b"50"))
    assert later - earlier == pytest.approx(90.5)


def test_a_damaged_block_says_nothing():
    whole = with_exif(b"2026:11:16 20:15:00")
    for end in range(12, 80):
        broken = whole[:end] + PLAIN[2:]
        assert exif_time_s(broken) is None or end > 60
    assert exif_time_s(with_exif(b"0000:00:00 00:00:00")) is None


def folder(tmp_path, files):
    paths = []
    for name, encoded, written_s in files:
        (tmp_path / name).write_bytes(encoded)
        os.utime(tmp_path / name, (written_s, written_s))
        paths.append(tmp_path / name)
    return paths


def test_a_folder_goes_by_its_cameras_times(tmp_path):
    photos = folder(
        tmp_path,
        [
            ("a.jpg", with_exif(b"2026:11:16 20:15:00"), 5.0),
            ("b.jpg", with_exif(b"2026:11:16 20:16:00"), 5.0),
        ],
    )
    first, second = times_taken(photos).values()
    assert second - first == 60


def test_files_times_count_where_they_follow_the_names(tmp_path):
    photos = folder(tmp_path, [("a.jpg", PLAIN, 1000.0), ("b.jpg", PLAIN, 1042.0)])
    assert list(times_taken(photos).values()) == [1000.0, 1042.0]


@pytest.mark.parametrize("second_s", [1000.01, 400.0])
def test_copies_have_no_times(tmp_path, second_s):
    photos = folder(tmp_path, [("a.jpg", PLAIN, 1000.0), ("b.jpg", PLAIN, second_s)])
    assert list(times_taken(photos).values()) == [None, None]

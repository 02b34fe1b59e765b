"""Photos as newer phones keep them; the files were written by another program (pillow-heif)."""

import sys
from pathlib import Path

import pytest

from vision.pictures.load import PictureError, PictureFault, decode_picture, load_picture
from vision.pictures.taken import exif_time_s
from vision.reading.read import read_picture
from vision.sources.files import list_photos

pytest.importorskip("pi_heif", reason="no decoder for HEIC is installed")
FILES = Path(__file__).parent / "heic"
TABLE = """
.. .. yd
ro rs rd
.. bs ..
.. gs ..
"""


@pytest.mark.parametrize("name", ["upright", "turned", "ten_bits"])
def test_a_table_is_read_from_a_heic_photo_and_stands_upright(name):
    picture_bgr = load_picture(FILES / f"{name}.heic")
    assert picture_bgr.shape == (576, 768, 3)
    assert str(read_picture(picture_bgr).board).splitlines()[1:] == TABLE.split("\n")[1:-1]


def test_the_photo_outlives_its_file():
    """The decoder's memory is its own: what is given out is a copy."""
    first = load_picture(FILES / "upright.heic")
    kept = first.copy()
    for _ in range(5):
        load_picture(FILES / "ten_bits.heic")
    assert (first == kept).all()


def test_half_a_photo_is_refused():
    whole = (FILES / "upright.heic").read_bytes()
    for size in (len(whole) // 2, len(whole) - 9, 200, 40):
        with pytest.raises(PictureError) as refusal:
            decode_picture(whole[:size])
        assert refusal.value.fault is PictureFault.TRUNCATED


def test_a_file_that_only_says_that_it_is_one_is_refused():
    with pytest.raises(PictureError) as refusal:
        decode_picture(b"\0\0\0\x18ftypheic" + bytes(50))
    assert refusal.value.fault is PictureFault.TRUNCATED


def test_where_no_decoder_is_installed_it_is_another_kind_of_picture(monkeypatch):
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(PictureError) as refusal:
        load_picture(FILES / "upright.heic")
    assert refusal.value.fault is PictureFault.OTHER_KIND
    assert exif_time_s((FILES / "turned.heic").read_bytes()) is None


def test_its_time_is_read_as_a_jpegs_is():
    assert exif_time_s((FILES / "upright.heic").read_bytes()) is None
    taken_s = exif_time_s((FILES / "turned.heic").read_bytes())
    assert taken_s is not None
    assert taken_s % 3600 == 15 * 60


def test_a_folder_of_them_is_a_game_of_photos():
    assert [path.name for path in list_photos(FILES)] == [
        "ten_bits.heic",
        "turned.heic",
        "upright.heic",
    ]

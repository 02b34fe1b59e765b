"""Every room has a README whose table of files is what `make map` makes of the docstrings."""

import pytest

from tests.support.room_maps import ROOT, page, rooms


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.relative_to(ROOT).as_posix())
def test_a_rooms_readme_lists_its_files(room):
    readme = room / "README.md"
    assert readme.exists(), "make map writes it"
    assert readme.read_text(encoding="utf-8") == page(room), "make map brings it up to date"

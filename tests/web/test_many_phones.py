"""A hundred phones follow one game over the network: each gets every revision."""

import pytest

from tests.support.many_phones import MOVES, PHONES, follow


@pytest.mark.xdist_group("every page")
def test_a_hundred_phones_get_every_revision(tmp_path):
    made, followers = follow(tmp_path)
    assert len(made) == MOVES
    assert len(followers) == PHONES
    for one in followers:
        assert made.keys() <= one.heard_s.keys()

"""A sample of games with clumsy people; `python -m tests.support.clumsy_people` plays thousands."""

import pytest

from tests.support.clumsy_people import Table


@pytest.mark.parametrize("seed", [11, 12])
def test_whatever_people_do_no_turn_is_silently_wrong(seed):
    table = Table(seed)
    table.play(25)
    assert table.wrong == []
    assert table.counts["end", "apart"] == 0

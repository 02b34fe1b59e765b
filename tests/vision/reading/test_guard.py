"""Reading gets no worse: 120 simulated tables of fixed seeds against the committed baseline."""

import pytest

from tests.support import guard


@pytest.mark.parametrize("batch", guard.BATCHES)
def test_no_more_faces_are_missed_wrong_or_imagined_than_before(batch):
    was, now = guard.baseline()[batch], guard.counts(guard.BATCHES[batch])
    assert now["faces"] == was["faces"], "other tables are drawn: make guard, after make accuracy"
    worse = {what: (was[what], now[what]) for what in guard.COUNTED[1:] if now[what] > was[what]}
    assert worse == {}, "before and now"

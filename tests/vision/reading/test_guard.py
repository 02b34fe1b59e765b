"""Reading gets no worse: 120 tables of fixed seeds, half in every run, against the baseline."""

import pytest

from tests.support import guard
from tests.support.breadth import in_every_run


@pytest.mark.parametrize("batch", in_every_run(tuple(guard.BATCHES)[::2], guard.BATCHES))
def test_no_more_faces_are_missed_wrong_or_imagined_than_before(batch):
    was, now = guard.baseline()[batch], guard.counts(guard.BATCHES[batch])
    assert now["faces"] == was["faces"], "other tables are drawn: make guard, after make accuracy"
    worse = {what: (was[what], now[what]) for what in guard.COUNTED[1:] if now[what] > was[what]}
    assert worse == {}, "before and now"

"""Whatever comes: a sentence and a status below 500, and nothing changed without the key."""

import pytest

from tests.support.fuzz import fuzz


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_is_sent_breaks_anything(tmp_path, seed):
    fuzzer = fuzz(tmp_path, seed, shaped=200, malformed=40, spoiled=30)
    assert fuzzer.broken == []
    assert fuzzer.pages[1:] == [200] * 4
    assert fuzzer.pages[0] in (200, 303)
    assert sum(fuzzer.statuses.values()) == 270

"""Whatever comes: a sentence and a status below 500, and nothing changed without the key."""

import pytest

from tests.support.fuzz import fuzz
from tests.support.fuzz_files import fuzz_files


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_is_sent_breaks_anything(tmp_path, seed):
    fuzzer = fuzz(tmp_path, seed, shaped=200, malformed=40, spoiled=30)
    assert fuzzer.broken == []
    assert fuzzer.pages[1:] == [200] * 4
    assert fuzzer.pages[0] in (200, 303)
    assert sum(fuzzer.statuses.values()) == 270


def test_no_file_from_elsewhere_breaks_anything(tmp_path):
    fuzzer = fuzz_files(tmp_path, seed=1, backups=20, profiles=30)
    assert fuzzer.broken == []
    assert {status for _, status in fuzzer.statuses} >= {200, 422}

"""Every mutant of the list can still be made: the line it breaks is there, exactly once."""

import pytest

from tests.support.mutants import ROOT, mutants


@pytest.mark.parametrize("mutant", mutants(), ids=lambda one: f"{one.file}: {one.new.strip()}")
def test_the_line_that_a_mutant_breaks_is_there(mutant):
    assert mutant.source() != (ROOT / mutant.file).read_text(encoding="utf-8")
    file, _, test = mutant.test.partition("::")
    assert f"def {test}" in (ROOT / file).read_text(encoding="utf-8")

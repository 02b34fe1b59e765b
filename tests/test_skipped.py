"""A run says in its last lines what it could not test."""

import pytest

from tests.support.skipped import not_tested


def skipped(why):
    where = ("tests/test_x.py", 7, f"Skipped: {why}")
    return pytest.TestReport("tests/test_x.py::test_y", ("", 7, ""), {}, "skipped", where, "setup")


def test_tests_that_want_photos_are_named_with_their_reason():
    told = not_tested([skipped("the photographs of real tables are not here")])
    assert told == [
        "NOT TESTED: tests/test_x.py::test_y: the photographs of real tables are not here"
    ]


def test_what_another_system_cannot_do_is_not_worth_a_line():
    assert not_tested([skipped("signals of a Unix system")]) == []

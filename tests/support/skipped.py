"""What a run left out for want of photos: said in its last lines."""

from collections.abc import Iterable

import pytest

WANTED = ("photo", "rulebooks")
"""Words in the reasons of tests that need what is not part of the repository."""


def not_tested(skipped: Iterable[pytest.TestReport]) -> list[str]:
    """A line for every test that needs photos or examples which are not here."""
    lines = []
    for report in skipped:
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if any(word in why for word in WANTED):
            lines.append(f"NOT TESTED: {report.nodeid}: {why.removeprefix('Skipped: ')}")
    return lines

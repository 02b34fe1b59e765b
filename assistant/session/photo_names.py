"""The names of photos: how many were taken between two of them and are not here."""

from __future__ import annotations

import re

from assistant.watch.sequences import MOST_TURNS

NUMBERED = re.compile(r"(.*?)(\d{1,6})\.\w+")
"""A photo's name as cameras give it: what all share, then a number that counts up."""
DATED = re.compile(r"\d{8}")
"""A name with a date in it: what follows is a time, and counts nothing."""


def photos_between(before: str, name: str) -> int:
    """How many photos are missing between two that carry numbers, or before the first of them."""
    one, other = NUMBERED.fullmatch(before or ""), NUMBERED.fullmatch(name)
    if other is None or DATED.search(name):
        return 0
    if not before:
        missing = int(other[2]) - 1 if not other[1] else 0
    else:
        missing = int(other[2]) - int(one[2]) - 1 if one and one[1] == other[1] else 0
    return missing if 0 < missing < MOST_TURNS else 0

"""How much work something is, in calls of functions: a busy machine makes no difference."""

import sys


def calls_of(work):
    """What the work gives back, and how many functions it called."""
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        answer = work()
    finally:
        sys.setprofile(before)
    return answer, calls

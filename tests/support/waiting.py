"""Waiting for a state instead of sleeping for a time."""

import time


def eventually(holds, within_s=30.0):
    """What `holds` answers once that is true; an assertion fails where it never is."""
    until_s = time.monotonic() + within_s
    while not (answer := holds()):
        assert time.monotonic() < until_s, "it never came to be"
        time.sleep(0.01)
    return answer

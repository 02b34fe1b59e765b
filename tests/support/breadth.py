"""Breadth of which every run takes a part, and `make long` all."""

import pytest


def in_every_run(kept, of):
    """These as parameters of a test; all but the kept ones are for `make long`."""
    return [one if one in kept else pytest.param(one, marks=pytest.mark.long) for one in of]

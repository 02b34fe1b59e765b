"""Memory that was let go is given back, again and again."""

import platform
from contextlib import closing

import pytest

from assistant.session import memory
from assistant.session.memory import MemoryKeeper
from tests.support.waiting import eventually


def test_what_is_free_is_given_back_again_and_again():
    given = []
    with closing(MemoryKeeper(0.01, lambda: given.append(1))):
        eventually(lambda: len(given) >= 3)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other systems do it by themselves")
def test_linux_takes_it_back():
    give_back = memory._give_back()
    assert give_back is not None
    give_back()

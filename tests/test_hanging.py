"""A test that hangs is named, with the line in which it does; one that ends in time is not."""

import subprocess
import sys

from tests.support.hanging import ENDED

HANGS = """
import threading, time
from tests.support import hanging
from tests.support.hanging import ends_where_it_hangs
for _ in range(150):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
with ends_where_it_hangs("a quick test", 30):
    pass
# On a computer that does much else, too, half a second leaves little of the processor.
hanging.BUSY_S, hanging.MOST = 0.004, 100
with ends_where_it_hangs("a slow test", 0.5):
    until_s = time.monotonic() + 0.8
    while time.monotonic() < until_s:
        pass
with ends_where_it_hangs("an endless test", 0.2):
    threading.Event().wait(60)
"""


def test_a_test_that_hangs_is_named_with_its_line_and_ends_its_process():
    ended = subprocess.run(
        [sys.executable, "-c", HANGS], capture_output=True, text=True, timeout=50, check=False
    )
    assert ended.returncode == ENDED
    assert "an endless test hangs" in ended.stderr
    assert "line 16, in <module>" in ended.stderr
    assert "a quick test" not in ended.stderr
    assert "a slow test" not in ended.stderr

"""A test that hangs says where and ends its process: it fails by name, and the others are run."""

import gc
import os
import sys
import threading
import time
import traceback
from contextlib import contextmanager, nullcontext

LONGEST_S = 300.0
"""The slowest test takes a minute on an idle computer."""
BUSY_S, MOST = 10.0, 4
"""A test that took so much of the processor meanwhile is only slow, on a computer that is busy with
other things: it has as long again, so many times at most."""
ENDED = 70
"""What a process returns whose test hung."""


@contextmanager
def ends_where_it_hangs(name, longest_s=LONGEST_S, shown=nullcontext):
    """A block that this process does not outlive if it takes longer; `shown` lets words through."""
    here = threading.get_ident()
    ended = threading.Event()

    def watch():
        took_s = time.process_time()
        for _ in range(MOST):
            if ended.wait(longest_s):
                return
            before_s, took_s = took_s, time.process_time()
            if took_s - before_s < BUSY_S:
                break
        end()

    def end():
        with shown():
            print(f"\n{name} hangs (more than {longest_s:.0f} s) in:", file=sys.stderr)
            # The first thread alone: a served table has two hundred that wait for work.
            for frame in (sys._current_frames()[here], *_put_aside()):
                traceback.print_stack(frame, file=sys.stderr)
            sys.stderr.flush()
            os._exit(ENDED)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _put_aside():
    """Where this process goes on later: who waits for a browser is in another greenlet."""
    greenlet = sys.modules.get("greenlet")
    kept = [one for one in gc.get_objects() if greenlet and isinstance(one, greenlet.greenlet)]
    return [one.gr_frame for one in kept if one.gr_frame is not None]

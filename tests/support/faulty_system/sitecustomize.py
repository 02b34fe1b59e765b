"""Python as on a computer whose clock jumps or that has no network; loaded by its being here.

QWIRKLE_CLOCK names a file with the seconds by which the clock is wrong, looked at each time.
QWIRKLE_OFFLINE leaves nothing of the network but the computer itself.
"""

import datetime
import errno
import os
import socket
import time
from pathlib import Path

CLOCK, OFFLINE = os.environ.get("QWIRKLE_CLOCK"), os.environ.get("QWIRKLE_OFFLINE")

if CLOCK:
    right_time, right_datetime = time.time, datetime.datetime

    def wrong_by_s():
        try:
            return float(Path(CLOCK).read_text(encoding="ascii") or 0)
        except (OSError, ValueError):
            return 0.0

    class WrongDatetime(right_datetime):
        @classmethod
        def now(cls, tz=None):
            now = right_datetime.now(tz) + datetime.timedelta(seconds=wrong_by_s())
            return cls(*now.timetuple()[:6], now.microsecond, tz)

    time.time = lambda: right_time() + wrong_by_s()
    datetime.datetime = WrongDatetime

if OFFLINE:
    right_connect = socket.socket.connect

    def connect(self, address):
        if isinstance(address, tuple) and not str(address[0]).startswith(("127.", "::1")):
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        return right_connect(self, address)

    socket.socket.connect = connect

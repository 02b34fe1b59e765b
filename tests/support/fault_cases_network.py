"""Faults of cameras, phones and strangers, done to the running program one by one."""

import socket
import subprocess
import sys
import threading
import time

import cv2
import numpy as np

from tests.support.fake_camera import (
    CUT,
    FROZEN,
    GARBAGE,
    GOOD,
    HUGE,
    REDIRECT,
    SILENT,
    FakeCamera,
)
from tests.support.fault_cases import Outcome, again, playing
from tests.support.running import PROJECT, eventually

TILES = "ro@0,0 rs@1,0 rd@2,0"
CALM_S = 6.0


def camera(mode, what, *, snapshots=False):
    """A fault of the camera, and good pictures again after it."""

    def case(folder):
        eye = FakeCamera()
        eye.lay(TILES)
        try:
            with playing(folder, source=eye.shot if snapshots else eye.stream) as program:
                return _camera_fault(program, eye, mode)
        finally:
            eye.shutdown()
            eye.server_close()

    case.__doc__ = what
    return case


def _camera_fault(program, eye, mode):
    def word():
        return (program.state.get("camera") or {}).get("word")

    def is_seen():
        return (program.state.get("proposal") or program.state["game"]["turns"]) and word()

    seen_s = eventually(lambda: bool(is_seen()), 60)
    turns = len(program.state["game"]["turns"])
    eye.mode = mode
    told_s = eventually(lambda: word() not in ("watching", "settling"), CALM_S + 12)
    during = program.state.get("camera") or {}
    done = program.adjust()
    time.sleep(2)
    eye.mode = GOOD
    back_s = eventually(lambda: word() == "watching", 60)
    after = program.state["game"]["turns"]
    shown = f"“{during.get('text', '')}”"
    if told_s is not None:
        shown += f" after {told_s:.0f} s"
    advice = [one["text"] for one in during.get("advice", ())]
    if advice:
        shown += f"; “{advice[0]}”"
    # What the camera accepts by itself meanwhile is the move that lies there, once.
    is_right = len(after) - turns in (1, 2) and done
    recovers = "NOT" if back_s is None else f"by itself, {back_s:.0f} s after good pictures"
    well = seen_s is not None and is_right and back_s is not None
    return Outcome(shown, "nothing", recovers, well, program.peak_mb)


def upload_vanishes(folder):
    """Thirty phones vanish in the middle of an upload."""
    drawn = np.full((300, 400, 3), (40, 90, 120), np.uint8)
    photo = cv2.imencode(".jpg", drawn)[1].tobytes()
    body = (
        b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        + photo
        + b"\r\n--x--\r\n"
    )
    with playing(folder) as program:
        silent = []
        for k in range(30):
            line = socket.create_connection(("127.0.0.1", program.port))
            head = (
                f"POST /api/photo HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n"
                f"Origin: {program.address}\r\nCookie: qwirkle_key={program.join()}\r\n"
                "Content-Type: multipart/form-data; boundary=x\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            line.sendall(head.encode() + body[: len(body) // (k + 2)])
            if k % 2:
                line.close()
            else:
                silent.append(line)
        began_s = time.monotonic()
        statuses = {program.ask("/")[0], program.ask("/api/state")[0]}
        deed = program.adjust()
        took_s = time.monotonic() - began_s
        of = "multipart/form-data; boundary=x"

        def photo_is_read():
            return program.ask("/api/photo", raw=body, of=of)[0] in (200, 409, 422)

        back_s = eventually(photo_is_read, 30)
        for line in silent:
            line.close()
        total = program.total()
    well = deed and statuses == {200} and back_s is not None and again(folder, total)
    return Outcome(
        f"nothing: pages and a deed in {1000 * took_s:.0f} ms",
        "the photo of who vanished",
        "the next photo is taken at once" if back_s and back_s < 2 else f"after {back_s:.0f} s",
        well,
        program.peak_mb,
    )


def slow_readers(folder, streams=60, deeds=150):
    """Sixty phones follow and read nothing while much happens."""
    with playing(folder) as program:
        before_mb = program.memory_mb
        deaf = []
        for _ in range(streams):
            line = socket.create_connection(("127.0.0.1", program.port))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n\r\n"
            line.sendall(head.encode())
            deaf.append(line)
        took = []
        for k in range(deeds):
            began_s = time.monotonic()
            assert program.adjust(1 if k % 2 else -1)
            took.append(time.monotonic() - began_s)
        grown_mb = program.peak_mb - before_mb
        for line in deaf:
            line.close()
    slowest_ms = 1000 * sorted(took)[int(0.95 * len(took))]
    return Outcome(
        f"nothing: {deeds} deeds, 95 in 100 within {slowest_ms:.0f} ms",
        "the streams of who does not read",
        f"streams are dropped; {grown_mb:.0f} MB more",
        grown_mb < 60,
        program.peak_mb,
    )


def slow_senders(folder, senders=230):
    """As many slow senders as there are threads, dripping bodies."""
    with playing(folder) as program:
        head = (
            f"POST /language HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n"
            f"Origin: {program.address}\r\nContent-Length: 5000\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        lines = [socket.create_connection(("127.0.0.1", program.port)) for _ in range(senders)]
        for line in lines:
            line.sendall(head.encode())
        over = threading.Event()
        thread = threading.Thread(target=_drip, args=(lines, over))
        thread.start()
        time.sleep(1)
        took = []
        for _ in range(20):
            began_s = time.monotonic()
            assert program.adjust()
            took.append(time.monotonic() - began_s)
        ended_s = eventually(lambda: sum(_is_open(line) for line in lines) == 0, 40)
        over.set()
        thread.join()
        for line in lines:
            line.close()
    return Outcome(
        f"nothing: a deed within {1000 * max(took):.0f} ms",
        "nothing",
        f"all are hung up on after {ended_s:.0f} s" if ended_s is not None else "NOT",
        ended_s is not None and max(took) < 5,
        program.peak_mb,
    )


def _drip(lines, over):
    while not over.wait(0.5):
        for line in lines:
            try:
                line.send(b"x")
            except OSError:
                continue


def _is_open(line):
    line.setblocking(False)
    try:
        return bool(line.recv(1, socket.MSG_PEEK)) and _drained(line)
    except BlockingIOError:
        return True
    except OSError:
        return False


def _drained(line):
    """Whether more comes after the answer that is there."""
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def thousand_connections(folder, seconds=15):
    """A thousand strangers of all kinds, from twenty addresses."""
    with playing(folder) as program:
        secure = program.secure.rpartition(":")[2]
        words = [str(program.port), secure, "1000", str(seconds)]
        crowd = subprocess.Popen(
            [sys.executable, "-m", "tests.support.hostile", *words],
            cwd=PROJECT,
            stdout=subprocess.DEVNULL,
        )
        time.sleep(5)
        took, failed = [], 0
        while crowd.poll() is None:
            began_s = time.monotonic()
            failed += not program.adjust()
            took.append((time.monotonic() - began_s) / 2)  # the state, then the deed
            time.sleep(0.1)
        late = 1000 * sorted(took)[int(0.95 * len(took))]
        total = program.total()
    return Outcome(
        f"nothing: 95 in 100 answers within {late:.0f} ms, {failed} of {len(took)} deeds failed",
        "nothing",
        "players keep their share",
        failed == 0 and again(folder, total),
        program.peak_mb,
    )


def ended_in_the_middle(folder):
    """The program is asked to end while phones follow and one uploads."""
    with playing(folder) as program:
        assert program.adjust()
        lines = [socket.create_connection(("127.0.0.1", program.port)) for _ in range(40)]
        for line in lines:
            head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n\r\n"
            line.sendall(head.encode())
        time.sleep(0.5)
        began_s = time.monotonic()
        status = program.end()
        took_s = time.monotonic() - began_s
        for line in lines:
            line.close()
    well = status == 0 and again(folder, 1)
    return Outcome(
        "the page says that the computer is away",
        "nothing",
        f"ends in {took_s:.1f} s; the next start goes on",
        well,
        program.peak_mb,
    )


CAMERAS = (
    camera(CUT, "The camera is unplugged"),
    camera(SILENT, "The camera stops sending"),
    camera(FROZEN, "The camera sends the same picture again and again"),
    camera(GARBAGE, "The camera sends garbage"),
    camera(HUGE, "The camera's pictures claim 4,000 megapixels"),
    camera(REDIRECT, "A snapshot camera redirects without end", snapshots=True),
)

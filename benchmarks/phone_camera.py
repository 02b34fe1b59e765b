"""A phone as the camera against a webcam: how late a move is proposed, and what the server pays.

    python -m benchmarks.phone_camera [--seed 950] [--turns 5] [--films 3]

The same films of games are watched both ways. How late is told in the film's own time, with the
page's own judgement of what to send and 30 ms for the network; what it costs is the processor time
of the program itself, started once with an MJPEG camera and once with a phone that sends by https.
"""

from __future__ import annotations

import argparse
import http.client
import json
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from assistant.game.events import Settings, Started
from assistant.session.replay import Replay
from tests.support.filmed_games import Case, FilmedGame
from tests.support.phone_policy import PhonePolicy, as_a_phone
from tests.support.running import Program, unverified
from vision.sources.shown import Shot
from vision.sources.source import Picture

FPS = 10.0
REST_S = 8.0
"""Between two turns; shorter than at any table, so that the film is soon over."""
MOST_LATER_S = 0.5
MOST_TIMES = 1.5


@dataclass(frozen=True)
class Film:
    """A filmed game, encoded: when each frame was taken, and when each turn was complete."""

    frames: list[tuple[float, bytes]]
    turns_s: list[float]

    def shots(self) -> Iterator[Shot]:
        """The film as pictures."""
        for at_s, jpeg in self.frames:
            yield Shot(at_s, lambda jpeg=jpeg: _decoded(jpeg))  # type: ignore[misc]


def film(seed: int, turns: int) -> Film:
    """A game of ordinary turns."""
    game = FilmedGame(seed, most_turns=turns, fps=FPS, only=(Case.PLAIN,), rests_s=(REST_S, REST_S))
    frames = []
    for shot in game.shots():
        picture_bgr = shot.take()
        if picture_bgr is not None:
            jpeg = cv2.imencode(".jpg", picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
            frames.append((shot.at_s, jpeg.tobytes()))
    return Film(frames, [turn.complete_s for turn in game.turns])


def _decoded(jpeg: bytes) -> Any:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def waits_s(shots: Iterable[Shot], turns_s: list[float]) -> list[float]:
    """From each hand's leaving to the proposal of its move, in film time."""
    replay = Replay(Started(Settings(), ("Anna", "Chris")))
    eye, waits, waiting = replay.eye(), [], 0
    for number, shot in enumerate(shots, 1):
        picture_bgr = shot.take()
        if picture_bgr is None:
            break
        seen = eye.see(Picture(picture_bgr, shot.at_s, number))
        replay.saw(seen)
        over = sum(at_s <= shot.at_s for at_s in turns_s)
        if over > waiting and seen.observation and replay.session.now.proposal:
            waiting = over
            waits.append(shot.at_s - turns_s[over - 1])
    return waits


class MjpegFilm(ThreadingHTTPServer):
    """A camera that shows a film once, at its own pace."""

    daemon_threads = True

    def __init__(self, shown: Film) -> None:
        super().__init__(("127.0.0.1", 0), _Stream)
        self.shown, self.over = shown, threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Stream(BaseHTTPRequestHandler):
    server: MjpegFilm

    def do_GET(self) -> None:
        """The film."""
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()

        def show(jpeg: bytes) -> None:
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            self.wfile.write(head.encode() + jpeg + b"\r\n")

        _play(self.server.shown, lambda jpeg, _at_s: show(jpeg))
        self.server.over.set()
        time.sleep(60)

    def log_message(self, *said: object) -> None:
        """Nothing is said."""


def _play(shown: Film, show: Callable[[bytes, float], None]) -> None:
    began_s = time.monotonic()
    for at_s, jpeg in shown.frames:
        time.sleep(max(0.0, began_s + at_s - time.monotonic()))
        show(jpeg, at_s)


def webcam_cost(shown: Film) -> tuple[float, int]:
    """Processor seconds of the program that watches an MJPEG camera, and the turns it counted."""
    camera = MjpegFilm(shown)
    source = f"http://127.0.0.1:{camera.server_address[1]}/video"
    with (
        tempfile.TemporaryDirectory() as folder,
        Program(Path(folder), "--players", "Anna,Chris", source=source) as program,
    ):
        program.wait()
        before_s = program.processor_s
        camera.over.wait(600)
        cost_s, turns = program.processor_s - before_s, len(program.state["game"]["turns"])
    camera.shutdown()
    camera.server_close()
    return cost_s, turns


def phone_cost(shown: Film, policy: PhonePolicy) -> tuple[float, int]:
    """The same with a phone that sends by https."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Program(Path(folder), "--players", "Anna,Chris", source="phone") as program,
    ):
        program.wait()
        host, _, port = program.secure.removeprefix("https://").rpartition(":")
        line = http.client.HTTPSConnection(host, int(port), context=unverified(), timeout=20)
        headers = {"Origin": program.secure, "Cookie": f"qwirkle_key={program.key}"}
        name = f"?phone={secrets.token_hex(6)}"

        def post(path: str, body: bytes) -> None:
            line.request("POST", path + name, body, headers)
            json.loads(line.getresponse().read())

        def look(jpeg: bytes, at_s: float) -> None:
            sent = policy.look(_decoded(jpeg), at_s)
            if sent is not None:
                post("/api/camera/still", sent)

        post("/api/camera/use", b"")
        before_s = program.processor_s
        _play(shown, look)
        cost_s, turns = program.processor_s - before_s, len(program.state["game"]["turns"])
        line.close()
    return cost_s, turns


def main() -> int:
    """Print the two comparisons; the status is 1 where the phone is too late or too dear."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=950)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--films", type=int, default=3)
    words = parser.parse_args()
    by_webcam: list[float] = []
    by_phone: list[float] = []
    sent_bytes, seconds = 0, 0.0
    first: Film | None = None
    for seed in range(words.seed, words.seed + words.films):
        shown, policy = film(seed, words.turns), PhonePolicy()
        first = first or shown
        by_webcam += waits_s(shown.shots(), shown.turns_s)
        by_phone += waits_s(as_a_phone(shown.shots(), policy), shown.turns_s)
        sent_bytes, seconds = sent_bytes + policy.sent_bytes, seconds + shown.frames[-1][0]
    later_s = median(by_phone) - median(by_webcam)
    print(f"proposed after rest  webcam {_told(by_webcam)}, phone {_told(by_phone)}")
    rate = sent_bytes / 1000 / seconds
    print(f"the phone is later   {later_s:.2f} s in the middle; it sent {rate:.0f} kB a second")
    assert first is not None
    webcam_s, webcam_turns = webcam_cost(first)
    phone_s, phone_turns = phone_cost(first, PhonePolicy())
    times = phone_s / webcam_s
    print(f"server               webcam {webcam_s:.1f} s, phone {phone_s:.1f} s of a core for")
    print(f"                     {first.frames[-1][0]:.0f} s of film: {times:.2f} times; turns")
    print(f"                     counted {webcam_turns} and {phone_turns} of {len(first.turns_s)}")
    return 0 if later_s <= MOST_LATER_S and times <= MOST_TIMES else 1


def _told(waits: list[float]) -> str:
    late = sorted(waits)[int(0.95 * len(waits))]
    return f"{median(waits):.2f} s (95 in 100: {late:.2f} s, {len(waits)} turns)"


if __name__ == "__main__":
    raise SystemExit(main())

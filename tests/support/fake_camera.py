"""A network camera on loopback that behaves, or misbehaves in a way that can be chosen."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

from assistant.board import parse_placement
from vision.simulated.film import LiveTable
from vision.simulated.optics.light import Light
from vision.simulated.people.playing import laid_by_hand, playing_scene

FRAME_S = 0.1
GOOD, FROZEN, SILENT, GARBAGE, HUGE, CUT, REDIRECT = (
    *("good", "frozen", "silent", "garbage", "huge", "cut"),
    "redirect",
)


class FakeCamera(ThreadingHTTPServer):
    """Serves a simulated table as MJPEG at /stream, and one picture a request at /shot."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Answer)
        self.mode, self.asked = GOOD, 0
        self._table = LiveTable(playing_scene(4, size_wh=(640, 480), tile_px=40, light=Light()))
        self._drawn = {}
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def stream(self):
        return f"http://127.0.0.1:{self.server_address[1]}/stream"

    @property
    def shot(self):
        return f"http://127.0.0.1:{self.server_address[1]}/shot"

    def lay(self, tiles):
        placed = parse_placement(tiles)
        self._table.lay([laid_by_hand(np.random.default_rng(len(tiles)), one) for one in placed])
        self._drawn = {}

    def jpeg(self):
        """The picture as it is sent in this mode."""
        if self.mode == GARBAGE:
            return b"\xff\xd8" + np.random.default_rng(self.asked).bytes(20_000)
        beat = 0 if self.mode == FROZEN else int(time.monotonic() / FRAME_S) % 4
        if beat not in self._drawn:
            # Four pictures with their own noise: drawing each anew costs more than reading it.
            encoded = cv2.imencode(".jpg", self._table.frame(beat * FRAME_S))[1].tobytes()
            self._drawn[beat] = encoded
        jpeg = self._drawn[beat]
        if self.mode == HUGE:
            at = jpeg.index(b"\xff\xc0")
            return jpeg[: at + 5] + b"\xff\xff\xff\xff" + jpeg[at + 9 :]
        return jpeg


class _Answer(BaseHTTPRequestHandler):
    server: FakeCamera

    def do_GET(self):
        camera = self.server
        camera.asked += 1
        if camera.mode == CUT:
            return
        if camera.mode == REDIRECT:
            self.send_response(302)
            self.send_header("Location", f"{camera.shot}?{camera.asked}")
            self.end_headers()
            return
        try:
            self._one() if self.path.startswith("/shot") else self._stream()
        except OSError:
            return

    def _one(self):
        while self.server.mode == SILENT:
            time.sleep(0.1)
        jpeg = self.server.jpeg()
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(jpeg)))
        self.end_headers()
        self.wfile.write(jpeg)

    def _stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        while self.server.mode not in (CUT, REDIRECT):
            if self.server.mode != SILENT:
                jpeg = self.server.jpeg()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
            time.sleep(FRAME_S)

    def log_message(self, *said):
        """Nothing is said."""

"""A game watched over a real MJPEG stream that is cut and comes back, and for two hours."""

import gc
import pickle
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from assistant.board import format_placement, parse_placement
from assistant.game.events import Settings, Started, TilesPlaced
from assistant.game.history import answer, fold
from assistant.session.camera_loop import CameraLoop, Eye
from assistant.watch import Watch
from assistant.watch.live import LiveWatch
from tests.support.breadth import in_every_run
from tests.support.waiting import eventually
from vision.scene.report import SceneState
from vision.simulated.film import LiveTable
from vision.simulated.optics.light import Light
from vision.simulated.people.playing import laid_by_hand, playing_scene
from vision.sources.live import LiveSource
from vision.sources.network import network_connector
from vision.sources.source import Picture

FRAME_S = 0.05


def new_table():
    return LiveTable(playing_scene(4, size_wh=(480, 360), tile_px=40, light=Light()))


def lay(table, tiles):
    placed = parse_placement(tiles)
    table.lay([laid_by_hand(np.random.default_rng(len(tiles)), one) for one in placed])


def new_watch():
    return Watch.over(fold([Started(Settings(), ("Anna", "Chris"))]))


class TableCamera(ThreadingHTTPServer):
    """A network camera over a table."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, table, port=0):
        super().__init__(("127.0.0.1", port), Stream)
        self.table, self.pulled, self.began = table, threading.Event(), time.monotonic()
        self.thread = threading.Thread(target=lambda: self.serve_forever(0.02), daemon=True)
        self.thread.start()

    @property
    def port(self):
        return self.server_address[1]

    def pull(self):
        self.pulled.set()
        self.shutdown()
        self.thread.join()
        self.server_close()


class Stream(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=part")
        self.end_headers()
        try:
            while not self.server.pulled.wait(FRAME_S):
                frame = self.server.table.frame(time.monotonic() - self.server.began)
                jpeg = cv2.imencode(".jpg", frame)[1].tobytes()
                head = f"--part\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
        except OSError:
            pass

    def log_message(self, *words):
        pass


class Watcher:
    """What a session does with what the loop tells, without the session."""

    def __init__(self):
        self.watch, self.states = new_watch(), set()

    def __call__(self, seen):
        self.states.add(seen.report.state)
        if seen.observation is not None:
            self.watch = self.watch.look(seen.observation, seen.at_s)

    def proposed(self):
        proposal = self.watch.proposal
        return format_placement(proposal.placement) if proposal else ""


def test_a_stream_is_watched_cut_and_the_game_goes_on_where_it_was():
    table, watcher = new_table(), Watcher()
    lay(table, "ro@0,0 rs@1,0")
    camera = TableCamera(table)
    connector = network_connector(f"http://127.0.0.1:{camera.port}/", silence_s=0.5)
    source = LiveSource("loopback", connector, first_retry_s=0.05, longest_retry_s=0.2)
    loop = CameraLoop(source, watcher)
    loop.start()
    try:
        eventually(lambda: watcher.proposed() == "ro@0,0 rs@1,0")
        move = TilesPlaced("Anna", watcher.watch.proposal.placement)
        watcher.watch = watcher.watch.follow(answer(watcher.watch.game, move).game)
        camera.pull()
        eventually(lambda: SceneState.LOST in watcher.states)
        lay(table, "rd@2,0")
        camera = TableCamera(table, camera.port)
        eventually(lambda: watcher.proposed() == "rd@2,0")
    finally:
        loop.close()
        camera.pull()


@pytest.mark.parametrize("seconds", in_every_run((1200,), (1200, 2400)))
def test_watching_for_long_does_not_grow_in_memory(seconds):
    """One frame a second of a table on which a tile comes and goes and the lamp flickers."""
    table, eye, watched = new_table(), Eye(), LiveWatch(new_watch())
    frames = []
    for tiles in ("ro@0,0 rs@1,0", "rd@2,0", "bs@1,1", "yx@2,1"):
        lay(table, tiles)
        frames.append([table.frame(k, brightness=1 + 0.01 * k) for k in range(3)])
    sizes, objects = [], []
    for second in range(seconds):
        lying = second // 100 if second < 300 else 2 + second // 150 % 2
        picture = Picture(frames[lying][second % 3], float(second), second + 1)
        seen = eye.see(picture)
        still_for_s = seen.report.still_for_s if seen.report.state is SceneState.STILL else None
        watched = watched.saw(seen.observation, seen.at_s, still_for_s)
        if second % 400 == 399:
            sizes.append(len(pickle.dumps(watched)))
            objects.append(len(gc.get_objects()))
    assert watched.watch.known.at_s > seconds - 100
    assert max(sizes[1:]) < 1.1 * sizes[0] + 2000, sizes
    assert objects[-1] < objects[0] + 700, objects

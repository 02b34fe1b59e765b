"""A hundred phones that follow one game over the network, and when each was told what."""

import json
import selectors
import socket
import threading
import time

from assistant.web.server import THREADS
from tests.support.served import served
from tests.support.whole_games import classic_game

PHONES = 100
MOVES = 24
PACE_S = 0.25


class Follower:
    """One phone's stream: the revisions it was told, and when."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.socket.setblocking(False)
        self.waiting = b""
        self.heard_s = {}

    def read(self):
        self.waiting += self.socket.recv(1 << 20)
        *lines, self.waiting = self.waiting.split(b"\n")
        now_s = time.monotonic()
        for line in lines:
            if line.startswith(b"data: {"):
                self.heard_s[json.loads(line[6:])["revision"]] = now_s


def follow(folder, phones=PHONES):
    """When each revision of a game was made, and the phones that followed it."""
    whole = classic_game(seed=5)
    made = {}
    with served(folder, threads=THREADS) as table:
        table.begin(players=whole.started.players)
        followers = [Follower(table.port) for _ in range(phones)]

        def play():
            time.sleep(1.0)
            for moment in whole.moments[:MOVES]:
                revision = table.session.now.revision + 1
                made[revision] = time.monotonic()
                table.tell(moment.entry)
                time.sleep(PACE_S)

        players = threading.Thread(target=play)
        players.start()
        with selectors.DefaultSelector() as waiting:
            for one in followers:
                waiting.register(one.socket, selectors.EVENT_READ, one)
            until_s = time.monotonic() + 120
            while time.monotonic() < until_s:
                for key, _ in waiting.select(0.2):
                    key.data.read()
                done = not players.is_alive()
                if done and all(made.keys() <= one.heard_s.keys() for one in followers):
                    break
        players.join()
        for one in followers:
            one.socket.close()
    return made, followers

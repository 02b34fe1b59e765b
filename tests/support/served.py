"""A table with its real server, for tests that come over the network."""

import http.client
import os
import random
import ssl
import time
from contextlib import contextmanager

from flask import request

from assistant.board import parse_placement
from assistant.game.events import Rulebook, Settings, Started, TilesPlaced
from assistant.session.actions import Append, Begin
from assistant.session.camera_choice import Cameras
from assistant.session.session import Session
from assistant.session.setup import Setup
from assistant.storage.store import Store
from assistant.web.app import create_app
from assistant.web.certificates import authority_files
from assistant.web.crowding import KEPT_THREADS
from assistant.web.guard import Door
from assistant.web.secure import Secure
from assistant.web.server import Serving, listen
from calibration.inks.profile import Profiles

KEY = "the-key-of-this-table"
FEW_THREADS = 2 * KEPT_THREADS
"""As many kept for players as for others: all that a home has take a tenth of a second to start."""


class ServedTable:
    """A session behind its server."""

    def __init__(self, session, port, cameras=None, folder=None, secure=""):
        self.cameras = cameras
        self.folder = folder
        self.secure = secure
        self.app = None
        self.session = session
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self.joining = f"{self.address}/join?key={KEY}"

    def get(self, path):
        """The status of a page that a player opens."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request("GET", path, headers={"Cookie": f"qwirkle_key={KEY}"})
            return line.getresponse().status
        finally:
            line.close()

    def post(self, path, body=b"", *, player=True, comes_from="127.0.0.1"):
        """The status of a POST by https, with a certificate that our own authority vouches for.

        0 where the line was cut while the body was being sent.
        """
        trusted = ssl.create_default_context(cafile=authority_files(self.folder).certificate)
        host, _, port = self.secure.removeprefix("https://").rpartition(":")
        line = http.client.HTTPSConnection(
            host, int(port), context=trusted, timeout=30, source_address=(comes_from, 0)
        )
        headers = {"Origin": self.secure, "Cookie": f"qwirkle_key={KEY}" if player else ""}
        try:
            line.request("POST", path, body, headers)
            return line.getresponse().status
        except (ConnectionError, ssl.SSLEOFError):
            return 0
        finally:
            line.close()

    @property
    def game(self):
        return self.session.now.game

    def begin(self, rules=Rulebook.CLASSIC, players=("Anna", "Chris"), **settings):
        started = Started(Settings(rules, **settings), players)
        self.session.do(Begin(started), self.session.now.revision)

    def tell(self, event):
        return self.session.do(Append(event), self.session.now.revision)

    def lay(self, player, text):
        return self.tell(TilesPlaced(player, parse_placement(text)))


def late(response):
    """Answers that come late, after what they did was told to all phones: races come to light."""
    if "qwirkle_key" in request.cookies and request.path != "/api/events":
        time.sleep(random.uniform(0.0, float(os.environ["LATE_ANSWERS_S"])))
    return response


def no_demo():
    raise AssertionError("nobody asked for the simulated table")


class Doorstep:
    """Where the tables of this process are, one after the other at the same address.

    A browser that was at the one before has all scripts already: half of what opening a page costs.
    """

    def __init__(self):
        self._port = 0

    def listen(self):
        listener = listen("127.0.0.1", self._port)
        self._port = listener.getsockname()[1]
        return listener


DOORSTEP = Doorstep()


@contextmanager
def served(folder, *, secure=False, threads=FEW_THREADS):
    """A table on a free port, for as long as the block lasts."""
    with Store(folder) as store:
        session = Session(store)
        listener = DOORSTEP.listen()
        port = listener.getsockname()[1]
        second = listen("127.0.0.1", 0) if secure else None
        by_https = f"https://127.0.0.1:{second.getsockname()[1]}" if second else ""
        shown = Secure(folder) if secure else None
        door = Door(KEY, f"http://127.0.0.1:{port}", secure=by_https, data=folder)
        cameras = Cameras(session, no_demo, Setup(Profiles(folder)))
        app = create_app(session, cameras, door)
        if "LATE_ANSWERS_S" in os.environ:
            app.after_request(late)
        serving = Serving(app, listener, (second, shown.context) if shown else None, threads)
        serving.start()
        try:
            table = ServedTable(session, port, cameras, folder, by_https)
            table.app, table.serving = app, serving.first
            yield table
        finally:
            if shown:
                shown.close()
            session.close()
            serving.stop()
            listener.close()
            cameras.close()

"""A table with its real server, for tests that come over the network."""

from contextlib import contextmanager

from assistant.board import parse_placement
from assistant.game.events import Rulebook, Settings, Started, TilesPlaced
from assistant.session.actions import Begin, Tell
from assistant.session.camera_choice import Cameras
from assistant.session.session import Session
from assistant.session.setup import Setup
from assistant.storage.store import Store
from assistant.web.app import create_app
from assistant.web.guard import Door
from assistant.web.server import Serving, listen
from calibration.inks.profile import Profiles

KEY = "the-key-of-this-table"


class ServedTable:
    """A session behind its server."""

    def __init__(self, session, port):
        self.session = session
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self.joining = f"{self.address}/join?key={KEY}"

    @property
    def game(self):
        return self.session.now.game

    def begin(self, rules=Rulebook.CLASSIC, players=("Anna", "Chris"), **settings):
        started = Started(Settings(rules, **settings), players)
        self.session.do(Begin(started), self.session.now.revision)

    def tell(self, event):
        return self.session.do(Tell(event), self.session.now.revision)

    def lay(self, player, text):
        return self.tell(TilesPlaced(player, parse_placement(text)))


def no_demo():
    raise AssertionError("nobody asked for the simulated table")


@contextmanager
def served(folder):
    """A table on a free port, for as long as the block lasts."""
    with Store(folder) as store:
        session = Session(store)
        listener = listen("127.0.0.1", 0)
        port = listener.getsockname()[1]
        door = Door(KEY, f"http://127.0.0.1:{port}")
        cameras = Cameras(session, no_demo, Setup(Profiles(folder)))
        serving = Serving(create_app(session, cameras, door), listener)
        serving.start()
        try:
            yield ServedTable(session, port)
        finally:
            session.close()
            serving.stop()
            listener.close()
            cameras.close()

"""The simulated table run as fast as it can be drawn and read."""

from assistant.session.camera_loop import Eye
from assistant.session.demo import FPS, DemoTable
from assistant.session.demo_cards import DemoCards
from vision.sources import Picture


class Film:
    """The simulated table run as fast as it can be drawn and read."""

    def __init__(self, session, seed=7, cards=False):
        self.session = session
        self.table = (DemoCards if cards else DemoTable)(lambda: session.now, seed)
        self.eye = Eye(rules=lambda: session.rules)
        self.frames = 0

    def run(self, until, seconds):
        end = self.frames + round(seconds * FPS)
        while self.frames < end and not until():
            self.frames += 1
            at_s = self.frames / FPS
            picture = Picture(self.table.draw(at_s), at_s, self.frames)
            self.session.saw(self.eye.see(picture))
        return until()

"""Tables in the middle of a game, with some of everything, for the tests of pages."""

from dataclasses import replace

import cv2
import numpy as np

from assistant.game.events import CardsLaid, Rulebook
from assistant.session.camera_loop import Seen
from assistant.tiles import Shape, parse_tiles
from tests.support.seen_tables import quiet, table_jpeg
from vision.reading.read import read_picture
from vision.scene.report import SceneReport, SceneState
from vision.sources import Picture

OPENING = "ro@0,0 rs@1,0 rd@2,0"


def fill(table, proposal=False):
    """A game in the middle, with some of everything."""
    table.begin(players=("Anna", "Chris", "Sally"))
    table.lay("Anna", OPENING)
    table.lay("Chris", "bs@1,1 gs@1,2")
    table.lay("Sally", "bo@0,1 bd@2,1")
    table.lay("Anna", "rx@-1,0 rc@3,0 r*@4,0")
    table.session.look_with("camera 0")
    if proposal:
        table.session.saw(doubtful_picture(table.game.board))
        table.session.saw(quiet(26.0, 6.0))


def doubtful_picture(board):
    """A drawn picture of the board and two more tiles, the second of them hard to read."""
    lying = " ".join(str(placed) for placed in board)
    encoded = np.frombuffer(table_jpeg(f"{lying} gd@2,2 gc@3,2"), np.uint8)
    picture_bgr = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    read = read_picture(picture_bgr)
    doubted = {Shape.CLOVER: 0.6, Shape.CIRCLE: 0.4}
    faces = [
        replace(face, shapes=dict.fromkeys(Shape, 0.0) | doubted)
        if str(face.tile) == "gc"
        else face
        for face in read.sightings
    ]
    report = SceneReport(SceneState.STILL, 20.0)
    picture = Picture(picture_bgr, 20.0, 1)
    return Seen(20.0, report, picture, replace(read, sightings=tuple(faces)))


def fill_cards(table):
    """A game of Cards with three rows and a Qwirkle taken."""
    table.begin(Rulebook.CARDS, players=("Yasmine", "Mario"))
    red, blue = parse_tiles("ro rs rd rc"), parse_tiles("bo bs bd")
    mixed, last = parse_tiles("go yo po"), parse_tiles("r* rx")
    table.tell(CardsLaid("Yasmine", red, (red,)))
    table.tell(CardsLaid("Mario", blue, (red, blue)))
    table.tell(CardsLaid("Yasmine", mixed, (red, blue, mixed)))
    table.tell(CardsLaid("Mario", last, ((*red, *last), blue, mixed)))


def fill_cubes(table):
    """A game of Cubes after its opening."""
    table.begin(Rulebook.CUBES, players=("Zoé", "Bob"))
    table.lay("Zoé", OPENING)

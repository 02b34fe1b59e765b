"""Tables as cameras see them: observations made without a picture, and drawn photos."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from assistant.board import Board, parse_placement
from assistant.session.camera_loop import Seen
from assistant.tiles import PURPLE_SET, Shape
from vision.observation import Observation, Sighting
from vision.scene.report import SceneReport, SceneState
from vision.simulated.film import LiveTable
from vision.simulated.people.playing import laid_by_hand, playing_scene
from vision.sources.source import Picture

EDGE_PX = 50.0


def shares(kinds, best, sure, second=None):
    """Probabilities with `sure` on the best kind; the rest on a second one, or on all others."""
    others = [kind for kind in kinds if kind is not best]
    if second is not None:
        return {kind: {best: sure, second: 1 - sure}.get(kind, 0.0) for kind in kinds}
    return {best: sure} | {kind: (1 - sure) / len(others) for kind in others}


def sighting(placed, sure=0.9999, doubtful=None):
    """One face as it is read; `doubtful` gives cells their second tile and how sure the first."""
    cell, tile = placed
    second, sure = (doubtful or {}).get(cell, (None, sure))
    x, y = cell.x * EDGE_PX + 400, cell.y * EDGE_PX + 300
    h = EDGE_PX / 2
    colour = second.colour if second and second.colour is not tile.colour else None
    shape = second.shape if second and second.shape is not tile.shape else None
    return Sighting(
        shares(PURPLE_SET.colours, tile.colour, sure if colour or not second else 0.9999, colour),
        shares(tuple(Shape), tile.shape, sure if shape or not second else 0.9999, shape),
        (x, y),
        ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)),
        cell,
    )


def observed(tiles, sure=0.9999, doubtful=None):
    """What a picture shows of a board or of a placement's text."""
    board = tiles if isinstance(tiles, Board) else Board(dict(parse_placement(tiles)))
    faces = tuple(sighting(placed, sure, doubtful) for placed in board)
    return Observation((1280, 720), faces, tile_px=EDGE_PX if faces else 0.0)


def still(tiles, at_s, still_for_s=0.0, **how):
    """A still picture of the table."""
    report = SceneReport(SceneState.STILL, at_s, still_for_s)
    return Seen(at_s, report, None, observed(tiles, **how))


def looked_at(observation, at_s, still_for_s=0.0):
    """A still picture in which this was read."""
    return Seen(at_s, SceneReport(SceneState.STILL, at_s, still_for_s), None, observation)


def photographed(observation, at_s, name="photo"):
    """A photo that somebody took because the turn is over."""
    seen = looked_at(observation, at_s)
    return replace(seen, picture=Picture(None, at_s, 1, name, is_photo=True))


def quiet(at_s, still_for_s):
    """A picture that shows nothing new and was not read again."""
    return Seen(at_s, SceneReport(SceneState.STILL, at_s, still_for_s))


def hand(at_s, arm=None):
    """A hand is in view."""
    return Seen(at_s, SceneReport(SceneState.HAND, at_s, arm=arm))


def moving(at_s):
    """Something moves, and no hand is in view."""
    return Seen(at_s, SceneReport(SceneState.MOVING, at_s))


@cache
def table_jpeg(text, seed=3, size_wh=(1280, 960)):
    """A photo of a drawn table with these tiles, as a file."""
    rng = np.random.default_rng(seed)
    table = LiveTable(playing_scene(seed, size_wh=size_wh))
    table.lay([laid_by_hand(rng, placed) for placed in parse_placement(text)])
    return cv2.imencode(".jpg", table.frame(0.0))[1].tobytes()

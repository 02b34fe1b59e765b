"""Photos of a hand, drawn: tiles in a row before a player, with nothing else on the table."""

from dataclasses import replace

import cv2

from assistant.tiles import parse_tile
from vision.simulated.film import LiveTable
from vision.simulated.people.playing import playing_scene
from vision.simulated.scenes.scene import StrayTile
from vision.simulated.things.surfaces import Surface

APART = 1.12
"""From tile to tile, in tiles: a hand that was put down, not a line of the game."""


def hand_picture(text, seed=5):
    """The picture of a hand of tiles, uint8 (H, W, 3)."""
    names = text.split()
    scene = playing_scene(
        seed, size_wh=(960, 720), tile_px=60.0, tilt_deg=4.0, surface=Surface.WOOD
    )
    row = (
        StrayTile(((k - (len(names) - 1) / 2) * APART, 0.2 * (k % 2)), 3.0 * k, parse_tile(name))
        for k, name in enumerate(names)
    )
    return LiveTable(replace(scene, strays=tuple(row))).frame(0.0)


def hand_jpeg(text, seed=5):
    """The same as a file."""
    return cv2.imencode(".jpg", hand_picture(text, seed))[1].tobytes()

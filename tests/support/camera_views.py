"""Pictures of a table that a camera check likes, and ones that it does not."""

import cv2

from tests.support.laid_tables import picture, room
from vision.simulated.scenes.laid_out import each_colour, in_play

GOOD = picture(in_play(room(seed=5, tile_px=40.0, exposure=1.2), 11, 20))


def blurred(shown, spread_px):
    return cv2.GaussianBlur(shown, (0, 0), spread_px)


def oblique():
    scene = each_colour(room(seed=5, tile_px=46.0, tilt_deg=57.0, exposure=1.2), 3)
    return picture(scene)

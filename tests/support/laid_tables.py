"""Rooms and layouts for the tests of learning: the simulated table under chosen lamps."""

from dataclasses import replace

from assistant.tiles import PURPLE_SET
from vision.simulated import render
from vision.simulated.optics.light import Light, LightKind, white_of
from vision.simulated.people.playing import playing_scene

BY_DAY = (5500.0, 0.5)
BY_WARM_LAMP = (2700.0, 0.6)
"""Temperature in kelvin, and how much of the lamp's colour the camera leaves in the picture."""


def room(seed=4, palette=PURPLE_SET, lamp=BY_DAY, tile_px=34.0, exposure=1.0, **more):
    kelvin, left_over = lamp
    blue, green, red = (float(v) for v in white_of(kelvin) ** left_over)
    tint = (blue, green, red)
    light = Light(LightKind.DAYLIGHT, tint, tint)
    scene = playing_scene(seed, palette, tile_px=tile_px, light=light, **more)
    return replace(scene, sensor=replace(scene.sensor, exposure=exposure))


def picture(scene):
    return render(scene).picture_bgr

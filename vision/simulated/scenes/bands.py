"""What is special about a table, in the words accuracy is tabulated by."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from vision.simulated.optics.camera import View
from vision.simulated.optics.srgb import as_light
from vision.simulated.scenes.scene import TableScene

_TILE_PX = (0, 25, 40, 64, 100, 160, 400)
_TILT_DEG = (0, 10, 20, 30, 45, 90)
_TILES = (0, 2, 10, 30, 110)
_SHADES = (0.0, 0.3, 0.5, 1.0)


def tile_px_of(scene: TableScene) -> float:
    """The edge of a tile in the middle of the board, in pixels."""
    view = View(scene.pose, scene.size_wh)
    places = np.array([scene.place_of(tile) for tile in scene.tiles] or [scene.pose.look_at])
    middle = places.mean(axis=0)
    around = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) + middle
    quad = view.project(np.column_stack([around, np.full(4, scene.tile_thickness)]))
    x, y = as_light(quad).T
    area = 0.5 * abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))))
    return float(area**0.5)


def _band(value: float, limits: tuple[float, ...]) -> str:
    for low, high in pairwise(limits):
        if value < high:
            return f"{low:g}-{high:g}"
    return f"over {limits[-1]:g}"


def conditions_of(scene: TableScene) -> dict[str, str]:
    """Every condition of a table with its value as a word."""
    tile_px = tile_px_of(scene)
    sensor = scene.sensor
    smear = max(sensor.blur_px, sensor.motion_px / 3) / max(tile_px, 1.0)
    turn = max((abs(tile.turn_deg) for tile in scene.tiles), default=0.0)
    step = max((max(map(abs, tile.offset)) for tile in scene.tiles), default=0.0)
    wear = float(np.mean([tile.wear for tile in scene.tiles])) if scene.tiles else 0.0
    quarter = abs((scene.pose.yaw_deg + 45) % 90 - 45)
    return {
        "light": scene.light.kind.value,
        "surface": scene.surface.value,
        "sixth colour": scene.inks.palette.sixth.value,
        "tile_px_band": _band(tile_px, _TILE_PX),
        "tilt_band": _band(scene.pose.tilt_deg, _TILT_DEG),
        "tiles": _band(len(scene.tiles), _TILES),
        "rotation": "square on" if quarter < 12 else "turned",
        "blur": "strong" if smear > 0.03 else "some" if smear > 0.015 else "sharp",
        "noise": "strong" if sensor.noise > 5 else "some" if sensor.noise > 2 else "low",
        "jpeg": "strong" if sensor.jpeg_quality < 60 else "light",
        "exposure": "under"
        if sensor.exposure < 0.5
        else "over"
        if sensor.exposure > 1.3
        else "good",
        "shadow": _band(max((s.depth for s in scene.shades), default=0.0), _SHADES),
        "glare": "yes" if scene.glare else "no",
        "wear": "worn" if wear > 0.35 else "used" if wear > 0.1 else "new",
        "turned tiles": "over 4 deg" if turn > 4 else "straight",
        "out of line": "over 0.15 cell" if step > 0.15 else "in line",
        "hand": "yes" if scene.hands else "no",
        "clutter": "yes" if scene.clutter or scene.strays else "no",
    }

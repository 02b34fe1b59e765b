"""What lies over the whole picture: the room's light, shadows of people, glare on the varnish."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.camera import View
from vision.simulated.optics.light import illumination
from vision.simulated.optics.srgb import Linear, Plane, as_light
from vision.simulated.scenes.scene import Shade, TableScene

_COARSE = 8
"""Light changes slowly: it is drawn at this fraction of the picture and enlarged."""
_TABLE_SHEEN = 0.15
"""How much of the tiles' glare a table shows."""


def light_over(rng: np.random.Generator, scene: TableScene, view: View) -> Linear:
    """The light on every pixel, shadows of people included; linear BGR (h, w, 3)."""
    coarse = (view.size_wh[0] // _COARSE + 1, view.size_wh[1] // _COARSE + 1)
    # The lamp's direction is the table's; the picture sees it turned by the camera.
    seen = replace(scene.light, azimuth_deg=scene.light.azimuth_deg - scene.pose.yaw_deg)
    light = illumination(rng, seen, coarse)
    for shade in scene.shades:
        light = as_light(light * _shade(shade, coarse)[..., None])
    return as_light(cv2.resize(light, view.size_wh, interpolation=cv2.INTER_LINEAR))


def _shade(shade: Shade, size_wh: tuple[int, int]) -> Plane:
    width, height = size_wh
    longer = max(size_wh)
    x = (np.arange(width, dtype=np.float32) - shade.place[0] * width)[None, :] / longer
    y = (np.arange(height, dtype=np.float32) - shade.place[1] * height)[:, None] / longer
    turn = np.radians(shade.turn_deg)
    # A bowed rim: shoulders and heads are round.
    beyond = np.cos(turn) * x + np.sin(turn) * y
    sideways = -np.sin(turn) * x + np.cos(turn) * y
    inside = np.clip((beyond - 1.2 * sideways**2) / max(shade.softness, 0.01) + 0.5, 0, 1)
    return as_light(1 - shade.depth * inside * inside * (3 - 2 * inside))


def glare_over(
    rng: np.random.Generator, scene: TableScene, view: View, labels: NDArray[np.int16]
) -> Plane:
    """Light mirrored into the lens, on top of everything; shape (h, w)."""
    if scene.glare is None:
        return np.zeros(labels.shape, np.float32)
    width, height = view.size_wh
    reach = scene.glare.reach * max(view.size_wh)
    x = (np.arange(width, dtype=np.float32) - scene.glare.place[0] * width)[None, :] / reach
    y = (np.arange(height, dtype=np.float32) - scene.glare.place[1] * height)[:, None] / reach
    spot = np.exp(-(x**2)) * np.exp(-(y**2))
    # Every tile lies a little differently and mirrors more or less of the lamp.
    shine = rng.uniform(0.3, 1.3, int(labels.max()) + 1).astype(np.float32)
    shine[0] = _TABLE_SHEEN
    return as_light(scene.glare.strength * spot * shine[labels])

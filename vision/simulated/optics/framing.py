"""Where people hold the camera: tiles of a wished size, the whole board in the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.camera import CameraPose, View
from vision.simulated.pieces.blocks import at_height
from vision.simulated.scenes.scene import TableScene

_RIM = 0.015
"""What stays free around the board, in longer sides of the picture."""
_STEP_BACK = 1.04


def frame(
    rng: np.random.Generator, scene: TableScene, tile_px: float, tilt_deg: float, cut: bool
) -> CameraPose:
    """A pose that shows tiles about `tile_px` large, or smaller where the board needs it."""
    places = _places(scene)
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    focal = float(rng.uniform(0.7, 1.15))
    square_on = rng.random() < 0.5
    yaw = 90.0 * int(rng.integers(4)) + rng.normal(0, 4) if square_on else rng.uniform(0, 360)
    spare = max(
        0.0, 0.5 * min(scene.size_wh) / tile_px - float(np.ptp(places, axis=0).max()) / 2 - 1
    )
    aside = rng.uniform(-0.5, 0.5, 2) * spare
    if cut:
        away = rng.uniform(0, 2 * np.pi)
        aside = 0.5 * min(scene.size_wh) / tile_px * np.array([np.cos(away), np.sin(away)])
    look_at = middle + aside
    pose = CameraPose(
        (float(look_at[0]), float(look_at[1])),
        focal * max(scene.size_wh) / tile_px,
        tilt_deg,
        float(yaw),
        float(rng.normal(0, 2)),
        focal,
        float(rng.uniform(-0.08, 0.03)),
    )
    return pose if cut else _stepped_back(scene, pose)


def _places(scene: TableScene) -> NDArray[np.float64]:
    return np.array([scene.place_of(tile) for tile in scene.tiles] or [(0.0, 0.0)])


def _stepped_back(scene: TableScene, pose: CameraPose) -> CameraPose:
    """The pose moved away until every tile is wholly in the picture."""
    places = _places(scene)
    corners = np.concatenate(
        [places + d for d in ((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6))]
    )
    solid = np.concatenate([at_height(corners, 0.0), at_height(corners, scene.tile_thickness)])
    size = np.array(scene.size_wh)
    rim = _RIM * size.max()
    for _ in range(60):
        view = View(pose, scene.size_wh)
        seen = view.through_lens(view.project(solid))
        if bool((seen > rim).all()) and bool((seen < size - 1 - rim).all()):
            break
        pose = replace(pose, distance=pose.distance * _STEP_BACK)
    return pose

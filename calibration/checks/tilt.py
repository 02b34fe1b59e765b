"""How the camera looks at the table, told by the tiles themselves."""

from __future__ import annotations

import numpy as np

from vision.observation import Observation


def tilt_deg(seen: Observation) -> float:
    """How far from straight above the camera looks, by how the faces are squeezed."""
    if not seen.sightings:
        return 0.0
    corners = np.array([sighting.corners_px for sighting in seen.sightings], np.float64)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    sides = np.linalg.svd(np.stack([across, down], axis=2), compute_uv=False)
    squeeze = np.median(sides[:, 1] / np.maximum(sides[:, 0], 1e-9))
    return float(np.degrees(np.arccos(np.clip(squeeze, 0, 1))))

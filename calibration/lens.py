"""How the camera looks at the table and how its lens bends, told by the tiles themselves."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.faces import Floats
from vision.observation import Observation

FEWEST_TILES = 12
"""Fewer tiles do not tell a bent lens from untidy laying."""
BENDS = np.linspace(-0.6, 0.3, 37)
"""Radial bends that are tried, as a share of the place's squared distance in half diagonals."""
FISH_EYE = -0.25
"""A lens that bends more than this squeezes the outer tiles too much to read them well."""


@dataclass(frozen=True, slots=True)
class LensGuess:
    """What the tiles say about the view."""

    tilt_deg: float
    """From straight above."""
    bend: float
    """Negative is a barrel, as wide-angle lenses have."""
    misfit: float
    """How far tiles lie from a straight lattice after that, in cells."""

    @property
    def is_fish_eye(self) -> bool:
        """Whether a printed sheet is worth its while."""
        return self.bend < FISH_EYE


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


def guess_lens(seen: Observation) -> LensGuess | None:
    """The bend under which the tiles lie on the straightest lattice; None with too few tiles."""
    if len(seen.sightings) < FEWEST_TILES:
        return None
    cells = np.array([tuple(sighting.cell) for sighting in seen.sightings], np.float64)
    if np.ptp(cells, axis=0).min() < 2:
        return None
    centres = np.array([sighting.centre_px for sighting in seen.sightings], np.float64)
    misfits = [_misfit(cells, _straightened(centres, seen.size_wh, bend)) for bend in BENDS]
    best = int(np.argmin(misfits))
    return LensGuess(tilt_deg(seen), float(BENDS[best]), float(misfits[best]))


def _straightened(centres_px: Floats, size_wh: tuple[int, int], bend: float) -> Floats:
    """Where the places would be with a lens that does not bend."""
    middle = (np.array(size_wh) - 1) / 2
    half = float(np.hypot(*size_wh)) / 2
    away = (centres_px - middle) / half
    straight = away.copy()
    for _ in range(8):
        reach = (straight**2).sum(axis=1, keepdims=True)
        straight = away / (1 + bend * reach)
    return np.asarray(middle + half * straight, np.float64)


def _misfit(cells: Floats, places_px: Floats) -> float:
    """Root mean square distance of the tiles from their cells, seen through the best view."""
    view, _ = cv2.findHomography(places_px, cells, 0)
    if view is None:
        return float("inf")
    lifted = np.column_stack([places_px, np.ones(len(places_px))]) @ view.T
    off = lifted[:, :2] / lifted[:, 2:] - cells
    return float(np.sqrt((off**2).sum(axis=1).mean()))

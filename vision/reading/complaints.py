"""What is wrong with a picture, measured on its faces, for players to act on."""

from __future__ import annotations

import numpy as np

from vision.observation import Complaint, Sighting, Trouble
from vision.pictures.load import PictureBgr
from vision.reading.medians import median, ranked
from vision.reading.prints import Floats, brightest_channel, brightness

SMALL_PX = 24.0
"""Below this many pixels a tile shapes run together (`docs/accuracy.md`)."""
OBLIQUE_DEG = 50.0
"""Tilt beyond which the far tiles hide behind the near ones' sides."""
DARK_LEVEL = 45.0
"""Median brightest channel of the prints below which colours drown in noise."""
SOFT_EDGE = 0.17
"""Steepest rise from black to print within a cut face, as a share of the whole rise."""
GLARE_LEVEL = 0.55
"""A tile whose black is this bright against its print mirrors a lamp."""

SURE_COLOUR = 0.9
"""A colour that is told less surely than this fits its ink badly, or two inks alike."""
STRANGE_FACES, STRANGE_SHARE = 4, 0.5
"""So many faces, and of them so large a share of such colours, are a set of other inks; on tables
of known sets a tenth at most is so doubtful."""


def complaints_about(
    picture_bgr: PictureBgr,
    cuts_bgr: PictureBgr,
    frames_px: Floats,
    sightings: tuple[Sighting, ...],
) -> tuple[Complaint, ...]:
    """All troubles of a picture with these faces on the grid, worst for reading first."""
    if not len(cuts_bgr):
        return about_nothing(picture_bgr)
    found = []
    edge_px = median(np.sqrt(np.abs(np.linalg.det(frames_px))))
    if edge_px < SMALL_PX:
        found.append(Complaint(Trouble.TOO_SMALL, edge_px, SMALL_PX))
    tilt = _tilt_deg(frames_px)
    if tilt > OBLIQUE_DEG:
        found.append(Complaint(Trouble.TOO_OBLIQUE, tilt, OBLIQUE_DEG))
    bright = brightness(cuts_bgr).astype(np.float64)
    some = bright[:, ::2, ::2].reshape(len(bright), -1)
    ranks = [int(part * some.shape[1]) for part in (0.92, 0.15)]
    light, dark = ranked(some, ranks, axis=1)
    level = median(light)
    if level < DARK_LEVEL:
        found.append(Complaint(Trouble.TOO_DARK, level, DARK_LEVEL))
    softness = _steepest(bright, light - dark)
    if softness < SOFT_EDGE and edge_px >= SMALL_PX:
        found.append(Complaint(Trouble.BLURRED, softness, SOFT_EDGE))
    mirrors = dark > GLARE_LEVEL * light
    if mirrors.any():
        cells = tuple(s.cell for s, hit in zip(sightings, mirrors, strict=True) if hit)
        found.append(Complaint(Trouble.GLARE, float(np.max(dark / light)), GLARE_LEVEL, cells))
    if not found:
        found += _about_inks(sightings)
    return tuple(found)


def _about_inks(sightings: tuple[Sighting, ...]) -> list[Complaint]:
    """Whether a picture that is good otherwise shows colours of no known set.

    Tiles of one colour do not tell: red in one light is orange in another.
    """
    strange = tuple(s.cell for s in sightings if max(s.colours.values()) < SURE_COLOUR)
    share = len(strange) / max(1, len(sightings))
    told = {s.tile.colour for s in sightings}
    if len(sightings) < STRANGE_FACES or len(told) < 2 or share <= STRANGE_SHARE:
        return []
    return [Complaint(Trouble.STRANGE_INKS, share, STRANGE_SHARE, strange)]


def about_nothing(picture_bgr: PictureBgr) -> tuple[Complaint, ...]:
    """What is wrong with a picture on which nothing was found."""
    level = float(np.percentile(brightest_channel(picture_bgr[::8, ::8].copy()), 90))
    nothing = Complaint(Trouble.NO_TILES)
    if level < DARK_LEVEL:
        return (Complaint(Trouble.TOO_DARK, level, DARK_LEVEL), nothing)
    return (nothing,)


def _tilt_deg(frames_px: Floats) -> float:
    """How far from straight above the camera looks, by the squeeze of the faces."""
    sides = np.linalg.svd(frames_px, compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(median(sides[:, 1] / sides[:, 0]), 0, 1))))


def _steepest(bright: Floats, rise: Floats) -> float:
    """Median over the faces of the steepest step between neighbouring pixels, share of the rise."""
    across = np.abs(np.diff(bright[:, ::3], axis=2)).reshape(len(bright), -1)
    (step,) = ranked(across, (int(0.97 * across.shape[1]),), axis=1)
    return median(step / np.maximum(rise, 1))

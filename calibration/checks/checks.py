"""The camera checks: each green, red or not yet known, with what was measured and is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from calibration.checks.looks import Look, Looks
from calibration.checks.tilt import tilt_deg
from vision.observation import Complaint, Face, Observation, Stray, Trouble
from vision.reading.complaints import (
    DARK_LEVEL,
    GLARE_LEVEL,
    OBLIQUE_DEG,
    SMALL_PX,
    SOFT_EDGE,
    STRANGE_SHARE,
)
from vision.reading.prints import Floats

SMALLEST_SIDE_PX = 480.0
"""Twenty cells of the smallest readable tile."""
SLOWEST_RATE = 4.0
"""Pictures a second: three of them must show a still table within 0.8 s."""
FREE_CELLS = 1.0
"""Room in cells that must be left between the tiles and the picture's edge."""
BESIDE = 1.6
"""Tiles whose centres are nearer than so many tile edges touch."""
DULL_SHARPNESS = 0.3
"""Steepest edges of a picture out of focus; a good one has 0.6 and more."""
COLOURLESS = 3.0
"""Levels by which the most colourful patches of a grey picture's channels differ at most."""
FLICKER = 0.03
"""Change of light from picture to picture that reading does not mind; log gain."""
SWING = 0.12
"""Slow change of brightness or colour within the window that is a camera looking for a setting."""
JUDGED_S = 2.0
"""Light and rate are judged after watching for so long."""
SILENT_S = 3.0
"""A camera without a picture for so long does not answer."""


class Check(Enum):
    """What a camera must be good at, in the order people put it right."""

    ANSWERS = "answers"
    SIZE = "size"
    RATE = "rate"
    COLOUR = "colour"
    LIGHT = "light"
    SHARP = "sharp"
    TILES = "tiles"
    """Whether tiles are seen at all; the following need some."""
    TILE_SIZE = "tile_size"
    TILT = "tilt"
    IN_VIEW = "in_view"
    GLARE = "glare"
    INKS = "inks"
    """Whether the colours are those of a known set, or of the one that was learned."""
    STEADY = "steady"
    HUNTING = "hunting"


class Standing(Enum):
    """How a check stands."""

    GREEN = "green"
    RED = "red"
    WAITING = "waiting"
    """Not known yet: nothing to measure it by."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How one check stands, with its measure in the check's own unit."""

    check: Check
    standing: Standing
    measured: float = 0.0
    wanted: float = 0.0


def check_camera(
    looks: Looks, now_s: float, seen: Observation | None = None
) -> tuple[Finding, ...]:
    """Every check, by the last seconds of pictures and what was last read."""
    kept = looks.looks
    silent_s = now_s - kept[-1].at_s if kept else SILENT_S
    if silent_s >= SILENT_S:
        lost = Finding(Check.ANSWERS, Standing.RED, silent_s, SILENT_S)
        others = [check for check in Check if check is not Check.ANSWERS]
        return (lost, *(Finding(check, Standing.WAITING) for check in others))
    found = [Finding(Check.ANSWERS, Standing.GREEN, silent_s, SILENT_S)]
    found += _of_pictures(looks, seen)
    found += _of_tiles(seen)
    found += _of_time(kept, looks.watched_s)
    return tuple(sorted(found, key=lambda finding: list(Check).index(finding.check)))


def is_lost(looks: Looks, now_s: float) -> bool:
    """Whether pictures came once and come no longer."""
    return bool(looks.looks) and now_s - looks.looks[-1].at_s >= SILENT_S


def troubles(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The red ones."""
    return tuple(finding for finding in findings if finding.standing is Standing.RED)


def _at_least(check: Check, measured: float, wanted: float) -> Finding:
    return Finding(check, Standing.GREEN if measured >= wanted else Standing.RED, measured, wanted)


def _at_most(check: Check, measured: float, wanted: float) -> Finding:
    return Finding(check, Standing.GREEN if measured <= wanted else Standing.RED, measured, wanted)


def _of_pictures(looks: Looks, seen: Observation | None) -> list[Finding]:
    """What pictures tell with or without tiles."""
    newest = looks.looks[-1]
    rate = _at_least(Check.RATE, looks.rate, SLOWEST_RATE)
    if looks.watched_s < JUDGED_S and rate.standing is Standing.RED:
        rate = Finding(Check.RATE, Standing.WAITING, looks.rate, SLOWEST_RATE)
    found = [
        _at_least(Check.SIZE, float(min(newest.size_wh)), SMALLEST_SIDE_PX),
        rate,
        _at_least(Check.COLOUR, newest.colourfulness, COLOURLESS),
    ]
    dark = _complaint(seen, Trouble.TOO_DARK)
    level = dark.measured if dark else max(newest.level, DARK_LEVEL if _has_tiles(seen) else 0.0)
    found.append(_at_least(Check.LIGHT, level, DARK_LEVEL))
    blurred = _complaint(seen, Trouble.BLURRED)
    if blurred:
        found.append(Finding(Check.SHARP, Standing.RED, blurred.measured / SOFT_EDGE, 1.0))
    elif _has_tiles(seen):
        found.append(Finding(Check.SHARP, Standing.GREEN, 1.0, 1.0))
    elif newest.sharpness is None:
        found.append(Finding(Check.SHARP, Standing.WAITING))
    else:
        found.append(_at_least(Check.SHARP, newest.sharpness / DULL_SHARPNESS, 1.0))
    return found


def _of_tiles(seen: Observation | None) -> list[Finding]:
    """What only tiles can tell."""
    needing = (Check.TILE_SIZE, Check.TILT, Check.IN_VIEW, Check.GLARE, Check.INKS)
    if seen is not None and seen.rows:
        return _of_rows(seen)
    if seen is None or not _has_tiles(seen):
        return [Finding(check, Standing.WAITING) for check in (Check.TILES, *needing)]
    glare, inks = _complaint(seen, Trouble.GLARE), _complaint(seen, Trouble.STRANGE_INKS)
    room = -1.0 if _cuts_the_board(seen) else _free_cells(seen)
    return [
        Finding(Check.TILES, Standing.GREEN, len(seen.sightings), 1),
        _at_least(Check.TILE_SIZE, seen.tile_px, SMALL_PX),
        _at_most(Check.TILT, tilt_deg(seen), OBLIQUE_DEG),
        _at_least(Check.IN_VIEW, room, FREE_CELLS),
        Finding(Check.GLARE, Standing.RED, glare.measured, GLARE_LEVEL)
        if glare
        else Finding(Check.GLARE, Standing.GREEN, 0.0, GLARE_LEVEL),
        _at_most(Check.INKS, inks.measured if inks else 0.0, STRANGE_SHARE),
    ]


def _of_rows(seen: Observation) -> list[Finding]:
    """What only cards can tell; their reader judges tilt, lamps and inks by itself."""
    return [
        Finding(Check.TILES, Standing.GREEN, len(_faces(seen)), 1),
        _at_least(Check.TILE_SIZE, seen.tile_px, SMALL_PX),
        _at_least(Check.IN_VIEW, _free_cells(seen), 0.0),
    ]


def _of_time(kept: Sequence[Look], watched_s: float) -> list[Finding]:
    """What only shows over some seconds: a lamp that flickers, a camera that keeps adjusting."""
    if watched_s < JUDGED_S or len(kept) < 4:
        return [Finding(Check.STEADY, Standing.WAITING), Finding(Check.HUNTING, Standing.WAITING)]
    gains = np.array([look.gain_over(kept[0]) for look in kept])
    level = gains.mean(axis=1)
    # A change that the next picture takes back is flicker; one that stays is an adjustment.
    back_and_forth = level[1:-1] - (level[:-2] + level[2:]) / 2
    flicker = float(np.sqrt(np.mean(back_and_forth**2)))
    slow = _smoothed(gains)
    swing = float(max(np.ptp(slow.mean(axis=1)), 2 * np.ptp(slow - slow[:, 1:2], axis=0).max()))
    return [_at_most(Check.STEADY, flicker, FLICKER), _at_most(Check.HUNTING, swing, SWING)]


def _smoothed(gains: Floats) -> Floats:
    """Gains averaged over a third of the window, so that flicker does not count as a swing."""
    width = max(2, len(gains) // 3)
    total = np.cumsum(np.vstack([np.zeros((1, 3)), gains]), axis=0)
    return np.asarray((total[width:] - total[:-width]) / width, np.float64)


def _has_tiles(seen: Observation | None) -> bool:
    return seen is not None and bool(_faces(seen))


def _faces(seen: Observation) -> list[Face]:
    """What lies on the grid, or in rows."""
    return [*seen.sightings, *seen.cards]


def _complaint(seen: Observation | None, trouble: Trouble) -> Complaint | None:
    complaints = seen.complaints if seen else ()
    return next((one for one in complaints if one.trouble is trouble), None)


def _cuts_the_board(seen: Observation) -> bool:
    """Whether the picture's edge cuts a tile beside the board; a player's own row may be cut."""
    cut = [stray.centre_px for stray in seen.strays if stray.why is Stray.CUT]
    if not cut:
        return False
    board = np.array([sighting.centre_px for sighting in seen.sightings])
    away = np.linalg.norm(board[:, None] - np.array(cut)[None], axis=2)
    return bool(away.min() < BESIDE * seen.tile_px)


def _free_cells(seen: Observation) -> float:
    """The least room between the outermost tiles and the picture's edge, in cells."""
    corners = np.array([face.corners_px for face in _faces(seen)])
    wide, high = seen.size_wh
    room = min(
        corners[..., 0].min(),
        corners[..., 1].min(),
        wide - 1 - corners[..., 0].max(),
        high - 1 - corners[..., 1].max(),
    )
    return float(room) / max(seen.tile_px, 1.0)

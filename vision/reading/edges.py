"""A piece's own straight edges: how it lies turned, how large it is, and whether they show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.lattice import turn_matrix
from vision.reading.prints import Floats

PATCH_PX, PATCH_REACH = 56, 1.0
"""Edge of the patch around a print in which its piece's edges are looked for, in pixels, and how
far it reaches to each side, in edges of the expected piece."""
TURN_STEP_DEG = 3.0
ALONG = np.linspace(-0.42, 0.42, 11)
"""Where along a side brightness is compared, in edges: the corners are worn and round."""
BESIDE = 0.055
"""How far inside and outside an edge, in edges."""
NEARLY_BEST = 0.25
"""Edges that show less well than the best by less than this have a say in the turn."""
DARK = 12.0
"""Levels added to brightness before its logarithm, so that noise in the black stays small."""
FINENESS = 512
"""Steps of one unit of log brightness, as whole numbers of two bytes hold the sum along a side."""
TOGETHER = 200_000
"""So many places are looked at in one go: they stay in the processor's cache, and fewer take longer
to call than to reckon."""
SAMPLE_STEP = 7
"""Every so manieth pixel of a patch tells how bright black and table are."""
STEP_RANGE = (-0.3, 0.75)
"""What one place of a side can say, in the same units as a side."""
SIDE_RANGE = (-0.2, 0.6)
"""What one side can say: 0.6 where all of it is a step as large as the patch has."""
STEP_SHARE = 0.8
"""A step just beside an edge against the whole range from black to table, as blur leaves it."""
BLACK, TABLE, DARK_TABLE = 0.15, 0.9, 0.6
"""Of a patch so much is darker than black and than the table; and than a table that may be darker
than prints. For these a piece's edges would seem faint: with the last 14 of 1,602 pieces more were
read. A lattice, whose tiles show fewer edges of their own, is weighed by the second."""
LEAST_RANGE = 0.6
"""Log brightness from black to table below which edges are worth less."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The squares that fit best around some prints; one row each."""

    turns: Floats
    """(N,) radians clockwise, 0 to a quarter turn."""
    sizes: Floats
    """(N,) of the expected edge."""
    seen: Floats
    """(N,) how clearly four straight dark edges show: 2.4 at most, 0 where there are none."""
    by_turn: Floats
    """(N, turns) the same at every turn, at its best size."""


def find_edges(
    soft: PictureBgr,
    centres_px: Floats,
    frames_px: Floats,
    sizes: tuple[float, ...],
    table: float = TABLE,
) -> Edges:
    """The square around each print whose sides are darkest within against without.

    Looked for in a picture as `softened` leaves it. `frames_px` (N, 2, 2) tell squeeze and expected
    size; their direction means nothing. `table` is the part of each patch that is no brighter than
    the table.
    """
    places = _places(sizes)
    scores = np.zeros((0, len(places.inside), len(sizes)))
    if len(centres_px):
        scores = _square_scores(_patches(soft, centres_px, frames_px, places), places, table)
    by_turn = scores.max(axis=2)
    turn, each = by_turn.argmax(axis=1), np.arange(len(centres_px))
    best = scores[each, turn]
    return Edges(
        _middle_turns(by_turn),
        np.array(sizes)[best.argmax(axis=1)],
        best.max(axis=1),
        by_turn,
    )


def _middle_turns(by_turn: Floats) -> Floats:
    """(N,) radians: the middle of the turns at which the edges show about as well as at best."""
    weight = np.maximum(by_turn - by_turn.max(axis=1, keepdims=True) + NEARLY_BEST, 0) ** 2
    turns = 4 * np.radians(TURN_STEP_DEG) * np.arange(by_turn.shape[1])
    middle = np.arctan2(weight @ np.sin(turns), weight @ np.cos(turns)) / 4
    return np.asarray(middle % (np.pi / 2), np.float64)


def turned_frames(frames_px: Floats, edges: Edges) -> Floats:
    """(N, 2, 2) the frames brought to the found turns and sizes."""
    return np.asarray(frames_px @ turn_matrix(edges.turns) * edges.sizes[:, None, None], np.float64)


def seen_along(edges: Edges, within_deg: float) -> Floats:
    """(N,) how clearly edges show whose direction is the frames' own, within so many degrees."""
    reach = round(within_deg / TURN_STEP_DEG)
    steps = np.arange(-reach, reach + 1) % edges.by_turn.shape[1]
    return np.asarray(edges.by_turn[:, steps].max(axis=1), np.float64)


def softened(bright: PictureBgr) -> PictureBgr:
    """A picture's brightest channel as edges are looked for in it: single pixels tell little."""
    return np.asarray(cv2.GaussianBlur(bright, (3, 3), 0), np.uint8)


def _patches(
    soft: PictureBgr, centres_px: Floats, frames_px: Floats, places: _Places
) -> PictureBgr:
    """(N, places) brightness around each print, in its frame."""
    centres, frames = centres_px.astype(np.float32), frames_px.astype(np.float32)
    x, y = (
        frames[:, k, 0, None] * places.across
        + centres[:, k, None]
        + frames[:, k, 1, None] * places.down
        for k in range(2)
    )
    seen = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


_LOGS = np.rint(np.log(np.arange(256) + DARK) * FINENESS).astype(np.int16)


def _square_scores(patches: PictureBgr, places: _Places, table: float) -> Floats:
    """(N, turns, sizes) how clearly the four sides of each square show."""
    inside, outside = places.inside, places.outside
    # Bytes are sorted more slowly.
    some = np.sort(patches[:, places.sample].astype(np.float32), axis=1).astype(np.uint8)
    black, light = (some[:, int(part * some.shape[1])] for part in (BLACK, table))
    reach = (_LOGS[light] - _LOGS[black]) / FINENESS
    whole = (0.6 / STEP_SHARE / FINENESS / np.maximum(reach, LEAST_RANGE)).astype(np.float32)
    least, most = (np.rint(limit / whole).astype(np.int16) for limit in STEP_RANGE)
    # One column a print: rows of a patch's places are then taken whole.
    columns = np.asarray(cv2.LUT(np.ascontiguousarray(patches.T), _LOGS), np.int16)
    scores = np.empty((len(inside), places.sizes, len(patches)))
    together, share = max(1, TOGETHER // (inside.shape[1] * len(patches))), whole / len(ALONG)
    for first in range(0, len(inside), together):
        turns = slice(first, first + together)
        step = columns.take(outside[turns], axis=0)
        step -= columns.take(inside[turns], axis=0)
        np.minimum(np.maximum(step, least, out=step), most, out=step)
        step = step.reshape(len(step), len(ALONG), places.sizes, 4, len(patches))
        sides = step.sum(axis=1, dtype=np.int16) * share
        np.minimum(np.maximum(sides, SIDE_RANGE[0], out=sides), SIDE_RANGE[1], out=sides)
        scores[turns] = sides[:, :, 0] + sides[:, :, 1] + sides[:, :, 2] + sides[:, :, 3]
    return scores.transpose(2, 0, 1)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where patches are looked at: the places of all sides, and some that tell black and table."""

    across: NDArray[np.float32]
    """(P,) steps of the frame from a patch's centre, as are the next."""
    down: NDArray[np.float32]
    sizes: int
    inside: NDArray[np.int64]
    """(turns, sides of all sizes) which of the places lie just inside: the first ones of all four
    sides of all sizes, then the second ones."""
    outside: NDArray[np.int64]
    """Just outside."""
    sample: NDArray[np.int64]
    """Which of them are evenly spread over the patch."""


@cache
def _places(sizes: tuple[float, ...]) -> _Places:
    """The places that squares of these sizes ask for."""
    inside, outside = (_side_places(sizes, 0.5 + off) for off in (-BESIDE, BESIDE))
    sample = np.arange(0, PATCH_PX**2, SAMPLE_STEP)
    asked, which = np.unique(
        np.concatenate([inside.ravel(), outside.ravel(), sample]), return_inverse=True
    )
    steps = (((np.arange(PATCH_PX) + 0.5) / PATCH_PX * 2 - 1) * PATCH_REACH).astype(np.float32)
    return _Places(
        steps[asked % PATCH_PX],
        steps[asked // PATCH_PX],
        len(sizes),
        which[: inside.size].reshape(inside.shape),
        which[inside.size : 2 * inside.size].reshape(inside.shape),
        which[2 * inside.size :],
    )


def _side_places(sizes: tuple[float, ...], distance: float) -> NDArray[np.int64]:
    """(turns, places of all sides of all sizes) of the patch at a distance from its centre."""
    top = np.stack([ALONG, np.full_like(ALONG, -distance)], axis=1)
    side = np.stack([top @ turn_matrix(k * np.pi / 2).T for k in range(4)])
    turns = np.radians(np.arange(0, 90, TURN_STEP_DEG))
    points = np.stack([side @ turn_matrix(turn).T for turn in turns])
    points = np.stack([points * size for size in sizes], axis=1)
    cells = np.floor((points / PATCH_REACH + 1) / 2 * PATCH_PX).astype(np.int64)
    cells = cells.clip(0, PATCH_PX - 1)
    places = cells[..., 1] * PATCH_PX + cells[..., 0]
    return np.ascontiguousarray(places.transpose(0, 3, 1, 2)).reshape(len(turns), -1)

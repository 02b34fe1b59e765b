"""Holes in a block of tiles: the bare table, or a tile that lies there face down."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.faces import Faces
from vision.reading.prints import Floats, brightest_channel

FEWEST_FACES = 8
"""Fewer faces are a row rather than a block."""
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
PATCH_PX = 15
INNER = 0.36
"""Share of a tile to each side of a hole's middle that is looked at, free of its neighbours."""
AS_BLACK = 1.6
"""A tile's back is at most so many times as bright as the black around the prints beside it."""
OFFSET = 6.0
"""Levels that noise and haze add to black."""
MOST_HIDDEN = 3
"""More holes at once are prints of a colour that this light does not show."""
PLAINLY = 2.0
"""Where the table is not so many times as bright as the tiles, a hole tells nothing."""


def count_face_down(picture_bgr: PictureBgr, faces: Faces) -> int:
    """How many holes between the faces of a block are plainly tiles, not table."""
    on_grid = faces.subset(faces.belongs)
    if len(on_grid) < FEWEST_FACES:
        return 0
    cells = {(int(x), int(y)): row for row, (x, y) in enumerate(on_grid.cells)}
    black = _blacks(on_grid)
    holes: list[float] = []
    table: list[float] = []
    for cell in {(x + dx, y + dy) for x, y in cells for dx, dy in AROUND} - cells.keys():
        beside = [(step, cells[near]) for step, near in _near(cell) if near in cells]
        level = _level(picture_bgr, on_grid, beside)
        if level is None:
            continue
        own = float(np.median(black[[row for _, row in beside]]))
        (holes if len(beside) > 1 else table).append(level / (AS_BLACK * own + OFFSET))
    # Three quarters of what lies around the block must be lighter than tiles are.
    if not table or np.percentile(table, 25) < PLAINLY:
        return 0
    dark = sum(share <= 1 for share in holes)
    return dark if dark <= MOST_HIDDEN else 0


def _near(cell: tuple[int, int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Every neighbour of a cell, and the step from that neighbour to the cell."""
    for dx, dy in AROUND:
        yield (dx, dy), (cell[0] - dx, cell[1] - dy)


def _blacks(faces: Faces) -> Floats:
    """(N,) the level of the black around each print."""
    bright = np.array([brightest_channel(cut) for cut in faces.cuts_bgr])
    return np.asarray(np.percentile(bright.reshape(len(bright), -1), 20, axis=1), np.float64)


def _level(
    picture_bgr: PictureBgr, faces: Faces, beside: list[tuple[tuple[int, int], int]]
) -> float | None:
    """How bright the brighter part of a cell is, by the place its neighbours give it."""
    rows = [row for _, row in beside]
    frame = faces.frames_px[rows].mean(axis=0)
    centre = np.mean(
        [faces.centres_px[r] + faces.frames_px[r] @ step for step, r in beside], axis=0
    )
    high, wide = picture_bgr.shape[:2]
    if not (0 <= centre[0] < wide and 0 <= centre[1] < high):
        return None
    scale = 2 * INNER / (PATCH_PX - 1)
    place = np.column_stack([frame * scale, centre - frame @ np.array([INNER, INNER])])
    patch = cv2.warpAffine(
        picture_bgr, place, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return float(np.percentile(brightest_channel(np.asarray(patch, np.uint8)), 80))

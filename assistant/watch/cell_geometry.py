"""Pixels and cells: where a cell lies in the picture, judged by the tiles near it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from assistant.board import Cell, Placed
from vision.observation import Observation, Sighting, Stray

Pixel = tuple[float, float]
BESIDE, NEARBY = 1, 3
"""A cell is judged visible when a tile this near to it was read in the same picture: right beside
it where a tile of the board is missed, a little further where it is one of the turn under way."""
COVERED_TILES = 0.7
"""A cut, blank or loose face within so much of a tile covers the cell: a nudged tile is one."""
ON_CELL = 0.35
"""A face lies on a cell when it is no further from its centre, in cells."""

BETWEEN = 0.75
"""A loose tile against the grid is meant for a cell no further than this, in cells."""
PRINT_TILES = 0.4
"""A face is read when this much of a tile to each side of its centre is in the picture."""
TOUCHING_TILES = 1.3
"""A tile whose centre is no further than this from another's, in tile edges, lies against it."""


def cells_at(seen: Observation, at_px: Pixel, off: float = ON_CELL) -> list[Cell]:
    """The cells of the picture whose centres are this near to the pixels, in cells, both ways."""
    if not seen.sightings:
        return []
    near = min(seen.sightings, key=lambda sighting: math.dist(sighting.centre_px, at_px))
    (ax, ay), (bx, by) = _steps(near)
    determinant = ax * by - ay * bx
    if not determinant:
        return []
    x, y = at_px[0] - near.centre_px[0], at_px[1] - near.centre_px[1]
    right, down = (x * by - y * bx) / determinant, (y * ax - x * ay) / determinant
    return [
        Cell(near.cell.x + across, near.cell.y + along)
        for across in {math.floor(right), math.ceil(right)}
        for along in {math.floor(down), math.ceil(down)}
        if max(abs(right - across), abs(down - along)) <= off
    ]


def is_clearly_empty(seen: Observation, cell: Cell, reach: int = BESIDE) -> bool:
    """Whether a picture shows this cell of its lattice, inside its edges, with nothing there."""
    steps = [_king_steps(sighting.cell, cell) for sighting in seen.sightings]
    nearest = min(steps, default=reach + 1)
    if not 0 < nearest <= reach:
        return False
    beside = [s for s, away in zip(seen.sightings, steps, strict=True) if away == nearest]
    at_px = _mean(_pixel(sighting, cell) for sighting in beside)
    margin = seen.tile_px / 2
    wide, high = seen.size_wh
    inside = margin < at_px[0] < wide - margin and margin < at_px[1] < high - margin
    strays_px = [stray.centre_px for stray in seen.strays]
    covers_px = [*strays_px, *(face.centre_px for face in seen.loose)]
    reach_px = COVERED_TILES * seen.tile_px
    return inside and not any(math.dist(cover_px, at_px) < reach_px for cover_px in covers_px)


def unread_cells(seen: Observation) -> set[Cell]:
    """The picture's cells on which something like a tile lies that cannot be read."""
    unread = set()
    for stray in seen.strays:
        if stray.why is not Stray.LOOSE:
            unread.update(cells_at(seen, stray.centre_px))
        elif _touches(seen, stray.centre_px):
            unread.update(cells_at(seen, stray.centre_px, BETWEEN))
    return unread


def waiting_tiles(seen: Observation) -> set[Placed]:
    """The loose tiles that lie near a cell of the picture, on that cell."""
    return {
        Placed(cell, face.tile)
        for face in seen.loose
        for cell in cells_at(seen, face.centre_px, BETWEEN)
    }


def cells_out_of_view(seen: Observation) -> set[Cell]:
    """The cells beside the tiles on which one could not be read: the picture ends there."""
    seen_cells = {sighting.cell for sighting in seen.sightings}
    wide, high = seen.size_wh
    margin = PRINT_TILES * seen.tile_px
    out = set()
    for sighting in seen.sightings:
        for cell in set(sighting.cell.neighbours) - seen_cells:
            x, y = _pixel(sighting, cell)
            if not (margin < x < wide - margin and margin < y < high - margin):
                out.add(cell)
    return out


def _touches(seen: Observation, at_px: Pixel) -> bool:
    """Whether a tile there lies against one of the grid, though on no cell."""
    reach_px = TOUCHING_TILES * seen.tile_px
    return any(math.dist(sighting.centre_px, at_px) < reach_px for sighting in seen.sightings)


def middle_cell(seen: Observation) -> Cell:
    """The tile's cell that is nearest to the middle of the picture."""
    middle = (seen.size_wh[0] / 2, seen.size_wh[1] / 2)
    return min(seen.sightings, key=lambda s: math.dist(s.centre_px, middle)).cell


def _steps(sighting: Sighting) -> tuple[Pixel, Pixel]:
    """One cell to the right and one down, in pixels, by a face's own corners."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = sighting.corners_px
    return (
        ((bx - ax + cx - dx) / 2, (by - ay + cy - dy) / 2),
        ((dx - ax + cx - bx) / 2, (dy - ay + cy - by) / 2),
    )


def _pixel(sighting: Sighting, cell: Cell) -> Pixel:
    (ax, ay), (bx, by) = _steps(sighting)
    x, y = cell.x - sighting.cell.x, cell.y - sighting.cell.y
    return (
        sighting.centre_px[0] + x * ax + y * bx,
        sighting.centre_px[1] + x * ay + y * by,
    )


def _mean(pixels: Iterable[Pixel]) -> Pixel:
    xs, ys = zip(*pixels, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _king_steps(a: Cell, b: Cell) -> int:
    return max(abs(a.x - b.x), abs(a.y - b.y))

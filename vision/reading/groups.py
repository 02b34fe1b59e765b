"""What lies together: lattices among loose pieces, rows before players, heaps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.observation import Face, Group, GroupKind
from vision.reading.faces import Faces, edges_px
from vision.reading.medians import median
from vision.reading.prints import Floats

STEP = (0.8, 1.3)
"""How far the next piece of a row lies, in edges: they touch, or lie with a small gap."""
ASIDE = 0.45
"""And how far beside the row it may lie."""
ALONG_DEG = 15.0
"""And how far turned."""
TOGETHER = 1.75
"""Pieces no further apart than this, in edges, form one group."""
STRAIGHT = 0.35
"""How far from a straight line the pieces of a row may lie, in edges."""


def with_a_grid(faces: Faces) -> Faces:
    """The faces, the largest lattice among them on cells of its own as the grid, if there is one.

    Of lattices as large the one nearest to the middle of all.
    """
    lattices = [one for one in _lattices(faces) if len(one) > 1]
    if not lattices:
        return faces
    middle = faces.centres_px.mean(axis=0)

    def rank(lattice: dict[int, tuple[int, int]]) -> tuple[int, float]:
        away = faces.centres_px[list(lattice)].mean(axis=0) - middle
        return len(lattice), -float(np.hypot(*away))

    grid = max(lattices, key=rank)
    cells, belongs = faces.cells.copy(), faces.belongs.copy()
    for k, cell in grid.items():
        cells[k], belongs[k] = cell, True
    return replace(faces, cells=cells, belongs=belongs)


def _lattices(faces: Faces) -> list[dict[int, tuple[int, int]]]:
    """Pieces that lie edge to edge in one direction: row of each and its cell."""
    steps = _steps(faces)
    left, found = set(range(len(faces))), []
    while left:
        first = left.pop()
        cells, taken, newest = {first: (0, 0)}, {(0, 0)}, [first]
        # Each frame may be quarter turns off: x goes right and y down as the picture is seen.
        right_px = faces.frames_px[first][:, 0]
        turn = {first: _turned(round(float(np.arctan2(right_px[1], right_px[0])) / (np.pi / 2)))}
        while newest:
            k = newest.pop()
            for other in [o for o in left if (k, o) in steps]:
                way, quarter = steps[k, other]
                x, y = np.array(cells[k]) + turn[k] @ way
                if (int(x), int(y)) in taken:
                    continue
                cells[other], turn[other] = (int(x), int(y)), turn[k] @ quarter
                taken.add((int(x), int(y)))
                left.discard(other)
                newest.append(other)
        found.append(cells)
    return found


def _steps(
    faces: Faces,
) -> dict[tuple[int, int], tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """For pieces edge to edge: the step in the first one's frame, the second's quarter turn."""
    count = len(faces)
    into = np.linalg.inv(faces.frames_px) if count else np.zeros((0, 2, 2))
    ways = np.einsum("aij,abj->abi", into, faces.centres_px[None] - faces.centres_px[:, None])
    far, aside = np.abs(ways).max(axis=2), np.abs(ways).min(axis=2)
    first, second = np.nonzero((far > STEP[0]) & (far < STEP[1]) & (aside < ASIDE))
    frames = into[first] @ faces.frames_px[second]
    turns = np.arctan2(frames[:, 1, 0] - frames[:, 0, 1], frames[:, 0, 0] + frames[:, 1, 1])
    quarters = np.rint(turns / (np.pi / 2)).astype(np.int64)
    along = np.abs(turns - quarters * np.pi / 2) <= np.radians(ALONG_DEG)
    steps = np.rint(ways[first, second]).astype(np.int64)
    return {
        (int(first[k]), int(second[k])): (steps[k], _turned(int(quarters[k])))
        for k in np.nonzero(along)[0]
    }


def _turned(quarters: int) -> NDArray[np.int64]:
    """(2, 2) a turn by so many quarters."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    return np.array([[cos, -sin], [sin, cos]])


def group_faces(faces: tuple[Face, ...], frames_px: Floats) -> tuple[Group, ...]:
    """Loose faces in groups of those that lie together, the largest first."""
    centres = np.array([face.centre_px for face in faces]).reshape(-1, 2)
    edges = edges_px(frames_px)
    away = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    near = away < TOGETHER * np.maximum(edges[:, None], edges[None])
    groups, left = [], set(range(len(faces)))
    while left:
        newest = [left.pop()]
        rows = list(newest)
        while newest:
            k = newest.pop()
            more = [o for o in left if near[k, o]]
            left.difference_update(more)
            newest += more
            rows += more
        order = _in_order(centres, away, rows)
        kind = GroupKind.ROW if _is_row(centres[order], edges[order]) else GroupKind.HEAP
        groups.append(Group(kind, tuple(faces[k] for k in order)))
    return tuple(sorted(groups, key=lambda group: -len(group.faces)))


def _in_order(centres: Floats, away: Floats, rows: list[int]) -> list[int]:
    """From the piece furthest out, always on to the nearest; `away` from each other they are."""
    out = np.hypot(*(centres[rows] - centres[rows].mean(axis=0)).T)
    order = [rows[int(out.argmax())]]
    left = set(rows) - set(order)
    while left:
        from_last = away[order[-1]].tolist()
        order.append(min(left, key=from_last.__getitem__))
        left.remove(order[-1])
    return order


def _is_row(centres: Floats, edges: Floats) -> bool:
    """Whether pieces lie in one straight line."""
    if len(centres) < 2:
        return False
    off = centres - centres.mean(axis=0)
    across = np.linalg.svd(off, full_matrices=False)[2][1]
    return bool(np.abs(off @ across).max() < STRAIGHT * median(edges))

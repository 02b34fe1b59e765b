"""The lattice the faces lie on, found from the faces themselves: no board, no markers.

First the tilt is taken out: along the table a tile's size changes as (1 + l·p)^1.5, which is a
straight line for size^(2/3). What remains is one affine lattice, whose squeeze is the prints' own
and whose directions the neighbours vote for. Cells are then handed from neighbour to neighbour,
so that rows may bend; groups that do not touch join through their nearest tiles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.reading.medians import median, medians
from vision.reading.prints import Floats, Prints, distances

Mates = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Rows of prints, each with another one that may be its neighbour."""

SIZE_NOISE = 0.06
"""Shrinks the tilt where few tiles speak: (3.5 % size noise / 15 % expected slope)²."""
STEEPEST = 0.8
"""Largest tilt believed: the far edge then shows tiles a tenth as large."""
PAIR_NOISE = 0.1
"""Spread of neighbour distances, in cells, when they vote for the directions."""
SIZES = tuple(np.arange(0.8, 1.4, 0.02).tolist())
"""Tile sizes that are tried against the one that the prints tell."""
NEIGHBOURS, NEIGHBOUR_VOICES = np.array([1.0, np.sqrt(2.0), 2.0]), np.array([1.0, 0.4, 0.2])
"""Distances at which tiles of a grid lie, in tiles, and what a pair there counts."""
CLOSEST = 0.8
"""No two tiles lie closer than this, in tiles: they do not overlap."""
SIZE_PAIR_NOISE = 0.07
"""Spread of those distances. Tiles that meet only at corners tell the same size by them."""
MATES_REACH = 2 * SIZES[-1]
"""No neighbour lies further, in tiles as large as the prints tell."""
LITTLE_SUPPORT, SOME_SUPPORT = 0.2, 0.45
"""Another size is believed when the told one has less than this share of its support, and worth a
look when it has no more than that: neighbours of small prints seem to lie across."""
FEWEST_PAIRS = 4
FEWEST_ACROSS, BESIDE_PART = 8, 0.05
"""So many neighbours that meet at corners, and no more than this part of them beside each other,
lie on a lattice turned by an eighth."""
SIZE_RATIO = 0.45
"""Log ratio of tile sizes that can still be neighbours."""
NEAR = 0.38
"""How far from a whole step, in cells, a neighbour may lie: a quarter-tile step and a turn."""
FAR = 0.42
"""The same for a group that joins from afar."""
SQUARED_REACH = 5
"""Tiles of a group this many cells apart or less tell the tilt by their distance."""
SQUARED_PRIOR = 400.0
"""Weight of 'no more tilt', in cells²: a lone short row tells nothing about it."""
REACH = 9.0
"""Groups further than this many cells from every other are not part of the grid."""
ACROSS = np.array([[1.0, -1.0], [1.0, 1.0]])
"""The two ways across, as columns: twice as large a square, turned by an eighth."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells for the prints, and where each cell's neighbours lie in the picture."""

    cells: NDArray[np.int64]
    """(N, 2), x right, y down."""
    belongs: NDArray[np.bool_]
    """(N,) whether the print lies on the grid; the others are loose."""
    frames_px: Floats
    """(N, 2, 2) columns: the step right and the step down at each print."""
    plane: Floats
    """(N, 2) prints on the table seen from above, in cells: neighbours are one apart."""
    other_size: bool = False
    """Whether tiles of another size than the prints tell would explain the distances as well."""
    across: bool = False
    """Whether neighbours meet at corners alone."""
    touching: int = 0
    """How many prints the largest group has whose tiles touch."""


def find_lattice(
    prints: Prints,
    size_wh: tuple[int, int],
    turn: float = 0.0,
    resized: bool = False,
    coarser: bool = False,
) -> Lattice:
    """The lattice through the prints; any number of them, none included.

    `turn`, in radians, is added to the directions that the neighbours vote for; `resized` where
    the tiles have the size that their distances tell best, whatever their prints say; `coarser`
    where neighbours that meet at corners alone are taken to lie side by side.
    """
    if not len(prints):
        return Lattice(
            np.zeros((0, 2), np.int64), np.zeros(0, np.bool_), np.zeros((0, 2, 2)), np.zeros((0, 2))
        )
    unit = max(size_wh) / 2
    points = (prints.centres_px - np.array(size_wh) / 2) / unit
    plane, bend, edges = _without_tilt(points, prints.edges_px / unit)
    step = _squeeze(bend @ (prints.moments_px2 / unit**2) @ bend.transpose(0, 2, 1))
    step = step * median(edges)
    near_size = np.abs(np.log(edges / median(edges))) < SIZE_RATIO
    plane = plane @ np.linalg.inv(step).T
    mates = _mates(plane, near_size)
    best, support = _size(plane, mates)
    size = best if support < (SOME_SUPPORT if resized else LITTLE_SUPPORT) else 1.0
    plane, step = plane / size, step * size
    upright = _directions(plane, mates, turn)
    plane, step = plane @ upright, step @ upright
    plane, step = _fine_steps(plane, step, mates)
    pairs = _pairs(plane, mates)
    across = _all_lie_across(pairs)
    coarser = coarser and across
    if coarser:
        plane, step = _fine_steps(plane @ ACROSS / 2, step @ ACROSS, mates)
        pairs = _pairs(plane, mates)
    into = np.linalg.inv(step) @ bend / unit
    groups, cells = _grow(len(plane), pairs)
    plane, into = _straightened(plane, into, groups, cells)
    if not pairs.same(again := _pairs(plane, mates)):
        groups, cells = _grow(len(plane), again)
    touching = len(groups[0])
    cells, belongs = _join(groups, cells, plane)
    frames = np.asarray(np.linalg.inv(into), np.float64)
    other_size = LITTLE_SUPPORT <= support < SOME_SUPPORT and not coarser
    across = across and not coarser
    return Lattice(cells, belongs, frames, plane, other_size, across, touching)


def turn_matrix(turn: ArrayLike) -> Floats:
    """(..., 2, 2) turns by so many radians (...), clockwise as the picture is seen."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.stack([cos, -sin, sin, cos], axis=-1).reshape(*np.shape(turn), 2, 2)


def edges_by_tilt(centres_px: Floats, edges_px: Floats, clear: NDArray[np.bool_]) -> Floats:
    """(N,) how large a piece at each place should look, as the clear ones tell together."""
    middle, unit = centres_px.mean(axis=0), max(float(np.ptp(centres_px, axis=0).max()), 1.0)
    points = (centres_px - middle) / unit
    scale = np.maximum(1 + points @ _tilt(points[clear], edges_px[clear]), 0.3)
    common = median(edges_px[clear] / scale[clear] ** 1.5)
    return np.asarray(common * scale**1.5, np.float64)


def roots(moments: Floats) -> Floats:
    """Symmetric square roots of (N, 2, 2)."""
    root = np.sqrt(np.maximum(np.linalg.det(moments), 1e-18))[:, None, None]
    trace = np.trace(moments, axis1=1, axis2=2)[:, None, None]
    return np.asarray((moments + root * np.eye(2)) / np.sqrt(trace + 2 * root), np.float64)


def _without_tilt(points: Floats, edges: Floats) -> tuple[Floats, Floats, Floats]:
    """Points with the tilt taken out, the (N, 2, 2) derivative of that, and the edges after it."""
    tilt = _tilt(points, edges)
    scale = 1 + points @ tilt
    plane = points / scale[:, None]
    bend = np.eye(2) * scale[:, None, None] - points[:, :, None] * tilt[None, None, :]
    return plane, bend / scale[:, None, None] ** 2, edges / scale**1.5


def _tilt(points: Floats, edges: Floats) -> Floats:
    """The l for which size^(2/3) grows as 1 + l·p: robust least squares, shrunk towards none."""
    if len(points) < 5:
        return np.zeros(2)
    sizes = edges ** (2 / 3) / median(edges) ** (2 / 3)
    terms = np.column_stack([np.ones(len(points)), points])
    prior = np.diag([0.0, SIZE_NOISE, SIZE_NOISE])
    trust = np.ones(len(points))
    for _ in range(6):
        weighted = terms * trust[:, None]
        line = np.linalg.solve(terms.T @ weighted + prior, weighted.T @ sizes)
        miss = sizes - terms @ line
        spread = max(1.48 * median(np.abs(miss)), 0.015)
        trust = 1 / (1 + (miss / (2 * spread)) ** 2) ** 2
    tilt = line[1:] / max(line[0], 0.2)
    steep = float(np.abs(tilt).sum())
    return np.asarray(tilt if steep < STEEPEST else tilt * STEEPEST / steep)


def _squeeze(moments: Floats) -> Floats:
    """What turns a unit square into a tile as all prints agree it is squeezed; determinant one."""
    root = np.sqrt(np.maximum(np.linalg.det(moments), 1e-18))
    common = medians(moments / root[:, None, None], axis=0)
    common /= np.sqrt(np.linalg.det(common))
    return np.asarray(roots(common[None])[0], np.float64)


def _mates(plane: Floats, near_size: NDArray[np.bool_]) -> Mates:
    """Each two prints of one size that lie near enough to be neighbours, however large tiles are.

    Few of all pairs: a cloth of dots has forty thousand.
    """
    x, y = plane.T
    near = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < MATES_REACH**2
    near &= near_size[:, None] & near_size
    first, second = np.nonzero(near)
    above = first < second
    return first[above], second[above]


def _steps(plane: Floats, mates: Mates) -> tuple[Floats, Floats, Floats]:
    """For all mates: the way from the first to the second, the whole steps in it, what is left."""
    way = plane[mates[1]] - plane[mates[0]]
    whole = np.rint(way)
    return way, whole, np.hypot(*(way - whole).T)


def _size(plane: Floats, mates: Mates) -> tuple[float, float]:
    """The edge of a tile against the one that the prints told, by the distances of neighbours.

    And how well these support the told one against that.

    Small prints on a noisy picture lose their rims; tiles lie edge to edge all the same.
    """
    far = np.hypot(*(plane[mates[1]] - plane[mates[0]]).T)
    far = far[far < MATES_REACH]
    if len(far) < FEWEST_PAIRS:
        return 1.0, 1.0

    sizes = np.array((*SIZES, 1.0))[:, None]
    off = (far[:, None] / sizes[..., None] - NEIGHBOURS) / SIZE_PAIR_NOISE
    worth = (np.exp(-(off**2) / 2) @ NEIGHBOUR_VOICES).sum(axis=1)
    worth -= 2 * (far < CLOSEST * sizes).sum(axis=1)
    best = int(np.argmax(worth[:-1]))
    return SIZES[best], float(worth[-1] / max(worth[best], 1e-9)) if worth[best] > 0 else 1.0


def _directions(plane: Floats, mates: Mates, extra: float) -> Floats:
    """The turn that brings rows and columns upright, as neighbours and diagonals vote."""
    way = plane[mates[1]] - plane[mates[0]]
    far, angle = np.hypot(*way.T), np.arctan2(way[:, 1], way[:, 0])
    beside = np.exp(-(((far - 1) / PAIR_NOISE) ** 2) / 2)
    across = np.exp(-(((far - np.sqrt(2)) / PAIR_NOISE) ** 2) / 2)
    vote = ((beside - across) * np.exp(4j * angle)).sum()
    turn = float(np.angle(vote)) / 4 if abs(vote) > 1e-6 else 0.0
    turn = (turn + extra + np.pi / 4) % (np.pi / 2) - np.pi / 4
    return turn_matrix(turn)


def _fine_steps(plane: Floats, step: Floats, mates: Mates) -> tuple[Floats, Floats]:
    """Plane and step after all neighbours agreed on the exact step right and down."""
    for _ in range(2):
        way, whole, rest = _steps(plane, mates)
        near = (np.abs(whole).max(axis=1) == 1) & (rest < 0.3)
        if near.sum() < 2:
            break
        # Each pair speaks twice, for the way there and the way back.
        trust = 2 / (1 + (rest[near] / 0.1) ** 2)
        whole, way = whole[near], way[near]
        weighted = whole * trust[:, None]
        fine = np.linalg.solve(whole.T @ weighted + np.eye(2), weighted.T @ way + np.eye(2))
        plane, step = plane @ np.linalg.inv(fine), step @ fine.T
    return plane, step


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Prints one step apart, surest first."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    steps: NDArray[np.int64]
    """(M, 2) whole cells from the first to the second."""

    def same(self, others: _Pairs) -> bool:
        """Whether these are the same, in whatever order."""
        return len(self.first) == len(others.first) and self._known() == others._known()

    def _known(self) -> set[tuple[int, ...]]:
        return set(map(tuple, np.column_stack([self.first, self.second, self.steps]).tolist()))


def _pairs(plane: Floats, mates: Mates) -> _Pairs:
    _, whole, rest = _steps(plane, mates)
    near = (np.abs(whole).max(axis=1) == 1) & (rest < NEAR)
    steps = whole[near].astype(np.int64)
    order = np.argsort(rest[near] + 0.12 * (np.abs(steps).sum(axis=1) - 1), kind="stable")
    return _Pairs(mates[0][near][order], mates[1][near][order], steps[order])


def _all_lie_across(pairs: _Pairs) -> bool:
    """Whether neighbours meet at corners alone.

    Prints much smaller than usual tell smaller tiles, on a lattice turned by an eighth.
    """
    across = int((np.abs(pairs.steps).sum(axis=1) == 2).sum())
    return across >= FEWEST_ACROSS and len(pairs.steps) - across <= BESIDE_PART * across


def _grow(count: int, pairs: _Pairs) -> tuple[list[list[int]], NDArray[np.int64]]:
    """Groups of touching prints with cells of their own, surest neighbours first."""
    cells = [(0, 0)] * count
    group_of = list(range(count))
    groups = {k: [k] for k in group_of}
    taken = {k: {(0, 0)} for k in group_of}
    roots = list(group_of)
    rows = zip(pairs.first.tolist(), pairs.second.tolist(), pairs.steps.tolist(), strict=True)
    for a, b, (right, down) in rows:
        home, other = group_of[a], group_of[b]
        if home == other:
            continue
        x, y = cells[a][0] + right - cells[b][0], cells[a][1] + down - cells[b][1]
        root = roots[home]
        if len(groups[home]) < len(groups[other]):
            # The smaller group is moved.
            home, other, x, y = other, home, -x, -y
        moved = [(cells[k][0] + x, cells[k][1] + y) for k in groups[other]]
        if not taken[home].isdisjoint(moved):
            continue
        taken[home].update(moved)
        for member, cell in zip(groups[other], moved, strict=True):
            cells[member], group_of[member] = cell, home
        groups[home] += groups.pop(other)
        roots[home] = root
        del taken[other]
    found = np.array(cells, np.int64).reshape(-1, 2)
    found -= found[[roots[home] for home in group_of]]
    order = sorted(groups, key=lambda home: (-len(groups[home]), roots[home]))
    return [groups[home] for home in order], found


def _straightened(
    plane: Floats, into: Floats, groups: list[list[int]], cells: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Plane and its derivative by pixels after a small projective turn that squares all groups.

    Looked for is x + B x - (m·x) x: what the sizes left of the tilt shows in the distances.
    """
    near = np.zeros((len(plane), len(plane)), np.bool_)
    for group in groups:
        if len(group) > 2:
            near[np.ix_(group, group)] = distances(cells[group], cells[group]) <= SQUARED_REACH
    first, second = np.nonzero(np.triu(near, 1))
    if not len(first):
        return plane, into
    steps = (cells[second] - cells[first]).astype(np.float64)
    for _ in range(3):
        x = plane[second] - plane[first]
        miss = steps - x
        trust = 1 / (1 + (miss**2).sum(axis=1) / 0.15**2)
        bow = plane[:, :, None] * plane[:, None, :]
        bow = bow[first] - bow[second]
        terms = np.zeros((2, len(first), 6))
        terms[0, :, :2], terms[1, :, 2:4] = x, x
        terms[:, :, 4:] = bow.transpose(1, 0, 2)
        flat = (terms * trust[:, None]).reshape(-1, 6)
        matrix = terms.reshape(-1, 6).T @ flat + np.diag([4.0] * 4 + [SQUARED_PRIOR] * 2)
        turn = np.linalg.solve(matrix, flat.T @ miss.T.ravel())
        linear, curve = turn[:4].reshape(2, 2), turn[4:]
        along = plane @ curve
        change = np.eye(2) + linear - plane[:, :, None] * curve - np.eye(2) * along[:, None, None]
        into = change @ into
        plane = plane + plane @ linear.T - plane * along[:, None]
    return plane, into


@dataclass(frozen=True, slots=True)
class _Offers:
    """How each print would join the grid, summed over the grid's tiles; one row each.

    Sums, so that a tile that joins costs no more than the prints that it is compared with.
    """

    weights: Floats
    """Nearer tiles of the grid weigh more."""
    shifts: Floats
    """(N, 2) weighted: what is left between the way in cells and the cells themselves."""
    gaps: Floats
    """To the nearest tile of the grid, in cells."""

    @classmethod
    def to_nothing(cls, count: int) -> _Offers:
        """Before the grid has a tile."""
        return cls(np.zeros(count), np.zeros((count, 2)), np.full(count, np.inf))

    def with_tiles(self, tiles: list[int], cells: NDArray[np.int64], plane: Floats) -> _Offers:
        """After these tiles have joined the grid."""
        right, down = (plane[:, k, None] - plane[tiles, k] for k in range(2))
        far2 = right * right + down * down
        trust = 1 / np.maximum(far2, 0.25) ** 2
        right -= cells[:, 0, None] - cells[tiles, 0]
        down -= cells[:, 1, None] - cells[tiles, 1]
        shifts = np.stack([(rest * trust).sum(axis=1) for rest in (right, down)], axis=1)
        gaps = np.minimum(self.gaps, np.sqrt(far2.min(axis=1)))
        return _Offers(self.weights + trust.sum(axis=1), self.shifts + shifts, gaps)


def _join(
    groups: list[list[int]], cells: NDArray[np.int64], plane: Floats
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """All groups on the cells of the largest, each through its nearest tiles; the rest is loose."""
    cells = cells.copy()
    belongs = np.zeros(len(plane), np.bool_)
    belongs[groups[0]] = True
    taken = set(map(tuple, cells[groups[0]].tolist()))
    offers = _Offers.to_nothing(len(plane)).with_tiles(groups[0], cells, plane)
    rows, sizes = np.concatenate(groups), np.array([len(group) for group in groups])
    rank, shifts, fits = _ranked(rows, sizes, offers)
    waiting = np.arange(len(groups)) > 0
    for _ in groups[1:]:
        best = int(np.where(waiting, rank, np.inf).argmin())
        waiting[best] = False
        moved = cells[groups[best]] + shifts[best]
        if fits[best] and taken.isdisjoint(map(tuple, moved.tolist())):
            cells[groups[best]] = moved
            belongs[groups[best]] = True
            taken.update(map(tuple, moved.tolist()))
            offers = offers.with_tiles(groups[best], cells, plane)
            rank, shifts, fits = _ranked(rows, sizes, offers)
    return cells, belongs


def _ranked(
    rows: NDArray[np.int64], sizes: NDArray[np.int64], offers: _Offers
) -> tuple[Floats, NDArray[np.int64], NDArray[np.bool_]]:
    """Of groups, so many rows each, how well they fit the grid, least best; shift; whether."""
    starts = sizes.cumsum() - sizes
    weights = np.add.reduceat(offers.weights[rows], starts)
    shifts = np.add.reduceat(offers.shifts[rows], starts, axis=0) / weights[:, None]
    gaps = np.minimum.reduceat(offers.gaps[rows], starts)
    whole = np.rint(shifts)
    miss = np.abs(shifts - whole).max(axis=1)
    rank = gaps + 4 * miss - 0.2 * np.minimum(sizes, 4)
    return rank, whole.astype(np.int64), (miss < FAR) & (gaps < REACH)

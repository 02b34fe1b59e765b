"""How people really lay tiles: rows that bend, steps between rows, tiles a little turned."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.board import Board, Cell, Placed
from vision.simulated.scenes.scene import SimTile

_PUSHES = 25
Spots = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Untidiness:
    """How far tiles lie from a perfect grid."""

    jitter: float = 0.02
    """Each tile for itself, in cells."""
    bend: float = 0.0
    """How far rows bow over the whole board, in cells."""
    row_step: float = 0.0
    """How far a whole row may slide along itself, in cells."""
    turn_deg: float = 1.0
    """Each tile for itself."""
    wear: float = 0.15


def lay_out(
    rng: np.random.Generator, board: Board, untidy: Untidiness, pitch: float
) -> tuple[SimTile, ...]:
    """The board's tiles as an untidy table has them, none inside another."""
    placed = list(board)
    if not placed:
        return ()
    cells = np.array([p.cell for p in placed], float)
    turns = np.clip(rng.normal(0, untidy.turn_deg, len(placed)), -10, 10)
    spots = cells + _bow(rng, cells, untidy.bend) + rng.normal(0, untidy.jitter, cells.shape)
    if untidy.row_step > 0:
        spots += _slides(rng, placed, untidy.row_step)
    spots = _pushed_apart(cells, spots, np.radians(turns), pitch)
    offsets = np.clip(spots - cells, -0.45, 0.45)
    return tuple(
        SimTile(
            p.cell,
            p.tile,
            (float(dx), float(dy)),
            float(turn),
            float(np.clip(untidy.wear * rng.gamma(2.0, 0.5), 0, 1)),
        )
        for p, (dx, dy), turn in zip(placed, offsets, turns, strict=True)
    )


def _bow(rng: np.random.Generator, cells: Spots, bend: float) -> Spots:
    """A smooth bend: both coordinates move by a parabola of the other."""
    middle = (cells.min(axis=0) + cells.max(axis=0)) / 2
    reach = max(2.0, float(np.ptp(cells, axis=0).max()) / 2)
    away = (cells - middle) / reach
    along_x, along_y = rng.uniform(-bend, bend, 2)
    return np.stack([along_y * (away[:, 1] ** 2 - 0.4), along_x * (away[:, 0] ** 2 - 0.4)], axis=1)


def _slides(rng: np.random.Generator, placed: list[Placed], step: float) -> Spots:
    """Whole runs slid along themselves, rows on some tables and columns on others."""
    rows = bool(rng.random() < 0.5)
    run_of: dict[Cell, float] = {}
    for cell in sorted((p.cell for p in placed), key=lambda c: (c.y, c.x) if rows else (c.x, c.y)):
        before = Cell(cell.x - 1, cell.y) if rows else Cell(cell.x, cell.y - 1)
        run_of[cell] = run_of.get(before, float(rng.uniform(-step, step)))
    slid = np.array([run_of[p.cell] for p in placed])
    still = np.zeros_like(slid)
    return np.stack([slid, still] if rows else [still, slid], axis=1)


def _pushed_apart(cells: Spots, spots: Spots, turns: Spots, pitch: float) -> Spots:
    """Neighbours moved until no tile overlaps the next."""
    index = {(int(x), int(y)): i for i, (x, y) in enumerate(cells)}
    width = (np.abs(np.cos(turns)) + np.abs(np.sin(turns))) / pitch
    for axis, (dx, dy) in enumerate(((1, 0), (0, 1))):
        pairs = [
            (i, index[x + dx, y + dy]) for (x, y), i in index.items() if (x + dx, y + dy) in index
        ]
        if not pairs:
            continue
        first, second = np.array(pairs).T
        least = (width[first] + width[second]) / 2
        for _ in range(_PUSHES):
            short = np.maximum(0, least - (spots[second, axis] - spots[first, axis])) / 2
            if short.max() < 0.004:
                break
            np.add.at(spots[:, axis], first, -0.7 * short)
            np.add.at(spots[:, axis], second, 0.7 * short)
    return spots

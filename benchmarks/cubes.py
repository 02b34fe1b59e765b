"""How well tables of cubes are read, by the camera's tilt: `make cubes` writes docs/cubes.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import hypot
from pathlib import Path

import cv2
import numpy as np

from assistant.board import Cell
from vision.observation import Face, Observation
from vision.reading.cubes import read_cubes
from vision.simulated import Rendered, TrueFace, render
from vision.simulated.pieces.shapes import PrintStyle, random_style
from vision.simulated.scenes.cube_tables import random_cubes

PAGE = Path(__file__).parents[1] / "docs" / "cubes.md"
TILTS = (0, 10, 20, 30, 40, 45, 50, 55, 60)
TABLES = 12
FIRST_SEED = 200_000
NEAR = 0.35
"""What was read belongs to a cube whose centre is within this many edges."""
TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def other_style(seed: int) -> PrintStyle:
    """Symbols printed smaller, and in other proportions, than on any set that was tuned on."""
    rng = np.random.default_rng(seed)
    style, smaller = random_style(rng), rng.uniform(0.8, 1.0)
    lengths = {
        name: getattr(style, name) * smaller * rng.uniform(0.95, 1.05)
        for name in style.__slots__
        if name not in ("clover_round", "cross_bow")
    }
    return replace(style, **lengths)


def edge_px(face: TrueFace) -> float:
    """The edge of a top, as if seen without perspective."""
    return float(np.sqrt(cv2.contourArea(face.corners_px)))


def found(face: TrueFace, among: tuple[Face, ...]) -> Face | None:
    """What was read where a cube's top really is."""
    x, y = face.centre_px
    return min(
        (one for one in among if _away(one, (x, y)) < NEAR * edge_px(face)),
        key=lambda one: _away(one, (x, y)),
        default=None,
    )


def _away(face: Face, at_px: tuple[float, float]) -> float:
    return hypot(face.centre_px[0] - at_px[0], face.centre_px[1] - at_px[1])


def counts(seen: Observation, shown: Rendered) -> Counter[str]:
    """How many cubes were read right, and what was read where no top is."""
    counts: Counter[str] = Counter(grid=len(shown.truth), hand=len(shown.loose))
    counts["sides"] = sum(side.visible > NEAR for side in shown.sides)
    pairs = [(face, found(face, seen.sightings)) for face in shown.truth]
    cells = _cells(seen, shown)
    counts["grid right"] = sum(
        one is not None and one.tile == face.tile and cells.get(_cell(one)) == face.cell
        for face, one in pairs
    )
    hands = [(face, found(face, seen.loose)) for face in shown.loose]
    counts["hand right"] = sum(one is not None and one.tile == face.tile for face, one in hands)
    tops = (*shown.truth, *shown.loose)
    for one in (*seen.sightings, *seen.loose):
        if all(_away(one, face.centre_px) > NEAR * edge_px(face) for face in tops):
            near = any(_away(one, side.centre_px) < NEAR * seen.tile_px for side in shown.sides)
            counts["sides read" if near else "others read"] += 1
    return counts


def _cell(face: Face) -> Cell:
    return face.cell  # type: ignore[attr-defined]


def _cells(seen: Observation, shown: Rendered) -> dict[Cell, Cell]:
    """From cells as they were read to the true ones, by the turn and shift that most agree on."""
    votes: Counter[tuple[int, int, int]] = Counter()
    pairs = [(face.cell, found(face, seen.sightings)) for face in shown.truth]
    for cell, one in pairs:
        if one is not None and cell is not None:
            for turn, (cos, sin) in enumerate(TURNS):
                x, y = _cell(one)
                votes[turn, cell.x - (x * cos - y * sin), cell.y - (x * sin + y * cos)] += 1
    if not votes:
        return {}
    (turn, dx, dy), _ = votes.most_common(1)[0]
    cos, sin = TURNS[turn]
    return {
        one.cell: Cell(
            one.cell.x * cos - one.cell.y * sin + dx, one.cell.x * sin + one.cell.y * cos + dy
        )
        for one in seen.sightings
    }


def at_tilt(tilt_deg: float, tables: int = TABLES, first_seed: int = FIRST_SEED) -> Counter[str]:
    """All counts over tables that were never tuned on, seen at one tilt."""
    total: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + tables):
        scene = random_cubes(seed + 1000 * round(tilt_deg), float(tilt_deg))
        shown = render(replace(scene, style=other_style(seed)))
        total += counts(read_cubes(shown.picture_bgr), shown)
    return total


def row(tilt_deg: float, counts: Counter[str]) -> str:
    """One line of the table."""
    grid, hand = counts["grid right"] / counts["grid"], counts["hand right"] / counts["hand"]
    wrong = counts["sides read"] / max(counts["sides"], 1)
    return (
        f"| {tilt_deg}° | {counts['grid']} | {grid:.1%} | {counts['hand']} | {hand:.1%} "
        f"| {counts['sides']} | {wrong:.2%} | {counts['others read']} |"
    )


def main() -> None:
    """Measure and write the page."""
    rows, total = [], Counter[str]()
    for tilt in TILTS:
        counts = at_tilt(tilt)
        rows.append(row(tilt, counts))
        print(rows[-1], flush=True)
        if tilt <= 50:
            total += counts
    table = "\n".join((*rows, row(0, total).replace("| 0° |", "| 0–50° |")))
    head, _, tail = PAGE.read_text().partition("<!-- table -->")
    _, _, tail = tail.partition("<!-- /table -->")
    title = (
        "| tilt | cubes on the grid | read right | in hands | read right "
        "| sides seen | read as tops | other inventions |\n|---|---|---|---|---|---|---|---|"
    )
    text = f"{head}<!-- table -->\n{title}\n{table}\n<!-- /table -->{tail}"
    PAGE.write_text(text)


if __name__ == "__main__":
    main()

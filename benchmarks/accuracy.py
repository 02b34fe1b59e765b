"""How well pictures are read: simulated tables over the whole range, tabulated by condition.

`make accuracy` reads 2,000 tables on all cores and writes docs/accuracy.md anew.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from assistant.board import Cell
from vision.observation import Sighting
from vision.reading.read import read_picture
from vision.simulated import Rendered, TrueFace, random_scene, render

REPORT = Path(__file__).resolve().parents[1] / "docs" / "accuracy.md"
CLEAR = 0.97
"""A face counts when at least this share of it is visible, and..."""
WASHED = 0.25
"""...glare washes out less than this; the others may be read or not."""
NEAR = 0.4
"""A sighting belongs to the true face nearest to it, within this share of a tile."""
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.01)


@dataclass(frozen=True)
class Table:
    """What became of one simulated table."""

    seed: int
    conditions: dict[str, str]
    count: Counter[str]
    sure: tuple[tuple[float, bool], ...]
    """Confidence of every reading, and whether it was right."""


def read_table(seed: int) -> Table:
    """Draw a table, read it, compare."""
    cv2.setNumThreads(1)
    scene = random_scene(seed)
    shown = render(scene)
    seen = read_picture(shown.picture_bgr)
    count, sure, pairs = _compare(shown, seen.sightings)
    count["cells"] = _cells_right(pairs)
    count["tables"] = 1
    count["perfect"] = int(count["right"] == count["faces"] and not count["extra"])
    return Table(seed, scene.conditions, count, tuple(sure))


def _compare(
    shown: Rendered, sightings: tuple[Sighting, ...]
) -> tuple[Counter[str], list[tuple[float, bool]], list[tuple[Cell, Cell]]]:
    count: Counter[str] = Counter()
    sure, pairs, taken = [], [], set()
    on_grid = [(face, True) for face in shown.truth]
    for face, counts in on_grid + [(face, False) for face in (*shown.loose, *shown.cut)]:
        counts = counts and face.visible >= CLEAR and face.glare < WASHED
        count["faces"] += counts
        hit = _nearest(face, sightings)
        if hit is None:
            count["missed"] += counts
            continue
        taken.add(hit)
        if counts and face.cell is not None:
            right = sightings[hit].tile == face.tile
            count["right" if right else "wrong"] += 1
            sure.append((sightings[hit].confidence, right))
            pairs.append((face.cell, sightings[hit].cell))
    count["extra"] = len(sightings) - len(taken)
    return count, sure, pairs


def _nearest(face: TrueFace, sightings: tuple[Sighting, ...]) -> int | None:
    edge = float(np.sqrt(cv2.contourArea(np.asarray(face.corners_px, np.float32))))
    away = [
        np.hypot(s.centre_px[0] - face.centre_px[0], s.centre_px[1] - face.centre_px[1])
        for s in sightings
    ]
    best = int(np.argmin(away)) if away else -1
    return best if away and away[best] < NEAR * edge else None


def _cells_right(pairs: Iterable[tuple[Cell, Cell]]) -> int:
    """The most faces that one shift and quarter turn brings onto their true cells."""
    votes: Counter[tuple[int, int, int]] = Counter()
    for true, seen in pairs:
        x, y = seen
        for turn in range(4):
            votes[turn, true.x - x, true.y - y] += 1
            x, y = -y, x
    return max(votes.values(), default=0)


def report(tables: list[Table]) -> str:
    """The accuracy as a page: in all, by condition, and how honest the probabilities are."""
    total = sum((t.count for t in tables), Counter())
    lines = [
        "# How well pictures are read",
        "",
        f"{len(tables):,} simulated tables, seeds 0 to {len(tables) - 1}, over the whole range of "
        "conditions: `make accuracy` draws, reads and tabulates them again. A face counts when it "
        f"is at least {CLEAR:.0%} visible and glare washes out less than {WASHED:.0%} of it.",
        "",
        _head("all tables"),
        _row("all", total),
    ]
    groups: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for table in tables:
        for name, value in table.conditions.items():
            groups[name][value] += table.count
    worst = min(
        ((n, v, c) for n, g in groups.items() for v, c in g.items() if c["faces"] >= 500),
        key=lambda one: one[2]["right"] / one[2]["faces"],
    )
    lines += ["", f"Where it breaks first: **{worst[0]} {worst[1]}**."]
    for name, group in groups.items():
        lines += ["", _head(name), *(_row(v, group[v]) for v in sorted(group, key=_by_number))]
    lines += ["", "## How honest the probabilities are", "", *honesty(tables), ""]
    return "\n".join(lines)


def _head(name: str) -> str:
    cells = f"| {name} | tables | tiles | right | wrong | missed | extra | on their cell |"
    return cells + "\n|---|---|---|---|---|---|---|---|"


def _row(name: str, count: Counter[str]) -> str:
    faces = max(count["faces"], 1)
    seen = max(count["right"] + count["wrong"], 1)
    return (
        f"| {name} | {count['tables']} | {count['faces']} | {count['right'] / faces:.2%} "
        f"| {count['wrong']} | {count['missed']} | {count['extra']} "
        f"| {count['cells'] / seen:.2%} |"
    )


def _by_number(value: str) -> tuple[float, str]:
    head = value.split("-")[0]
    return (float(head), value) if head.replace(".", "").isdigit() else (float("inf"), value)


def honesty(tables: list[Table]) -> list[str]:
    """How often readings were right that were said to be so sure, as a table."""
    sure = np.array([one for table in tables for one in table.sure]).reshape(-1, 2)
    lines = ["| said sure | readings | said on average | were right |", "|---|---|---|---|"]
    for low, high in pairwise(BINS):
        rows = sure[(sure[:, 0] >= low) & (sure[:, 0] < high)]
        if len(rows):
            said, right = rows.mean(axis=0)
            lines.append(
                f"| {low:g} to {min(high, 1):g} | {len(rows)} | {said:.4f} | {right:.4f} |"
            )
    return lines


def main() -> None:
    """Read the tables and write the page, or print the worst tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--print", action="store_true", help="print instead of writing")
    options = parser.parse_args()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tables = list(pool.map(read_table, range(options.tables), chunksize=4))
    text = report(tables)
    if options.print:
        print(text)
        bad = sorted(tables, key=lambda t: t.count["right"] - t.count["faces"] - t.count["extra"])
        for table in bad[:15]:
            print(table.seed, dict(table.count), table.conditions)
    else:
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(text, encoding="utf-8")
        print(f"{REPORT.name}: {len(tables)} tables")


if __name__ == "__main__":
    main()

"""How well pieces are read that lie by themselves: simulated loose tables, tabulated by condition.

`make loose` reads 400 tables and writes docs/loose.md anew.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from benchmarks.accuracy import CLEAR, NEAR, WASHED, Table, honesty
from vision.observation import Face
from vision.reading.read import read_picture
from vision.simulated import Rendered, TrueFace, render
from vision.simulated.scenes.loose_tables import loose_table

REPORT = Path(__file__).resolve().parents[1] / "docs" / "loose.md"
FIRST = 40_000
"""Seed of the first table."""
SURE = 0.5
"""A reading less sure than this is no claim: it is told as a doubt."""


def read_loose(seed: int) -> Table:
    """Draw a loose table, read it, compare."""
    cv2.setNumThreads(1)
    scene = loose_table(seed)
    shown = render(scene)
    seen = read_picture(shown.picture_bgr)
    count, sure = compare(shown, (*seen.sightings, *seen.loose))
    count["tables"] = 1
    return Table(seed, scene.conditions, count, tuple(sure))


def compare(
    shown: Rendered, faces: Sequence[Face]
) -> tuple[Counter[str], list[tuple[float, bool]]]:
    """What became of the true faces, wherever they were told."""
    count: Counter[str] = Counter()
    sure, taken = [], set()
    for true in (*shown.truth, *shown.loose, *shown.cut, *shown.blanks):
        counts = true.tile is not None and true.visible >= CLEAR and true.glare < WASHED
        hit = nearest(true, faces)
        count["faces"] += counts
        if hit is None:
            count["missed"] += counts
            continue
        taken.add(hit)
        if counts:
            right = faces[hit].tile == true.tile
            count["right" if right else "wrong"] += 1
            sure.append((faces[hit].confidence, right))
    count["extra"] = sum(one.confidence >= SURE for k, one in enumerate(faces) if k not in taken)
    return count, sure


def nearest(true: TrueFace, faces: Sequence[Face]) -> int | None:
    """Which of the faces was told at a true one's place."""
    edge = float(np.sqrt(cv2.contourArea(np.asarray(true.corners_px, np.float32))))
    away = [float(np.hypot(*np.subtract(one.centre_px, true.centre_px))) for one in faces]
    best = int(np.argmin(away)) if away else -1
    return best if away and away[best] < NEAR * edge else None


def report(tables: Sequence[Table]) -> str:
    """The page: in all, by condition, and how honest the probabilities are."""
    total = sum((table.count for table in tables), Counter())
    lines = [
        "# How well pieces are read that lie by themselves",
        "",
        f"{len(tables)} simulated tables without a grid, seeds {tables[0].seed} on: pieces apart, "
        "in rows and in heaps, new and grey with wear, letter tiles among them. `make loose` "
        f"draws, reads and tabulates them again. A face counts when it is at least {CLEAR:.0%} "
        f"visible; extra is what was told where none is with at least {SURE:g}.",
        "",
        _head("all tables"),
        _row("all", total),
    ]
    groups: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for table in tables:
        for name, value in table.conditions.items():
            groups[name][value] += table.count
    for name, group in groups.items():
        lines += ["", _head(name), *(_row(value, group[value]) for value in sorted(group))]
    lines += ["", "## How honest the probabilities are", "", *honesty(list(tables)), ""]
    return "\n".join(lines)


def _head(name: str) -> str:
    return f"| {name} | tables | pieces | right | wrong | missed | extra |\n{7 * '|---'}|"


def _row(name: str, count: Counter[str]) -> str:
    share = count["right"] / max(count["faces"], 1)
    rest = " | ".join(str(count[what]) for what in ("wrong", "missed", "extra"))
    return f"| {name} | {count['tables']} | {count['faces']} | {share:.2%} | {rest} |"


def main() -> None:
    """Read the tables and write the page, or print it with the worst tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument("--print", action="store_true", help="print instead of writing")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.tables)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tables = list(pool.map(read_loose, seeds, chunksize=4))
    if not options.print:
        REPORT.write_text(report(tables), encoding="utf-8")
        print(f"{REPORT.name}: {len(tables)} tables")
        return
    print(report(tables))
    for table in sorted(tables, key=lambda t: t.count["right"] - t.count["faces"])[:20]:
        print(table.seed, dict(table.count), table.conditions)


if __name__ == "__main__":
    main()

"""How well other printings of the six shapes are read: tiles of 40 px, one row a printing.

`make prints` reads the tables and writes docs/prints.md anew.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import cv2

from benchmarks.accuracy import CLEAR, WASHED
from benchmarks.loose import nearest
from vision.reading.read import read_picture
from vision.simulated import random_scene, render
from vision.simulated.pieces.shapes import PrintStyle

REPORT = Path(__file__).resolve().parents[1] / "docs" / "prints.md"
FIRST = 60_000
"""Seed of the first table."""
TILES = 24
WISHES = {
    "tile_px": 40.0,
    "size_wh": (1280, 960),
    "clutter_count": 0,
    "hand_count": 0,
    "stray_count": 0,
    "glare": False,
    "cut": False,
}


def times(factor: float) -> PrintStyle:
    """The usual printing so many times as large, within its tile."""
    usual = PrintStyle()
    lengths = [name for name in PrintStyle.__slots__ if name not in ("clover_round", "rounding")]
    return replace(usual, **{name: min(factor * getattr(usual, name), 0.48) for name in lengths})


def weighed(factor: float) -> PrintStyle:
    """The usual printing with narrower or wider arms."""
    usual = PrintStyle()
    return replace(
        usual,
        clover_lobe=factor * usual.clover_lobe,
        clover_waist=factor * usual.clover_waist,
        star_waist=factor * usual.star_waist,
        cross_waist=factor * usual.cross_waist,
    )


STYLES = {
    "usual": PrintStyle(),
    "25 % smaller": times(0.75),
    "34 % smaller": times(0.66),
    "15 % larger": times(1.15),
    "rounder": replace(PrintStyle(), rounding=0.035),
    "sharper": replace(PrintStyle(), star_waist=0.165, star_reach=0.45, cross_bow=-0.02),
    "thinner": weighed(0.82),
    "bolder": weighed(1.2),
}


def read_prints(name: str, seed: int, tiles: int = TILES) -> Counter[str]:
    """Draw a table in a printing, read it, compare shapes alone."""
    cv2.setNumThreads(1)
    shown = render(random_scene(seed, style=STYLES[name], tile_count=tiles, **WISHES))
    seen = read_picture(shown.picture_bgr)
    faces = (*seen.sightings, *seen.loose)
    count: Counter[str] = Counter()
    for true in shown.truth:
        if true.tile is None or true.visible < CLEAR or true.glare >= WASHED:
            continue
        hit = nearest(true, faces)
        count["tiles"] += 1
        if hit is None:
            count["missed"] += 1
        elif faces[hit].tile.shape is not true.tile.shape:
            count["wrong"] += 1
            count["sure"] += max(faces[hit].shapes.values()) > 0.9
    return count


def report(counts: dict[str, Counter[str]], tables: int) -> str:
    """The page."""
    lines = [
        "# How well other printings are read",
        "",
        f"{tables} simulated tables of each printing, tiles of {WISHES['tile_px']:g} px, seeds "
        f"{FIRST} on: `make prints` draws, reads and tabulates them again. Wrong is a wrong shape; "
        "surely wrong one that was told with more than 0.9.",
        "",
        "| printing | tiles | shapes wrong | surely wrong | missed |",
        "|---|---|---|---|---|",
    ]
    for name, count in counts.items():
        share = count["wrong"] / max(count["tiles"], 1)
        lines.append(
            f"| {name} | {count['tiles']} | {count['wrong']} ({share:.2%}) "
            f"| {count['sure']} | {count['missed']} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Read the tables and write the page, or print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument("--print", action="store_true", help="print instead of writing")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.tables)
    jobs = [(name, seed) for name in STYLES for seed in seeds]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(read_prints, *zip(*jobs, strict=True), chunksize=4))
    counts: dict[str, Counter[str]] = {name: Counter() for name in STYLES}
    for (name, _), count in zip(jobs, found, strict=True):
        counts[name] += count
    text = report(counts, options.tables)
    if options.print:
        print(text)
    else:
        REPORT.write_text(text, encoding="utf-8")
        print(f"{REPORT.name}: {len(jobs)} tables")


if __name__ == "__main__":
    main()

"""What one look at a layout is worth: colours told wrong before and after learning, by light.

`python -m benchmarks.learning` writes docs/learning.md anew. Simulated tables always; real
photos as well where ../shared/photos is there.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Palette, parse_colour
from calibration.inks.layout import read_layout
from calibration.inks.learning import learn, learn_layout
from calibration.inks.lesson import Lesson, Spread, spread_of
from vision.pictures.load import PictureBgr, load_picture
from vision.reading.colour import classify_colours
from vision.reading.inks import Inks
from vision.reading.print_light import PrintLight
from vision.reading.read import read_picture
from vision.simulated import Rendered, render
from vision.simulated.optics.light import Light, LightKind, random_light, white_of
from vision.simulated.optics.sensor import random_sensor
from vision.simulated.people.playing import playing_scene
from vision.simulated.scenes.laid_out import all_kinds, in_play
from vision.simulated.scenes.scene import TableScene

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "docs" / "learning.md"
PHOTOS = ROOT.parent / "shared" / "photos"
TILE_PX = 25.0
FIRST_ROOM = 100
"""Constants were chosen on rooms of lower numbers."""
NEAR_PX = 8.0
GAMES = (2, 3, 4, 6, 12, 30)
"""Tiles on the tables that are read with what one layout taught."""
LIGHTS = {
    "daylight": (5500.0, 0.5, 1.0),
    "warm": (2700.0, 0.7, 1.0),
    "very warm": (2400.0, 0.85, 1.0),
    "cool": (10000.0, 1.0, 1.0),
    "dim": (5500.0, 0.5, 0.25),
    "warm and dim": (2700.0, 0.7, 0.3),
}
"""Kelvin, the share of the lamp's colour that the camera leaves in, and how much of the light."""


@dataclass(frozen=True)
class Tally:
    """Faces and errors of one light, read by the usual inks and by learned ones."""

    faces: int = 0
    before: int = 0
    after: int = 0
    hard_before: int = 0
    hard_after: int = 0
    """Errors between red and orange."""
    layouts: int = 0
    refused: int = 0
    """Layouts in which tiles were not found or that taught nothing better."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(_row_of(self), _row_of(other), strict=True)))


def _row_of(tally: Tally) -> tuple[int, ...]:
    return tuple(getattr(tally, name) for name in tally.__dataclass_fields__)


def simulated(job: tuple[int, str]) -> tuple[str, Tally]:
    """One room: a layout is learned, then tables of the same light are read both ways."""
    cv2.setNumThreads(1)
    seed, light = job
    room = _room(seed, light)
    palette = room.inks.palette
    layout = read_layout(spread_of(render(all_kinds(room, seed + 1000)).picture_bgr))
    learned = learn_layout("benchmark", layout)
    inks = learned.profile.inks if learned.profile else None
    total = Tally(layouts=1, refused=int(inks is None))
    for k, count in enumerate(GAMES):
        shown = render(in_play(room, seed + 2000 + 100 * k, count))
        lesson = _known(spread_of(shown.picture_bgr), _colours_of(shown))
        total += _compared(lesson, palette, inks)
    return light, total


def _room(seed: int, light: str) -> TableScene:
    rng = np.random.default_rng(seed)
    kelvin, left_over, share = LIGHTS[light]
    blue, green, red = (float(v) for v in white_of(kelvin, float(rng.normal(0, 0.03))) ** left_over)
    lamp: Light = random_light(rng, LightKind.WARM)
    lamp = replace(lamp, tint=(blue, green, red), far_tint=(blue, green, red))
    palette = (PURPLE_SET, WHITE_SET)[seed % 2]
    tilt = float(rng.uniform(0, 25))
    room = playing_scene(seed, palette, tile_px=TILE_PX, tilt_deg=tilt, light=lamp)
    sensor = random_sensor(rng, TILE_PX, dark=share < 1)
    return replace(room, sensor=replace(sensor, exposure=share if share < 1 else sensor.exposure))


Places = list[tuple[tuple[float, float], Colour]]


def _colours_of(shown: Rendered) -> Places:
    return [(face.centre_px, face.tile.colour) for face in shown.truth if face.tile]


def _known(spread: Spread, places: Places) -> Lesson:
    """The faces that were found, with their true colours; others are not this page's matter."""
    rows, colours = [], []
    for row, (x, y) in enumerate(spread.centres_px):
        away = [np.hypot(px - x, py - y) for (px, py), _ in places]
        if away and min(away) < NEAR_PX:
            rows.append(row)
            colours.append(places[int(np.argmin(away))][1])
    light = PrintLight(spread.light.inks[rows], spread.light.black)
    return Lesson(light, tuple(colours))


def _compared(lesson: Lesson, palette: Palette, inks: Inks | None) -> Tally:
    before = _errors(lesson, None, None)
    after = before if inks is None else _errors(lesson, palette, inks)
    return Tally(
        len(lesson),
        sum(before.values()),
        sum(after.values()),
        _red_orange(before),
        _red_orange(after),
    )


def _errors(
    lesson: Lesson, palette: Palette | None, inks: Inks | None
) -> Counter[tuple[Colour, Colour]]:
    classified = classify_colours(lesson.light, palette, inks).probabilities.argmax(axis=1)
    seen = [list(Colour)[k] for k in classified.tolist()]
    pairs = zip(lesson.colours, seen, strict=True)
    return Counter((true, got) for true, got in pairs if true is not got)


def _red_orange(errors: Counter[tuple[Colour, Colour]]) -> int:
    pair = {Colour.RED, Colour.ORANGE}
    return sum(count for both, count in errors.items() if set(both) == pair)


# ---------------------------------------------------------------- real photos


def photographed(job: tuple[str, int]) -> dict[str, Lesson]:
    """One photo of a folder, shrunk and lit in every way."""
    cv2.setNumThreads(1)
    folder, number = job
    classified = json.loads((PHOTOS / folder / "truth.json").read_text(encoding="utf-8"))
    turn = classified["turns"][number]
    full = load_picture(PHOTOS / folder / turn["photo"])
    seen = read_picture(full)
    places = _true_places(seen.sightings, turn["table"])
    if not places or not seen.tile_px:
        return {}
    scale = TILE_PX / seen.tile_px
    small = cv2.resize(full, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    shrunk = [((x * scale, y * scale), colour) for (x, y), colour in places]
    picture_bgr = np.asarray(small, np.uint8)
    return {light: _known(spread_of(_relit(picture_bgr, light)), shrunk) for light in LIGHTS}


def learned_from_photos(lit: list[dict[str, Lesson]]) -> Iterator[tuple[str, Tally]]:
    """For one folder and each light: its fullest photo is learned, all others are read."""
    for light in LIGHTS:
        lessons = [one[light] for one in lit if light in one and len(one[light])]
        if len(lessons) < 2:
            continue
        fullest = max(lessons, key=len)
        learned = learn("benchmark", [fullest], WHITE_SET)
        inks = learned.profile.inks if learned.profile else None
        total = Tally(layouts=1, refused=int(inks is None))
        others = (lesson for lesson in lessons if lesson is not fullest)
        yield light, sum((_compared(one, WHITE_SET, inks) for one in others), total)


def _true_places(sightings: tuple[object, ...], table: list[dict[str, object]]) -> Places:
    """Where the true tiles are in the full photo: by the shift that most of its shapes agree on."""
    true = {(int(t["x"]), int(t["y"])): t for t in table}  # type: ignore[call-overload]
    votes: Counter[tuple[int, int]] = Counter()
    for one in sightings:
        for (x, y), tile in true.items():
            if one.tile.shape.value == tile["shape"]:  # type: ignore[attr-defined]
                votes[x - one.cell.x, y - one.cell.y] += 1  # type: ignore[attr-defined]
    if not votes:
        return []
    (dx, dy), count = votes.most_common(1)[0]
    if count < 0.7 * len(true):
        return []
    places: Places = []
    for one in sightings:
        tile = true.get((one.cell.x + dx, one.cell.y + dy))  # type: ignore[attr-defined]
        if tile is not None and one.tile.shape.value == tile["shape"]:  # type: ignore[attr-defined]
            colour = parse_colour(str(tile["colour"]))
            places.append((one.centre_px, colour))  # type: ignore[attr-defined]
    return places


def _relit(picture_bgr: PictureBgr, light: str) -> PictureBgr:
    """The photo as if the room's light had been another: gains and dimming in linear light."""
    kelvin, left_over, share = LIGHTS[light]
    tint = white_of(kelvin) ** left_over
    linear = (picture_bgr.astype(np.float32) / 255) ** 2.2 * (tint * share)
    noise = np.random.default_rng(5).normal(0, 2.0 if share == 1 else 4.0, picture_bgr.shape)
    return np.clip(255 * linear.clip(0, 1) ** (1 / 2.2) + noise, 0, 255).astype(np.uint8)


# ---------------------------------------------------------------- the page


def _table(title: str, tallies: dict[str, Tally]) -> list[str]:
    lines = [
        f"| {title} | layouts | taught nothing | tiles | wrong before | wrong after "
        "| red–orange before | after |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, tally in [*tallies.items(), ("all", sum(tallies.values(), Tally()))]:
        lines.append(
            f"| {name} | {tally.layouts} | {tally.refused} | {tally.faces} | {tally.before} "
            f"| {tally.after} | {tally.hard_before} | {tally.hard_after} |"
        )
    return lines


def report(drawn: dict[str, Tally], photos: dict[str, Tally], rooms: int) -> str:
    """The page."""
    sizes = ", ".join(map(str, GAMES[:-1]))
    lines = [
        "# What learning a set is worth",
        "",
        f"Tiles of {TILE_PX:.0f} pixels, the smallest that should be played with. *Before* is "
        "reading with nothing known; *after* is reading with the profile made from one picture "
        "of the same light, which also tells whether the set has purple or white. The constants "
        "of learning were chosen on other rooms of this kind. Only tiles whose face was found are "
        "counted: this page is about "
        "colours. A light is a temperature in kelvin, how much of its tint the camera leaves in "
        "the picture, and a share of the light: "
        + "; ".join(f"{n} {k:.0f} K, {a:.0%}, {s:.0%}" for n, (k, a, s) in LIGHTS.items())
        + ".",
        "",
        "## Simulated tables",
        "",
        f"{rooms} rooms a light, each with its own set, lens, camera and lamp. In each, the 36 "
        f"different tiles are laid out once, in any order; then tables of {sizes} and "
        f"{GAMES[-1]} tiles are read.",
        "",
        *_table("light", drawn),
        "",
    ]
    if photos:
        lines += [
            "## Real photos",
            "",
            "Photos of three real games, shrunk to the same size and lit anew by plain gains in "
            "linear light with noise on top. The fullest photo of a game teaches, its true "
            "colours given as accepted turns would give them; all others of it are read.",
            "",
            *_table("light", photos),
            "",
        ]
    return "\n".join(lines)


def _sums(results: Iterator[tuple[str, Tally]]) -> dict[str, Tally]:
    sums = dict.fromkeys(LIGHTS, Tally())
    for light, tally in results:
        sums[light] += tally
    return sums


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--print", action="store_true", help="print instead of writing")
    options = parser.parse_args()
    folders = [name for name in ("classic-1", "connect-1", "dark-1") if (PHOTOS / name).exists()]
    with ProcessPoolExecutor(options.processes) as pool:
        rooms = range(FIRST_ROOM, FIRST_ROOM + options.rooms)
        jobs = [(seed, light) for seed in rooms for light in LIGHTS]
        drawn = _sums(pool.map(simulated, jobs))
        photos = dict.fromkeys(LIGHTS, Tally()) if folders else {}
        for folder in folders:
            classified = json.loads((PHOTOS / folder / "truth.json").read_text(encoding="utf-8"))
            shots = [(folder, number) for number in range(len(classified["turns"]))]
            lit = list(pool.map(photographed, shots))
            for light, tally in learned_from_photos(lit):
                photos[light] += tally
    text = report(drawn, photos, options.rooms)
    if options.print:
        print(text)
    else:
        REPORT.write_text(text, encoding="utf-8")
        print(f"{REPORT.name}: {options.rooms * len(LIGHTS)} rooms")


if __name__ == "__main__":
    main()

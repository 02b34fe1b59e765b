"""Tell which tiles are on photos of a table."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from assistant.commands import CommandError
from assistant.words import Language
from assistant.words.pictures import complaint_sentence
from vision.annotate import annotate, save_annotated
from vision.faces import Picture
from vision.observation import Observation, Stray
from vision.pictures import PictureError, load_picture
from vision.read import read_picture


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="photos of a table")
    parser.add_argument("--json", action="store_true", help="one JSON object a photo")
    parser.add_argument("--annotate", metavar="OUT.png", help="write the photo with what was seen")
    parser.add_argument("--language", choices=[one.value for one in Language], default="en")


def run(arguments: argparse.Namespace) -> int:
    """Read each photo; one that cannot be read is told of, the others still are."""
    if arguments.annotate and len(arguments.photos) > 1:
        raise CommandError("--annotate takes one photo at a time")
    failed = 0
    for photo in arguments.photos:
        try:
            picture_bgr = load_picture(photo)
        except PictureError as error:
            print(f"qwirkle read: {error}", file=sys.stderr)
            failed += 1
            continue
        began = time.perf_counter()
        seen = read_picture(picture_bgr)
        took_ms = 1000 * (time.perf_counter() - began)
        if arguments.json:
            print(json.dumps(_as_json(photo, seen, took_ms)))
        else:
            print(_as_text(photo, seen, took_ms, Language(arguments.language)))
        if arguments.annotate:
            _write(arguments.annotate, annotate(picture_bgr, seen))
    return 1 if failed else 0


def _as_json(photo: str, seen: Observation, took_ms: float) -> dict[str, object]:
    tiles = [
        {
            "x": sighting.cell.x,
            "y": sighting.cell.y,
            "colour": sighting.tile.colour.value,
            "shape": sighting.tile.shape.value,
            "confidence": round(sighting.confidence, 4),
            "centre_px": [round(sighting.centre_px[0], 1), round(sighting.centre_px[1], 1)],
        }
        for sighting in seen.sightings
    ]
    return {"photo": photo, "tiles": tiles, "took_ms": round(took_ms, 2)}


def _as_text(photo: str, seen: Observation, took_ms: float, language: Language) -> str:
    lines = [f"{photo}: {len(seen.sightings)} tiles in {took_ms:.0f} ms"]
    for sighting in sorted(seen.sightings, key=lambda one: (one.cell.y, one.cell.x)):
        x, y = sighting.centre_px
        sure = f"{sighting.confidence:.1%}"
        name = sighting.tile.name
        lines.append(f"  {sighting.cell!s:>7}  {name:<18} {sure:>6}  at {x:.0f},{y:.0f} px")
    if seen.sightings:
        lines += ["", *(f"  {row}" for row in str(seen.board).splitlines())]
    for why in Stray:
        count = sum(stray.why is why for stray in seen.strays)
        if count:
            lines.append(f"  not on the grid: {count} {why.value}")
    lines += [f"  {complaint_sentence(one, language)}" for one in seen.complaints]
    return "\n".join(lines) + "\n"


def _write(path: str, picture_bgr: Picture) -> None:
    if Path(path).suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise CommandError(f"{path}: the annotated picture is written as .png or .jpg")
    if not save_annotated(path, picture_bgr):
        raise CommandError(f"{path}: cannot write there")

"""Tell which tiles are on photos of a table."""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from pathlib import Path

import click

from assistant.commands.files import write_file
from assistant.commands.options import argument, json_option, language_option, rules_option
from assistant.commands.parser import Command
from assistant.commands.readers import reader_of
from assistant.game.events import Rulebook
from assistant.records.score_sheet import format_legend
from assistant.session.sentences_pictures import picture_error
from assistant.tiles import palette_of
from assistant.words import Language, PlainError, counted, of_game, say, tile_name
from assistant.words.pictures import complaint_sentence, rejection_sentences
from vision.observation import Face, Observation, Stray
from vision.pictures.jpeg import encoded_picture
from vision.pictures.load import PictureBgr, PictureError, load_picture
from vision.reading.annotate import annotate

WRITTEN_AS = (".png", ".jpg", ".jpeg")
EXAMPLES = """examples:
  qwirkle read table.jpg                        every tile, where it lies and how sure that is
  qwirkle read --json *.jpg                     the same for a program, one photo a line
  qwirkle read table.jpg --annotate seen.png    the photo with every tile outlined
"""


@click.command("read", cls=Command, help=__doc__, examples=EXAMPLES)
@argument("photos", "PHOTO...", "photos of a table", nargs=-1, required=True)
@json_option("one JSON object a photo")
@rules_option("what lies on the table (default: classic)")
@click.option(
    "--annotate",
    "drawn_to",
    metavar="OUT.png",
    type=click.Path(path_type=Path),
    help="write the photo with what was seen",
)
@language_option
def command(
    photos: tuple[str, ...],
    as_json: bool,
    rules: Rulebook | None,
    drawn_to: Path | None,
    language: Language,
) -> int:
    """Read each photo; one that cannot be read is told of, the others still are."""
    if drawn_to:
        _check_target(drawn_to, photos)
    rules = rules or Rulebook.CLASSIC
    read_picture = reader_of(rules)
    failed = 0
    for photo in photos:
        try:
            picture_bgr = load_picture(photo)
        except PictureError as error:
            text = picture_error(error).translate(language)
            print(f"qwirkle read: {text}", file=sys.stderr)
            failed += 1
            continue
        began = time.perf_counter()
        seen = read_picture(picture_bgr, None, None)
        took_ms = 1000 * (time.perf_counter() - began)
        if as_json:
            written = _rows_as_json if rules is Rulebook.CARDS else _as_json
            print(json.dumps(written(photo, seen, took_ms)), flush=True)
        else:
            name = of_game("read.tiles", rules)
            as_text = _rows_as_text if rules is Rulebook.CARDS else partial(_as_text, name)
            print(as_text(photo, seen, took_ms, language), flush=True)
        if drawn_to:
            _draw(drawn_to, picture_bgr, seen)
    return 1 if failed else 0


def _as_json(photo: str, seen: Observation, took_ms: float) -> dict[str, object]:
    tiles = [{"x": one.cell.x, "y": one.cell.y, **_face(one)} for one in seen.sightings]
    loose = [_face(one) for one in seen.loose]
    return {"photo": photo, "tiles": tiles, "loose": loose, "took_ms": round(took_ms, 2)}


def _face(face: Face) -> dict[str, object]:
    return {
        "colour": face.tile.colour.value,
        "shape": face.tile.shape.value,
        "confidence": round(face.confidence, 4),
        "centre_px": [round(face.centre_px[0], 1), round(face.centre_px[1], 1)],
    }


def _rows_as_json(photo: str, seen: Observation, took_ms: float) -> dict[str, object]:
    return {
        "photo": photo,
        "rows": [[_face(face) for face in row] for row in seen.rows],
        "loose": [_face(face) for face in seen.loose],
        "took_ms": round(took_ms, 2),
    }


def _rows_as_text(photo: str, seen: Observation, took_ms: float, language: Language) -> str:
    count = sum(len(row) for row in seen.rows) + len(seen.loose)
    lines = [f"{photo}: {counted(language, 'read.cards', count)}, {took_ms:.0f} ms"]
    for row in (*seen.rows, *((face,) for face in seen.loose)):
        lines.append("  " + ", ".join(tile_name(language, face.tile) for face in row))
    lines += [f"  {complaint_sentence(one, language)}" for one in seen.complaints]
    return "\n".join(lines) + "\n"


def _as_text(name: str, photo: str, seen: Observation, took_ms: float, language: Language) -> str:
    count = len(seen.sightings)
    lines = [f"{photo}: {counted(language, name, count)}, {took_ms:.0f} ms"]
    for sighting in sorted(seen.sightings, key=lambda one: (one.cell.y, one.cell.x)):
        lines.append(f"  {sighting.cell!s:>7}  {_reading(sighting, language)}")
    if seen.sightings:
        lines += ["", *(f"  {row}" for row in str(seen.board).splitlines())]
        palette = palette_of(sighting.tile for sighting in seen.sightings)
        lines += ["", f"  {format_legend(palette, language)}"]
    for group in seen.groups:
        lines.append("  " + say(language, "read.stray.loose", count=len(group.faces)))
        lines += [f"           {_reading(face, language)}" for face in group.faces]
    for why in (Stray.BLANK, Stray.CUT):
        count = sum(stray.why is why for stray in seen.strays)
        if count:
            lines.append("  " + say(language, f"read.stray.{why.value}", count=count))
    lines += [f"  {sentence}" for sentence in rejection_sentences(seen, language)]
    lines += [f"  {complaint_sentence(one, language)}" for one in seen.complaints]
    return "\n".join(lines) + "\n"


def _reading(face: Face, language: Language) -> str:
    x, y = face.centre_px
    name = tile_name(language, face.tile)
    return f"{name:<20} {face.confidence:>6.1%}  @ {x:.0f},{y:.0f} px"


def _check_target(path: Path, photos: tuple[str, ...]) -> None:
    if len(photos) > 1:
        raise PlainError("read.one_picture")
    if path.suffix.lower() not in WRITTEN_AS:
        raise PlainError("read.which_kind", path=path)


def _draw(path: Path, picture_bgr: PictureBgr, seen: Observation) -> None:
    write_file(path, encoded_picture(annotate(picture_bgr, seen), path.suffix))

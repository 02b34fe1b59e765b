"""Set up the camera and learn this tile set: the steps of the set-up page on the console."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click

from assistant.commands import CommandError
from assistant.commands.files import write_file
from assistant.commands.lens import measure_lens_of
from assistant.commands.options import argument, data_option, language_option
from assistant.commands.parser import Command, WrongCallError
from assistant.session.camera_loop import Seen
from assistant.session.demo import demo_source
from assistant.session.moment import Moment
from assistant.session.sentences_pictures import picture_error, source_error
from assistant.session.sentences_setup import (
    check_advice,
    check_name,
    close_sentence,
    fault_sentence,
    learned_sentence,
    profile_sentence,
)
from assistant.session.setup import Setup
from assistant.storage.store import default_folder
from assistant.words import Language, PlainError, say
from calibration.checks.checks import Finding, Standing, troubles
from calibration.faults import KeptFault, ProfileError
from calibration.inks.profile import (
    MOST_PROFILE_BYTES,
    Profiles,
    read_profile,
    write_profile,
)
from calibration.lens.kept import Lenses
from calibration.lens.sheet import sheet_pdf
from vision.pictures.load import PictureBgr, PictureError, load_picture
from vision.reading.read import read_picture
from vision.scene.report import SceneReport, SceneState
from vision.sources import CameraKind, Picture, Source, SourceError, kind_of, open_source
from vision.sources.files import PHOTO_ENDINGS

WATCH_S = 3.0
"""How long the camera is watched before it is judged."""
SIGNS = {Standing.GREEN: "ok  ", Standing.RED: "!!  ", Standing.WAITING: "..  "}


@dataclass(frozen=True, slots=True)
class Call:
    """What the command takes."""

    source: str
    name: str
    check: bool
    list_kept: bool
    undo: bool
    export_to: Path | None
    import_from: Path | None
    sheet: Path | None
    lens: bool
    photos: tuple[str, ...]
    language: Language
    data: Path | None


FILE = click.Path(path_type=Path)


@click.command("calibrate", cls=Command, help=__doc__)
@click.option("--source", default="auto", help="as for play; a photo also will do")
@click.option("--name", default="My table", help="what to call the profile")
@click.option("--check", is_flag=True, help="only check the camera")
@click.option("--list", "list_kept", is_flag=True, help="the kept profiles")
@click.option("--undo", is_flag=True, help="forget what --name learned last")
@click.option("--export", "export_to", metavar="FILE", type=FILE, help="write the profile --name")
@click.option("--import", "import_from", metavar="FILE", type=FILE, help="keep a profile")
@click.option("--sheet", metavar="FILE.pdf", type=FILE, help="draw the sheet for fish-eye lenses")
@click.option("--lens", is_flag=True, help="measure the fish-eye lens of --source")
@argument("photos", "[PHOTO]...", "of the sheet, for --lens; none to look now", nargs=-1)
@language_option
@data_option
def command(**given: object) -> int:
    """Do the one thing asked for, or check and learn."""
    return run(Call(**given))  # type: ignore[arg-type]


def run(call: Call) -> int:
    """Do the one thing asked for, or check and learn."""
    if call.photos and not call.lens:
        raise WrongCallError("call.unknown", what=" ".join(call.photos))
    profiles = Profiles(call.data or default_folder())
    language = call.language
    try:
        if call.sheet:
            if call.sheet.suffix.lower() != ".pdf":
                raise PlainError("setup.sheet_is_pdf", path=call.sheet)
            return _write_file(call.sheet, sheet_pdf())
        if call.list_kept:
            return _list(profiles, language)
        if call.undo:
            profiles.undo(call.name)
            print(say(language, "learned.undone"))
            return 0
        if call.export_to:
            text = write_profile(profiles.load(call.name))
            return _write_file(call.export_to, text.encode())
        if call.import_from:
            return _take(profiles, call.import_from, language)
        if call.lens:
            lenses = Lenses(profiles.data_folder)
            return measure_lens_of(call.source, list(call.photos), lenses, language)
        return _check_and_learn(profiles, call, language)
    except ProfileError as error:
        raise CommandError(profile_sentence(error, language)) from None


def _write_file(path: Path, content: bytes) -> int:
    write_file(path, content)
    print(path)
    return 0


def _list(profiles: Profiles, language: Language) -> int:
    kept, troubled = profiles.all()
    for profile in kept:
        camera = f" ({profile.camera})" if profile.camera else ""
        colour = profile.inks.palette.sixth.value
        print(f"{profile.name}{camera}: {colour} set, edition {profile.edition}")
        if close := close_sentence(profile, language):
            print(f"  {close}")
    for trouble in troubled:
        print(profile_sentence(trouble, language))
    if not kept and not troubled:
        print(say(language, "setup.usual"))
    return 0


def _take(profiles: Profiles, path: Path, language: Language) -> int:
    with path.open("rb") as file:
        content = file.read(MOST_PROFILE_BYTES + 1)
    if len(content) > MOST_PROFILE_BYTES:
        raise CommandError(f"{path}: {say(language, 'setup.too_long')}")
    try:
        profile = read_profile(content.decode())
    except UnicodeDecodeError:
        raise ProfileError(KeptFault.NO_TEXT, name=str(path)) from None
    except ProfileError as error:
        raise error.of(str(path)) from None
    print(say(language, "setup.kept", name=profiles.add(profile).name))
    return 0


def _check_and_learn(profiles: Profiles, call: Call, language: Language) -> int:
    setup = Setup(profiles)
    picture_bgr, is_camera = _look(setup, call.source)
    findings = setup.findings()
    print("\n".join(_line(finding, language, setup.kind) for finding in findings))
    if call.check:
        return 1 if troubles(findings) else 0
    if not is_camera:
        raise CommandError(say(language, "setup.nothing_to_learn"))
    if sys.stdin.isatty():
        input(f"\n{say(language, 'setup.learn_text')} [Enter] ")
        picture_bgr, _ = _look(setup, call.source)
    lessoned = setup.learn(picture_bgr, call.name)
    print()
    for fault in lessoned.layout.faults:
        print(fault_sentence(fault, language))
    if lessoned.learned is None:
        return 1
    print(learned_sentence(lessoned.learned, language))
    return 0


def _line(finding: Finding, language: Language, kind: CameraKind) -> str:
    line = SIGNS[finding.standing] + check_name(finding, language)
    advice = check_advice(finding, language, kind)
    return f"{line}\n      {advice}" if advice else line


def _look(setup: Setup, spec: str) -> tuple[PictureBgr, bool]:
    """Watch the source for a while; its last picture, and whether it is what was asked for."""
    path = Path(spec)
    if path.is_file() and path.suffix.lower() in PHOTO_ENDINGS:
        try:
            return _read(setup, load_picture(path)), True
        except PictureError as error:
            raise picture_error(error) from None
    try:
        opened = open_source(spec, lambda: demo_source(lambda: Moment("", 0, 0)))
    except SourceError as error:
        raise source_error(error) from None
    with closing(opened.source) as source:
        if opened.notice:
            print(opened.notice)
        setup.look_with(source.name, kind=kind_of(spec))
        return _watch(setup, setup.straight(source)), not opened.notice


def _watch(setup: Setup, source: Source) -> PictureBgr:
    until_s = time.monotonic() + WATCH_S
    last, number = None, 0
    while time.monotonic() < until_s or last is None:
        picture = source.newest(number, 0.5)
        if picture is not None:
            last, number = picture, picture.number
            setup.saw(Seen(picture.at_s, SceneReport(SceneState.MOVING, picture.at_s), picture))
        elif time.monotonic() > until_s:
            raise PlainError("play.camera_silent", name=source.name)
    return _read(setup, last.picture_bgr)


def _read(setup: Setup, picture_bgr: PictureBgr) -> PictureBgr:
    at_s = time.monotonic()
    seen = read_picture(picture_bgr, None, setup.inks)
    report = SceneReport(SceneState.STILL, at_s)
    setup.saw(Seen(at_s, report, Picture(picture_bgr, at_s, 1), seen))
    return picture_bgr

"""Set up the camera and learn this tile set: the steps of the set-up page on the console."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from pathlib import Path

from assistant.commands import CommandError
from assistant.commands.files import write_file
from assistant.commands.lens import measure_lens_of
from assistant.commands.record_args import describe_language
from assistant.commands.store_args import describe_store
from assistant.session.actions import Moment
from assistant.session.camera_loop import Seen
from assistant.session.demo import demo_source
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
from assistant.words import Language, say
from calibration.checks.checks import Finding, Standing, troubles
from calibration.faults import KeptFault, ProfileError
from calibration.inks.profile import Profiles, read_profile, write_profile
from calibration.lens.kept import Lenses
from calibration.lens.sheet import sheet_pdf
from vision.pictures.load import PictureBgr, PictureError, load_picture
from vision.reading.read import read_picture
from vision.scene.report import SceneReport, SceneState
from vision.sources import Picture, Source, SourceError, open_source

WATCH_S = 3.0
"""How long the camera is watched before it is judged."""
SIGNS = {Standing.GREEN: "ok  ", Standing.RED: "!!  ", Standing.WAITING: "..  "}


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--source", default="auto", help="as for play; a photo also will do")
    parser.add_argument("--name", default="My table", help="what to call the profile")
    parser.add_argument("--check", action="store_true", help="only check the camera")
    parser.add_argument("--list", action="store_true", help="the kept profiles")
    parser.add_argument("--undo", action="store_true", help="forget what --name learned last")
    parser.add_argument("--export", metavar="FILE", help="write the profile --name to a file")
    parser.add_argument("--import", dest="taken", metavar="FILE", help="keep a profile from a file")
    parser.add_argument("--sheet", metavar="FILE.pdf", help="draw the sheet for fish-eye lenses")
    parser.add_argument(
        "--lens",
        nargs="*",
        metavar="PHOTO",
        help="measure the fish-eye lens of --source: photos of the sheet, or none to look now",
    )
    describe_language(parser)
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do the one thing asked for, or check and learn."""
    profiles = Profiles(arguments.data or default_folder())
    language = Language(arguments.language)
    try:
        if arguments.sheet:
            return _write_file(arguments.sheet, sheet_pdf())
        if arguments.list:
            return _list(profiles, language)
        if arguments.undo:
            profiles.undo(arguments.name)
            print(say(language, "learned.undone"))
            return 0
        if arguments.export:
            text = write_profile(profiles.load(arguments.name))
            return _write_file(arguments.export, text.encode())
        if arguments.taken:
            return _take(profiles, arguments.taken)
        if arguments.lens is not None:
            lenses = Lenses(profiles.data_folder)
            return measure_lens_of(arguments.source, arguments.lens, lenses, language)
        return _check_and_learn(profiles, arguments, language)
    except ProfileError as error:
        raise CommandError(profile_sentence(error, language)) from None


def _write_file(path: str, content: bytes) -> int:
    write_file(Path(path), content)
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


def _take(profiles: Profiles, path: str) -> int:
    try:
        profile = read_profile(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise ProfileError(KeptFault.NO_TEXT, name=path) from None
    except ProfileError as error:
        raise error.of(path) from None
    profiles.save(profile)
    print(profile.name)
    return 0


def _check_and_learn(profiles: Profiles, arguments: argparse.Namespace, language: Language) -> int:
    setup = Setup(profiles)
    picture_bgr = _look(setup, arguments.source)
    findings = setup.findings()
    print("\n".join(_told(finding, language) for finding in findings))
    if arguments.check:
        return 1 if troubles(findings) else 0
    if sys.stdin.isatty():
        input(f"\n{say(language, 'setup.learn_text')} [Enter] ")
        picture_bgr = _look(setup, arguments.source)
    lessoned = setup.learn(picture_bgr, arguments.name)
    print()
    for fault in lessoned.layout.faults:
        print(fault_sentence(fault, language))
    if lessoned.learned is None:
        return 1
    print(learned_sentence(lessoned.learned, language))
    return 0


def _told(finding: Finding, language: Language) -> str:
    line = SIGNS[finding.standing] + check_name(finding, language)
    advice = check_advice(finding, language)
    return f"{line}\n      {advice}" if advice else line


def _look(setup: Setup, spec: str) -> PictureBgr:
    """Watch the source for a while; its last picture."""
    path = Path(spec)
    if path.is_file() and path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp"):
        try:
            return _read(setup, load_picture(path))
        except PictureError as error:
            raise picture_error(error) from None
    try:
        opened = open_source(spec, lambda: demo_source(lambda: Moment("", 0, 0)))
    except SourceError as error:
        raise source_error(error) from None
    with closing(opened.source) as source:
        if opened.notice:
            print(opened.notice)
        setup.look_with(source.name)
        return _watch(setup, setup.straight(source))


def _watch(setup: Setup, source: Source) -> PictureBgr:
    until_s = time.monotonic() + WATCH_S
    last, number = None, 0
    while time.monotonic() < until_s or last is None:
        picture = source.newest(number, 0.5)
        if picture is not None:
            last, number = picture, picture.number
            setup.saw(Seen(picture.at_s, SceneReport(SceneState.MOVING, picture.at_s), picture))
        elif time.monotonic() > until_s:
            reason = source.state.reason or "it gives no picture"
            raise CommandError(f"{source.name}: {reason}")
    return _read(setup, last.picture_bgr)


def _read(setup: Setup, picture_bgr: PictureBgr) -> PictureBgr:
    at_s = time.monotonic()
    seen = read_picture(picture_bgr, None, setup.inks)
    report = SceneReport(SceneState.STILL, at_s)
    setup.saw(Seen(at_s, report, Picture(picture_bgr, at_s, 1), seen))
    return picture_bgr

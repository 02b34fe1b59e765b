"""Measuring a fish-eye lens on the console, from photos of the printed sheet or from a camera."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from assistant.session.demo import demo_source
from assistant.session.moment import Moment
from assistant.session.sentences_pictures import picture_error, source_error
from assistant.session.sentences_setup import sheet_sentence
from assistant.words import Language, PlainError
from calibration.lens.kept import Lenses
from calibration.lens.measuring import WANTED, LensMeasuring, SheetOutcome, SheetStep
from calibration.lens.views import ENOUGH
from vision.pictures.load import PictureBgr, PictureError, load_picture
from vision.sources import Source, SourceError, Stage, open_source

LOOK_EVERY_S = 0.7
"""Between two looks for the sheet: time to hold it somewhere else."""
PATIENCE_S = 90.0
"""So long nothing new may be seen of the sheet."""


def measure_lens_of(spec: str, photos: list[str], lenses: Lenses, language: Language) -> int:
    """Measure and keep the lens of a camera; the status is 1 where that was not possible."""
    try:
        demo = demo_source(lambda: Moment("", 0, 0))
        source = open_source(spec, lambda: demo, paced=False).source
    except SourceError as error:
        raise source_error(error) from None
    with closing(source):
        outcome = _by_photos(photos) if photos else _by_camera(source, language)
        print(sheet_sentence(outcome, language))
        if outcome.lens is not None:
            lenses.save(source.name, outcome.lens)
    return 0 if outcome.verdict is not None else 1


def _by_photos(photos: list[str]) -> SheetOutcome:
    """The lens by photos alone; three that differ will do."""
    measuring = LensMeasuring(wanted=len(photos) + 1)
    outcome = SheetOutcome(SheetStep.NOT_SEEN, 0)
    for photo in photos:
        try:
            outcome = measuring.see(load_picture(Path(photo)))
        except PictureError as error:
            raise picture_error(error) from None
        if outcome.step is SheetStep.NOT_SEEN:
            raise PlainError("lens.photo", photo=photo)
    return measuring.measure() if outcome.count >= ENOUGH else outcome


def _by_camera(source: Source, language: Language) -> SheetOutcome:
    """The lens by what the camera shows while somebody holds the sheet about."""
    measuring = LensMeasuring()
    outcome = SheetOutcome(SheetStep.SEEN, 0)
    print(sheet_sentence(outcome, language))
    for picture_bgr in _looks(source):
        outcome = measuring.see(picture_bgr)
        if outcome.step is SheetStep.MEASURED:
            return outcome
        if outcome.step is SheetStep.SEEN:
            print(sheet_sentence(outcome, language), flush=True)
    return measuring.measure() if ENOUGH <= outcome.count < WANTED else outcome


def _looks(source: Source) -> Iterator[PictureBgr]:
    """A picture now and then, until the source ends or patience does."""
    until_s, number = time.monotonic() + PATIENCE_S, 0
    while time.monotonic() < until_s and source.state.stage is not Stage.ENDED:
        picture = source.newest(number, LOOK_EVERY_S)
        if picture is not None:
            number = picture.number
            yield picture.picture_bgr
            if not picture.name:
                time.sleep(LOOK_EVERY_S)

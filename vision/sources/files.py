"""Recorded pictures: films, folders of photos, and photos handed in one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2

from vision.pictures.load import PictureError, load_picture
from vision.sources.capture import open_capture, retrieve_pixels
from vision.sources.shown import Shot, ShownSource
from vision.sources.source import SourceError, SourceFault

PHOTO_ENDINGS = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp"))
SECONDS_A_PHOTO = 3.0
"""How long each photo of a folder is shown when paced: time to settle and be read."""


def film_source(path: Path, *, paced: bool = True) -> ShownSource:
    """A film with the times its container gives."""
    capture = open_capture(str(path), cv2.CAP_FFMPEG)
    if capture is None:
        raise SourceError(SourceFault.NO_FILM, path)
    return ShownSource(path.name, _film_shots(capture), paced=paced)


def _film_shots(capture: cv2.VideoCapture) -> Iterator[Shot]:
    """Every frame; one that is passed over is never converted to pixels."""
    try:
        at_s, fps = -1.0, capture.get(cv2.CAP_PROP_FPS) or 30.0
        while capture.grab():
            stamp_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            # Some containers have no times, or the same for several frames.
            at_s = stamp_s if stamp_s > at_s else at_s + 1 / fps
            yield Shot(at_s, lambda: retrieve_pixels(capture))
    finally:
        capture.release()


def list_photos(folder: Path) -> tuple[Path, ...]:
    """The photos of a folder in the order of their names."""
    files = (path for path in folder.iterdir() if not path.name.startswith("."))
    return tuple(sorted(path for path in files if path.suffix.lower() in PHOTO_ENDINGS))


class PhotosSource(ShownSource):
    """Photos in order; those that cannot be read are left out and told in `refused`."""

    def __init__(
        self,
        name: str,
        photos: Iterable[Path],
        *,
        paced: bool = True,
        seconds_a_photo: float = SECONDS_A_PHOTO,
    ) -> None:
        self.refused: list[PictureError] = []
        shots = self._shots_of(tuple(photos), seconds_a_photo)
        super().__init__(name, shots, paced=paced)

    def _shots_of(self, photos: tuple[Path, ...], seconds_a_photo: float) -> Iterator[Shot]:
        for place, photo in enumerate(photos):
            try:
                picture_bgr = load_picture(photo)
            except PictureError as error:
                self.refused.append(error)
                continue
            at_s = place * seconds_a_photo
            yield Shot(at_s, lambda seen=picture_bgr: seen, photo.name, is_photo=True)  # type: ignore[misc]


def folder_source(folder: Path, *, paced: bool = True) -> PhotosSource:
    """All photos of a folder."""
    photos = list_photos(folder)
    if not photos:
        raise SourceError(SourceFault.NO_PHOTOS, folder)
    return PhotosSource(folder.name, photos, paced=paced)

"""Recorded pictures: films, folders of photos, and photos handed in one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import cv2

from vision.pictures.heic import is_heic
from vision.pictures.load import PictureError, load_picture
from vision.pictures.taken import exif_time_s
from vision.sources.capture import open_capture, retrieve_pixels
from vision.sources.shown import Shot, ShownSource
from vision.sources.source import SourceError, SourceFault

PHOTO_ENDINGS = frozenset((".jpg", ".jpeg", ".heic", ".heif", ".png", ".webp", ".bmp"))
SECONDS_A_PHOTO = 3.0
"""How long each photo of a folder is shown when paced: time to settle and be read."""
LEAST_BETWEEN_S = 2.0
"""No turn is laid and photographed faster: files written closer together are copies."""
EXIF_BYTES = 1 << 17
"""The EXIF block stands at a photo's beginning and is at most 64 kB long."""


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


def times_taken(photos: Sequence[Path]) -> Mapping[Path, float | None]:
    """When each photo was taken, by EXIF; else by the files' times, where those can be true.

    Files that were copied carry the time of the copy: all at once, or in no order.
    """
    by_camera = {photo: _exif_s(photo) for photo in photos}
    if all(taken_s is not None for taken_s in by_camera.values()):
        return by_camera
    try:
        by_file = {photo: photo.stat().st_mtime for photo in photos}
    except OSError:
        return by_camera
    times_s = list(by_file.values())
    gaps_s = [later - earlier for earlier, later in pairwise(times_s)]
    if not gaps_s or min(gaps_s) < LEAST_BETWEEN_S:
        return by_camera
    return by_file


def _exif_s(photo: Path) -> float | None:
    try:
        with photo.open("rb") as file:
            start = file.read(EXIF_BYTES)
            # In a HEIC it may stand anywhere.
            return exif_time_s(start + file.read() if is_heic(start) else start)
    except OSError:
        return None


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
        taken_s = times_taken(photos)
        for place, photo in enumerate(photos):
            try:
                picture_bgr = load_picture(photo)
            except PictureError as error:
                self.refused.append(error)
                continue
            at_s = place * seconds_a_photo
            yield Shot(
                at_s,
                lambda seen=picture_bgr: seen,  # type: ignore[misc]
                photo.name,
                is_photo=True,
                taken_s=taken_s[photo],
            )


def folder_source(folder: Path, *, paced: bool = True) -> PhotosSource:
    """All photos of a folder."""
    photos = list_photos(folder)
    if not photos:
        raise SourceError(SourceFault.NO_PHOTOS, folder)
    return PhotosSource(folder.name, photos, paced=paced)

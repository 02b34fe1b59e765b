"""Lenses that were measured: kept by camera, and taken out of that camera's pictures."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from calibration.faults import KeptFault, ProfileError, disk_error
from calibration.inks.profile import write_whole
from vision.lens import Lens, read_lens, write_lens
from vision.sources import Picture, Source, SourceState

FOLDER = "lenses"


class Lenses:
    """The kept lenses: one file a camera, since a lens belongs to it whatever set is played."""

    def __init__(self, data_folder: Path) -> None:
        self._folder = data_folder / FOLDER

    def of(self, camera: str) -> Lens | None:
        """This camera's lens, if it was measured; ProfileError says why it cannot be used."""
        path = self._path(camera)
        try:
            return read_lens(path.read_text(encoding="utf-8")) if path.exists() else None
        except OSError as error:
            raise disk_error(error, path.name) from error
        except UnicodeDecodeError as error:
            raise ProfileError(KeptFault.NO_TEXT, name=path.name) from error
        except ProfileError as error:
            raise error.of(path.name) from error

    def save(self, camera: str, lens: Lens) -> Path:
        """Keep a camera's lens; what was kept before is replaced."""
        path = self._path(camera)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, write_lens(lens))
        except OSError as error:
            raise disk_error(error, path.name) from error
        return path

    def forget(self, camera: str) -> None:
        """Use this camera's pictures as they come."""
        self._path(camera).unlink(missing_ok=True)

    def _path(self, camera: str) -> Path:
        slug = re.sub(r"[^a-z0-9]+", "-", camera.lower()).strip("-")
        return self._folder / f"{slug}-{zlib.crc32(camera.encode()):08x}.json".lstrip("-")


class StraightSource:
    """A camera whose lens, once measured, is taken out of its pictures.

    Pictures of another size than the lens was measured for come as they are.
    """

    def __init__(self, source: Source, lens: Callable[[], Lens | None]) -> None:
        self._source = source
        self._lens = lens

    @property
    def name(self) -> str:
        """The camera's own name."""
        return self._source.name

    @property
    def state(self) -> SourceState:
        """How the camera is doing."""
        return self._source.state

    def newest(self, after: int = 0, timeout_s: float = 1.0) -> Picture | None:
        """The newest picture, made straight."""
        picture = self._source.newest(after, timeout_s)
        if picture is None:
            return None
        lens = self._lens()
        high, wide = picture.picture_bgr.shape[:2]
        if lens is None or (wide, high) != lens.size_wh:
            return picture
        return replace(picture, picture_bgr=lens.straighten(picture.picture_bgr))

    def close(self) -> None:
        """Let go of the camera."""
        self._source.close()

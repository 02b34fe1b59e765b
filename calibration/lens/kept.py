"""Lenses that were measured, kept by camera."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from calibration.faults import KeptFault, ProfileError, disk_error, read_kept
from calibration.inks.profile import write_whole
from vision.lens import Lens

FOLDER = "lenses"
VERSION = 1


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


def write_lens(lens: Lens) -> str:
    """A lens as JSON text."""
    encoded: dict[str, Any] = {
        "version": VERSION,
        "size_wh": list(lens.size_wh),
        "matrix": lens.matrix.round(6).tolist(),
        "distortion": lens.distortion.round(9).tolist(),
        "misfit_px": round(lens.misfit_px, 4),
    }
    return json.dumps(encoded) + "\n"


def read_lens(text: str) -> Lens:
    """A lens from JSON text; ProfileError says what is wrong with it."""
    encoded = read_kept(text, VERSION)
    try:
        wide, high = (int(side) for side in encoded["size_wh"])
        matrix = np.array(encoded["matrix"], np.float64)
        distortion = np.array(encoded["distortion"], np.float64)
        misfit_px = float(encoded["misfit_px"])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ProfileError(KeptFault.PART, error) from None
    sound = matrix.shape == (3, 3) and distortion.shape == (5,) and wide > 0 and high > 0
    if not sound or not np.isfinite([*matrix.ravel(), *distortion]).all() or matrix[0, 0] <= 0:
        raise ProfileError(KeptFault.PART, "its numbers make no lens")
    return Lens((wide, high), matrix, distortion, misfit_px)

"""A profile: the inks of one tile set under one light as one camera shows them, and its file."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from assistant.tiles import Colour, Palette, parse_colour
from calibration.faults import KeptFault, ProfileError, disk_error, read_kept
from calibration.inks.lesson import Lesson
from vision.reading.inks import Inks, Lamp
from vision.reading.print_light import PrintLight

VERSION = 1
MOST_LESSONS = 8
"""Older ones are forgotten: a profile never grows beyond some 50 kB."""
KEPT_BEFORE = 3
"""So many earlier editions of a profile can be gone back to."""
LONGEST_NAME = 80
MOST_PROFILE_BYTES = 400_000
"""Of a file; the longest that is written has 50,000."""
MOST_CLOSE = 21
"""Pairs of seven colours."""
CLOSEST_INKS = 0.02
"""Two inks nearer than this are no two colours; those of the usual sets are 0.2 apart or more."""
LARGEST_NUMBER = 1e6
"""Features of inks and light are below ten."""
FOLDER = "profiles"


@dataclass(frozen=True, slots=True)
class Profile:
    """What was learned of one set in one room."""

    name: str
    inks: Inks
    camera: str = ""
    close: tuple[tuple[Colour, Colour, float], ...] = ()
    """Pairs of colours that are hard to tell apart here, with the share that would be mistaken."""
    lessons: tuple[Lesson, ...] = ()
    """What it was made from, to learn on and to compare by."""
    edition: int = 1
    """Counts up as it learns more."""

    @property
    def cubes(self) -> bool:
        """Whether it is a set of cubes."""
        return any(lesson.cubes for lesson in self.lessons)

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ValueError("a profile needs a name")


class Profiles:
    """The kept profiles: one file each, with some earlier editions beside it."""

    def __init__(self, data_folder: Path) -> None:
        self.data_folder = data_folder
        self._folder = data_folder / FOLDER

    def names(self) -> tuple[str, ...]:
        """Every kept profile that can be read, by name."""
        return tuple(profile.name for profile in self.all()[0])

    def all(self) -> tuple[tuple[Profile, ...], tuple[ProfileError, ...]]:
        """Every profile that can be read, and what is wrong with each that cannot."""
        profiles, troubles = [], []
        for path in sorted(self._folder.glob("*.json")):
            try:
                profiles.append(_load(path))
            except ProfileError as error:
                troubles.append(error)
        return tuple(sorted(profiles, key=lambda profile: profile.name)), tuple(troubles)

    def load(self, name: str) -> Profile:
        """One profile; ProfileError says why it cannot be."""
        path = self._path(name)
        if not path.exists():
            raise ProfileError(KeptFault.UNKNOWN, name=name)
        return _load(path)

    def save(self, profile: Profile) -> Path:
        """Keep a profile; what was kept under its name can be gone back to."""
        path = self._path(profile.name)
        text = write_profile(profile)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            # The new one is whole before any old one moves: a full disk takes nothing away.
            fresh = write_beside(path, text)
            for step in range(KEPT_BEFORE - 1, -1, -1):
                older = self._before(path, step)
                if older.exists():
                    older.replace(self._before(path, step + 1))
            fresh.replace(path)
        except OSError as error:
            raise disk_error(error, profile.name) from error
        return path

    def add(self, profile: Profile) -> Profile:
        """Keep a profile that comes from elsewhere, under a name that is free."""
        base, name, number = profile.name, profile.name, 1
        while self._path(name).exists():
            number += 1
            name = f"{base[: LONGEST_NAME - 4]} {number}"
        free = replace(profile, name=name)
        self.save(free)
        return free

    def has_before(self, name: str) -> bool:
        """Whether there is an earlier edition to go back to."""
        return self._before(self._path(name), 1).exists()

    def undo(self, name: str) -> Profile | None:
        """Go back to the edition before; None where that was no profile at all."""
        path = self._path(name)
        if not path.exists():
            raise ProfileError(KeptFault.UNKNOWN, name=name)
        path.unlink()
        for step in range(1, KEPT_BEFORE + 1):
            older = self._before(path, step)
            if older.exists():
                older.replace(self._before(path, step - 1))
        return _load(path) if path.exists() else None

    def forget(self, name: str) -> None:
        """Remove a profile and all its editions."""
        path = self._path(name)
        for step in range(KEPT_BEFORE + 1):
            self._before(path, step).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / file_name(name)

    def _before(self, path: Path, step: int) -> Path:
        return path if step == 0 else path.with_suffix(f".before-{step}")


def file_name(name: str) -> str:
    """What a profile's file is called."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if slug != name:
        # Names that differ only in what a file name cannot hold stay apart.
        slug = f"{slug}-{zlib.crc32(name.encode()):08x}".strip("-")
    return f"{slug}.json"


def write_profile(profile: Profile) -> str:
    """A profile as JSON text."""
    inks, lamp = profile.inks, profile.inks.lamp
    encoded: dict[str, Any] = {
        "version": VERSION,
        "name": profile.name,
        "camera": profile.camera,
        "edition": profile.edition,
        "sixth": inks.palette.sixth.value,
        "means": inks.means.round(6).tolist(),
        "between": inks.between.round(8).tolist(),
        "within": inks.within.round(8).tolist(),
        "lamp": None
        if lamp is None
        else {
            "blue": lamp.blue,
            "red": lamp.red,
            "contrast": lamp.contrast,
            "black": lamp.black.round(6).tolist(),
        },
        "close": [[one.value, other.value, share] for one, other, share in profile.close],
        "lessons": [
            {
                "light": lesson.light.inks.round(6).tolist(),
                "black": lesson.light.black.round(6).tolist(),
                "colours": [colour.value for colour in lesson.colours],
                **({"cubes": True} if lesson.cubes else {}),
            }
            for lesson in profile.lessons
        ],
    }
    return json.dumps(encoded) + "\n"


def read_profile(text: str) -> Profile:
    """A profile from JSON text; ProfileError says what is wrong with it."""
    encoded = read_kept(text, VERSION)
    try:
        return Profile(
            _text(encoded["name"]),
            _inks(encoded),
            _text(encoded.get("camera", "")),
            tuple(
                (parse_colour(one), parse_colour(other), _number(share))
                for one, other, share in encoded["close"][:MOST_CLOSE]
            ),
            tuple(_lesson(one) for one in encoded["lessons"][-MOST_LESSONS:]),
            int(_number(encoded["edition"])),
        )
    except ProfileError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise ProfileError(KeptFault.PART, error) from None


def _inks(encoded: Mapping[str, Any]) -> Inks:
    lamp, means = encoded["lamp"], _array(encoded["means"], (6, 4))
    apart = np.linalg.norm(means[:, None] - means[None, :], axis=2)[~np.eye(6, dtype=bool)]
    if apart.min() < CLOSEST_INKS:
        raise ProfileError(KeptFault.ALIKE)
    return Inks(
        Palette(parse_colour(encoded["sixth"])),
        means,
        _spread(encoded["between"]),
        _spread(encoded["within"]),
        None
        if lamp is None
        else Lamp(
            _number(lamp["blue"]),
            _number(lamp["red"]),
            _number(lamp["contrast"]),
            _array(lamp["black"], (3,)),
        ),
    )


def _lesson(encoded: Mapping[str, Any]) -> Lesson:
    colours = tuple(parse_colour(colour) for colour in encoded["colours"])
    light = _array(encoded["light"], (len(colours), 3))
    seen = PrintLight(light, _array(encoded["black"], (3,)))
    return Lesson(seen, colours, encoded.get("cubes") is True)


def _text(value: object) -> str:
    text = str(value)[:LONGEST_NAME]
    text.encode()  # half a character is none that a page can show
    return text


def _number(value: object) -> float:
    return float(_array(value, ()))


def _array(encoded: object, shape: tuple[int, ...]) -> np.ndarray[Any, np.dtype[np.float64]]:
    array = np.array(encoded, np.float64)
    if array.shape != shape:
        raise ValueError(f"{array.shape} numbers came where {shape} were expected")
    if not (np.abs(array) < LARGEST_NUMBER).all():
        raise ValueError("a number is not finite or far too large")
    return array


def _spread(encoded: object) -> np.ndarray[Any, np.dtype[np.float64]]:
    spread = _array(encoded, (6, 4, 4))
    if np.linalg.eigvalsh((spread + spread.transpose(0, 2, 1)) / 2).min() <= 0:
        raise ValueError("a spread is not positive")
    return spread


def _load(path: Path) -> Profile:
    try:
        return read_profile(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise disk_error(error, path.name) from error
    except UnicodeDecodeError as error:
        raise ProfileError(KeptFault.NO_TEXT, name=path.name) from error
    except ProfileError as error:
        raise error.of(path.name) from error


def write_whole(path: Path, text: str) -> None:
    """Write beside and then replace, so that a file is never half written."""
    write_beside(path, text).replace(path)


def write_beside(path: Path, text: str) -> Path:
    """Write what is to replace a file; where it lies, whole and on the disk."""
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return fresh

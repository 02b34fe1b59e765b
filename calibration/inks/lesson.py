"""What a picture with known colours teaches, free of its pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assistant.tiles import Colour, Palette, Shape
from calibration.inks.holes import count_face_down
from vision.pictures.load import PictureBgr
from vision.reading.colour import classify_colours
from vision.reading.cube_colours import classify_cube_colours
from vision.reading.cubes import find_tops
from vision.reading.inks import Inks
from vision.reading.print_light import PrintLight, print_light
from vision.reading.read import find_tiles
from vision.reading.shape import SHAPES

LEAST_PROBABILITY = 1e-4
"""A reading that was flatly wrong costs this much and no more: one tile must not decide alone."""
SAME = 1e-3
"""Surprise a face that makes no difference: both ways are sure and right."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The light of a picture's faces with the colours they really have."""

    light: PrintLight
    colours: tuple[Colour, ...]
    cubes: bool = False
    """Whether they are cubes: nobody has measured their inks, so any are usual."""

    def __post_init__(self) -> None:
        if len(self.light.inks) != len(self.colours):
            faces = len(self.light.inks)
            raise ValueError(f"{faces} faces cannot have {len(self.colours)} colours")

    def __len__(self) -> int:
        return len(self.colours)

    def subset(self, rows: list[int]) -> Lesson:
        """The same picture, of which only some faces are known."""
        light = PrintLight(self.light.inks[rows], self.light.black)
        return Lesson(light, tuple(self.colours[row] for row in rows), self.cubes)


@dataclass(frozen=True, slots=True)
class Mark:
    """How well inks read some lessons."""

    faces: int = 0
    wrong: int = 0
    surprise: float = 0.0
    """Sum of the negative log probability of the true colours."""

    def __add__(self, other: Mark) -> Mark:
        return Mark(
            self.faces + other.faces, self.wrong + other.wrong, self.surprise + other.surprise
        )

    def is_no_worse_than(self, other: Mark) -> bool:
        """Whether nothing is lost: neither a right reading nor honesty about doubt."""
        slack = SAME * self.faces
        return self.wrong <= other.wrong and self.surprise <= other.surprise + slack


def mark(lesson: Lesson, palette: Palette, inks: Inks | None = None) -> Mark:
    """How these inks, or the usual ones, read a lesson."""
    classify = classify_cube_colours if lesson.cubes else classify_colours
    classified = classify(lesson.light, palette, inks).probabilities
    order = list(Colour)
    true = np.array([order.index(colour) for colour in lesson.colours], np.int64)
    held = classified[np.arange(len(true)), true]
    surprise = -np.log(np.maximum(held, LEAST_PROBABILITY)).sum()
    return Mark(len(true), int((classified.argmax(axis=1) != true).sum()), float(surprise))


@dataclass(frozen=True, slots=True)
class Spread:
    """Faces that lie on the table, their colours not yet known."""

    light: PrintLight
    shapes: tuple[Shape, ...]
    centres_px: tuple[tuple[float, float], ...]
    face_down: int = 0
    """Tiles that lie face down, as far as that can be told."""
    cubes: bool = False


def spread_of(picture_bgr: PictureBgr, cubes: bool = False) -> Spread:
    """The faces in a picture of tiles, or the tops in one of cubes."""
    if cubes:
        cuts, shapes, at = find_tops(picture_bgr)
        places = tuple((float(x), float(y)) for x, y in at)
        return Spread(print_light(cuts), shapes, places, cubes=True)
    faces, backs = find_tiles(picture_bgr)
    best = faces.shapes[:, : len(SHAPES)].argmax(axis=1)
    centres = tuple((float(x), float(y)) for x, y in faces.centres_px)
    light = print_light(faces.cuts_bgr)
    hidden = count_face_down(picture_bgr, faces)
    return Spread(light, tuple(SHAPES[k] for k in best), centres, max(len(backs), hidden))

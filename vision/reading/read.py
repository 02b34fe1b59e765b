"""Reading a picture: from pixels to the tiles on the table, their cells and how sure we are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assistant.board import Cell
from assistant.tiles import Colour, Palette
from vision.observation import Observation, Sighting, Stray, StraySighting
from vision.reading.colour import Colours, Inks, print_light, tell_colours
from vision.reading.complaints import complaints_about
from vision.reading.faces import Faces, corners_of, edges_px, face_share
from vision.reading.filters import (
    FEW_SURE,
    all_alike,
    bare_backs,
    holes,
    odd_ones,
    of_no_ink,
    pale_few,
    scattered,
)
from vision.reading.neighbours import FEW
from vision.reading.prints import FACE_PX, Picture
from vision.reading.search import FACE_SURE, find_faces
from vision.reading.shape import BACK, SHAPES

Point = tuple[float, float]

PRINT_REACH = 0.4
"""A face can be read when this much of a tile to each side of its centre is in the picture."""


def read_picture(
    picture_bgr: Picture, palette: Palette | None = None, inks: Inks | None = None
) -> Observation:
    """All tiles on an upright picture, uint8 (H, W, 3); palette and inks where the set is known."""
    high, wide = picture_bgr.shape[:2]
    faces, backs = find_tiles(picture_bgr)
    colours = tell_colours(print_light(faces.cuts_bgr), palette, inks)
    if (strange := of_no_ink(faces, colours)).any():
        faces = faces.subset(~strange)
        colours = tell_colours(print_light(faces.cuts_bgr), palette, inks)
    inside = _inside(faces, (wide, high))
    if all_alike(faces, colours):
        return read_nothing(picture_bgr)
    sightings = _sightings(faces, colours)
    if len(faces) < FEW and any(_face_sureness(one) < FEW_SURE for one in sightings):
        return read_nothing(picture_bgr)
    tiles = tuple(s for k, s in enumerate(sightings) if faces.belongs[k] and inside[k])
    strays = [
        _stray(Stray.LOOSE if inside[k] else Stray.CUT, sighting)
        for k, sighting in enumerate(sightings)
        if not (faces.belongs[k] and inside[k])
    ]
    strays += [_stray(Stray.BLANK, blank) for blank in _blanks(backs)]
    on_grid = faces.subset(faces.belongs & inside)
    return Observation(
        size_wh=(wide, high),
        sightings=tiles,
        strays=tuple(strays),
        complaints=complaints_about(picture_bgr, on_grid.cuts_bgr, on_grid.frames_px, tiles),
        palette=colours.palette if colours.palette_certainty > 0.9 else palette,
        tile_px=float(np.median(edges_px(on_grid.frames_px))) if len(on_grid) else 0.0,
    )


def _face_sureness(sighting: Sighting) -> float:
    """How surely it is a face of one of two colours: few tiles cannot tell those by the light."""
    return sum(sorted(sighting.colours.values())[-2:]) * max(sighting.shapes.values())


def find_tiles(picture_bgr: Picture) -> tuple[Faces, Faces]:
    """The readable faces of a picture, their colours not told yet, and the tiles face down."""
    faces = find_faces(picture_bgr)
    faces = faces.subset(~odd_ones(faces) & ~bare_backs(picture_bgr, faces))
    backs = faces.subset(faces.shapes[:, BACK] >= FACE_SURE)
    faces = faces.subset(face_share(faces.shapes) >= FACE_SURE)
    faces = faces.subset(~scattered(faces) & ~pale_few(faces))
    return faces.subset(~holes(picture_bgr, faces)), backs


def read_nothing(picture_bgr: Picture) -> Observation:
    """What is said of a picture without tiles."""
    high, wide = picture_bgr.shape[:2]
    empty = np.zeros((0, FACE_PX, FACE_PX, 3), np.uint8)
    complaints = complaints_about(picture_bgr, empty, np.zeros((0, 2, 2)), ())
    return Observation(size_wh=(wide, high), complaints=complaints)


def _inside(faces: Faces, size_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Whether the whole print of each face is in the picture."""
    corners = corners_of(faces.centres_px, faces.frames_px, PRINT_REACH)
    return np.asarray(((corners >= 0) & (corners <= np.array(size_wh) - 1)).all((1, 2)), np.bool_)


def _sightings(faces: Faces, colours: Colours) -> list[Sighting]:
    """Every face as a value without pixels; what the net holds for no face is spread evenly."""
    spare = (1 - face_share(faces.shapes)) / len(SHAPES)
    shapes = (faces.shapes[:, : len(SHAPES)] + spare[:, None]).tolist()
    shades = colours.probabilities.tolist()
    return [
        Sighting(
            dict(zip(Colour, shade, strict=True)),
            dict(zip(SHAPES, shape, strict=True)),
            centre,
            corners,
            cell,
        )
        for (cell, centre, corners), shade, shape in zip(
            _places(faces), shades, shapes, strict=True
        )
    ]


def _blanks(backs: Faces) -> list[Sighting]:
    return [Sighting({}, {}, centre, corners, cell) for cell, centre, corners in _places(backs)]


def _places(faces: Faces) -> list[tuple[Cell, Point, tuple[Point, ...]]]:
    """Cell, centre and corners of every face."""
    corners = corners_of(faces.centres_px, faces.frames_px).tolist()
    rows = zip(faces.cells.tolist(), faces.centres_px.tolist(), corners, strict=True)
    return [
        (Cell(*cell), (centre[0], centre[1]), tuple((x, y) for x, y in around))
        for cell, centre, around in rows
    ]


def _stray(why: Stray, sighting: Sighting) -> StraySighting:
    read = None if why is Stray.BLANK else sighting
    return StraySighting(why, sighting.centre_px, sighting.corners_px, read)

"""Reading a picture: from pixels to the tiles on the table, their cells and how sure we are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.board import Cell
from assistant.tiles import Colour, Palette
from vision.colour import Colours, ink_light, tell_colours
from vision.complaints import complaints_about
from vision.faces import (
    FACE_PX,
    Floats,
    Picture,
    Prints,
    brightness,
    cut_faces,
    find_prints,
)
from vision.lattice import Lattice, find_lattice
from vision.observation import Observation, Sighting, Stray, StraySighting
from vision.shape import BACK, NO_FACE, SHAPES, shape_probabilities

Point = tuple[float, float]

WORKING_PX = 960
"""Longest side of the picture in which faces are looked for first."""
FINEST_PX = 1920
"""Longest side of the second look, when the tiles are small or none was found."""
SMALL_TILE_PX = 20.0
"""Tiles smaller than this in the working picture get the second look."""
CUT_TILE_PX = 48.0
"""Faces are cut from a picture in which tiles are about this large, so that nothing flickers."""
FACE_SURE = 0.5
"""A print is taken for a face when the net gives it at least this."""
FOUND_SURE = 0.9
"""A face where no print was found, beside the others, must be this sure."""
PRINT_REACH = 0.4
"""A face can be read when this much of a tile to each side of its centre is in the picture."""


ODD_BLACK = 0.3
"""A face whose black reaches this far from the others' black to their print is an odd one..."""
ODD_SURE = 0.99
"""...unless the net is this sure of it: glare brightens the black of real tiles too."""
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Steps to the cells around one, those that share an edge first."""


@dataclass(frozen=True, slots=True)
class Faces:
    """What was found in a picture before colours are told, in its pixels; one row each."""

    centres_px: Floats
    cells: NDArray[np.int64]
    belongs: NDArray[np.bool_]
    frames_px: Floats
    shapes: Floats
    """(N, ANSWERS) from the net."""
    cuts_bgr: Picture
    """(N, FACE_PX, FACE_PX, 3)"""

    def __len__(self) -> int:
        return len(self.cells)

    def subset(self, rows: NDArray[np.bool_]) -> Faces:
        """The faces of the chosen rows."""
        return Faces(*(getattr(self, name)[rows] for name in self.__slots__))

    def with_more(self, more: Faces) -> Faces:
        """These faces and then those."""
        names = self.__slots__
        return Faces(*(np.concatenate([getattr(self, n), getattr(more, n)]) for n in names))


def read_picture(picture_bgr: Picture, palette: Palette | None = None) -> Observation:
    """All tiles on an upright picture, uint8 (H, W, 3); the palette where the set is known."""
    high, wide = picture_bgr.shape[:2]
    faces = _find_faces(picture_bgr)
    backs = faces.subset(faces.shapes[:, BACK] >= FACE_SURE)
    faces = faces.subset(_face_share(faces.shapes) >= FACE_SURE)
    faces = faces.subset(~_odd_ones(faces))
    inside = _inside(faces, (wide, high))
    colours = tell_colours(ink_light(faces.cuts_bgr), palette)
    sightings = _sightings(faces, colours)
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
        tile_px=float(np.median(_edges(on_grid.frames_px))) if len(on_grid) else 0.0,
    )


def _find_faces(picture_bgr: Picture) -> Faces:
    """Faces at the working size, or at the finest when the tiles are small there or none is."""
    longest = max(picture_bgr.shape[:2])
    faces = _find_faces_at(picture_bgr, min(1.0, WORKING_PX / longest))
    edge = float(np.median(_edges(faces.frames_px))) if len(faces) else 0.0
    if edge * min(1.0, WORKING_PX / longest) >= SMALL_TILE_PX:
        return faces
    finer = _find_faces_at(picture_bgr, min(FINEST_PX / longest, 2.0))
    return finer if _worth(finer) >= _worth(faces) else faces


def _worth(faces: Faces) -> float:
    return float(_face_share(faces.shapes).sum())


def _find_faces_at(picture_bgr: Picture, scale: float) -> Faces:
    """Faces and face-like places found in the picture at a scale, in pixels of the picture."""
    working = _resized(picture_bgr, scale)
    size_wh = (working.shape[1], working.shape[0])
    prints = find_prints(working)
    lattice, shapes, cuts = _look(working, prints, find_lattice(prints, size_wh))
    real = _face_share(shapes) >= FACE_SURE
    if not real.all():
        prints = prints.subset(real)
        lattice, shapes, cuts = _look(working, prints, find_lattice(prints, size_wh))
    faces = Faces(
        prints.centres_px, lattice.cells, lattice.belongs, lattice.frames_px, shapes, cuts
    )
    faces = faces.with_more(_beside(working, faces))
    centres = (faces.centres_px + 0.5) / scale - 0.5
    return Faces(
        centres, faces.cells, faces.belongs, faces.frames_px / scale, faces.shapes, faces.cuts_bgr
    )


def _look(working: Picture, prints: Prints, lattice: Lattice) -> tuple[Lattice, Floats, Picture]:
    """The faces at the prints under the lattice's directions, or halfway between if that fits.

    Tiles that meet only at corners, or a lone one, do not tell the directions; their faces do.
    """
    cuts = cut_at_size(working, prints.centres_px, lattice.frames_px)
    shapes = shape_probabilities(cuts)
    share = _face_share(shapes)
    if not len(prints) or share.mean() > 0.6:
        return lattice, shapes, cuts
    half = np.array([[1, -1], [1, 1]]) / np.sqrt(2)
    frames = lattice.frames_px @ half
    turned_cuts = cut_at_size(working, prints.centres_px, frames)
    turned_shapes = shape_probabilities(turned_cuts)
    if _face_share(turned_shapes).sum() <= share.sum() + 0.5:
        return lattice, shapes, cuts
    turned = find_lattice(prints, (working.shape[1], working.shape[0]), turn=np.pi / 4)
    cuts = cut_at_size(working, prints.centres_px, turned.frames_px)
    return turned, shape_probabilities(cuts), cuts


def _odd_ones(faces: Faces) -> NDArray[np.bool_]:
    """Doubtful faces whose black is far brighter than the others': framed print, not tiles."""
    if not len(faces):
        return np.zeros(0, np.bool_)
    ordered = np.sort(brightness(faces.cuts_bgr)[:, ::2, ::2].reshape(len(faces), -1), axis=1)
    dark = ordered[:, int(0.2 * ordered.shape[1])].astype(np.float64)
    usual, light = np.median(dark), np.median(ordered[:, int(0.92 * ordered.shape[1])])
    odd = dark > usual + ODD_BLACK * (light - usual)
    return np.asarray(odd & (_face_share(faces.shapes) < ODD_SURE), np.bool_)


def _beside(working: Picture, faces: Faces) -> Faces:
    """Faces on empty cells beside the known ones whose print did not stand out by itself."""
    known = {
        tuple(cell) for cell, on in zip(faces.cells.tolist(), faces.belongs, strict=True) if on
    }
    places: dict[tuple[int, int], tuple[Floats, Floats]] = {}
    for k in np.nonzero(faces.belongs)[0]:
        x, y = faces.cells[k]
        for dx, dy in AROUND:
            cell = (int(x + dx), int(y + dy))
            if cell not in known and cell not in places:
                frame = faces.frames_px[k]
                places[cell] = (faces.centres_px[k] + frame @ np.array([dx, dy]), frame)
    if not places:
        return faces.subset(np.zeros(len(faces), np.bool_))
    cells = np.array(list(places), np.int64)
    centres = np.array([centre for centre, _ in places.values()])
    frames = np.array([frame for _, frame in places.values()])
    rows = _printed(cut_at_size(working, centres, frames))
    cells, centres, frames = cells[rows], centres[rows], frames[rows]
    cuts = cut_at_size(working, centres, frames)
    centres = centres + np.einsum("nij,nj->ni", frames, _print_offset(cuts))
    cuts = cut_at_size(working, centres, frames)
    shapes = shape_probabilities(cuts)
    sure = (_face_share(shapes) >= FOUND_SURE) | (shapes[:, BACK] >= FOUND_SURE)
    found = Faces(centres, cells, np.ones(len(cells), np.bool_), frames, shapes, cuts)
    return found.subset(sure)


def _printed(cuts_bgr: Picture) -> NDArray[np.bool_]:
    """Whether a cut could show a tile: mostly dark, or dark with something bright in its middle."""
    bright = brightness(cuts_bgr)
    rim = np.median(bright[:, 4:-4, [4, 5, -6, -5]], axis=(1, 2))
    rim = np.minimum(rim, np.median(bright[:, [4, 5, -6, -5], 4:-4], axis=(1, 2)))
    middle = bright[:, 12:20, 12:20].mean(axis=(1, 2))
    return np.asarray((rim < 0.66 * middle) | (np.maximum(rim, middle) < 70), np.bool_)


def _print_offset(cuts_bgr: Picture) -> Floats:
    """(N, 2) how far each cut's print lies from its middle, in cells, at most a quarter."""
    bright = brightness(cuts_bgr).astype(np.float64)[:, 5:-5, 5:-5]
    low, high = bright.min(axis=(1, 2)), bright.max(axis=(1, 2))
    weight = np.clip(bright - ((low + high) / 2)[:, None, None], 0, None) + 1e-6
    side = (np.arange(weight.shape[1]) - (weight.shape[1] - 1) / 2) * 1.2 / FACE_PX
    total = weight.sum(axis=(1, 2))
    x = (weight.sum(axis=1) * side).sum(axis=1) / total
    y = (weight.sum(axis=2) * side).sum(axis=1) / total
    return np.asarray(np.clip(np.stack([x, y], axis=1), -0.25, 0.25), np.float64)


def cut_at_size(working: Picture, centres_px: Floats, frames_px: Floats) -> Picture:
    """Cut faces from the picture, shrunk first where tiles are much larger than a cut."""
    if not len(centres_px):
        return cut_faces(working, centres_px, frames_px)
    scale = CUT_TILE_PX / float(np.median(_edges(frames_px)))
    if scale > 0.75:
        return cut_faces(working, centres_px, frames_px)
    shrunk = _resized(working, scale)
    return cut_faces(shrunk, (centres_px + 0.5) * scale - 0.5, frames_px * scale)


def _resized(picture_bgr: Picture, scale: float) -> Picture:
    if scale == 1.0:
        return picture_bgr
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture_bgr, None, fx=scale, fy=scale, interpolation=way))


def _face_share(shapes: Floats) -> Floats:
    return 1 - shapes[:, BACK] - shapes[:, NO_FACE]


def _edges(frames_px: Floats) -> Floats:
    return np.asarray(np.sqrt(np.abs(np.linalg.det(frames_px))), np.float64)


def _corners(centres_px: Floats, frames_px: Floats, reach: float = 0.5) -> Floats:
    """(N, 4, 2) clockwise from the top left."""
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    reached = reach * unit @ frames_px.transpose(0, 2, 1)
    return np.asarray(centres_px[:, None] + reached, np.float64)


def _inside(faces: Faces, size_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Whether the whole print of each face is in the picture."""
    corners = _corners(faces.centres_px, faces.frames_px, PRINT_REACH)
    return np.asarray(((corners >= 0) & (corners <= np.array(size_wh) - 1)).all((1, 2)), np.bool_)


def _sightings(faces: Faces, colours: Colours) -> list[Sighting]:
    """Every face as a value without pixels; what the net holds for no face is spread evenly."""
    spare = (1 - _face_share(faces.shapes)) / len(SHAPES)
    shapes = (faces.shapes[:, : len(SHAPES)] + spare[:, None]).tolist()
    shades = colours.probabilities.tolist()
    return [
        Sighting(
            cell,
            dict(zip(Colour, shade, strict=True)),
            dict(zip(SHAPES, shape, strict=True)),
            centre,
            corners,
        )
        for (cell, centre, corners), shade, shape in zip(
            _places(faces), shades, shapes, strict=True
        )
    ]


def _blanks(backs: Faces) -> list[Sighting]:
    return [Sighting(cell, {}, {}, centre, corners) for cell, centre, corners in _places(backs)]


def _places(faces: Faces) -> list[tuple[Cell, Point, tuple[Point, ...]]]:
    """Cell, centre and corners of every face."""
    corners = _corners(faces.centres_px, faces.frames_px).tolist()
    rows = zip(faces.cells.tolist(), faces.centres_px.tolist(), corners, strict=True)
    return [
        (Cell(*cell), (centre[0], centre[1]), tuple((x, y) for x, y in around))
        for cell, centre, around in rows
    ]


def _stray(why: Stray, sighting: Sighting) -> StraySighting:
    read = None if why is Stray.BLANK else sighting
    return StraySighting(why, sighting.centre_px, sighting.corners_px, read)

"""Reading a picture: from pixels to the tiles on the table, their cells and how sure we are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.board import Cell
from assistant.tiles import Colour, Palette
from vision.colour import Colours, Inks, print_light, tell_colours
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
from vision.lattice import Lattice, find_lattice, turn_matrix
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
CLEAR_SHARE = 0.6
"""When fewer of the prints are faces, other directions are tried."""
LATTICE_SHARE = 0.9
"""When fewer of the prints are faces, the lattice is found again from the faces alone."""
TURNS = tuple(np.radians((15, 30, 45, 60, 75)).tolist())
GROUND_RATIO = 1.8
"""Tiles of one picture differ by less than this in how bright their black is."""
FOUND_SURE = 0.9
"""A face where no print was found, beside the others, must be this sure."""
PRINT_REACH = 0.4
"""A face can be read when this much of a tile to each side of its centre is in the picture."""


RIM = [4, 5, -6, -5]
"""Rows and columns of a cut face in which a tile is black, whatever its shape."""
ODD_BLACK = 0.35
"""A face whose black reaches this far from the others' black to their print is odd if..."""
ODD_COLOUR = 0.3
"""...that black has a colour of this share..."""
ODD_SURE = 0.99
"""...or the net is less sure of it than this."""
FEW, FEW_SURE = 3, 0.9
"""Fewer faces than this must each be this sure of their shape."""
ALIKE_MOST, ALIKE_SHARE = 6, 0.6
"""More tiles of one kind than this, and most of all: a checked cloth or dots, not a game."""
OFF_LATTICE = 0.14
"""Median misfit of neighbours, in cells: 0.01 to 0.05 on tables, 0.24 on scattered dots."""
FURTHEST = 8
"""Cells from a print that stood out to a face that is found by its neighbours alone."""
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


def read_picture(
    picture_bgr: Picture, palette: Palette | None = None, inks: Inks | None = None
) -> Observation:
    """All tiles on an upright picture, uint8 (H, W, 3); palette and inks where the set is known."""
    high, wide = picture_bgr.shape[:2]
    faces, backs = find_tiles(picture_bgr)
    inside = _inside(faces, (wide, high))
    colours = tell_colours(print_light(faces.cuts_bgr), palette, inks)
    if _all_alike(faces, colours):
        return read_nothing(picture_bgr)
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


def find_tiles(picture_bgr: Picture) -> tuple[Faces, Faces]:
    """The readable faces of a picture, their colours not told yet, and the tiles face down."""
    faces = _find_faces(picture_bgr)
    backs = faces.subset(faces.shapes[:, BACK] >= FACE_SURE)
    faces = faces.subset(_face_share(faces.shapes) >= FACE_SURE)
    return faces.subset(~_odd_ones(faces) & ~_pattern(faces)), backs


def read_nothing(picture_bgr: Picture) -> Observation:
    """What is said of a picture without tiles."""
    high, wide = picture_bgr.shape[:2]
    empty = np.zeros((0, FACE_PX, FACE_PX, 3), np.uint8)
    complaints = complaints_about(picture_bgr, empty, np.zeros((0, 2, 2)), ())
    return Observation(size_wh=(wide, high), complaints=complaints)


def _all_alike(faces: Faces, colours: Colours) -> bool:
    kinds = colours.probabilities.argmax(axis=1) * len(SHAPES)
    kinds = kinds + faces.shapes[:, : len(SHAPES)].argmax(axis=1)
    most = int(np.bincount(kinds, minlength=1).max())
    return most > ALIKE_MOST and most > ALIKE_SHARE * len(faces)


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
    if _face_share(shapes).sum() < CLEAR_SHARE * len(prints):
        darker = prints.subset(_on_darkest(prints))
        again = _look(working, darker, find_lattice(darker, size_wh))
        if _face_share(again[1]).sum() > _face_share(shapes).sum():
            prints, (lattice, shapes, cuts) = darker, again
    real = _face_share(shapes) >= FACE_SURE
    if len(real) and real.mean() < LATTICE_SHARE:
        prints = prints.subset(real)
        lattice, shapes, cuts = _look(working, prints, find_lattice(prints, size_wh))
        real = _face_share(shapes) >= FACE_SURE
    faces = Faces(
        prints.centres_px, lattice.cells, lattice.belongs, lattice.frames_px, shapes, cuts
    ).subset(real)
    faces = _with_those_beside(working, faces)
    centres = (faces.centres_px + 0.5) / scale - 0.5
    return Faces(
        centres, faces.cells, faces.belongs, faces.frames_px / scale, faces.shapes, faces.cuts_bgr
    )


def _look(working: Picture, prints: Prints, lattice: Lattice) -> tuple[Lattice, Floats, Picture]:
    """The faces at the prints under the lattice's directions, or turned if that fits better.

    Tiles that meet only at corners, or a lone one, do not tell the directions; their faces do.
    """
    cuts = cut_at_size(working, prints.centres_px, lattice.frames_px)
    shapes = shape_probabilities(cuts)
    share = float(_face_share(shapes).sum())
    if share >= CLEAR_SHARE * len(prints):
        return lattice, shapes, cuts
    gains = []
    for turn in TURNS:
        frames = lattice.frames_px @ turn_matrix(turn)
        turned_cuts = cut_at_size(working, prints.centres_px, frames)
        gains.append(float(_face_share(shape_probabilities(turned_cuts)).sum()) - share)
    best = int(np.argmax(gains))
    if gains[best] < 0.3:
        return lattice, shapes, cuts
    size_wh = (working.shape[1], working.shape[0])
    turned = find_lattice(prints, size_wh, turn=TURNS[best])
    cuts = cut_at_size(working, prints.centres_px, turned.frames_px)
    return turned, shape_probabilities(cuts), cuts


def _on_darkest(prints: Prints) -> NDArray[np.bool_]:
    """Prints that stand on the darkest ground: tiles, rather than the squares of a cloth."""
    ground = prints.grounds
    return np.asarray(ground <= max(GROUND_RATIO * float(np.quantile(ground, 0.2)), 30.0), np.bool_)


def _odd_ones(faces: Faces) -> NDArray[np.bool_]:
    """Faces whose black is brighter than the others': framed print on paper, not tiles.

    Glare brightens black too, but leaves it grey.
    """
    if not len(faces):
        return np.zeros(0, np.bool_)
    sides = (faces.cuts_bgr[:, RIM, 4:-4], faces.cuts_bgr[:, 4:-4, RIM])
    band = np.concatenate([side.reshape(len(faces), -1, 3) for side in sides], axis=1)
    black = np.sort(band[:, ::2], axis=1)[:, int(0.35 * band.shape[1] / 2)].astype(np.float64)
    level, grey = black.max(axis=1), black.min(axis=1)
    light = np.median(brightness(faces.cuts_bgr)[:, 10:22:2, 10:22:2])
    usual = np.median(level)
    bright = (level - usual) / max(light - usual, 1.0)
    coloured = (level - grey) > ODD_COLOUR * level
    doubtful = _face_share(faces.shapes) < ODD_SURE
    return np.asarray((bright > ODD_BLACK) & (coloured | doubtful), np.bool_)


def _pattern(faces: Faces) -> NDArray[np.bool_]:
    """Faces that are a pattern of something else, by how they lie.

    Tiles lie edge to edge beside at least one other. One or two faces alone cannot tell; they
    must be clear.
    """
    shapes = faces.shapes[:, : len(SHAPES)]
    if len(faces) < FEW:
        return np.asarray(shapes.max(axis=1, initial=0.0) < FEW_SURE, np.bool_)
    steps = faces.cells[None] - faces.cells[:, None]
    ways = (
        np.linalg.inv(faces.frames_px)[:, None]
        @ (faces.centres_px[None] - faces.centres_px[:, None])[..., None]
    )
    off = np.abs(ways[..., 0] - steps).max(axis=2)
    off[np.abs(steps).max(axis=2) != 1] = np.inf
    nearest = off.min(axis=1)
    nearest = nearest[np.isfinite(nearest) & faces.belongs]
    astray = len(nearest) >= FEW and float(np.median(nearest)) > OFF_LATTICE
    return np.full(len(faces), astray, np.bool_)


def _with_those_beside(working: Picture, faces: Faces) -> Faces:
    """The faces and, from cell to cell, those beside them whose print did not stand out."""
    newest = faces.subset(faces.belongs)
    for _ in range(FURTHEST):
        if not len(newest):
            break
        newest = _beside(working, newest, faces)
        faces = faces.with_more(newest)
        newest = newest.subset(_face_share(newest.shapes) >= FOUND_SURE)
    return faces


def _beside(working: Picture, start: Faces, known: Faces) -> Faces:
    """Faces on the cells around some faces, where none is known yet."""
    cells, centres, frames = _cells_around(start, known)
    if not len(cells):
        return known.subset(np.zeros(len(known), np.bool_))
    rows = _printed(cut_at_size(working, centres, frames))
    if not rows.any():
        return known.subset(np.zeros(len(known), np.bool_))
    cells, centres, frames = cells[rows], centres[rows], frames[rows]
    off = _print_offset(cut_at_size(working, centres, frames))
    centres = centres + np.einsum("nij,nj->ni", frames, off)
    cuts = cut_at_size(working, centres, frames)
    shapes = shape_probabilities(cuts)
    sure = (_face_share(shapes) >= FOUND_SURE) | (shapes[:, BACK] >= FOUND_SURE)
    return Faces(centres, cells, np.ones(len(cells), np.bool_), frames, shapes, cuts).subset(sure)


def _cells_around(start: Faces, known: Faces) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Cells around the faces with no known face, where their centres should be, their frames."""
    taken = {tuple(cell) for cell in known.cells[known.belongs].tolist()}
    cells, rows, steps = [], [], []
    for step in AROUND:
        for k, (x, y) in enumerate(start.cells.tolist()):
            cell = (x + step[0], y + step[1])
            if cell not in taken:
                taken.add(cell)
                cells.append(cell)
                rows.append(k)
                steps.append(step)
    frames = start.frames_px[rows]
    way = np.array(steps, np.float64).reshape(-1, 2)
    centres = start.centres_px[rows] + np.einsum("nij,nj->ni", frames, way)
    return np.array(cells, np.int64).reshape(-1, 2), centres, frames


def _printed(cuts_bgr: Picture) -> NDArray[np.bool_]:
    """Whether a cut could show a tile: mostly dark, or dark with something bright in its middle."""
    bright = brightness(cuts_bgr)
    rim = np.median(bright[:, 4:-4, RIM], axis=(1, 2))
    rim = np.minimum(rim, np.median(bright[:, RIM, 4:-4], axis=(1, 2)))
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

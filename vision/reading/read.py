"""Reading a picture: from pixels to the tiles on the table, their cells and how sure we are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assistant.board import Cell
from assistant.tiles import Colour, Palette
from vision.observation import (
    Group,
    Observation,
    Rejected,
    Rejection,
    Sighting,
    Stray,
    StraySighting,
)
from vision.pictures.load import PictureBgr
from vision.reading.colour import FEW_FACES, FIT_LEAST, Colours, classify_colours
from vision.reading.complaints import complaints_about
from vision.reading.faces import FACE_SURE, Faces, Refused, corners_of, edges_px, face_share
from vision.reading.filters import (
    FEW_SURE,
    ODD_SURE,
    all_alike,
    all_alike_and_plain,
    are_stickers,
    as_doubtful,
    bare_backs,
    has_signs,
    holes,
    many_and_plain,
    mostly_one_kind,
    odd_ones,
    of_many_inks,
    of_no_ink,
    pale_few,
    strange_holes,
)
from vision.reading.groups import group_faces, with_a_grid
from vision.reading.inks import Inks
from vision.reading.letters import are_letters
from vision.reading.medians import median
from vision.reading.neighbours import FEW
from vision.reading.outlines import with_outlines
from vision.reading.print_light import are_grey, print_light
from vision.reading.prints import distances
from vision.reading.search import MOST_TILES, find_faces
from vision.reading.shape import BACK, SHAPES
from vision.reading.trust import SURELY

Point = tuple[float, float]

PRINT_REACH = 0.4
"""A face can be read when this much of a tile to each side of its centre is in the picture."""
COLOURS = tuple(Colour)
SAME = 0.5
"""Faces closer than this, in edges, are one piece."""
LOOSE_SURE = 0.5
"""A loose face must be this sure to be one; two nets and its edges have agreed on it."""


def read_picture(
    picture_bgr: PictureBgr, palette: Palette | None = None, inks: Inks | None = None
) -> Observation:
    """All tiles on an upright picture, uint8 (H, W, 3); palette and inks where the set is known."""
    high, wide = picture_bgr.shape[:2]
    faces, loose, backs, refused = _find(picture_bgr)
    loose = loose.subset(_inside(loose, (wide, high)))
    if (face_share(faces.shapes) >= ODD_SURE).sum() > MOST_TILES:
        # A pattern, whatever its colours.
        refused.append((Rejection.PATTERN, faces))
        faces = faces.subset(np.zeros(len(faces), np.bool_))
    faces, colours = _coloured(faces, loose, palette, inks, refused)
    if all_alike(faces, colours) or _few_and_unsure(faces, colours):
        # No grid, but what lies there may be told with the doubt that it deserves.
        nothing = np.zeros(len(faces), np.bool_)
        if all_alike(faces, colours):
            refused.append((Rejection.PATTERN, faces))
        else:
            loose = loose.with_more(faces.subset(_inside(faces, (wide, high))))
        faces, colours = _coloured(faces.subset(nothing), loose, palette, inks, refused)
    inside = _inside(faces, (wide, high))
    sightings = _sightings(faces, colours)
    tiles = tuple(s for k, s in enumerate(sightings) if faces.belongs[k] and inside[k])
    strays = [
        _stray(Stray.LOOSE if inside[k] else Stray.CUT, sighting)
        for k, sighting in enumerate(sightings)
        if not (faces.belongs[k] and inside[k])
    ]
    strays += [_stray(Stray.BLANK, blank) for blank in _blanks(backs)]
    beside = faces.subset(~faces.belongs & inside)
    loose = beside.subset(_apart(beside, loose)).with_more(loose)
    if not tiles and not has_signs(loose):
        if many_and_plain(loose):
            refused.append((Rejection.PATTERN, loose))
            loose = loose.subset(np.zeros(len(loose), np.bool_))
        # Nothing proves that tiles lie there: where none is sure by itself there is none.
        sure = (face_share(loose.shapes) >= SURELY).any()
        loose = as_doubtful(loose.subset(np.full(len(loose), sure, np.bool_)))
    groups = _groups(faces, loose, palette, inks)
    on_grid = faces.subset(faces.belongs & inside)
    complaints = (
        ()
        if groups and not tiles
        else complaints_about(picture_bgr, on_grid.cuts_bgr, on_grid.frames_px, tiles)
    )
    return Observation(
        size_wh=(wide, high),
        sightings=tiles,
        groups=groups,
        strays=tuple(strays),
        rejected=_rejected(refused, faces.with_more(loose)),
        complaints=complaints,
        palette=colours.palette if colours.palette_certainty > 0.9 else palette,
        tile_px=median(edges_px(on_grid.frames_px)) if len(on_grid) else 0.0,
    )


def _coloured(
    faces: Faces,
    others: Faces,
    palette: Palette | None,
    inks: Inks | None,
    refused: list[Refused],
) -> tuple[Faces, Colours]:
    """The faces and their colours, without those in a colour that no tile has.

    Few faces do not tell the lamp or the set; the others then have a say.
    """
    colours = _colours_of(faces, others, palette, inks)
    if (strange := of_no_ink(faces, colours) | strange_holes(faces, colours)).any():
        refused.append((Rejection.NO_INK, faces.subset(strange)))
        faces = faces.subset(~strange)
        colours = _colours_of(faces, others, palette, inks)
    worn = are_grey(faces.cuts_bgr)
    if worn or (strange := colours.fits < 0).any():
        # Dust or a lamp's mirror image may lie over what no ink explains.
        under = _colours_of(faces, others, palette, inks, veiled=True)
        colours = under if worn or (under.fits[strange] >= FIT_LEAST).all() else colours
    return faces, colours


def _colours_of(
    faces: Faces,
    others: Faces,
    palette: Palette | None,
    inks: Inks | None,
    veiled: bool = False,
) -> Colours:
    """The colours of the faces alone, told together with others where they are few."""
    some = faces.with_more(others) if len(faces) <= FEW_FACES else faces
    colours = classify_colours(print_light(some.cuts_bgr, veiled), palette, inks)
    rows = slice(len(faces))
    return replace(
        colours,
        probabilities=colours.probabilities[rows],
        fits=colours.fits[rows],
        known_fits=colours.known_fits[rows],
    )


def _few_and_unsure(faces: Faces, colours: Colours) -> bool:
    if len(faces) >= FEW:
        return False
    if len(faces) > 1 and all_alike_and_plain(faces, colours):
        return True
    return any(_face_sureness(one) < FEW_SURE for one in _sightings(faces, colours))


def _groups(
    grid: Faces, loose: Faces, palette: Palette | None, inks: Inks | None
) -> tuple[Group, ...]:
    """What lies beside the grid, its colours told together with the grid's."""
    if not len(loose):
        return ()
    colours = _colours_of(loose, grid.subset(grid.belongs), palette, inks, veiled=True)
    if not grid.belongs.any() and mostly_one_kind(loose, colours):
        loose = as_doubtful(loose)
    return group_faces(tuple(_sightings(loose, colours)), loose.frames_px)


def _face_sureness(sighting: Sighting) -> float:
    """How surely it is a face of one of two colours: few tiles cannot tell those by the light."""
    return sum(sorted(sighting.colours.values())[-2:]) * max(sighting.shapes.values())


def find_tiles(picture_bgr: PictureBgr) -> tuple[Faces, Faces]:
    """The readable faces of a picture, their colours not told yet, and the tiles face down."""
    faces, _, backs, _ = _find(picture_bgr)
    return faces, backs


def _find(picture_bgr: PictureBgr) -> tuple[Faces, Faces, Faces, list[Refused]]:
    """The readable faces on the grid and near it, the loose ones, the tiles face down, the rest."""
    found = find_faces(picture_bgr)
    faces, refused = _outlined(found.faces), list(found.refused)
    if are_stickers(faces):
        refused.append((Rejection.PATTERN, faces))
        faces = faces.subset(np.zeros(len(faces), np.bool_))
    mixed = of_many_inks(faces)
    refused.append((Rejection.NO_INK, faces.subset(mixed)))
    faces = faces.subset(~mixed)
    odd = odd_ones(faces)
    refused.append((Rejection.NO_BLACK, faces.subset(odd)))
    faces = faces.subset(~odd & ~bare_backs(picture_bgr, faces))
    backs = faces.subset(faces.shapes[:, BACK] >= FACE_SURE)
    faces = faces.subset(face_share(faces.shapes) >= FACE_SURE)
    pale = pale_few(faces)
    refused.append((Rejection.NO_BLACK, faces.subset(pale)))
    faces = faces.subset(~pale)
    hole = holes(picture_bgr, faces)
    refused.append((Rejection.HOLE, faces.subset(hole)))
    faces = faces.subset(~hole)
    loose = _outlined(found.loose.subset(face_share(found.loose.shapes) >= LOOSE_SURE))
    loose = loose.subset(~of_many_inks(loose))
    letters = are_letters(faces.with_more(loose), found.unmarked)
    refused.append((Rejection.NO_SHAPE, faces.with_more(loose).subset(letters)))
    faces, loose = faces.subset(~letters[: len(faces)]), loose.subset(~letters[len(faces) :])
    if not faces.belongs.any() and has_signs(loose):
        loose = with_a_grid(loose)
        faces, loose = faces.with_more(loose.subset(loose.belongs)), loose.subset(~loose.belongs)
    return faces, loose, backs, refused


def _outlined(faces: Faces) -> Faces:
    return replace(faces, shapes=with_outlines(faces.shapes, faces.cuts_bgr))


def _rejected(refused: Sequence[Refused], taken: Faces) -> tuple[Rejected, ...]:
    """What was refused, each place once, and none where a face was found after all."""
    found: list[Rejected] = []
    for why, faces in refused:
        if not len(faces):
            continue
        faces = faces.subset(_apart(faces, taken))
        taken = taken.with_more(faces)
        found += [Rejected(why, centre, corners) for _, centre, corners in _places(faces)]
    return tuple(found)


def _apart(faces: Faces, known: Faces) -> NDArray[np.bool_]:
    """Which faces lie where none of the others does."""
    away = distances(faces.centres_px, known.centres_px)
    return np.asarray((away > SAME * edges_px(known.frames_px)).all(axis=1), np.bool_)


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
            dict(zip(COLOURS, shade, strict=True)),
            dict(zip(SHAPES, shape, strict=True)),
            centre,
            corners,
            cell,
            joint_colour=True,
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

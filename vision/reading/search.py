"""Finding all faces of a picture: prints, their lattice, the net's word, and those beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.observation import Rejection
from vision.pictures.load import PictureBgr
from vision.reading.anyhow import edge_of_those_that_lie_anyhow
from vision.reading.coloured_prints import (
    find_coloured_prints,
    find_faint_prints,
    ground_beside,
)
from vision.reading.cut import cut_at_size, resized
from vision.reading.edges import softened
from vision.reading.faces import (
    FACE_SURE,
    NO_FACES,
    Faces,
    Refused,
    corners_of,
    edges_px,
    face_share,
)
from vision.reading.lattice import Lattice, find_lattice, turn_matrix
from vision.reading.loose import (
    asked_twice,
    is_scattered,
    is_speckled,
    is_unattached,
    loose_faces,
    out_of_line,
    without_gaps,
    worse_framed,
)
from vision.reading.medians import median
from vision.reading.neighbours import FOUND_SURE, with_those_beside
from vision.reading.opinion import SMALL_PRINT, is_on_no_tiles, surer, with_second_opinion
from vision.reading.pattern import MOST_OF_A_SHAPE, are_too_alike, of_a_pattern
from vision.reading.prints import (
    Floats,
    Prints,
    brightest_channel,
    distances,
    prints_on,
    ways_between,
)
from vision.reading.shape import SHAPES, piece_probabilities, shape_probabilities
from vision.reading.turned import askew_faces

WORKING_PX = 960
"""Longest side of the picture in which faces are looked for first."""
FINEST_PX = 1920
"""Longest side of the second look, when the tiles are small or none was found."""
SMALL_TILE_PX = 20.0
"""Tiles smaller than this in the working picture get the second look."""
CLEAR_SHARE = 0.6
"""When fewer of the prints are faces, other directions are tried."""
LATTICE_SHARE = 0.9
"""When fewer of the prints are faces, the lattice is found again from the faces alone."""
TURNS = tuple(np.radians((15, 30, 45, 60, 75)).tolist())
MOST_ON_GRID, MOST_TILES = 200, 150
"""Only so many prints, those on the darkest ground, tell a lattice; and where more faces than that
seem to lie on one, it is a pattern: a game has 108 tiles."""
ALL_DARK = 0.9
"""Where more of the prints than this stand on the darkest ground, it parts nothing."""
MOST_TURNED = 60
"""So many prints, those on the darkest ground, tell whether all lie turned."""
DARKEST_PART, DARKEST_PRINTS = 0.05, 3
"""So many prints stand on the black of tiles, even where a game has just begun."""
MOST_PATTERNS = 4
"""So often it is asked anew what lies in a pattern: every phone on the table lies otherwise."""
PATTERN_REACH = 1.0
"""What lies within this of a pattern's print, in its steps, is of the pattern, too."""
OWN_REACH = 0.55
"""What lies within this of a face's centre, in tiles, is its own: a tile's edge may lie askew."""
GROUND_RATIO = 1.8
"""Tiles of one picture differ by less than this in how bright their black is."""


@dataclass(frozen=True, slots=True)
class Found:
    """All faces of a picture."""

    faces: Faces
    """On the grid's lattice, or on cells beside it."""
    loose: Faces
    """Each in its own piece's frame; their cells mean nothing."""
    edge_px: float
    """Of the tiles on a lattice, be it a true one or not; 0 when there is none."""
    unmarked: Faces
    """Pieces beside the grid that bear none of the six shapes."""
    refused: tuple[Refused, ...]
    """What was looked at beside the grid and is no face."""


def find_faces(picture_bgr: PictureBgr) -> Found:
    """Faces at the working size, or at the finest when the tiles are small there or none is."""
    longest = max(picture_bgr.shape[:2])
    scale = min(1.0, WORKING_PX / longest)
    found = _find_at(picture_bgr, scale)
    if found.edge_px * scale >= SMALL_TILE_PX:
        return found
    finer = _find_at(picture_bgr, min(FINEST_PX / longest, 2.0), nearer=True)
    return finer if _all_worth(finer) >= _all_worth(found) else found


def _all_worth(found: Found) -> tuple[float, float]:
    """What lies on a grid counts before what lies beside it."""
    return _worth(found.faces.shapes), _worth(found.loose.shapes)


def _worth(shapes: Floats) -> float:
    """How many faces of a game these can be: of one shape no more than a set has."""
    share = face_share(shapes)
    counts = np.bincount(shapes[:, : len(SHAPES)].argmax(axis=1), share, len(SHAPES))
    return float(np.minimum(counts, MOST_OF_A_SHAPE).sum())


def _find_at(picture_bgr: PictureBgr, scale: float, nearer: bool = False) -> Found:
    """Faces and face-like places found in the picture at a scale, in pixels of the picture."""
    working = resized(picture_bgr, scale)
    bright = brightest_channel(working)
    every, soft = prints_on(bright), softened(bright)
    if is_speckled(soft, every):
        return Found(NO_FACES, NO_FACES, 0.0, NO_FACES, ())
    faces, edge, pattern = _on_a_lattice(working, soft, every, nearer)
    refused: list[Refused] = [(Rejection.PATTERN, pattern)]
    if is_on_no_tiles(soft, faces):
        refused.append((Rejection.NO_BLACK, faces))
        faces = faces.subset(np.zeros(len(faces), np.bool_))
    loose, unmarked, others = _loose_beside(working, soft, every, faces, pattern)
    if is_unattached(faces, loose):
        # What seemed a grid is pieces that lie one by one, each in its own frame.
        faces = faces.subset(np.zeros(len(faces), np.bool_))
        loose, unmarked, others = _loose_beside(working, soft, every, faces, pattern)
    beside = faces.subset(~faces.belongs & (face_share(faces.shapes) >= FACE_SURE))
    loose = loose.subset(~worse_framed(soft, loose, beside))
    unscaled = tuple((why, _unscaled(some, scale)) for why, some in (*refused, *others))
    return Found(_unscaled(faces, scale), _unscaled(loose, scale), edge / scale, unmarked, unscaled)


def _on_a_lattice(
    working: PictureBgr, soft: PictureBgr, every: Prints, nearer: bool
) -> tuple[Faces, float, Faces]:
    """Faces on the lattice of the prints and beside it; the edge of their tiles, 0 for none.

    And what lies in patterns, which would tell a lattice of their own.
    """
    prints = every.darkest(MOST_ON_GRID)
    lattice = _lattice_of(working, prints)
    # Looked at from nearer are small pieces, whose edges tell no direction.
    if not nearer and (edge := edge_of_those_that_lie_anyhow(soft, prints, lattice)):
        return NO_FACES, edge, NO_FACES
    prints, (lattice, shapes, cuts), pattern = _without_patterns(working, every, lattice)
    other_size = False
    if lattice.other_size and len(prints) <= MOST_TILES:
        again = _look(working, prints, _lattice_of(working, prints, resized=True))
        # Another printing, if any: the net that knows all of them decides.
        told, known = piece_probabilities(cuts), piece_probabilities(again[2])
        enough = max(_worth(told), CLEAR_SHARE * len(prints))
        if other_size := _worth(known) > enough:
            lattice, cuts = again[0], again[2]
            shapes = surer(known, again[1])
    elif _print_ratio(prints, lattice) > SMALL_PRINT:
        # The first net does not know so small a printing and would leave some of it out.
        told = surer(piece_probabilities(cuts), shapes)
        if other_size := _worth(told) >= CLEAR_SHARE * len(prints):
            shapes = told
    if _worth(shapes) < CLEAR_SHARE * len(prints):
        for chosen in _parted_by_the_darkest(working, prints):
            again = _look(working, chosen, _lattice_of(working, chosen))
            # Fewer prints, nearly all of them faces, beat many of which few are.
            if _worth(again[1]) ** 2 / len(chosen) > _worth(shapes) ** 2 / len(prints):
                prints, (lattice, shapes, cuts) = chosen, again
    real = face_share(shapes) >= FACE_SURE
    if len(real) and real.mean() < LATTICE_SHARE:
        prints = prints.subset(real)
        found = _lattice_of(working, prints, resized=other_size)
        lattice, shapes, cuts = _look(working, prints, found)
        shapes = surer(piece_probabilities(cuts), shapes) if other_size else shapes
        real = face_share(shapes) >= FACE_SURE
    if len(every) <= MOST_ON_GRID and (bad := of_a_pattern(lattice, shapes)).any():
        pattern = pattern.with_more(_as_faces(prints, lattice, shapes, cuts).subset(bad))
        faces, edge, others = _on_a_lattice(working, soft, _beside(every, pattern), nearer)
        return faces, edge, pattern.with_more(others)
    faces = _as_faces(prints, lattice, shapes, cuts).subset(real)
    if len(faces) <= MOST_TILES and not is_scattered(faces):
        faces = with_those_beside(working, faces)
        faces = faces.with_more(askew_faces(working, every, faces))
    edge = median(edges_px(faces.frames_px)) if len(faces) else 0.0
    faces = asked_twice(faces.subset(~out_of_line(soft, faces)))
    faces = without_gaps(working, soft, faces)
    return with_second_opinion(working, faces, _print_ratio(prints, lattice)), edge, pattern


def _without_patterns(
    working: PictureBgr, every: Prints, lattice: Lattice
) -> tuple[Prints, tuple[Lattice, Floats, PictureBgr], Faces]:
    """The prints that lie in no pattern and the look at them; and those that lie in one."""
    prints = every.darkest(MOST_ON_GRID)
    looked = _look(working, prints, lattice)
    pattern = NO_FACES
    if len(every) > MOST_ON_GRID:
        # A page or a cloth, not things beside tiles.
        return prints, looked, pattern
    for _ in range(MOST_PATTERNS):
        bad = _in_patterns(working, prints, looked[0], looked[1])
        if not bad.any():
            break
        pattern = pattern.with_more(_as_faces(prints, *looked).subset(bad))
        prints = _beside(every, pattern).darkest(MOST_ON_GRID)
        looked = _look(working, prints, _lattice_of(working, prints))
    return prints, looked, pattern


def _in_patterns(
    working: PictureBgr, prints: Prints, lattice: Lattice, shapes: Floats
) -> NDArray[np.bool_]:
    """Which prints lie in a pattern, on the lattice or, where many are alike, off it."""
    found = of_a_pattern(lattice, shapes)
    off = np.asarray(~lattice.belongs, np.bool_)
    if not found.any() and are_too_alike(shapes[off]):
        some = prints.subset(off)
        found[off] = of_a_pattern(*_look(working, some, _lattice_of(working, some))[:2])
    return found


def _beside(prints: Prints, pattern: Faces) -> Prints:
    away = distances(prints.centres_px, pattern.centres_px)
    beside = (away > PATTERN_REACH * edges_px(pattern.frames_px)).all(axis=1)
    return prints.subset(np.asarray(beside, np.bool_))


def _as_faces(prints: Prints, lattice: Lattice, shapes: Floats, cuts: PictureBgr) -> Faces:
    return Faces(prints.centres_px, lattice.cells, lattice.belongs, lattice.frames_px, shapes, cuts)


def _print_ratio(prints: Prints, lattice: Lattice) -> float:
    """Edge of the tiles against what prints of the usual printing would tell."""
    if not len(prints):
        return 1.0
    told = edges_px(lattice.frames_px) / prints.edges_px
    return median(told[lattice.belongs])


def _loose_beside(
    working: PictureBgr, soft: PictureBgr, prints: Prints, faces: Faces, pattern: Faces
) -> tuple[Faces, Faces, list[Refused]]:
    """The pieces that lie off the grid, coloured prints among them that glare or wear dims."""
    grid = faces.subset(faces.belongs)
    told = grid.with_more(pattern)
    known = corners_of(told.centres_px, told.frames_px, OWN_REACH)
    ground = ground_beside(working, known)
    prints = prints.with_more(find_coloured_prints(ground))
    prints = prints.with_more(find_faint_prints(ground, prints))
    return loose_faces(working, soft, _beside(prints, pattern), grid)


def _unscaled(faces: Faces, scale: float) -> Faces:
    """The faces in pixels of the picture that was looked at at a scale."""
    centres = (faces.centres_px + 0.5) / scale - 0.5
    return replace(faces, centres_px=centres, frames_px=faces.frames_px / scale)


def _lattice_of(working: PictureBgr, prints: Prints, resized: bool = False) -> Lattice:
    """The lattice through the prints.

    Where neighbours meet at corners alone, and so would lie side by side on a coarser one turned by
    an eighth, that on which more of them are faces.
    """
    size_wh = (working.shape[1], working.shape[0])
    found = find_lattice(prints, size_wh, resized=resized)
    if not found.across:
        return found
    coarser = find_lattice(prints, size_wh, resized=resized, coarser=True)
    some = prints.are_darkest(MOST_TURNED)

    def worth(lattice: Lattice) -> float:
        cuts = cut_at_size(working, prints.centres_px[some], lattice.frames_px[some])
        return _worth(piece_probabilities(cuts))

    return max((found, coarser), key=worth)


def _look(
    working: PictureBgr, prints: Prints, lattice: Lattice
) -> tuple[Lattice, Floats, PictureBgr]:
    """The faces at the prints under the lattice's directions, or turned if that fits better.

    Tiles that meet only at corners, or a lone one, do not tell the directions; their faces do.
    """
    cuts = cut_at_size(working, prints.centres_px, lattice.frames_px)
    shapes = shape_probabilities(cuts)
    share = float(face_share(shapes).sum())
    if share >= CLEAR_SHARE * len(prints):
        return lattice, shapes, cuts
    some = prints.are_darkest(MOST_TURNED)
    if _print_ratio(prints, lattice) > SMALL_PRINT:
        # The first net does not know so small a printing, straight or turned.
        told = face_share(piece_probabilities(cuts[some]))
        if told.sum() >= CLEAR_SHARE * len(told):
            return lattice, shapes, cuts
    centres, straight = prints.centres_px[some], float(face_share(shapes[some]).sum())
    # All turns together: the picture is shrunk once.
    frames = np.concatenate([lattice.frames_px[some] @ turn_matrix(turn) for turn in TURNS])
    turned_cuts = cut_at_size(working, np.tile(centres, (len(TURNS), 1)), frames)
    shares = face_share(shape_probabilities(turned_cuts)).reshape(len(TURNS), len(centres))
    gains = shares.sum(axis=1) - straight
    best = int(np.argmax(gains))
    if gains[best] < 0.3:
        return lattice, shapes, cuts
    size_wh = (working.shape[1], working.shape[0])
    turned = find_lattice(prints, size_wh, turn=TURNS[best])
    cuts = cut_at_size(working, prints.centres_px, turned.frames_px)
    return turned, shape_probabilities(cuts), cuts


def _parted_by_the_darkest(working: PictureBgr, prints: Prints) -> Iterator[Prints]:
    """The prints on the darkest ground, then with the others that are faces when cut as those are.

    So the tiles speak, rather than the many squares of a cloth.
    """
    darkest = np.sort(prints.grounds)[min(int(DARKEST_PART * len(prints)), DARKEST_PRINTS)]
    dark = prints.grounds <= max(GROUND_RATIO * float(darkest), 30.0)
    if dark.mean() > ALL_DARK:
        return
    darker, others = prints.subset(dark), prints.subset(~dark)
    yield darker
    lattice, _, _ = _look(working, darker, _lattice_of(working, darker))
    nearest = ways_between(others.centres_px, darker.centres_px).argmin(axis=1)
    frames = lattice.frames_px[nearest]
    share = face_share(shape_probabilities(cut_at_size(working, others.centres_px, frames)))
    keep = dark.copy()
    keep[~dark] = share >= FOUND_SURE
    yield prints.subset(keep)

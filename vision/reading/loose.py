"""Pieces that lie by themselves: every print framed by its own piece's edges."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Rejection
from vision.pictures.load import PictureBgr
from vision.reading.cut import cut_at_size
from vision.reading.edges import DARK_TABLE, find_edges, seen_along, turned_frames
from vision.reading.expected import (
    FIRST_SIZES,
    SIZES,
    along_neighbours,
    expected_frames,
    own_frames,
)
from vision.reading.faces import Faces, Refused, edges_px, face_share
from vision.reading.medians import median, medians, quantiles
from vision.reading.neighbours import FEW
from vision.reading.own_size import own_size
from vision.reading.past_dust import named_past_dust
from vision.reading.print_light import ground_levels, middle_and_ground
from vision.reading.prints import MOST_PRINTS, Floats, Prints, distances, square_maps
from vision.reading.second_look import looked_at_again
from vision.reading.shape import (
    ANSWERS,
    BACK,
    NO_FACE,
    PLAIN_SHAPES,
    SHAPES,
    SIGNS,
    piece_probabilities,
)
from vision.reading.small_prints import looked_at_nearer
from vision.reading.trust import CLEAR, PLAIN, SEEN, SURELY, UNSEEN_SIGN, doubted_by_edges

LATTICE_DEG = 12.0
"""A piece of a grid lies along it, within this; hands are seldom less exact."""
CLEARLY = 0.45
"""A piece lies otherwise than its grid where its edges show so much better in that direction."""
GRID_SHARE = 0.34
"""And where more of the pieces than this do, there is no such grid."""
MANY, LONELY_SHARE, LONELY_OFF = 8, 0.4, 0.3
"""Of this many faces or more, no such share lies without a neighbour one step away, in cells."""
ON_LATTICE, OFF_LATTICE = 0.07, 0.14
"""Median misfit of neighbours, in cells: 0.01 to 0.05 on tables, 0.24 on scattered dots."""
AROUND, AROUND_PX, TABLE_SHARE = 1.1, 24, 0.85
"""The table shows within this of a piece's centre, in edges, looked at in a square of so many
pixels, of which it is the brightest: so much is darker."""
MOSTLY = 0.5
"""More of few faces than this are gaps where they are the insides of letters."""
LIKE_TABLE, GREY = 0.16, 8.0
"""Log ratio of a gap to the table around it, after so many levels were added to both."""
PALE, COLOURED, ONE_TONE = 0.5, 0.35, 0.1
"""Level of the ground against the print from which on its edges must be plain if it has a colour
of such a share: what years made of black is grey. And how little the two differ on a sticker, which
leaves no black around it."""
NO_PRINT = 0.9
"""A piece is told to bear none of the six shapes where the net is this sure of it."""
MOST_BARE = 48
"""Prints without edges that are looked at nevertheless."""
ALIKE, KNOWN = (0.08, 0.05, np.radians(4)), 0.98
"""How far apart, in edges, log size and radians, two frames are of one print that was found twice,
as a quarter of all are; and how surely it is a face before the second is taken as read."""
MOST_ASKED, HARDLY = 200, 0.05
"""Where more prints than this are worth a look, the likeliest of them are looked at first; and what
the likeliest of a page of printed squares is a face by at most: 0.02."""
SPECKLES, SOME_EDGES = 40, 0.6
"""Where prints are as many as are looked at at all, so many of them on the darkest ground show
whether any lies on a piece: 0.48 at most for dots in the dark, 1.2 and more for tiles on a checked
cloth."""
ON_BRIGHTER = 1.05
"""Ground against print from which on it is a mark on something bright, which nobody is asked about:
a print stands on black, be it grey with dust. Of 1,655 such places on photographs and drawn tables
one was a face, of 7,350 others 3,170."""
_ARE_PLAIN = np.isin(np.arange(len(SHAPES)), PLAIN_SHAPES)
"""Which shapes are found everywhere."""
AGREED = 0.3
"""What nobody else speaks for must be this sure to both nets together."""
APART = 0.5
"""No two prints lie closer than this, in edges."""


def loose_faces(
    working: PictureBgr, soft: PictureBgr, prints: Prints, grid: Faces
) -> tuple[Faces, Faces, list[Refused]]:
    """The faces among prints that lie beside the grid, each in its own piece's frame.

    And pieces without a print of the six; and what is told to be refused: prints without a piece's
    edges, and such pieces where they show clearly.
    """
    apart = _apart(prints, grid)
    of_grid, prints = prints.subset(~apart), prints.subset(apart)
    none = grid.subset(np.zeros(len(grid), np.bool_))
    if not len(prints):
        return none, none, []
    frames, sized = expected_frames(soft, prints, grid, of_grid)
    prints, frames = prints.subset(sized), frames[sized]
    edges = find_edges(soft, prints.centres_px, frames, SIZES, DARK_TABLE)
    frames = turned_frames(frames, edges)
    asked = _worth_asking(prints, edges.seen)
    if asked.sum() > MOST_ASKED:
        best = asked & _likeliest(prints, edges.seen)
        some = _looked_at(working, prints.subset(best), frames[best])
        if face_share(some.shapes).max() < HARDLY:
            return none, none, [(Rejection.PATTERN, _one_each(some))]
    seen = edges.seen[asked]
    pieces = _looked_at(working, prints.subset(asked), frames[asked])
    if len(grid) < 2 and (size := own_size(working, pieces, seen)) != 1.0:
        pieces = _looked_at(working, prints.subset(asked), size * frames[asked])
    pieces, seen = along_neighbours(working, soft, pieces, seen)
    pieces, seen = looked_at_again(working, soft, pieces, seen)
    pieces = named_past_dust(looked_at_nearer(working, pieces, seen, prints.edges_px[asked]))
    doubted = replace(pieces, shapes=doubted_by_edges(pieces.shapes, seen, len(grid) > 0))
    gaps = _unclear_gaps(working, doubted, seen)
    blackless = _are_blackless(doubted, seen) & ~gaps
    faces = _one_each(doubted.subset(~gaps & ~blackless))
    blank = (pieces.shapes[:, NO_FACE] > NO_PRINT) & (seen >= SEEN)
    unmarked = _one_each(pieces.subset(seen >= CLEAR))
    unmarked = unmarked.subset(unmarked.shapes[:, NO_FACE] > NO_PRINT)
    bare = pieces.subset((seen < PLAIN) & (face_share(pieces.shapes) >= SURELY))
    return (
        faces,
        _one_each(pieces.subset(blank)),
        [
            (Rejection.HOLE, doubted.subset(gaps)),
            (
                Rejection.NO_BLACK,
                doubted.subset(blackless & (face_share(doubted.shapes) >= SURELY)),
            ),
            (Rejection.NO_EDGES, bare),
            (Rejection.NO_SHAPE, unmarked),
        ],
    )


def _worth_asking(prints: Prints, seen: Floats) -> NDArray[np.bool_]:
    """Prints whose edges show, and some of the others, on the darkest ground: signs need none."""
    real = seen >= SEEN
    bare = np.zeros(len(seen), np.bool_)
    bare[~real] = prints.subset(~real).are_darkest(MOST_BARE)
    return np.asarray(real | bare, np.bool_)


def _likeliest(prints: Prints, seen: Floats) -> NDArray[np.bool_]:
    """Prints that would be pieces if any were: on the darkest ground or with the clearest edges."""
    rows = prints.are_darkest(MOST_BARE)
    rows[np.argsort(-seen, kind="stable")[:MOST_BARE]] = True
    return rows


def _are_blackless(faces: Faces, seen: Floats) -> NDArray[np.bool_]:
    """What stands on no tile: on a pale and coloured ground, or on none but its own tone."""
    core, ground = middle_and_ground(faces.cuts_bgr)
    light = np.maximum(core.max(axis=1), 1)
    tone = np.ptp(ground, axis=1) / np.maximum(ground.max(axis=1), 8)
    pale = (ground.max(axis=1) > PALE * light) & (tone > COLOURED) & (seen < PLAIN)
    pale &= faces.shapes[:, SIGNS].max(axis=1, initial=0.0) < UNSEEN_SIGN
    plain = np.abs(core - ground).max(axis=1) < ONE_TONE * light
    return np.asarray(pale | plain, np.bool_)


def _unclear_gaps(working: PictureBgr, faces: Faces, seen: Floats) -> NDArray[np.bool_]:
    """Which of the faces are gaps, of those whose edges do not show clearly."""
    gaps = seen < CLEAR
    gaps[gaps] = _are_gaps(working, faces.subset(gaps))
    return gaps


def _are_gaps(working: PictureBgr, faces: Faces) -> NDArray[np.bool_]:
    """Plain shapes as bright and as coloured as what is around their piece.

    The table between dark pieces, the paper inside a letter.
    """
    found = _ARE_PLAIN[faces.shapes[:, : len(SHAPES)].argmax(axis=1)]
    if not found.any():
        return np.asarray(found, np.bool_)
    some = faces.subset(found)
    x, y = square_maps(some.centres_px, some.frames_px, AROUND_PX, AROUND)
    seen = cv2.remap(working, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    table = quantiles(seen, TABLE_SHARE, axis=1)
    middle = medians(some.cuts_bgr[:, 12:20, 12:20].reshape(len(some), -1, 3), axis=1)
    ratio = np.abs(np.log((middle + GREY) / (table + GREY))).max(axis=1)
    found[found] = ratio < LIKE_TABLE
    return np.asarray(found, np.bool_)


def _looked_at(working: PictureBgr, prints: Prints, frames: Floats) -> Faces:
    """The prints cut in their frames, with what the net says of each."""
    cuts = cut_at_size(working, prints.centres_px, frames)
    nowhere = np.zeros((len(prints), 2), np.int64)
    beside = np.zeros(len(prints), np.bool_)
    same = _framed_alike(prints.centres_px, frames)
    first = same == np.arange(len(same))
    on_darker = ground_levels(cuts) < ON_BRIGHTER
    shapes = np.zeros((len(prints), ANSWERS))
    shapes[:, NO_FACE] = 1
    asked = first & on_darker
    shapes[asked] = piece_probabilities(cuts[asked])
    # What is framed as the second of two may be framed otherwise than the first.
    again = ~first & on_darker & ~(first[same] & (face_share(shapes[same]) >= KNOWN))
    shapes = shapes[same]
    shapes[again] = piece_probabilities(cuts[again])
    return Faces(prints.centres_px, nowhere, beside, frames, shapes, cuts)


def _framed_alike(centres_px: Floats, frames_px: Floats) -> NDArray[np.int64]:
    """(N,) for each piece the first one that is framed as it is: found by its light, by its colour.

    In frames of any quarter turn.
    """
    if not len(centres_px):
        return np.zeros(0, np.int64)
    edges = edges_px(frames_px)
    near = distances(centres_px, centres_px) < ALIKE[0] * edges
    near &= np.abs(np.log(edges[:, None] / edges)) < ALIKE[1]
    turns = np.arctan2(frames_px[:, 1, 0], frames_px[:, 0, 0])
    off = (turns[:, None] - turns + np.pi / 4) % (np.pi / 2) - np.pi / 4
    return np.asarray((near & (np.abs(off) < ALIKE[2])).argmax(axis=1), np.int64)


def out_of_line(soft: PictureBgr, faces: Faces) -> NDArray[np.bool_]:
    """Faces that are on no grid: all of them where there is none, those that only seemed on it."""
    if not len(faces):
        return np.zeros(0, np.bool_)
    nearest = steps_off(faces)
    lonely = nearest > LONELY_OFF
    if len(faces) >= MANY and not lonely.any() and median(nearest) < ON_LATTICE:
        return lonely
    edges = find_edges(soft, faces.centres_px, faces.frames_px, SIZES)
    clear = edges.seen >= CLEAR
    off_deg = np.abs((np.degrees(edges.turns) + 45) % 90 - 45)
    across = edges.seen - seen_along(edges, LATTICE_DEG) > CLEARLY
    otherwise = clear & (across | (lonely & (off_deg > LATTICE_DEG)))
    # One piece's plain edges prove little, those of a third of all that there is no such grid.
    of_grid = (otherwise | ((edges.seen >= PLAIN) & across))[faces.belongs]
    if len(faces) > 1 and (is_scattered(faces) or of_grid.sum() > GRID_SHARE * len(of_grid)):
        return np.ones(len(faces), np.bool_)
    return np.asarray(otherwise & lonely & (len(faces) > 1), np.bool_)


def worse_framed(soft: PictureBgr, loose: Faces, beside: Faces) -> NDArray[np.bool_]:
    """Which loose faces are also read in a grid's frames, and their edges show better along those.

    Where two edges of a piece are hidden, others may seem to be its own.
    """
    away = distances(loose.centres_px, beside.centres_px)
    same = away < APART * edges_px(beside.frames_px)
    worse = np.asarray(same.any(axis=1), np.bool_)
    if not worse.any():
        return worse
    own, others = (
        seen_along(find_edges(soft, some.centres_px, some.frames_px, SIZES), LATTICE_DEG / 2)
        for some in (loose.subset(worse), beside)
    )
    worse[worse] = own < np.where(same[worse], others, -1.0).max(axis=1)
    return worse


def is_unattached(faces: Faces, loose: Faces) -> bool:
    """Whether no face lies beside another, and more pieces lie about than such an opening has."""
    grid = faces.subset(faces.belongs)
    if not len(grid) or len(grid) > MANY:
        return False
    sure = int((face_share(loose.shapes) >= SURELY).sum())
    return len(grid) + sure >= FEW and bool((steps_off(grid) > LONELY_OFF).all())


def asked_twice(faces: Faces) -> Faces:
    """The faces, those that no neighbour speaks for only where both nets hold them for faces."""
    lonely = (steps_off(faces) > LONELY_OFF) | (len(faces) <= FEW)
    if not lonely.any():
        return faces
    shapes = faces.shapes.copy()
    shapes[lonely] = piece_probabilities(faces.cuts_bgr[lonely])
    backs = faces.shapes[:, BACK] >= AGREED
    kept = ~lonely | backs | (face_share(shapes) >= AGREED)
    return replace(faces, shapes=shapes).subset(kept)


def without_gaps(working: PictureBgr, soft: PictureBgr, faces: Faces) -> Faces:
    """The faces; of few and plain ones none where most are as their surroundings, without edges.

    A single one may lie beside a tile in the same ink.
    """
    if not len(faces) or len(faces) > MANY or faces.shapes[:, SIGNS].max() >= SURELY:
        return faces
    seen = find_edges(soft, faces.centres_px, faces.frames_px, SIZES).seen
    gaps = _unclear_gaps(working, faces, seen)
    return faces if gaps.mean() <= MOSTLY else faces.subset(~gaps)


def is_scattered(faces: Faces) -> bool:
    """Whether faces lie otherwise than on a grid: astray from its cells, or one by one.

    Tiles of a game lie edge to edge beside at least one other. One or two faces cannot tell.
    """
    if len(faces) < FEW:
        return False
    nearest = steps_off(faces)
    fits = nearest[np.isfinite(nearest) & faces.belongs]
    astray = len(fits) >= FEW and median(fits) > OFF_LATTICE
    return astray or (len(faces) >= MANY and float(np.mean(nearest > LONELY_OFF)) > LONELY_SHARE)


def steps_off(faces: Faces) -> Floats:
    """(N,) how far from a whole step the nearest neighbour lies, in cells; infinite without one."""
    if not len(faces):
        return np.zeros(0)
    first, second = np.nonzero(distances(faces.cells, faces.cells) == 1)
    into = np.linalg.inv(faces.frames_px)[first]
    ways = into @ (faces.centres_px[second] - faces.centres_px[first])[..., None]
    nearest = np.full(len(faces), np.inf)
    steps = faces.cells[second] - faces.cells[first]
    off = np.abs(ways[..., 0] - steps).max(axis=1)
    np.minimum.at(nearest, first, off)
    return nearest


def is_speckled(soft: PictureBgr, prints: Prints) -> bool:
    """Whether there are more prints than any table has, and none of them on a piece with edges."""
    if len(prints) < MOST_PRINTS:
        return False
    some = prints.darkest(SPECKLES)
    edges = find_edges(soft, some.centres_px, own_frames(some), FIRST_SIZES)
    return float(edges.seen.max()) < SOME_EDGES


def _apart(prints: Prints, known: Faces) -> NDArray[np.bool_]:
    """Which prints lie where no face is known."""
    away = distances(prints.centres_px, known.centres_px)
    return np.asarray((away > APART * edges_px(known.frames_px)).all(axis=1), np.bool_)


def _one_each(faces: Faces) -> Faces:
    """Of faces that lie on one another the surest: a print and its parts."""
    order = np.argsort(faces.shapes[:, NO_FACE], kind="stable")
    away = distances(faces.centres_px, faces.centres_px)
    near = away <= APART * edges_px(faces.frames_px)[:, None]
    rows = np.zeros(len(faces), np.bool_)
    for k in order.tolist():
        rows[k] = not (near[k] & rows).any()
    return faces.subset(rows)

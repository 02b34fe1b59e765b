"""Impostors: what looks like tile faces one by one, but not together."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading.colour import Colours
from vision.reading.faces import FACE_SURE, Faces, face_share
from vision.reading.medians import median, medians, quantiles, ranked
from vision.reading.neighbours import FEW, cells_around
from vision.reading.prints import (
    FACE_PX,
    REACH,
    Floats,
    brightness,
    square_maps,
    ways_between,
)
from vision.reading.search import MOST_TILES
from vision.reading.shape import BACK, NO_FACE, SHAPES, SIGNS

RIM = [4, 5, -6, -5]
"""Rows and columns of a cut face in which a tile is black, whatever its shape."""
ODD_BLACK = 0.35
"""A face whose black reaches this far from the others' black to their print is odd if..."""
ODD_COLOUR = 0.3
"""...that black has a colour of this share..."""
ODD_SURE = 0.99
"""...or the net is less sure of it than this."""
INK_REACH, PURE, AS_BRIGHT, OTHER_HUE = 6, 0.5, 0.6, 0.6
"""Pixels of a cut from its middle that most prints cover; how coloured two quarters of that must be
to be compared, and how bright against the brightest, since a dark print leaves them black; and the
cosine between their hues below which they are two."""
STICKERS_SHARE, STICKER_FILLS = 0.8, 0.63
"""Stickers fill 0.7 of a cell and more, the largest print of a square 0.58."""
INKS_FIT = 12.0
"""Log odds that half the faces reach where their inks are known: 15 to 30 on tables."""
LIKELY = 0.5
"""What is less likely than this to have any one colour, and any one shape, is no face."""
FEW_SURE = 0.8
"""Few faces must each be this sure."""
FEW_BLACK = 0.55
"""And the black around their prints no brighter than this against them: 0.48 at most on tables."""
HOLE_SIDES, BAY_SIDES = 3, 2
"""A hole has tiles on so many sides or more, a bay at a corner on two."""
HOLE_SURE = 0.9
"""The net is seldom surer of a hole than this, and of 99 squares in 100 it is."""
SQUARE_FILLS = 0.43
"""Of a cell, as the print of a square does where no other tells: 0.34 to 0.58, as sets differ."""
HOLE_LARGE, HOLE_LARGER = 1.12, 1.3
"""A hole is this much larger than the squares of its picture: 1.4 to 1.8 times, most of them."""
HOLE_UNLIKE, HOLE_ALIKE = 0.2, 0.1
"""Log ratio to the table's light nearby: 0.02 to 0.3 in holes, over 0.5 for 95 squares in 100."""
SHADE, BLACKER, BLACK_FACES = 0.7, 0.28, 4
"""Log ratio to the table nearby that a shadow stays below (0.35 to 0.5 on a table as dark as the
tiles); and to the black of so many tiles nearby below which nothing is a tile: shadows are at -0.40
and less in every channel, 560 tiles face down on 240 tables at -0.21 and more in one of them."""
OWN_HUE, OTHER_HUE_LEAST = 0.1, 0.35
"""Log ratios of the channels differ by less than this between a table and its shadow (0.02), and by
more between that and tiles of another hue (0.45): 90 tiles face down were within 0.25 of others."""
MIDDLE_PX = 12
"""Edge of the middle of a cut face, in its pixels."""
TABLE_CELLS, DARK, FAR_FROM_ANY = 9, 8.0, 99.0
"""Bare cells that tell the table's light, levels added so that noise stays small, and the log ratio
to it where no bare cell is seen."""
OF_A_KIND, ONE_KIND_SHARE = 3, 0.5
"""A set has three tiles of a kind; where more seem to lie about, and most are of it, it is none."""
ALIKE_KIND, ALIKE_SHARE = 6, 0.6
ALIKE_SHAPE, ALIKE_SHAPE_SHARE = 18, 0.85
"""More tiles of one kind or shape than a set has, and most of all: a checked cloth, not a game."""
SIGN_SURE, SIGNS_LIKELY, SEVERAL, DOUBTED = 0.8, 0.7, 3, 0.4
"""How sure a sign must be, or several of them, as where no edges show; and what loose faces are
worth of which none is one."""
MANY_PLAIN = 8
"""A line in one shape has six; of so many tiles none bears another in one case of 256."""
LONGEST_LINE, TWICE = 6, 2
"""A line in one shape has six. Where more lie there, all of them circles, squares or diamonds, and
so many are twice in a line, they are bottle tops, dots or sweets. One may be a misread colour."""
DOUBLED = 3
"""Or most of one shape, and so many tiles beside their likes: another game's stickers."""


def odd_ones(faces: Faces) -> NDArray[np.bool_]:
    """Faces and backs whose black is brighter than the others': framed print, or a shadow.

    Glare brightens black too, but leaves it grey.
    """
    printed = face_share(faces.shapes) >= FACE_SURE
    if not printed.any():
        return np.zeros(len(faces), np.bool_)
    band = _rims(faces)
    (black,) = ranked(band, (int(0.35 * band.shape[1]),), axis=1)
    black = black.astype(np.float64)
    level, grey = black.max(axis=1), black.min(axis=1)
    light = median(brightness(faces.cuts_bgr[printed])[:, 10:22:2, 10:22:2])
    usual = median(level[printed])
    bright = (level - usual) / max(light - usual, 1.0)
    coloured = (level - grey) > ODD_COLOUR * level
    doubtful = face_share(faces.shapes) < ODD_SURE
    return np.asarray((bright > ODD_BLACK) & (coloured | doubtful), np.bool_)


def pale_few(faces: Faces) -> NDArray[np.bool_]:
    """Whether few faces, all of them, stand on no black: a sheet of paper on a grey cloth.

    A dark print beside a bright one is a tile: its black is dim against the other.
    """
    if not 0 < len(faces) < FEW:
        return np.zeros(len(faces), np.bool_)
    black = medians(_rims(faces).max(axis=2), axis=1)
    middles = brightness(faces.cuts_bgr)[:, 10:22, 10:22]
    light = quantiles(middles.reshape(len(faces), -1), 0.8, axis=1)
    return np.full(len(faces), (black > FEW_BLACK * light).all(), np.bool_)


def _rims(faces: Faces) -> PictureBgr:
    """(N, pixels, 3) of each face where a tile is black, whatever its shape; every other one."""
    sides = (faces.cuts_bgr[:, RIM, 4:-4], faces.cuts_bgr[:, 4:-4, RIM])
    return np.concatenate([side.reshape(len(faces), -1, 3) for side in sides], axis=1)[:, ::2]


def holes(picture_bgr: PictureBgr, faces: Faces) -> NDArray[np.bool_]:
    """Squares amid other tiles that are the table in a hole of the grid."""
    squares, sides = _are_squares(faces), _sides(faces)
    amid = squares & (sides >= BAY_SIDES)
    if not amid.any():
        return np.zeros(len(faces), np.bool_)
    found = np.zeros(len(faces), np.bool_)
    found[squares] = _are_holes(picture_bgr, faces, squares, sides[squares])
    return found


def _are_holes(
    picture_bgr: PictureBgr, faces: Faces, squares: NDArray[np.bool_], sides: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which of the squares among the faces, with tiles on so many sides, are holes."""
    some, amid = faces.subset(squares), sides >= BAY_SIDES
    sure, filled = face_share(some.shapes), _filled(some)
    large = filled > HOLE_LARGE * min(SQUARE_FILLS, float(filled.min()))
    if not (amid & (large | (sure < HOLE_SURE))).any():
        return np.zeros(len(some), np.bool_)
    unlike = _unlike_the_table(picture_bgr, faces, squares)
    others = (unlike > HOLE_UNLIKE) & (sure > ODD_SURE)
    size = filled / (median(filled[others]) if others.any() else SQUARE_FILLS)
    hole = (size > HOLE_LARGER) & (sure < ODD_SURE)
    hole |= (size > HOLE_LARGE) & (unlike < HOLE_UNLIKE)
    hole |= (unlike < HOLE_ALIKE) & (sure < HOLE_SURE)
    bay = (size > HOLE_LARGER) & (unlike < HOLE_UNLIKE) & (sure < HOLE_SURE)
    return np.asarray(amid & (bay | (hole & (sides >= HOLE_SIDES))), np.bool_)


def bare_backs(picture_bgr: PictureBgr, faces: Faces) -> NDArray[np.bool_]:
    """Backs of tiles that are the table itself, where it is as black as they are.

    In the shadow that tiles throw on it, it is blacker, or keeps its hue where tiles have another.
    """
    backs = np.asarray(faces.shapes[:, BACK] >= FACE_SURE, np.bool_)
    if not backs.any():
        return backs
    table, black = _from_the_table(picture_bgr, faces, backs), _from_the_black(faces, backs)
    unlike = np.abs(table).max(axis=1)
    blacker = black.max(axis=1) < -BLACKER
    in_its_hue = (np.ptp(table, axis=1) < OWN_HUE) & (np.ptp(black, axis=1) > OTHER_HUE_LEAST)
    backs[backs] = (unlike < HOLE_ALIKE) | (unlike < SHADE) & (blacker | in_its_hue)
    return backs


def _from_the_black(faces: Faces, rows: NDArray[np.bool_]) -> Floats:
    """The log ratios of the channels between backs and the black of the faces near them.

    Three for each of the chosen rows.
    """
    printed = faces.subset(face_share(faces.shapes) >= FACE_SURE)
    if not len(printed):
        return np.zeros((int(rows.sum()), 3))
    away = np.hypot(*(faces.centres_px[rows, None] - printed.centres_px[None]).transpose(2, 0, 1))
    nearest = np.argsort(away, axis=1)[:, :BLACK_FACES]
    black = medians(medians(_rims(printed), axis=1)[nearest], axis=1)
    here = medians(faces.cuts_bgr[rows, 12:20, 12:20].reshape(len(away), -1, 3), axis=1)
    return np.asarray(np.log((here + DARK) / (black + DARK)), np.float64)


def _filled(faces: Faces) -> Floats:
    """(N,) how much of each cell is as bright as its middle."""
    bright = brightness(faces.cuts_bgr)[:, 3:-3, 3:-3]
    light = medians(bright[:, 9:17, 9:17].reshape(len(bright), -1), axis=1)
    own = bright.reshape(len(bright), -1)
    level = (light + quantiles(own, 0.1, axis=1)) / 2
    return np.asarray((own > level[:, None]).mean(axis=1), np.float64)


def _unlike_the_table(picture_bgr: PictureBgr, faces: Faces, rows: NDArray[np.bool_]) -> Floats:
    """The largest log ratio, of all channels, between a print and the bare table near it.

    One for each of the chosen rows.
    """
    return np.asarray(np.abs(_from_the_table(picture_bgr, faces, rows)).max(axis=1), np.float64)


def _from_the_table(picture_bgr: PictureBgr, faces: Faces, rows: NDArray[np.bool_]) -> Floats:
    """The log ratios of the channels between prints and the bare table near them.

    Three for each of the chosen rows.
    """
    grid = faces.subset(faces.belongs)
    _, centres, frames = cells_around(grid, faces)
    if not len(centres):
        return np.full((int(rows.sum()), 3), FAR_FROM_ANY)
    # A median needs no picture without flicker.
    x, y = square_maps(centres, frames, MIDDLE_PX, MIDDLE_PX / FACE_PX * REACH)
    bare = cv2.remap(picture_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    table = medians(bare, axis=1)
    away = np.hypot(*(faces.centres_px[rows, None] - centres[None]).transpose(2, 0, 1))
    nearest = np.argsort(away, axis=1)[:, :TABLE_CELLS]
    here = medians(faces.cuts_bgr[rows, 12:20, 12:20].reshape(len(away), -1, 3), axis=1)
    ratio = (here + DARK) / (medians(table[nearest], axis=1) + DARK)
    return np.asarray(np.log(ratio), np.float64)


def has_signs(loose: Faces) -> bool:
    """Whether one of the loose faces is a shape that hardly anything but a tile bears.

    Circles, squares and diamonds are everywhere.
    """
    signs = loose.shapes[:, SIGNS].max(axis=1, initial=0.0)
    return bool((signs >= SIGN_SURE).any() or (signs >= SIGNS_LIKELY).sum() >= SEVERAL)


def many_and_plain(loose: Faces) -> bool:
    """Whether so many are circles, squares and diamonds alone that they are no tiles.

    Half the tiles of a set are not.
    """
    likely = loose.shapes[:, SIGNS].max(axis=1, initial=0.0) >= LIKELY
    return len(loose) >= MANY_PLAIN and not likely.any()


def as_doubtful(loose: Faces) -> Faces:
    """The same faces, each no likelier than not to be one."""
    shapes = DOUBTED * loose.shapes
    shapes[:, NO_FACE] += 1 - DOUBTED
    return replace(loose, shapes=shapes)


def of_no_ink(faces: Faces, colours: Colours) -> NDArray[np.bool_]:
    """Doubtful faces in a colour that no tile has, and what has neither a colour nor a shape."""
    doubtful = face_share(faces.shapes) < ODD_SURE
    nothing = faces.shapes[:, : len(SHAPES)].max(axis=1) < LIKELY
    nothing &= colours.probabilities.max(axis=1, initial=0.0) < LIKELY
    return np.asarray((colours.known_fits < 0) & doubtful | nothing, np.bool_)


def of_many_inks(faces: Faces) -> NDArray[np.bool_]:
    """Faces whose print has two clear colours side by side: a card's back, a picture.

    A lamp's mirror image makes a colour paler, not another one.
    """
    half = FACE_PX // 2
    near, far = slice(half - INK_REACH, half - 1), slice(half + 1, half + INK_REACH)
    quarters = [faces.cuts_bgr[:, rows, columns] for rows in (near, far) for columns in (near, far)]
    inks = np.stack(
        [medians(one.reshape(len(faces), (INK_REACH - 1) ** 2, 3), axis=1) for one in quarters]
    )
    most = np.maximum(inks.max(axis=2), 1)
    pure = (inks.max(axis=2) - inks.min(axis=2)) / most > PURE
    pure &= most > AS_BRIGHT * most.max(axis=0)
    shares = (inks - inks.min(axis=2, keepdims=True)) / most[..., None]
    shares /= np.maximum(np.linalg.norm(shares, axis=2, keepdims=True), 1e-6)
    alike = np.einsum("anc,bnc->abn", shares, shares)
    other = (alike < OTHER_HUE) & pure[:, None] & pure[None]
    return np.asarray(other.any(axis=(0, 1)), np.bool_)


def are_stickers(faces: Faces) -> bool:
    """Whether most faces are squares that nearly fill their cells, as on a Rubik's cube."""
    squares = _are_squares(faces)
    if squares.sum() < max(STICKERS_SHARE * len(faces), 1):
        return False
    return median(_filled(faces.subset(squares))) > STICKER_FILLS


def strange_holes(faces: Faces, colours: Colours) -> NDArray[np.bool_]:
    """Squares amid tiles in a colour that no tile has while the others' inks are known: holes."""
    found = (colours.known_fits < 0) & _are_squares(faces) & (_sides(faces) >= BAY_SIDES)
    if not found.any() or median(colours.known_fits) < INKS_FIT:
        return np.zeros(len(faces), np.bool_)
    return np.asarray(found, np.bool_)


def _are_squares(faces: Faces) -> NDArray[np.bool_]:
    squares = faces.shapes[:, : len(SHAPES)].argmax(axis=1) == SHAPES.index(Shape.SQUARE)
    return np.asarray(squares, np.bool_)


def _sides(faces: Faces) -> NDArray[np.int64]:
    """(N,) on how many sides of each face a tile of the grid lies."""
    steps = ways_between(faces.cells, faces.cells)
    return np.asarray(((steps == 1) & faces.belongs[None]).sum(axis=1), np.int64)


def all_alike(faces: Faces, colours: Colours) -> bool:
    """Whether one kind, or one shape, holds far more of the faces than in any game."""
    shapes = faces.shapes[:, : len(SHAPES)].argmax(axis=1)
    kinds = colours.probabilities.argmax(axis=1) * len(SHAPES) + shapes
    of_kind, of_shape = (int(np.bincount(one, minlength=1).max()) for one in (kinds, shapes))
    if len(faces) > MOST_TILES or (of_kind > ALIKE_KIND and of_kind > ALIKE_SHARE * len(faces)):
        return True
    if of_shape <= ALIKE_SHAPE_SHARE * len(faces):
        return False
    if of_shape > ALIKE_SHAPE or _doubled(faces, kinds) >= DOUBLED:
        return True
    plain = of_shape == len(faces) > LONGEST_LINE and not np.isin(shapes, SIGNS).any()
    return plain and _twice_in_a_line(faces, kinds) >= TWICE


def mostly_one_kind(loose: Faces, colours: Colours) -> bool:
    """Whether most of the faces are of one kind, and more than the three that a set has."""
    shapes = loose.shapes[:, : len(SHAPES)].argmax(axis=1)
    kinds = colours.probabilities.argmax(axis=1) * len(SHAPES) + shapes
    most = int(np.bincount(kinds, minlength=1).max())
    return most > OF_A_KIND and most > ONE_KIND_SHARE * len(kinds)


def all_alike_and_plain(faces: Faces, colours: Colours) -> bool:
    """Whether few faces are all the same circle, square or diamond: nobody opens a game so."""
    shapes = faces.shapes[:, : len(SHAPES)].argmax(axis=1)
    kinds = colours.probabilities.argmax(axis=1) * len(SHAPES) + shapes
    return bool((kinds == kinds[0]).all() and not np.isin(shapes, SIGNS).any())


def _twice_in_a_line(faces: Faces, kinds: NDArray[np.int64]) -> int:
    """How many tiles on the grid are the same as one before them in their line."""
    cells = map(tuple, faces.cells[faces.belongs].tolist())
    lying = dict(zip(cells, kinds[faces.belongs].tolist(), strict=True))
    found = 0
    for (x, y), kind in lying.items():
        for dx, dy in ((1, 0), (0, 1)):
            before, k = set(), 1
            while (x - k * dx, y - k * dy) in lying:
                before.add(lying[x - k * dx, y - k * dy])
                k += 1
            found += kind in before
    return found


def _doubled(faces: Faces, kinds: NDArray[np.int64]) -> int:
    """How many pairs of neighbours on the grid are the same tile, which no legal line holds."""
    lying = dict(
        zip(
            map(tuple, faces.cells[faces.belongs].tolist()),
            kinds[faces.belongs].tolist(),
            strict=True,
        )
    )
    return sum(
        lying.get((x + 1, y)) == kind or lying.get((x, y + 1)) == kind
        for (x, y), kind in lying.items()
    )

"""Reading a table of cubes: tops only, those of the grid on their cells, open hands beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.board import Cell
from assistant.tiles import Colour, Palette, Shape, Tile
from vision.observation import (
    Face,
    Group,
    GroupKind,
    Observation,
    Sighting,
    Stray,
    StraySighting,
)
from vision.pictures.load import PictureBgr
from vision.reading.colour import Colours, Inks, print_light
from vision.reading.complaints import complaints_about
from vision.reading.cube_colours import classify_cube_colours
from vision.reading.cube_grid import GridOfCubes, find_grid
from vision.reading.cube_missing import (
    ORPHAN,
    cells_beside,
    places_between,
    side_places,
    tops_over_sides,
)
from vision.reading.cube_sides import (
    Sides,
    are_tops,
    find_sides,
    ink_light,
    same_ink,
    with_true_edge,
)
from vision.reading.cube_standing import float_over_table
from vision.reading.cube_turns import TURNS, edge_votes, likely_turns, outline_votes
from vision.reading.cut import cut_at_size, resized
from vision.reading.faces import corners_of, edges_px, face_share
from vision.reading.lattice import turn_matrix
from vision.reading.prints import (
    FACE_PX,
    Floats,
    Prints,
    brightest_channel,
    find_prints,
)
from vision.reading.shape import ANSWERS, SHAPES, shape_probabilities
from vision.reading.top_plane import TopPlane, fit_top_plane

WORKING_PX = 1600
"""Longest side of the picture in which cubes are looked for: beside all hands they are small."""
MOST_SQUEEZED = 3.0
"""As in `prints`, for tops seen at 70 degrees."""
SHAVED_PX = (1, 2, 4)
"""Pixels that are taken off every print to part it from the next."""
MOST_SHAVED = 0.075
"""And at most so much of an edge: the lobes of a clover would part as well."""
PARTED = 1.35
"""Prints at one place whose sizes differ by more than this factor are two, or one is a blob."""
MOST_PRINTS = 320
"""Only so many on the darkest ground are looked at: 90 cubes show three faces at most, few do."""
CROWD, DARKEST, GROUND, GROUND_SPARE = 130, 12, 2.0, 25.0
"""Among more prints than this a cloth has a say: then cubes are those whose ground is at most so
many times as bright as that of the twelfth darkest, and so many levels more."""
FAR_LIGHTER = 4.0
"""The same without a crowd: the arms of a clover reach over the edge of its face."""
FEWEST = 2
"""Fewer prints do not tell the camera's tilt."""
LOOKS = 6
"""Turns, of a quarter, at which the net looks at each cube."""
FACE_SURE = 0.8
"""A print is taken for a face when the net gives it at least this at its best turn."""
FOUND_SURE = 0.9
"""A face where no print was found must be this sure."""
SURELY_FOUND, CLEAR = 0.98, 0.45
"""And where no side tells of it, so sure, and so far from every side, in edges."""
MAYBE_FOUND = 0.6
"""Beside the grid what is less sure than that, but as sure as this, is told as unread."""
COLOURED = 0.5
"""Share of its light by which a print's brightest channel exceeds its darkest: cubes are printed in
colours, and a checked cloth is not."""
WHITE_LIGHT, WHITE_GROUND, GROUND_LEVELS = 0.6, 1.5, 12.0
"""Or in white, which is at least so bright against the coloured prints, on a ground that is at most
so many times as bright as theirs, and so many levels more."""
OUTLINE_VOTES = 2.0
"""What the outline of a whole cube says of its turn, against the edges of its top. Of 336 cubes in
hands the edges alone are off by more than 20 degrees for 18 %, both together for 0.6 %."""
TURN_SURE = 0.6
"""A cube's turn is known when so much of its probability lies within ten degrees."""
SIDE_SURE = 0.3
"""A side that fits its cube this well tells the cube's turn."""
ALONE = 1.35
"""A cube with no other this near shows its edges, in edges."""
MOST_OF_A_COLOUR = 15
"""Cubes of one colour in a set, whatever is up."""
HAND_GAP = 2.6
"""Cubes of one hand lie within this of each other, in edges."""


@dataclass(frozen=True, slots=True)
class Cubes:
    """The cubes of a picture, in pixels of the working picture; one row each."""

    centres_px: Floats
    places: Floats
    """(N, 2) on the plane of the tops, in edges."""
    turns: Floats
    """(N, turns) probability of each of `TURNS`."""
    side_turns: Floats
    """(N,) the turn that a side tells, NaN where none does."""
    looks: Floats
    """(N, LOOKS, ANSWERS) what the net says at each of so many turns."""
    cuts_bgr: PictureBgr
    """(N, FACE_PX, FACE_PX, 3) at the likeliest turn."""

    @property
    def sureness(self) -> Floats:
        """(N,) how sure the net is of a face, at the turn at which it is surest."""
        share = face_share(self.looks.reshape(-1, ANSWERS)).reshape(-1, LOOKS)
        return np.asarray(share.max(axis=1, initial=0), np.float64)

    def subset(self, rows: NDArray[np.bool_]) -> Cubes:
        """The cubes of the chosen rows."""
        return Cubes(*(getattr(self, name)[rows] for name in self.__slots__))

    def with_more(self, more: Cubes) -> Cubes:
        """These cubes and then those."""
        names = self.__slots__
        return Cubes(*(np.concatenate([getattr(self, n), getattr(more, n)]) for n in names))


def find_tops(picture_bgr: PictureBgr) -> tuple[PictureBgr, tuple[Shape, ...], Floats]:
    """The tops of all cubes on a picture, their colours not told: faces, symbols, centres (N, 2).

    Faces (N, FACE_PX, FACE_PX, 3), centres in pixels of the picture.
    """
    scale = min(1.0, WORKING_PX / max(picture_bgr.shape[:2]))
    working = resized(picture_bgr, scale)
    prints = inked_prints(working, all_prints(working))
    if len(prints) < FEWEST:
        return np.zeros((0, FACE_PX, FACE_PX, 3), np.uint8), (), np.zeros((0, 2))
    _, cubes, _ = find_cubes(working, prints)
    best = _shapes(cubes.looks, cubes.turns).argmax(axis=1)
    return cubes.cuts_bgr, tuple(SHAPES[k] for k in best), (cubes.centres_px + 0.5) / scale - 0.5


Classifier = Callable[[Cubes], Colours]
"""Tells the colours of cubes of one picture."""


def read_cubes(
    picture_bgr: PictureBgr, palette: Palette | None = None, inks: Inks | None = None
) -> Observation:
    """All cubes on an upright picture, uint8 (H, W, 3): the grid, and the hands as groups."""
    high, wide = picture_bgr.shape[:2]
    scale = min(1.0, WORKING_PX / max(high, wide))
    working = resized(picture_bgr, scale)
    prints = inked_prints(working, all_prints(working))
    if len(prints) < FEWEST:
        return _nothing(picture_bgr)
    plane, cubes, sides = find_cubes(working, prints)
    if not len(cubes.places):
        return _nothing(picture_bgr)
    classify = _classifier(palette, inks)
    cubes = _without_cloth(cubes, classify)
    cubes, grid, unread = _with_grid(working, plane, sides, cubes, classify)
    colours = classify(cubes)
    shades = colours.probabilities
    frames, shapes, cuts = _turned_with_grid(working, plane, cubes, grid)
    faces = _faces(cubes.centres_px, frames, shapes, shades, scale)
    sightings = _sightings(faces, grid, cubes, plane)
    hands = _hands(faces, cubes, set(range(len(faces))) - set(grid.cells))
    on_grid = np.array([k in grid.cells for k in range(len(faces))], np.bool_)
    return Observation(
        size_wh=(wide, high),
        sightings=sightings,
        groups=hands,
        strays=_strays(plane, unread, grid, scale),
        complaints=complaints_about(picture_bgr, cuts[on_grid], frames[on_grid] / scale, sightings),
        palette=colours.palette if colours.palette_certainty > 0.9 else palette,
        tile_px=float(np.median(edges_px(frames))) / scale,
    )


def _classifier(palette: Palette | None, inks: Inks | None) -> Classifier:
    """Tells the colours of cubes; of the same ones as before without looking again."""
    known: list[tuple[Cubes, Colours]] = []

    def classify(cubes: Cubes) -> Colours:
        if not known or known[0][0] is not cubes:
            light = print_light(cubes.cuts_bgr)
            known[:] = [(cubes, classify_cube_colours(light, palette, inks))]
        return known[0][1]

    return classify


def _with_grid(
    working: PictureBgr,
    plane: TopPlane,
    sides: Floats,
    cubes: Cubes,
    classify: Classifier,
) -> tuple[Cubes, GridOfCubes, Floats]:
    """The grid among the cubes, and from cell to cell those whose print did not stand out.

    And (M, 2) the pixels of places beside it that may show one more cube, or may not.
    """
    while True:
        shades = classify(cubes).probabilities
        loosely = _shapes(cubes.looks, cubes.turns)
        grid = find_grid(cubes.places, _tiles(shades, loosely), _known_turns(cubes))
        beside, turns = _where_more_may_lie(cubes, grid)
        away = np.hypot(*(beside[:, None] - sides[None]).transpose(2, 0, 1))
        free = (away > CLEAR).all(axis=1)
        free &= ~_are_sides(working, plane, beside, cubes, grid)
        beside, told = beside[free], turns[free, None]
        more = _looked_at(working, plane, plane.pixels(beside), told, np.ones_like(told))
        doubtful = more.subset((more.sureness >= MAYBE_FOUND) & (more.sureness < SURELY_FOUND))
        more = more.subset(more.sureness >= SURELY_FOUND)
        if not len(more.places):
            return cubes, grid, doubtful.centres_px
        cubes = cubes.with_more(more.subset(np.arange(len(more.places)) == 0))


def _where_more_may_lie(cubes: Cubes, grid: GridOfCubes) -> tuple[Floats, Floats]:
    """Places (M, 2) beside the grid, or where one more cube would make a grid, and (M,) turns."""
    places = cubes.places
    if grid.cells:
        beside = cells_beside(places[list(grid.cells)], grid.turn, places)
        return beside, np.full(len(beside), grid.turn % (np.pi / 2))
    found = [places_between(places)]
    for place, turn in zip(places, cubes.side_turns, strict=True):
        if not np.isnan(turn):
            beside = cells_beside(place[None], float(turn), places)
            found.append((beside, np.full(len(beside), turn % (np.pi / 2))))
    beside, turns = (np.concatenate(part) for part in zip(*found, strict=True))
    return beside, turns


def _without_cloth(cubes: Cubes, classify: Classifier) -> Cubes:
    """The cubes without a kind of which there are more than any set has: a checked cloth."""
    shades = classify(cubes).probabilities
    kinds = [
        Tile(tile.colour, Shape.SQUARE) if tile.shape is Shape.DIAMOND else tile
        for tile in _tiles(shades, _shapes(cubes.looks, cubes.turns))
    ]
    count = Counter(kinds)
    few = np.array([count[kind] <= MOST_OF_A_COLOUR for kind in kinds], np.bool_)
    return cubes if few.all() else cubes.subset(few)


def _are_sides(
    working: PictureBgr, plane: TopPlane, beside: Floats, cubes: Cubes, grid: GridOfCubes
) -> NDArray[np.bool_]:
    """Which places beside cubes show a side of one of them: in its ink, where it has one."""
    rows = list(grid.cells) or list(np.nonzero(~np.isnan(cubes.side_turns))[0])
    turns = np.full(len(rows), grid.turn) if grid.cells else cubes.side_turns[rows]
    own = cubes.places[rows]
    shown, which = side_places(own, turns, plane)
    ink = ink_light(working, plane.pixels(own))[which]
    here = ink_light(working, plane.pixels(beside))
    near = np.hypot(*(beside[:, None] - shown[None]).transpose(2, 0, 1)) < CLEAR
    return np.array(
        [
            bool((close & same_ink(np.repeat(one[None], len(ink), 0), ink)).any())
            for close, one in zip(near, here, strict=True)
        ],
        np.bool_,
    )


def _nothing(picture_bgr: PictureBgr) -> Observation:
    """What is said of a picture without cubes."""
    high, wide = picture_bgr.shape[:2]
    empty = np.zeros((0, FACE_PX, FACE_PX, 3), np.uint8)
    complaints = complaints_about(picture_bgr, empty, np.zeros((0, 2, 2)), ())
    return Observation(size_wh=(wide, high), complaints=complaints)


def all_prints(working: PictureBgr) -> Prints:
    """Every print, and those that only part from their neighbours where they are shaved.

    On a cube the print of a side comes close to that of the top, and in a blurred picture both are
    one blob.
    """
    prints = find_prints(working, MOST_SQUEEZED)
    for shaved_px in SHAVED_PX:
        kernel = np.ones((2 * shaved_px + 1,) * 2, np.uint8)
        thinner = np.asarray(cv2.erode(working, kernel), np.uint8)
        parted = find_prints(thinner, MOST_SQUEEZED).grown(shaved_px)
        parted = parted.subset(parted.edges_px * MOST_SHAVED > shaved_px)
        prints = prints.with_more(parted.subset(~parted.known_in(prints, PARTED)))
    if len(prints) <= MOST_PRINTS:
        return prints
    return prints.subset(prints.grounds <= np.sort(prints.grounds)[MOST_PRINTS - 1])


def find_cubes(working: PictureBgr, prints: Prints) -> tuple[TopPlane, Cubes, Floats]:
    """The plane of the tops, the cubes whose tops lie in it, and where on it sides are seen."""
    size_wh = (working.shape[1], working.shape[0])
    light = ink_light(working, prints.centres_px)
    plane, fits = fit_top_plane(prints, size_wh)
    plane = with_true_edge(working, prints, light, plane, fits)
    sides = find_sides(prints, light, plane)
    fits = np.where(float_over_table(working, prints, light, plane), 0, fits)
    tops = are_tops(prints, plane, fits, sides)
    weight = np.where(tops[None], 0, sides.fits[tops])
    best = np.argsort(-weight, axis=1)[:, :2]
    side_turns = np.take_along_axis(sides.turns[tops], best, axis=1)
    weight = np.take_along_axis(weight, best, axis=1)
    cubes = _looked_at(working, plane, prints.centres_px[tops], side_turns, weight)
    cubes = cubes.subset(cubes.sureness >= FACE_SURE)
    more, wrong = _over_sides(working, plane, prints, light, fits, tops, sides)
    apart = np.hypot(*(cubes.centres_px[:, None] - wrong[None]).transpose(2, 0, 1)) > 1
    cubes = cubes.subset(apart.all(axis=1)).with_more(more)
    known = ~tops & (sides.fits[tops].max(axis=0, initial=0) > ORPHAN)
    return plane, cubes, plane.on_plane(prints.centres_px[known])


def inked_prints(working: PictureBgr, prints: Prints) -> Prints:
    """The prints that are of some ink on a cube's black."""
    light = ink_light(working, prints.centres_px)
    return prints.subset(_are_inked(prints, light) & _on_black(prints))


def _are_inked(prints: Prints, light: Floats) -> NDArray[np.bool_]:
    """Which prints are coloured, or as white as an ink on the black of the coloured ones is."""
    coloured = np.asarray(1 - light.min(axis=1) / light.max(axis=1) > COLOURED, np.bool_)
    if not coloured.any():
        return coloured
    bright = light.max(axis=1) > WHITE_LIGHT * np.median(light[coloured].max(axis=1))
    black = WHITE_GROUND * np.median(prints.grounds[coloured]) + GROUND_LEVELS
    return np.asarray(coloured | (bright & (prints.grounds <= black)), np.bool_)


def _on_black(prints: Prints) -> NDArray[np.bool_]:
    """Which prints stand on black as cubes do, and not on a cloth or between its checks."""
    if not len(prints):
        return np.zeros(0, np.bool_)
    black = np.sort(prints.grounds)[min(DARKEST - 1, len(prints) // 2)]
    lighter = GROUND if len(prints) > CROWD else FAR_LIGHTER
    return np.asarray(prints.grounds <= lighter * black + GROUND_SPARE, np.bool_)


def _looked_at(
    working: PictureBgr, plane: TopPlane, centres_px: Floats, side_turns: Floats, weight: Floats
) -> Cubes:
    """Cubes with tops at these pixels; their sides tell turns (N, M), so surely."""
    bright = brightest_channel(working)
    votes = edge_votes(bright, centres_px, plane)
    votes = votes + OUTLINE_VOTES * outline_votes(bright, centres_px, plane)
    turns = likely_turns(votes, side_turns, weight)
    looks = _looks(working, centres_px, plane)
    cuts = _cuts(working, plane, centres_px, TURNS[turns.argmax(axis=1)])
    sure = np.where(weight[:, 0] > SIDE_SURE, side_turns[:, 0], np.nan)
    return Cubes(centres_px, plane.on_plane(centres_px), turns, sure, looks, cuts)


def _over_sides(
    working: PictureBgr,
    plane: TopPlane,
    prints: Prints,
    light: Floats,
    fits: Floats,
    tops: NDArray[np.bool_],
    sides: Sides,
) -> tuple[Cubes, Floats]:
    """Cubes of which only sides were found, and where these are seen.

    Their tops' prints are one with the table, or with something else that is bright.
    """
    places, turns, rows = tops_over_sides(prints, plane, fits, tops, sides)
    centres = plane.pixels(places)
    found = _looked_at(working, plane, centres, turns[:, None], np.ones((len(turns), 1)))
    same = same_ink(ink_light(working, centres), light[rows])
    share = found.sureness
    good = same & (share >= FOUND_SURE)
    for k in np.argsort(-share):
        if good[k]:
            near = np.hypot(*(places - places[k]).T) < 0.85
            good &= ~near | (np.arange(len(good)) == k)
    return found.subset(good), prints.centres_px[rows[good]]


def _frames(plane: TopPlane, centres_px: Floats, turns: Floats) -> Floats:
    """(N, 2, 2) of cubes that are turned so."""
    spins = np.array([turn_matrix(float(turn)) for turn in turns]).reshape(-1, 2, 2)
    return np.asarray(plane.steps(centres_px) @ spins, np.float64)


def _cuts(working: PictureBgr, plane: TopPlane, centres_px: Floats, turns: Floats) -> PictureBgr:
    """Faces with prints as large as on most sets, however large this set prints them."""
    return cut_at_size(working, centres_px, _frames(plane, centres_px, turns) * plane.printed_edge)


def _looks(working: PictureBgr, centres_px: Floats, plane: TopPlane) -> Floats:
    """(N, LOOKS, ANSWERS) what the net says of each cube at turns over a quarter."""
    seen = []
    for k in range(LOOKS):
        turns = np.full(len(centres_px), k * np.pi / 2 / LOOKS)
        seen.append(shape_probabilities(_cuts(working, plane, centres_px, turns)))
    return np.stack(seen, axis=1)


def _shapes(looks: Floats, turns: Floats) -> Floats:
    """(N, shapes) what the looks say, each as likely as its turn is; rows sum to one."""
    which = np.rint(TURNS / (np.pi / 2 / LOOKS)).astype(int) % LOOKS
    weights = np.stack([turns[:, which == k].sum(axis=1) for k in range(LOOKS)], axis=1)
    side_turns = (looks[:, :, : len(SHAPES)] * weights[..., None]).sum(axis=1) + 1e-3
    return np.asarray(side_turns / side_turns.sum(axis=1, keepdims=True), np.float64)


def _known_turns(cubes: Cubes) -> Floats:
    """(N,) the turn of each cube, NaN where it is in doubt.

    Among touching cubes the edges of one are not seen, and those of others are.
    """
    best = TURNS[cubes.turns.argmax(axis=1)]
    apart = np.abs((best[:, None] - TURNS[None] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    sure = (cubes.turns * (apart < np.radians(10))).sum(axis=1) > TURN_SURE
    far = np.hypot(*(cubes.places[None] - cubes.places[:, None]).transpose(2, 0, 1))
    alone = ((far > 0) & (far < ALONE)).sum(axis=1) == 0
    return np.where(np.isnan(cubes.side_turns) & alone & sure, best, cubes.side_turns)


def _tiles(shades: Floats, shapes: Floats) -> list[Tile]:
    colours = list(Colour)
    return [
        Tile(colours[int(shade.argmax())], SHAPES[int(shape.argmax())])
        for shade, shape in zip(shades, shapes, strict=True)
    ]


def _turned_with_grid(
    working: PictureBgr, plane: TopPlane, cubes: Cubes, grid: GridOfCubes
) -> tuple[Floats, Floats, PictureBgr]:
    """Frames, shapes (N, 6) and cuts of all cubes, those of the grid turned as the grid is."""
    turns = TURNS[cubes.turns.argmax(axis=1)].copy()
    shapes = _shapes(cubes.looks, cubes.turns)
    rows = list(grid.cells)
    turns[rows] = grid.turn
    frames = _frames(plane, cubes.centres_px, turns)
    cuts = _cuts(working, plane, cubes.centres_px, turns)
    side_turns = shape_probabilities(cuts)
    spare = (1 - face_share(side_turns)) / len(SHAPES)
    straight = side_turns[:, : len(SHAPES)] + spare[:, None]
    shapes[rows] = straight[rows]
    return frames, shapes, cuts


def _faces(
    centres_px: Floats, frames_px: Floats, shapes: Floats, shades: Floats, scale: float
) -> list[Face]:
    centres = (centres_px + 0.5) / scale - 0.5
    corners = corners_of(centres, frames_px / scale).tolist()
    return [
        Face(
            dict(zip(Colour, shade, strict=True)),
            dict(zip(SHAPES, shape, strict=True)),
            (centre[0], centre[1]),
            tuple((x, y) for x, y in around),
        )
        for shade, shape, centre, around in zip(
            shades.tolist(), shapes.tolist(), centres.tolist(), corners, strict=True
        )
    ]


def _sightings(
    faces: list[Face], grid: GridOfCubes, cubes: Cubes, plane: TopPlane
) -> tuple[Sighting, ...]:
    """The grid's faces on cells that count to the right and down as the picture shows them."""
    if not grid.cells:
        return ()
    right = plane.steps(cubes.centres_px[list(grid.cells)]).mean(axis=0) @ np.array(
        [np.cos(grid.turn), np.sin(grid.turn)]
    )
    quarter = round(float(np.degrees(np.arctan2(right[1], right[0]))) / 90) % 4
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    return tuple(
        Sighting(
            faces[k].colours,
            faces[k].shapes,
            faces[k].centre_px,
            _rolled(faces[k].corners_px, quarter),
            Cell(cell.x * cos - cell.y * sin, cell.x * sin + cell.y * cos),
        )
        for k, cell in grid.cells.items()
    )


def _strays(
    plane: TopPlane, unread_px: Floats, grid: GridOfCubes, scale: float
) -> tuple[StraySighting, ...]:
    """What may be cubes beside the grid and could not be read."""
    frames = _frames(plane, unread_px, np.full(len(unread_px), grid.turn)) / scale
    centres = (unread_px + 0.5) / scale - 0.5
    return tuple(
        StraySighting(Stray.BLANK, (at[0], at[1]), tuple((x, y) for x, y in around))
        for at, around in zip(centres.tolist(), corners_of(centres, frames).tolist(), strict=True)
        if grid.cells
    )


def _rolled(
    corners: tuple[tuple[float, float], ...], quarter: int
) -> tuple[tuple[float, float], ...]:
    """The same corners, the first of them the cell's top left as the picture shows it."""
    first = -quarter % 4
    return (*corners[first:], *corners[:first])


def _hands(faces: list[Face], cubes: Cubes, rest: set[int]) -> tuple[Group, ...]:
    """The other cubes, those that lie together as one group."""
    groups = []
    while rest:
        hand = [rest.pop()]
        for k in hand:
            near = [m for m in rest if np.hypot(*(cubes.places[m] - cubes.places[k])) < HAND_GAP]
            hand += near
            rest -= set(near)
        groups.append(Group(GroupKind.HEAP, tuple(faces[k] for k in hand)))
    return tuple(sorted(groups, key=lambda group: group.faces[0].centre_px))

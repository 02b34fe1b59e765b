"""Reading a table of cubes: tops only, those of the grid on their cells, open hands beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

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
from vision.reading.colour import Colours
from vision.reading.complaints import complaints_about
from vision.reading.cube_colours import classify_cube_colours
from vision.reading.cube_grid import GridOfCubes, find_grid
from vision.reading.cube_looks import (
    Cubes,
    cuts_of,
    frames_of,
    known_turns,
    looked_at,
    named_by_both,
    shapes_of,
)
from vision.reading.cube_missing import (
    ORPHAN,
    cells_beside,
    places_between,
    side_places,
    tops_over_sides,
)
from vision.reading.cube_prints import all_prints, inked_prints
from vision.reading.cube_sides import (
    Sides,
    are_tops,
    find_sides,
    ink_light,
    same_ink,
    with_true_edge,
)
from vision.reading.cube_standing import float_over_table
from vision.reading.cube_strangers import are_strangers
from vision.reading.cube_turns import TURNS
from vision.reading.cut import cut_at_size, resized
from vision.reading.faces import corners_of, edges_px, face_share
from vision.reading.inks import Inks
from vision.reading.print_light import print_light
from vision.reading.prints import (
    FACE_PX,
    Floats,
    Prints,
)
from vision.reading.shape import SHAPES, piece_probabilities, shape_probabilities
from vision.reading.top_plane import TopPlane, fit_top_plane

WORKING_PX = 1600
"""Longest side of the picture in which cubes are looked for: beside all hands they are small."""
FEWEST = 2
"""Fewer prints do not tell the camera's tilt."""
FACE_SURE = 0.8
"""A print is taken for a face when the net gives it at least this at its best turn."""
FOUND_SURE = 0.9
"""A face where no print was found must be this sure."""
SURELY_FOUND, CLEAR = 0.98, 0.45
"""And where no side tells of it, so sure, and so far from every side, in edges."""
MAYBE_FOUND = 0.6
"""Beside the grid what is less sure than that, but as sure as this, is told as unread."""
MOST_OF_A_COLOUR = 15
"""Cubes of one colour in a set, whatever is up."""
SAME_CUBE = 0.4
"""Tops this near to each other are one and the same, in edges; sides lie farther off."""
HAND_GAP = 2.6
"""Cubes of one hand lie within this of each other, in edges."""


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
    best = shapes_of(cubes.looks, cubes.turns).argmax(axis=1)
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
    second = piece_probabilities(cuts)
    whole = piece_probabilities(cut_at_size(working, cubes.centres_px, frames))
    if are_strangers(shapes, shades, second, whole):
        return _nothing(picture_bgr)
    shapes = named_by_both(shapes, second)
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
        loosely = shapes_of(cubes.looks, cubes.turns)
        grid = find_grid(cubes.places, _tiles(shades, loosely), known_turns(cubes))
        beside, turns = _where_more_may_lie(cubes, grid)
        away = np.hypot(*(beside[:, None] - sides[None]).transpose(2, 0, 1))
        free = (away > CLEAR).all(axis=1)
        free &= ~_are_sides(working, plane, beside, cubes, grid)
        beside, told = beside[free], turns[free, None]
        more = looked_at(working, plane, plane.pixels(beside), told, np.ones_like(told))
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
        for tile in _tiles(shades, shapes_of(cubes.looks, cubes.turns))
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
    cubes = looked_at(working, plane, prints.centres_px[tops], side_turns, weight)
    cubes = cubes.subset(cubes.sureness >= FACE_SURE)
    more, wrong = _over_sides(working, plane, prints, light, fits, tops, sides)
    apart = np.hypot(*(cubes.centres_px[:, None] - wrong[None]).transpose(2, 0, 1)) > 1
    cubes = each_once(cubes.subset(apart.all(axis=1)).with_more(more))
    known = ~tops & (sides.fits[tops].max(axis=0, initial=0) > ORPHAN)
    return plane, cubes, plane.on_plane(prints.centres_px[known])


def each_once(cubes: Cubes) -> Cubes:
    """The cubes without those that were found twice: of two at one place the surer one stays.

    A side tells of a top of which a print was found, too, but none that is round enough.
    """
    far = np.hypot(*(cubes.places[None] - cubes.places[:, None]).transpose(2, 0, 1))
    order = np.argsort(np.argsort(-cubes.sureness, kind="stable"))
    again = (far < SAME_CUBE) & (order[None] < order[:, None])
    return cubes.subset(~again.any(axis=1))


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
    found = looked_at(working, plane, centres, turns[:, None], np.ones((len(turns), 1)))
    same = same_ink(ink_light(working, centres), light[rows])
    share = found.sureness
    good = same & (share >= FOUND_SURE)
    for k in np.argsort(-share):
        if good[k]:
            near = np.hypot(*(places - places[k]).T) < 0.85
            good &= ~near | (np.arange(len(good)) == k)
    return found.subset(good), prints.centres_px[rows[good]]


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
    shapes = shapes_of(cubes.looks, cubes.turns)
    rows = list(grid.cells)
    turns[rows] = grid.turn
    frames = frames_of(plane, cubes.centres_px, turns)
    cuts = cuts_of(working, plane, cubes.centres_px, turns)
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
            joint_colour=True,
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
            joint_colour=True,
        )
        for k, cell in grid.cells.items()
    )


def _strays(
    plane: TopPlane, unread_px: Floats, grid: GridOfCubes, scale: float
) -> tuple[StraySighting, ...]:
    """What may be cubes beside the grid and could not be read."""
    frames = frames_of(plane, unread_px, np.full(len(unread_px), grid.turn)) / scale
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

"""Cubes whose top's print did not stand out: found from a side below, or from the cells beside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reading.cube_sides import Sides, side_misfits
from vision.reading.prints import Floats, Prints
from vision.reading.top_plane import TopPlane

HEADINGS = np.radians(np.arange(0, 360, 6.0))
"""Ways in which a side is tried to face."""
ORPHAN = 0.05
"""A side that fits no cube better than this has lost its top."""
DOUBTFUL = 0.6
"""A top that fits less than this may be a side."""
FITS = 5.0
"""Deviations², up to which a print is squeezed like a side that faces so."""
APART = 0.85
"""No cube lies nearer to another, in edges."""
BETWEEN = (1.84, 2.2)
"""How far apart two cubes lie that both touch a third, in edges."""
STEPS = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)], float)


def tops_over_sides(
    prints: Prints, plane: TopPlane, fits: Floats, tops: NDArray[np.bool_], sides: Sides
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Places where a side tells that a cube's top must be, its turn, and which print tells it.

    A print that is none too round may be such a side although it was taken for a top.
    """
    lost = ~tops & (sides.fits[tops].max(axis=0, initial=0) < ORPHAN)
    orphans = np.nonzero(lost | (tops & (fits < DOUBTFUL)))[0]
    places = plane.on_plane(prints.centres_px)
    lower = plane.foot + (places - plane.foot) * (plane.height + 0.5) / plane.height
    found, turns, rows = [], [], []
    for k in orphans:
        outward = np.stack([np.cos(HEADINGS), np.sin(HEADINGS)], axis=1)
        outward = outward[outward @ (plane.foot - lower[k]) > 0]
        each = np.full(len(outward), k)
        misfit = side_misfits(prints, each, lower[each], outward, plane)
        for best in np.argsort(misfit)[:3]:
            if misfit[best] < FITS:
                found.append(lower[k] - outward[best] / 2)
                turns.append(float(np.arctan2(outward[best][1], outward[best][0])) % (np.pi / 2))
                rows.append(int(k))
    certain = tops & (fits >= DOUBTFUL)
    free = apart_from(np.array(found).reshape(-1, 2), places[certain])
    return (
        np.array(found).reshape(-1, 2)[free],
        np.array(turns)[free],
        np.array(rows, np.int64)[free],
    )


def cells_beside(places: Floats, turn: float, taken: Floats) -> Floats:
    """(M, 2) the places of the cells beside those of a grid, where nothing lies yet."""
    cos, sin = np.cos(turn), np.sin(turn)
    around = (places[:, None] + STEPS @ np.array([[cos, sin], [-sin, cos]])).reshape(-1, 2)
    return np.asarray(around[apart_from(around, taken)], np.float64)


def side_places(places: Floats, turns: Floats, plane: TopPlane) -> tuple[Floats, NDArray[np.int64]]:
    """(M, 2) where on the plane the sides of cubes that are turned so are seen, and of which."""
    spins = np.stack([np.cos(turns), np.sin(turns), -np.sin(turns), np.cos(turns)], axis=1)
    outward = (STEPS[None] @ spins.reshape(-1, 2, 2)).reshape(-1, 2)
    lower = (np.repeat(places, len(STEPS), axis=0)) + outward / 2
    rows = np.repeat(np.arange(len(places)), len(STEPS))
    seen = (outward * (plane.foot - lower)).sum(axis=1) > 0
    shown = plane.foot + (lower - plane.foot) * plane.height / (plane.height + 0.5)
    return shown[seen], rows[seen]


def apart_from(places: Floats, others: Floats) -> NDArray[np.bool_]:
    """Which places are free of other cubes."""
    if not len(others) or not len(places):
        return np.ones(len(places), np.bool_)
    far = np.hypot(*(places[:, None] - others[None]).transpose(2, 0, 1))
    return np.asarray((far > APART).all(axis=1), np.bool_)


def places_between(places: Floats) -> tuple[Floats, Floats]:
    """Where a cube would touch two others on both sides, (M, 2) places and (M,) its turn.

    An opening whose middle did not stand out is no grid without it.
    """
    way = places[None] - places[:, None]
    far = np.hypot(way[..., 0], way[..., 1])
    one, other = np.nonzero(np.triu((far > BETWEEN[0]) & (far < BETWEEN[1]), 1))
    middle = (places[one] + places[other]) / 2
    free = apart_from(middle, places)
    turns = np.arctan2(way[one, other, 1], way[one, other, 0]) % (np.pi / 2)
    return middle[free], np.asarray(turns[free], np.float64)

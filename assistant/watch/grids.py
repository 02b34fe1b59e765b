"""Grids: which of the groups of tiles in a picture is the game's, when a reader took another."""

from __future__ import annotations

import math
from dataclasses import replace

from vision.observation import Observation, Sighting, Stray, StraySighting

TOUCHING_TILES = 1.4
"""Tiles whose centres are no further apart than this many tile edges, on neighbouring cells."""


def with_other_grids(seen: Observation) -> list[Observation]:
    """The picture as it was read, then as if one of its loose groups were the grid, largest first.

    A reader takes the largest group for the grid; early in a game that may be a player's row.
    """
    loose = [stray.sighting for stray in seen.strays if _is_loose(stray) and stray.sighting]
    groups = sorted(_groups(loose, seen.tile_px), key=len, reverse=True)
    return [seen, *(_with_grid(seen, group) for group in groups)]


def _is_loose(stray: StraySighting) -> bool:
    return stray.why is Stray.LOOSE


def _with_grid(seen: Observation, group: list[Sighting]) -> Observation:
    """The picture with this group as its grid; the cells of the others mean nothing then."""
    inside = {id(sighting) for sighting in group}
    others = [
        StraySighting(Stray.LOOSE, one.centre_px, one.corners_px, one) for one in seen.sightings
    ]
    strays = [stray for stray in seen.strays if id(stray.sighting) not in inside]
    return replace(seen, sightings=tuple(group), strays=(*strays, *others))


def _groups(loose: list[Sighting], tile_px: float) -> list[list[Sighting]]:
    """Sightings that touch, together: they were found on one lattice."""
    groups: list[list[Sighting]] = []
    for sighting in loose:
        touching = [g for g in groups if any(_touch(sighting, one, tile_px) for one in g)]
        merged = [sighting, *(one for group in touching for one in group)]
        groups = [group for group in groups if group not in touching] + [merged]
    return groups


def _touch(one: Sighting, other: Sighting, tile_px: float) -> bool:
    apart_px = math.dist(one.centre_px, other.centre_px)
    return other.cell in one.cell.neighbours and apart_px < TOUCHING_TILES * tile_px

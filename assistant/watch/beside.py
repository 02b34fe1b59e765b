"""Which cubes of a picture lie beside the grid: a reader may take some of a hand for it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from assistant.board import Cell
from assistant.watch.evidence import agreement
from assistant.watch.knowledge import Knowledge
from assistant.watch.open_hands import OTHER, SAME_EDGES, OpenHand
from vision.observation import Face, Group, GroupKind, Observation, Sighting


def beside_grid(known: Knowledge, seen: Observation, laying: Collection[Cell]) -> list[Face]:
    """All faces that are no part of the grid; `laying` are the cells of a move."""
    own = {*known.board.tiles, *laying}
    pose = known.view.pose if known.view else None
    loose: list[Face] = list(seen.loose)
    for sighting in seen.sightings:
        if pose is None or pose.cell(sighting.cell) not in own:
            loose.append(sighting)
    return loose


def without_hands(seen: Observation, hands: Sequence[OpenHand], edge_px: float) -> Observation:
    """A picture in which no cube of a hand, lying where it lay, is on the grid.

    One that touches the others may be laid by now, and where nothing else is there, it is the grid.
    """
    own = [one for one in seen.sightings if _lies_in(one, hands, seen.tile_px or edge_px)]
    grid = {one.cell for one in seen.sightings if one not in own}
    aside = tuple(one for one in own if not grid.intersection(one.cell.neighbours))
    if not aside or not grid:
        return seen
    left = tuple(one for one in seen.sightings if one not in aside)
    groups = (*seen.groups, Group(GroupKind.HEAP, aside))
    return replace(seen, sightings=left, groups=groups)


def _lies_in(one: Sighting, hands: Sequence[OpenHand], edge_px: float) -> bool:
    """Whether the cube lies where a hand has the same one."""
    return any(
        math.dist(cube.at_px, one.centre_px) < SAME_EDGES * edge_px
        and agreement(one, cube.there) >= OTHER
        for hand in hands
        for cube in hand.cubes
    )

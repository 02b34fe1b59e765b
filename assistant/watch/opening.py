"""The opening: which of the tiles on a table without a grid are the game's first move."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from assistant.board import Placed
from assistant.rules import grid
from assistant.watch.difference import (
    MOST_TILES,
    Difference,
    Group,
    distance,
    is_one_line,
    unheld_groups,
)
from assistant.watch.knowledge import Knowledge
from assistant.watch.registration import STEADY_TILES
from vision.observation import Observation

SHORTEST_ROW = 4
"""Fewer tiles that make no opening are sooner a misread one: it is asked about, never put aside."""


@dataclass(frozen=True, slots=True)
class Alone:
    """Faces that lay by themselves on a table without a grid."""

    places_px: tuple[tuple[float, float], ...]
    since_s: float
    """When the first picture showed any."""
    until_s: float = math.inf
    """When they were last seen to lie there by themselves, where that is known."""

    @classmethod
    def after(cls, before: Alone | None, seen: Observation, at_s: float) -> Alone | None:
        """What lies alone after one more picture; as before where it shows a grid."""
        if seen.sightings or not seen.loose:
            return before if seen.sightings else None
        places_px = tuple(face.centre_px for face in seen.loose)
        return cls(places_px, at_s if before is None else before.since_s)

    def among(self, tiles: Collection[Placed], known: Knowledge) -> frozenset[Placed]:
        """Those of the opening's tiles that lie where these faces lay."""
        view = known.view
        if view is None:
            return frozenset()
        return frozenset(
            one
            for one in tiles
            if any(view.is_near(one.cell, at_px, STEADY_TILES) for at_px in self.places_px)
        )


def opening(known: Knowledge) -> Difference:
    """The group that is the first move, or the table of a game that is under way."""
    groups = unheld_groups(known.new_cells, known.loose)
    if not groups:
        return Difference(frozenset())
    legal = [group for group in groups if _is_legal(known, group)]
    large = [group for group in groups if _is_under_way(group)]
    if large and not (legal and len(legal[0]) >= len(large[0])):
        return Difference(large[0])
    ranked = sorted(legal or groups, key=lambda group: distance(group, {known.middle}))
    return Difference(ranked[0], choices=len(ranked))


def rows_of_players(known: Knowledge) -> Group:
    """Tiles that lay there before anybody played and are no opening: a player's open row."""
    groups = unheld_groups(known.new_cells, known.loose)
    rows = [
        group
        for group in groups
        if len(group) >= SHORTEST_ROW and not _is_legal(known, group) and not _is_under_way(group)
    ]
    return frozenset().union(*rows)


def _is_under_way(group: Group) -> bool:
    return len(group) > MOST_TILES or not is_one_line(group)


def _is_legal(known: Knowledge, group: Group) -> bool:
    """Whether these tiles, as they look, may open a game."""
    looks = ((cell, known.fixed.get(cell) or known.looks_like(cell)) for cell in group)
    placement = tuple(Placed(cell, tile) for cell, tile in looks if tile is not None)
    return grid.rule_on(known.board, placement, known.book).is_legal

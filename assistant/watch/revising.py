"""Revising: tiles of earlier turns that are gone, or that later pictures read otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from assistant.board import DIRECTIONS, Cell
from assistant.watch.decode import Answer
from assistant.watch.knowledge import Knowledge
from assistant.watch.proposal import Revised
from vision.observation import Sighting

REVISE_ODDS = 4.0
"""Log-odds against an accepted reading above which it is revised."""
REVISE_LOOKS = 2
ABSENT_LOOKS, ABSENT_S = 2, 1.5
"""A tile of the board is gone when so many clear looks, over this time, did not show it."""
CONTESTED = 0.95
"""So sure must a picture be of another tile than was accepted."""
SHOWN_LOOKS = 3
"""So many pictures must have shown what people said lies there before others can miss it."""
CONTESTED_LOOKS = 2
"""One picture may err; as many in a row as this are a reason to ask."""
DOUBTED = 0.9
"""An accepted tile that the pictures give less than this may still turn out to be another."""
MOST_DOUBTED = 3
"""Old tiles that are weighed again together with new ones, the most doubtful first."""
MOST_ANSWERS = 4


def unseen_cells(known: Knowledge) -> frozenset[Cell]:
    """Cells of the board that are clearly and repeatedly empty, whatever people said."""
    return frozenset(
        cell
        for cell, absence in known.absences.items()
        if absence.looks >= ABSENT_LOOKS and known.at_s - absence.since_s >= ABSENT_S
    )


def missing_cells(known: Knowledge) -> tuple[Cell, ...]:
    """Those of them where nobody said that the tile lies there, or pictures had agreed."""
    gone = (
        cell
        for cell in unseen_cells(known)
        if cell not in known.fixed or known.looks_at(cell) >= SHOWN_LOOKS
    )
    return tuple(sorted(gone))


def contested_after(known: Knowledge, sightings: Mapping[Cell, Sighting]) -> dict[Cell, int]:
    """Tiles of the board that pictures in a row clearly read otherwise, and how many did."""
    return {
        cell: known.contested.get(cell, 0) + 1
        for cell, tile in known.board.tiles.items()
        if cell in sightings and not known.is_named(cell)
        if sightings[cell].confidence > CONTESTED
        if sightings[cell].probability(tile) < 1 - CONTESTED
    }


def is_contested(known: Knowledge) -> bool:
    """Whether a tile of the board lies there otherwise than was accepted, so often it was seen."""
    return any(looks >= CONTESTED_LOOKS for looks in known.contested.values())


def revised_tiles(known: Knowledge) -> tuple[Revised, ...]:
    """Tiles of the board that the pictures by now read otherwise."""
    revised = []
    for cell, was in known.board.tiles.items():
        there, now = known.evidence.get(cell), known.looks_like(cell)
        if there is None or now is None or now == was or there.looks < REVISE_LOOKS:
            continue
        if there.log_odds(now, was) >= REVISE_ODDS:
            revised.append(Revised(cell, was, now, there.share(now, known.colours)))
    return tuple(sorted(revised, key=lambda one: one.cell))


def doubtful_neighbours(known: Knowledge, added: Collection[Cell]) -> dict[Cell, Sequence[Answer]]:
    """Old tiles in line with new ones that could be others, each with its readings."""
    occupied = {*known.board.tiles, *added}
    lines = {cell for new in added for cell in _in_line(new, occupied)} & known.board.tiles.keys()
    doubted = [
        (share, cell)
        for cell in lines
        if cell not in known.fixed and cell in known.evidence
        if (share := known.evidence[cell].share(known.board.tiles[cell], known.colours)) < DOUBTED
    ]
    return {
        cell: known.evidence[cell].kinds(known.colours)[:MOST_ANSWERS]
        for _, cell in sorted(doubted)[:MOST_DOUBTED]
    }


def _in_line(cell: Cell, occupied: set[Cell]) -> Iterable[Cell]:
    """The cells of both lines through a cell."""
    for direction in DIRECTIONS:
        for step in (1, -1):
            at = cell.step(direction, step)
            while at in occupied:
                yield at
                at = at.step(direction, step)

"""Registration: a picture's lattice onto the known board by whole cells and quarter turns."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.board import Cell
from assistant.tiles import Tile
from assistant.watch.evidence import Evidence, agreement
from vision.observation import Observation, Sighting

KINDS = 36
SLIP = 0.02
"""Share of tiles that are misread beyond what their reading admits, when a pose is weighed."""
NEW_TILE = -1.5
"""Log-odds of a sighting where no tile was known."""
NEW_APART = -3.0
"""The same where it touches nothing that is known or seen: few sightings do."""
NOT_SEEN = -1.0
"""Log-odds of a known tile that a picture does not show."""
TURNED = -5.0
"""Log-odds that the camera changed sides since the picture before."""
STEADY = 5.0
"""Log-odds for each tile found at the very pixels where it was: more than a misreading costs, so
that colours read otherwise do not lose the place, and less than tiles that agree elsewhere."""
STEADY_TILES = 0.35
"""The same pixels: within this share of a tile's edge."""
LEAST = 2.0
"""A pose must explain so much more than chance, or the picture does not tell."""
LIKELY = 0.1
"""Readings less likely than this do not vote."""
STEADY_SAMPLE = 12
"""The surest tiles that are looked for where they were."""
POSES_A_TURN = 4
"""The shifts with most votes that are weighed exactly, for each quarter turn."""

APART_CELLS = 10
"""So far from all that is known lies a table that shares no tile with it."""

Known = Mapping[Cell, "Tile | Evidence"]
"""What is known of the table: tiles of the board, and evidence where a turn is under way."""
Pixel = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """How a picture's cells become the board's: quarter turns clockwise, then a shift."""

    turns: int
    shift: Cell

    def cell(self, cell: Cell) -> Cell:
        """The board's cell for a cell of the picture."""
        x, y = _turned(cell, self.turns)
        return Cell(x + self.shift.x, y + self.shift.y)

    def back(self, cell: Cell) -> Cell:
        """The picture's cell for a cell of the board."""
        return _turned(Cell(cell.x - self.shift.x, cell.y - self.shift.y), -self.turns)


@dataclass(frozen=True, slots=True)
class View:
    """Where a picture showed the board's cells, for comparison with the next one."""

    pose: Pose
    sureness: float
    """The probability of this pose against all others."""
    centres_px: Mapping[Cell, Pixel]
    size_wh: tuple[int, int]
    tile_px: float

    def is_near(self, cell: Cell, at_px: Pixel, tiles: float) -> bool:
        """Whether a cell was seen within so many tiles of these pixels."""
        was = self.centres_px.get(cell)
        return was is not None and math.dist(was, at_px) < tiles * self.tile_px


@dataclass(frozen=True, slots=True)
class Registration:
    """The pose that a picture tells."""

    pose: Pose
    sureness: float
    """Its probability against all other poses."""
    gain: float = 0.0
    """How much more it explains than chance does, as log-odds."""


def register(seen: Observation, known: Known, before: View | None) -> Registration | None:
    """The likeliest pose; None where the picture does not tell."""
    if not seen.sightings or not known:
        return None
    turns = 0 if before is None else before.pose.turns
    steady = before if before is not None and before.size_wh == seen.size_wh else None
    scores = {
        pose: _score(pose, seen, known, steady) + TURNED * (pose.turns != turns)
        for pose in _candidates(seen.sightings, known, steady)
    }
    if not scores:
        return None
    best = max(scores, key=scores.__getitem__)
    gain = scores[best] - _by_chance(best, seen.sightings, known)
    if gain < LEAST:
        return None
    sureness = 1 / sum(math.exp(score - scores[best]) for score in scores.values())
    return Registration(best, sureness, gain)


def likeliest_pose(seen: Observation, known: Known) -> Pose:
    """Where a picture lies that is the table, however little of what is known it shows."""
    scores = {
        pose: _score(pose, seen, known, None) + TURNED * (pose.turns != 0)
        for pose in _candidates(seen.sightings, known, None)
    }
    if scores:
        return max(scores, key=scores.__getitem__)
    beside = max((cell.x for cell in known), default=0) + APART_CELLS
    pose = first_pose(sighting.cell for sighting in seen.sightings)
    return Pose(0, Cell(pose.shift.x + beside, pose.shift.y))


def first_pose(cells: Iterable[Cell]) -> Pose:
    """The pose of a game's first picture: upright, its top left tile's row and column zero."""
    cells = tuple(cells)
    return Pose(0, Cell(-min(cell.x for cell in cells), -min(cell.y for cell in cells)))


def _candidates(sightings: tuple[Sighting, ...], known: Known, steady: View | None) -> set[Pose]:
    """The poses that most tiles vote for, and those under which tiles kept their pixels."""
    pairs = _look_alikes(sightings, known)
    poses = set() if steady is None else _steady_poses(sightings, steady)
    for turns in range(4):
        turned = {sighting.cell: _turned(sighting.cell, turns) for sighting in sightings}
        votes: dict[tuple[int, int], float] = defaultdict(float)
        for at, cell, probability in pairs:
            x, y = turned[at]
            votes[cell.x - x, cell.y - y] += probability
        ranked = sorted(votes, key=votes.__getitem__, reverse=True)
        poses.update(Pose(turns, Cell(*shift)) for shift in ranked[:POSES_A_TURN])
    return poses


def _look_alikes(sightings: tuple[Sighting, ...], known: Known) -> list[tuple[Cell, Cell, float]]:
    """Cells of the picture and of the board that may show the same tile, and how likely."""
    places: dict[Tile, list[tuple[Cell, float]]] = defaultdict(list)
    for cell, there in known.items():
        kinds = [(there, 1.0)] if isinstance(there, Tile) else there.likely(LIKELY)
        for tile, share in kinds:
            places[tile].append((cell, share))
    return [
        (sighting.cell, cell, share * by_colour * by_shape)
        for sighting in sightings
        for colour, by_colour in sighting.colours.items()
        if by_colour > LIKELY
        for shape, by_shape in sighting.shapes.items()
        if by_shape > LIKELY
        for cell, share in places.get(Tile(colour, shape), ())
    ]


def _steady_poses(sightings: tuple[Sighting, ...], before: View) -> set[Pose]:
    turns = before.pose.turns
    surest = sorted(sightings, key=lambda one: -one.confidence)[:STEADY_SAMPLE]
    return {
        Pose(turns, Cell(cell.x - at.x, cell.y - at.y))
        for sighting in surest
        for at in [_turned(sighting.cell, turns)]
        for cell in before.centres_px
        if before.is_near(cell, sighting.centre_px, STEADY_TILES)
    }


def _score(pose: Pose, seen: Observation, known: Known, steady: View | None) -> float:
    """The log-odds of all that a picture shows under a pose, against chance."""
    at = {pose.cell(sighting.cell): sighting for sighting in seen.sightings}
    total = NOT_SEEN * (len(known) - sum(cell in known for cell in at))
    for cell, sighting in at.items():
        there = known.get(cell)
        if there is not None:
            alike = agreement(sighting, there)
            total += math.log((1 - SLIP) * alike * KINDS + SLIP)
            if steady is not None and steady.is_near(cell, sighting.centre_px, STEADY_TILES):
                total += STEADY
        else:
            touches = any(near in known or near in at for near in cell.neighbours)
            total += NEW_TILE if touches else NEW_APART
    return total


def _by_chance(pose: Pose, sightings: tuple[Sighting, ...], known: Known) -> float:
    """What the same pose would score if no sighting agreed with anything: all tiles new."""
    hit = sum(pose.cell(sighting.cell) in known for sighting in sightings)
    return NEW_TILE * (len(sightings) - hit) + NOT_SEEN * (len(known) - hit)


def _turned(cell: Cell, turns: int) -> Cell:
    x, y = cell
    match turns % 4:
        case 0:
            return cell
        case 1:
            return Cell(-y, x)
        case 2:
            return Cell(-x, -y)
    return Cell(y, -x)

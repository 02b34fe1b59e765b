"""Watching: still pictures folded into what lies on the table, one proposal at a time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from assistant.board import Cell, Placed
from assistant.table import Game
from assistant.tiles import Tile
from assistant.watch.alignment import Known, Pose, View, first_pose, lay
from assistant.watch.difference import connected_to, groups_of
from assistant.watch.evidence import Evidence
from assistant.watch.pixels import is_clearly_empty, middle_cell, unread_cells
from assistant.watch.proposal import Corners, Proposal
from assistant.watch.proposing import propose
from vision.observation import Observation, Sighting

NUDGED_TILES = 0.8
"""A known tile that moved by less than this, while the camera did not, was only nudged."""
FORGOTTEN = 0.02
"""Cells less likely than this to hold a tile are no longer kept in mind."""
CLEARED_S = 3.0
"""A table without any tile for this long has been cleared."""


ORIGIN = Cell(0, 0)


@dataclass(frozen=True, slots=True)
class Absence:
    """Clear looks at a cell of the board that showed no tile."""

    looks: int
    since_s: float


@dataclass(frozen=True, slots=True)
class Watch:
    """All that is known of the table at one moment; each change gives a new value."""

    game: Game
    evidence: Mapping[Cell, Evidence] = field(default_factory=dict)
    fixed: Mapping[Cell, Tile | None] = field(default_factory=dict)
    """What people said lies on a cell, None for nothing; it outranks every picture."""
    rejected: frozenset[frozenset[Placed]] = frozenset()
    """Readings that people refused; they are not offered again while the tiles lie there."""
    absences: Mapping[Cell, Absence] = field(default_factory=dict)
    corners_px: Mapping[Cell, Corners] = field(default_factory=dict)
    """Where each cell was last seen, in the picture it was last seen in."""
    view: View | None = None
    """How the latest picture lay on the board; None before the first."""
    can_tell: bool = True
    """Whether the latest picture could be laid onto the known board."""
    loose: frozenset[Cell] = frozenset()
    """Where tiles lay beside the grid when the turn began: a hand, a spare tile, not a move."""
    unread: frozenset[Cell] = frozenset()
    """Where something like a tile lies that the latest picture could not read."""
    middle: Cell = ORIGIN
    """The tile nearest to the middle of the latest picture."""
    bare_since_s: float | None = None
    """Since when no tile at all is in view."""
    at_s: float = -math.inf
    """When the latest picture was taken."""
    proposal: Proposal | None = None
    since_s: float = math.inf
    """Since when the proposal has named these very tiles."""

    @property
    def is_cleared(self) -> bool:
        """Whether a table that had tiles has shown none for a while."""
        if self.bare_since_s is None or not self.game.board:
            return False
        return self.at_s - self.bare_since_s >= CLEARED_S

    def follow(self, game: Game) -> Watch:
        """The same watch over the game as it now is: accepted, corrected, undone or traded."""
        moved_on = len(game.turns) != len(self.game.turns)
        gone = [cell for cell in self.absences if cell not in game.board]
        after = replace(
            self,
            game=game,
            absences={c: a for c, a in self.absences.items() if c not in gone},
            loose=self._apart(game) if moved_on else self.loose,
        )
        return after._proposed()

    def correct(self, cell: Cell, tile: Tile | None) -> Watch:
        """What a person says lies on a cell; None is nothing at all."""
        return replace(self, fixed={**self.fixed, cell: tile})._proposed()

    def reject(self) -> Watch:
        """The proposal is wrong and not to be offered again."""
        if self.proposal is None:
            return self
        refused = frozenset(self.proposal.placement)
        return replace(self, rejected=self.rejected | {refused})._proposed()

    def _proposed(self) -> Watch:
        """The watch with its proposal worked out anew."""
        proposal = propose(self)
        before, now = self.proposal, proposal
        same = before is not None and now is not None and before.placement == now.placement
        return replace(self, proposal=proposal, since_s=self.since_s if same else self.at_s)

    def _apart(self, game: Game) -> frozenset[Cell]:
        """Where tiles lie that do not touch the game's grid."""
        new = {c for c, e in self.evidence.items() if c not in game.board and e.present > 0}
        return frozenset(new - connected_to(game.board.tiles, new)) if game.board else frozenset()


def look(watch: Watch, seen: Observation, at_s: float) -> Watch:
    """The watch after one more still picture."""
    if not seen.sightings:
        since_s = at_s if watch.bare_since_s is None else watch.bare_since_s
        return replace(watch, at_s=at_s, bare_since_s=since_s, can_tell=not watch.game.board)
    laid = _laid(watch, seen)
    if laid is None:
        return replace(watch, at_s=at_s, bare_since_s=None, can_tell=False)
    pose, sureness = laid
    sightings = _on_board(watch, seen, pose)
    view = View(
        pose,
        sureness,
        {cell: sighting.centre_px for cell, sighting in sightings.items()},
        seen.size_wh,
        seen.tile_px,
    )
    after = replace(
        watch,
        evidence=_evidence_after(watch, seen, sightings, pose, at_s),
        absences=_absences_after(watch, seen, sightings, pose, at_s),
        corners_px={**watch.corners_px, **{c: s.corners_px for c, s in sightings.items()}},
        view=view,
        can_tell=True,
        unread=frozenset(pose.cell(cell) for cell in unread_cells(seen)),
        middle=pose.cell(middle_cell(seen)),
        bare_since_s=None,
        at_s=at_s,
    )
    return _let_rejections_go(after)._proposed()


def _laid(watch: Watch, seen: Observation) -> tuple[Pose, float] | None:
    known: dict[Cell, Tile | Evidence] = {
        cell: there
        for cell, there in watch.evidence.items()
        if there.present > 0 and cell not in watch.loose
    }
    known |= {cell: tile for cell, tile in watch.fixed.items() if tile is not None}
    known |= watch.game.board.tiles
    if known:
        return lay(seen, known, watch.view)
    largest = groups_of({sighting.cell for sighting in seen.sightings})[0]
    return first_pose(largest), 1.0


def _on_board(watch: Watch, seen: Observation, pose: Pose) -> dict[Cell, Sighting]:
    """The sightings by cell of the board, the surer of two on one cell, nudged ones put back."""
    found: dict[Cell, Sighting] = {}
    for sighting in sorted(seen.sightings, key=lambda one: one.confidence):
        found[pose.cell(sighting.cell)] = sighting
    view = watch.view
    if view is None or view.size_wh != seen.size_wh:
        return found
    for cell, sighting in list(found.items()):
        if cell in watch.game.board:
            continue
        for home in cell.neighbours:
            tile = watch.game.board.tile_at(home)
            if tile is None or home in found or sighting.probability(tile) < 0.5:
                continue
            if view.is_near(home, sighting.centre_px, NUDGED_TILES):
                found[home] = found.pop(cell)
                break
    return found


def _evidence_after(
    watch: Watch, seen: Observation, sightings: Mapping[Cell, Sighting], pose: Pose, at_s: float
) -> dict[Cell, Evidence]:
    evidence = dict(watch.evidence)
    for cell, sighting in sightings.items():
        evidence[cell] = evidence.get(cell, Evidence()).seen(sighting, at_s)
    for cell in watch.evidence:
        if cell in sightings or cell in watch.game.board:
            continue
        if is_clearly_empty(seen, pose.back(cell)):
            evidence[cell] = evidence[cell].not_seen(at_s)
            if evidence[cell].presence < FORGOTTEN:
                del evidence[cell]
    return evidence


def _absences_after(
    watch: Watch, seen: Observation, sightings: Mapping[Cell, Sighting], pose: Pose, at_s: float
) -> dict[Cell, Absence]:
    absences: dict[Cell, Absence] = {}
    for cell in watch.game.board.tiles:
        if cell in sightings:
            continue
        before = watch.absences.get(cell)
        if is_clearly_empty(seen, pose.back(cell)):
            absences[cell] = (
                Absence(1, at_s) if before is None else replace(before, looks=before.looks + 1)
            )
        elif before is not None:
            absences[cell] = before
    return absences


def _let_rejections_go(watch: Watch) -> Watch:
    """Forget refused readings whose tiles no longer lie there."""
    kept = frozenset(
        refused
        for refused in watch.rejected
        if all(placed.cell in watch.evidence for placed in refused)
    )
    return watch if kept == watch.rejected else replace(watch, rejected=kept)


__all__ = ["Absence", "Known", "Watch", "look"]

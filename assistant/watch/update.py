"""Looking: one more still picture added to what is known of the table."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace

from assistant.board import Cell, Placed
from assistant.tiles import Tile
from assistant.watch.cell_geometry import (
    NEARBY,
    cells_out_of_view,
    is_clearly_empty,
    middle_cell,
    unread_cells,
    waiting_tiles,
)
from assistant.watch.difference import groups_of
from assistant.watch.evidence import ALIKE_S, CALM_START, Evidence, agreement
from assistant.watch.grids import with_other_grids
from assistant.watch.knowledge import Absence, Knowledge, Unlaid
from assistant.watch.opening import rows_of_players
from assistant.watch.registration import (
    Pose,
    Registration,
    View,
    first_pose,
    likeliest_pose,
    register,
)
from assistant.watch.revising import ABSENT_LOOKS, ABSENT_S, contested_after
from vision.observation import Observation, Sighting

PLAIN_GAIN = 12.0
"""A picture that explains this much leaves no other group of tiles to be the grid."""
NUDGED_TILES = 0.8
"""A known tile that moved by less than this, while the camera did not, was only nudged."""
REPLACED = 0.05
"""A new tile that agrees less than this with what lay there before is another one."""
WELL_READ, WELL_READ_TILES = 0.9, 2
"""So many faces of a picture must be read so surely for it to be worth asking what it shows."""
FORGOTTEN = 0.02
"""Cells less likely than this to hold a tile are no longer kept in mind."""

Sightings = Mapping[Cell, Sighting]
"""What a picture shows, by cell of the board."""


def looked(known: Knowledge, seen: Observation, at_s: float, stirred: bool = False) -> Knowledge:
    """What is known after one more still picture; `stirred` if something moved before it."""
    if not seen.sightings:
        since_s = at_s if known.bare_since_s is None else known.bare_since_s
        if known.board:
            return replace(known, at_s=at_s, bare_since_s=since_s, can_tell=False, unlaid=None)
        # What was seen on a table without a game, and is seen no more, never lay there.
        return replace(_as_new(known), at_s=at_s, bare_since_s=since_s, can_tell=True)
    chosen = _chosen_grid(known, seen)
    if chosen is None:
        return _without_place(known, seen, at_s)
    known, seen, registration = chosen
    return _registered(known, seen, registration, at_s, stirred)


def taken_as_table(known: Knowledge) -> Knowledge:
    """What is known once people said that the picture which fits nowhere is the table.

    It is laid where most of its tiles agree; whatever is otherwise then counts as clearly gone.
    """
    if known.unlaid is None:
        return known
    seen, at_s = known.unlaid.seen, known.at_s
    unsaid = known.unsaid(known.fixed)
    anew = replace(unsaid, evidence={}, denials={}, loose=frozenset(), view=None)
    pose = likeliest_pose(seen, known.board.tiles)
    after = _registered(anew, seen, Registration(pose, 1.0), at_s, stirred=True)
    shown = _on_board(anew, seen, pose)
    gone = {
        cell: Absence(ABSENT_LOOKS, at_s - ABSENT_S)
        for cell, tile in known.board.tiles.items()
        if cell not in shown or shown[cell].probability(tile) < REPLACED
    }
    return replace(after, absences=gone)


def _without_place(known: Knowledge, seen: Observation, at_s: float) -> Knowledge:
    """A picture that cannot be laid onto the known table tells nothing but that."""
    unlaid = known.unlaid
    if sum(one.confidence >= WELL_READ for one in seen.sightings) >= WELL_READ_TILES:
        unlaid = Unlaid(seen, at_s if unlaid is None else unlaid.since_s)
    return replace(known, at_s=at_s, bare_since_s=None, can_tell=False, unlaid=unlaid)


def _registered(
    known: Knowledge, seen: Observation, registration: Registration, at_s: float, stirred: bool
) -> Knowledge:
    """What is known after a picture that lies so on the board."""
    pose, sureness = registration.pose, registration.sureness
    sightings = _on_board(known, seen, pose)
    calm = not stirred and known.can_tell and at_s - known.at_s < ALIKE_S
    if stirred:
        known = _without_the_replaced(known, sightings)
    centres_px = {cell: sighting.centre_px for cell, sighting in sightings.items()}
    corners_px = {cell: sighting.corners_px for cell, sighting in sightings.items()}
    after = replace(
        known,
        evidence=_evidence_after(known, seen, sightings, pose, at_s, calm),
        absences=_absences_after(known, seen, sightings, pose, at_s),
        corners_px={**known.corners_px, **corners_px},
        view=View(pose, sureness, centres_px, seen.size_wh, seen.tile_px),
        can_tell=True,
        unlaid=None,
        unread=frozenset(pose.cell(cell) for cell in unread_cells(seen)),
        waiting=frozenset(Placed(pose.cell(one.cell), one.tile) for one in waiting_tiles(seen)),
        contested=contested_after(known, sightings),
        out_of_view=frozenset(pose.cell(cell) for cell in cells_out_of_view(seen)),
        middle=pose.cell(middle_cell(seen)),
        bare_since_s=None,
        at_s=at_s,
    )
    if known.is_blank and not known.board:
        after = replace(after, loose=rows_of_players(after))
    return _without_the_gone(after)


def _chosen_grid(
    known: Knowledge, seen: Observation
) -> tuple[Knowledge, Observation, Registration] | None:
    """The group of tiles that is the game's, and how it lies on what is known."""
    landmarks = _landmarks(known)
    if not landmarks:
        return _first_grid(known, seen)
    registration = register(seen, landmarks, known.view)
    if registration is not None and registration.gain > PLAIN_GAIN:
        return known, seen, registration
    grids = with_other_grids(seen)
    registered = [(grid, one) for grid in grids if (one := register(grid, landmarks, known.view))]
    if not registered and not known.board and not known.fixed:
        # Before the first move nothing is believed so firmly that a game could not begin beside it.
        return _first_grid(_as_new(known), seen)
    return (known, *max(registered, key=lambda pair: pair[1].gain)) if registered else None


def _as_new(known: Knowledge) -> Knowledge:
    """Without all that pictures showed before the first move."""
    return replace(known, evidence={}, loose=frozenset(), view=None, denials={})


def _first_grid(known: Knowledge, seen: Observation) -> tuple[Knowledge, Observation, Registration]:
    """Where nothing of the game lies yet: what came beside the rows that were there before."""
    lying = {cell: there for cell, there in known.evidence.items() if there.present > 0}
    loose, grids = register(seen, lying, known.view), with_other_grids(seen)
    if loose is not None and _is_elsewhere(seen, loose.pose, lying.keys()):
        loose = None
    if loose is not None and (len(grids) == 1 or not _is_all_loose(known, seen, loose.pose)):
        return known, seen, loose
    grid = grids[0] if loose is None else grids[1]
    at_s = known.at_s if loose is not None or not known.loose else -math.inf
    anew = replace(known, evidence={}, loose=frozenset(), view=None, at_s=at_s)
    return anew, grid, Registration(first_pose(groups_of({s.cell for s in grid.sightings})[0]), 1.0)


def _is_elsewhere(seen: Observation, pose: Pose, rows: Collection[Cell]) -> bool:
    """Whether a picture laid so shows more of these tiles to be gone than to be there.

    A game that begins with a tile like one of a row beside it does not lie on that row.
    """
    shown = {pose.cell(sighting.cell) for sighting in seen.sightings} & set(rows)
    gone = [cell for cell in set(rows) - shown if is_clearly_empty(seen, pose.back(cell), NEARBY)]
    return len(gone) > len(shown)


def _landmarks(known: Knowledge) -> dict[Cell, Tile | Evidence]:
    """The tiles of the game that a picture can be laid by."""
    landmarks: dict[Cell, Tile | Evidence] = {
        cell: there
        for cell, there in known.evidence.items()
        if there.present > 0 and cell not in known.loose
    }
    return {**landmarks, **known.fixed, **known.board.tiles}


def _is_all_loose(known: Knowledge, seen: Observation, pose: Pose) -> bool:
    return all(pose.cell(sighting.cell) in known.loose for sighting in seen.sightings)


def _on_board(known: Knowledge, seen: Observation, pose: Pose) -> dict[Cell, Sighting]:
    """The sightings by cell of the board, the surer of two on one cell, nudged ones put back."""
    found: dict[Cell, Sighting] = {}
    for sighting in sorted(seen.sightings, key=lambda one: one.confidence):
        found[pose.cell(sighting.cell)] = sighting
    for cell in [cell for cell in found if cell not in known.board]:
        home = _nudged_from(known, seen, found, cell)
        if home is not None:
            found[home] = found.pop(cell)
    return found


def _nudged_from(known: Knowledge, seen: Observation, found: Sightings, cell: Cell) -> Cell | None:
    """The cell of the board whose tile has only slipped towards this one."""
    view, sighting = known.view, found[cell]
    if view is None or view.size_wh != seen.size_wh:
        return None
    for home in cell.neighbours:
        tile = known.board.tile_at(home)
        if tile is None or home in found or sighting.probability(tile) < 0.5:
            continue
        if view.is_near(home, sighting.centre_px, NUDGED_TILES):
            return home
    return None


def _without_the_replaced(known: Knowledge, sightings: Sightings) -> Knowledge:
    """Forget tiles of the turn under way where a quite different one lies after a hand came."""
    evidence = dict(known.evidence)
    for cell, sighting in sightings.items():
        there = known.evidence.get(cell)
        if there is None or cell in known.board:
            continue
        if agreement(sighting, there) < REPLACED:
            del evidence[cell]
    return replace(known, evidence=evidence)


def _evidence_after(
    known: Knowledge, seen: Observation, sightings: Sightings, pose: Pose, at_s: float, calm: bool
) -> dict[Cell, Evidence]:
    evidence = dict(known.evidence)
    nothing = Evidence(present=CALM_START) if calm else Evidence()
    for cell, sighting in sightings.items():
        evidence[cell] = evidence.get(cell, nothing).seen(sighting, at_s)
    for cell in known.evidence.keys() - sightings.keys() - known.board.tiles.keys():
        if is_clearly_empty(seen, pose.back(cell), NEARBY):
            evidence[cell] = evidence[cell].not_seen(at_s, calm)
            if evidence[cell].presence < FORGOTTEN:
                del evidence[cell]
    return evidence


def _absences_after(
    known: Knowledge, seen: Observation, sightings: Sightings, pose: Pose, at_s: float
) -> dict[Cell, Absence]:
    """Clear looks at tiles of the board that were not there; a covered one stays as it was."""
    absences: dict[Cell, Absence] = {}
    for cell in known.board.tiles.keys() - sightings.keys():
        before = known.absences.get(cell, Absence(0, at_s))
        if is_clearly_empty(seen, pose.back(cell)):
            absences[cell] = replace(before, looks=before.looks + 1)
        elif before.looks:
            absences[cell] = before
    return absences


def _without_the_gone(known: Knowledge) -> Knowledge:
    """Forget what was said about tiles that no longer lie there."""
    rejected = frozenset(
        refused
        for refused in known.rejected
        if all(placed.cell in known.evidence for placed in refused)
    )
    loose = frozenset(cell for cell in known.loose if cell in known.evidence)
    corners_px = {cell: at for cell, at in known.corners_px.items() if cell in known.evidence}
    return replace(known, rejected=rejected, loose=loose, corners_px=corners_px)

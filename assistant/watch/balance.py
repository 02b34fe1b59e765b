"""The balance: what surely lies there and is not counted, and what is counted and gone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from assistant.board import Cell, Placed, Placement
from assistant.watch.difference import connected_to
from assistant.watch.knowledge import Knowledge
from assistant.watch.proposal import Proposal

SURELY_THERE = 2.0
"""Log-odds above which a tile surely lies on a cell: one good look, or two poor ones."""


class WayOut(Enum):
    """What people say of tiles that lie there and are not counted."""

    LAST = "last"
    """They belong to the turn before."""
    OWN = "own"
    """They are a turn of their own, and count."""
    ASIDE = "aside"
    """They are not in the game."""
    AGAIN = "again"
    """Look again: nothing was said about them."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The table beside the board, where the two differ."""

    uncounted: Placement = ()
    """Tiles of the game's group that are neither on the board nor in the proposal."""
    aside: Placement = ()
    """Tiles that people said are none of the game's."""
    missing: tuple[Cell, ...] = ()
    """Cells of the board whose tiles are clearly and repeatedly not there."""

    @property
    def is_even(self) -> bool:
        """Whether all that lies there is counted, and all that is counted lies there."""
        return not self.uncounted and not self.missing


EVEN = Balance()


def balance_of(known: Knowledge, proposal: Proposal | None) -> Balance:
    """What the latest still picture shows that board and proposal do not, and the other way."""
    if not known.can_tell or known.game.finished:
        return Balance()
    counted = {placed.cell for placed in proposal.placement} if proposal else set()
    counted |= known.board.tiles.keys()
    lying = {
        cell
        for cell, there in known.evidence.items()
        if there.present > SURELY_THERE and not there.missed
    }
    aside = {cell for cell in lying - counted if known.is_aside(cell)}
    lying -= aside
    denied = {cell for cell in lying - counted if known.is_denied(cell)}
    of_the_game = denied | connected_to(counted | denied, lying - counted - denied)
    missing = proposal.missing if proposal else ()
    return Balance(_placed(known, of_the_game), _placed(known, aside), missing)


def _placed(known: Knowledge, cells: Collection[Cell]) -> Placement:
    return tuple(Placed(cell, known.evidence[cell].best(known.colours)) for cell in sorted(cells))

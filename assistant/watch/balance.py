"""The balance: what surely lies there and is not counted, and what is counted and gone."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.board import Cell, Placed, Placement
from assistant.watch.difference import connected_to
from assistant.watch.knowledge import Knowledge
from assistant.watch.proposal import Proposal

SURELY_THERE = 2.0
"""Log-odds above which a tile surely lies on a cell: one good look, or two poor ones."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The table beside the board, where the two differ."""

    uncounted: Placement = ()
    """Tiles of the game's group that are neither on the board nor in the proposal."""
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
    denied = {cell for cell in lying - counted if known.is_denied(cell)}
    of_the_game = denied | connected_to(counted | denied, lying - counted - denied)
    uncounted = tuple(
        Placed(cell, known.evidence[cell].best(known.colours)) for cell in sorted(of_the_game)
    )
    return Balance(uncounted, proposal.missing if proposal else ())

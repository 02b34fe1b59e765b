"""Watching: the proposal that still pictures lead to, and what people do to it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from assistant.board import Cell
from assistant.game.state import Game
from assistant.rules import grid
from assistant.tiles import Tile
from assistant.watch.difference import groups_of
from assistant.watch.knowledge import Knowledge
from assistant.watch.proposal import Proposal, Question
from assistant.watch.propose import propose
from assistant.watch.update import looked
from vision.observation import Observation

NEXT_BEGAN_S = 3.5
"""New tiles after at least this much quiet are the next player's; players pause for 3 s in a
move."""

UNSEEN_S = 5.5
"""While nobody saw the table still for longer than this, two players may have been at it."""


@dataclass(frozen=True, slots=True)
class Watch:
    """A game being watched, at one moment; each change gives a new value."""

    known: Knowledge
    proposal: Proposal | None = None
    """The likeliest move that is not part of the game yet."""
    since_s: float = math.inf
    """Since when the proposal has named these very tiles."""
    stirred_s: float | None = None
    """When something first moved after the latest picture; None while all is quiet."""
    overtaken: Proposal | None = None
    """A legal move that lay there before the next player's tiles came: they are no one turn."""
    paused_s: float = 0.0
    """How long that move lay there in quiet."""

    @classmethod
    def over(cls, game: Game) -> Watch:
        """The watch over a game, before its first picture."""
        return cls(Knowledge(game))

    @property
    def game(self) -> Game:
        """The game as it was accepted so far."""
        return self.known.game

    @property
    def can_tell(self) -> bool:
        """Whether the latest picture could be laid onto the known board."""
        return self.known.can_tell

    @property
    def is_cleared(self) -> bool:
        """Whether the table has been cleared of all its tiles."""
        return self.known.is_cleared

    def stirred(self, at_s: float) -> Watch:
        """Something moves at the table: a hand, the camera, the light."""
        return self if self.stirred_s is not None else replace(self, stirred_s=at_s)

    def look(self, seen: Observation, at_s: float) -> Watch:
        """The watch after one more still picture."""
        known = looked(self.known, seen, at_s, self.stirred_s is not None)
        unseen_s = 0.0 if self.stirred_s is None else at_s - self.stirred_s
        return replace(self._with(known, unseen_s), stirred_s=None)

    def follow(self, game: Game) -> Watch:
        """The same watch over the game as it now is: accepted, corrected, undone or traded."""
        return replace(self, overtaken=None)._with(self.known.following(game))

    def correct(self, cell: Cell, tile: Tile | None) -> Watch:
        """What a person says lies on a cell; None is nothing at all."""
        return self._with(self.known.told(cell, tile))

    def reject(self) -> Watch:
        """The proposal is wrong and not to be offered again."""
        if self.proposal is None:
            return self
        refused = frozenset(self.proposal.placement)
        return self._with(replace(self.known, rejected=self.known.rejected | {refused}))

    def _with(self, known: Knowledge, unseen_s: float = 0.0) -> Watch:
        """The watch with this knowledge and the proposal it leads to."""
        proposal = propose(known) if known.can_tell else self.proposal
        since_s, overtaken, paused_s = self.since_s, None, self.paused_s
        if self.overtaken and proposal and _are_two_turns(known, self.overtaken, proposal):
            overtaken = self.overtaken
        elif self.proposal and proposal and _are_two_turns(known, self.proposal, proposal):
            overtaken = self.proposal
            quiet_until_s = self.known.at_s if self.stirred_s is None else self.stirred_s
            paused_s = quiet_until_s - self.since_s
        elif proposal and unseen_s > UNSEEN_S:
            overtaken, paused_s = _first_of_two(known, proposal), 0.0
        if _tiles(proposal) != _tiles(self.proposal):
            since_s = known.at_s
        if overtaken and proposal:
            proposal = replace(proposal, questions=proposal.questions | {Question.TWO_TURNS})
        return Watch(known, proposal, since_s, self.stirred_s, overtaken, paused_s)


def look(watch: Watch, seen: Observation, at_s: float) -> Watch:
    """The watch after one more still picture."""
    return watch.look(seen, at_s)


def _first_of_two(known: Knowledge, now: Proposal) -> Proposal | None:
    """The first of two legal turns, one after the other, that these tiles are if not one."""
    for group in groups_of({placed.cell for placed in now.placement}):
        placement = tuple(placed for placed in now.placement if placed.cell in group)
        ruling = grid.rule_on(known.board, placement, known.book)
        first = replace(now, placement=placement, ruling=ruling, questions=frozenset())
        if _are_two_turns(known, first, now):
            return first
    return None


def _are_two_turns(known: Knowledge, earlier: Proposal, now: Proposal) -> bool:
    """Whether these tiles are illegal as one turn and legal as two, the earlier ones first."""
    if not _tiles(earlier) < _tiles(now) or now.is_legal or earlier.needs_tap:
        return False
    between = known.board.with_tiles(earlier.placement)
    rest = tuple(placed for placed in now.placement if placed not in earlier.placement)
    return grid.rule_on(between, rest, known.book).is_legal


def _tiles(proposal: Proposal | None) -> frozenset[object]:
    return frozenset(proposal.placement if proposal else ())

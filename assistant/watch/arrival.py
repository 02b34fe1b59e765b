"""Arrival: how the proposal's tiles came, in steps with rests between and an arm to each.

At each rest a turn may have ended; how long it was, and whose arms came before and after it, tell
how likely that is. Once the turns are known, rests and arms tell of the players.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.board import Placed
from assistant.game.events import placement_of
from assistant.game.state import Game
from assistant.watch.arms import Arm, Arms
from assistant.watch.knowledge import Knowledge
from assistant.watch.opening import Alone
from assistant.watch.proposal import Proposal, Question
from assistant.watch.rhythm import Rhythm
from assistant.watch.sequences import HARDLY, PERHAPS, Rest
from assistant.watch.stir import Change

LONGEST_S = 60.0
"""A longer rest tells no more than one of this length."""

Tiles = frozenset[Placed]


@dataclass(frozen=True, slots=True)
class Arrival:
    """How tiles came that are not part of the game yet; each change gives a new value."""

    tiles: Tiles = frozenset()
    since_s: float = math.inf
    """Since when the proposal has named these very tiles."""
    left_s: float = math.inf
    """When the arm that brought them had left, and the table would have been still."""
    quiet_s: float = 0.0
    """The longest time without an arm since then, but for the latest."""
    rests: tuple[Rest, ...] = ()
    """Parts of them that lay there in quiet before the others came."""
    brought: tuple[Arm | None, ...] = ()
    """The arms that brought them: the first ones, then after each rest."""
    unseen: float = HARDLY
    """The odds that a turn among them was never seen at rest."""
    skipped: int = 0
    """How many photos are known to be missing before they were seen."""
    laid_s: float | None = None
    """Since when the tiles of the turn before lay there, if that was accepted by itself."""
    paused_s: float | None = None
    """How long those had lain there when these came."""

    def after(self, tiles: Tiles, change: Change, arms: Arms, is_sure: bool) -> Arrival:
        """How the tiles came that are proposed after a change.

        With the arms that are known, and whether those so far were surely read.
        """
        if tiles == self.tiles:
            return self._visited(change) if change.stir.arms else self
        if tiles and tiles < self.tiles:
            if change.adds_turns:
                return self._counted(tiles)
            return self._taken_back(tiles)._lying(change)
        after = self._come_at_once(tiles, change, arms)
        if self.tiles and self.tiles < tiles:
            return after._grown_from(self, change, is_sure)._lying(change)
        rests = tuple(rest for rest in self.rests if rest.placement < tiles)
        if tiles and not self.tiles and self.laid_s is not None:
            after = replace(after, paused_s=change.stir.until_s(change.now.at_s) - self.laid_s)
        return replace(after, rests=rests)._lying(change)

    def begun_by(self, begun: Sequence[Alone], known: Knowledge, until_s: float) -> Arrival:
        """With the rests before the others came, where tiles of the opening lay there alone."""
        if self.rests or known.board:
            return self
        pauses: dict[Tiles, float] = {}
        for alone in begun:
            lay = alone.among(self.tiles, known)
            if lay and lay < self.tiles:
                pause_s = min(alone.until_s, until_s) - alone.since_s
                pauses[lay] = max(0.0, pause_s, pauses.get(lay, 0.0))
        if not pauses:
            return self
        lain = sorted(pauses.items(), key=lambda one: len(one[0]))
        rests = tuple(Rest(lay, pause_s) for lay, pause_s in lain)
        return replace(self, rests=rests, brought=(*(None for _ in rests), *self.brought))

    def arms_after(self, arms: Arms, before: Game, game: Game) -> Arms:
        """The known arms with those of turns that are part of the game by now."""
        turns = game.turns[len(before.turns) :]
        laid = [(turn.event.player, set(placement_of(turn.event))) for turn in turns]
        for arm, fresh in self._steps():
            own = [player for player, tiles in laid if fresh <= tiles]
            arms = arms.with_arm(own[0], arm) if own and fresh else arms
        return arms

    def rhythm_after(
        self, rhythm: Rhythm, proposal: Proposal | None, before: Game, game: Game
    ) -> Rhythm:
        """The rhythm with the pauses of which a change of the game says what they were."""
        if proposal is None:
            return rhythm
        new = [placement_of(turn.event) for turn in game.turns[len(before.turns) :]]
        was_asked = Question.TWO_TURNS in proposal.questions
        for rest in self.rests:
            lay: Tiles = frozenset()
            for turn in new:
                if rest.placement == (lay := lay | set(turn)) and lay < self.tiles:
                    rhythm = rhythm.with_between(rest.pause_s)
            if new and was_asked and rest.placement < set(new[0]):
                rhythm = rhythm.with_within(rest.pause_s)
        if self.paused_s is not None:
            joined = len(game.turns) == len(before.turns) and game.board != before.board
            if joined and proposal.joins and self.tiles <= set(game.board):
                rhythm = rhythm.with_within(self.paused_s)
            elif new and (not proposal.joins or Question.GOES_ON in proposal.questions):
                rhythm = rhythm.with_between(self.paused_s)
        return rhythm

    def _visited(self, change: Change) -> Arrival:
        """After somebody was at the table and laid nothing: who is busy has not ended a turn."""
        return replace(self, left_s=change.left_s, quiet_s=self._longest_s(change))

    def _longest_s(self, change: Change) -> float:
        """The longest time without an arm while the tiles lay there."""
        return max(self.quiet_s, min(change.until_s - self.left_s, LONGEST_S))

    def _lying(self, change: Change) -> Arrival:
        """As of a change that shows these very tiles for the first time."""
        return replace(self, since_s=change.now.at_s, left_s=change.left_s, quiet_s=0.0)

    def _come_at_once(self, tiles: Tiles, change: Change, arms: Arms) -> Arrival:
        """Of other tiles, as if all that is new had come at once."""
        arm, other = change.laid(tiles - self.tiles)
        unseen = change.unseen
        if arm is not None and other is not None:
            of_two = change.unseen_of_two(arm, other, arms)
            unseen = max(unseen, min(of_two, PERHAPS) if change.has_taken(self.tiles) else of_two)
        return replace(self, tiles=tiles, brought=(arm,), unseen=unseen, skipped=change.skipped)

    def _grown_from(self, before: Arrival, change: Change, is_sure: bool) -> Arrival:
        """With the steps in which those of them came that lay there before the others."""
        after = replace(
            self,
            unseen=max(self.unseen, before.unseen),
            skipped=max(self.skipped, before.skipped),
        )
        if change.now.game is not change.was.game:
            return replace(after, rests=after._as_first_seen(change.was), brought=())
        # Whoever has a tile lie beside its cell has not ended a turn.
        waited = (self.tiles - before.tiles) & change.was.waiting
        pause_s = before.quiet_s if waited else before._longest_s(change)
        rests = (*before.rests, Rest(before.tiles, pause_s, is_sure))
        return replace(after, rests=rests, brought=(*before.brought, *self.brought))

    def _as_first_seen(self, known: Knowledge) -> tuple[Rest, ...]:
        """The rests of tiles that people's word brought back, as pictures showed them first.

        Tiles of a turn that is undone came before those that lie there since.
        """
        seen_s = {
            one: there.since_s if (there := known.evidence.get(one.cell)) else -math.inf
            for one in self.tiles
        }
        times = sorted(set(seen_s.values()))
        return tuple(
            Rest(
                frozenset(one for one in self.tiles if seen_s[one] <= before_s),
                min(after_s - before_s, LONGEST_S),
                is_sure=False,
            )
            for before_s, after_s in itertools.pairwise(times)
        )

    def _counted(self, left: Tiles) -> Arrival:
        """Of the tiles that are left, after some turns of them were over."""
        gone = self.tiles - left
        rests = tuple(
            replace(rest, placement=rest.placement - gone)
            for rest in self.rests
            if gone < rest.placement
        )
        return replace(self, tiles=left, rests=rests, brought=self._arms_of(left))

    def _taken_back(self, left: Tiles) -> Arrival:
        """Of the tiles that lie there still, after others were taken back."""
        rests: dict[Tiles, Rest] = {}
        for rest in self.rests:
            lay = rest.placement & left
            if lay and lay < left:
                rests[lay] = replace(rest, placement=lay)
        return replace(self, tiles=left, rests=tuple(rests.values()), brought=self._arms_of(left))

    def _arms_of(self, left: Tiles) -> tuple[Arm | None, ...]:
        """The arms that brought what is left."""
        return tuple(arm for arm, fresh in self._steps() if fresh & left) or (None,)

    def _steps(self) -> Iterator[tuple[Arm | None, Tiles]]:
        """Each arm with the tiles that it brought."""
        lay: Tiles = frozenset()
        lying = (*(rest.placement for rest in self.rests), self.tiles)
        for arm, lies in zip(self.brought, lying, strict=False):
            yield arm, lies - lay
            lay = lies


NOTHING_CAME = Arrival()

"""Watching: the proposal that still pictures lead to, and what people do to it.

Each picture takes the same walk: what is known with it, the move that this proposes, how the tiles
of the move came, the turns that they may be, and the questions that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.board import Cell, Placement
from assistant.game.events import placement_of
from assistant.game.state import Game
from assistant.tiles import Tile
from assistant.watch.arms import NO_ARMS, Arm, Arms
from assistant.watch.arrival import NOTHING_CAME, Arrival
from assistant.watch.forgetting import NOTHING_FORGOTTEN, Forgetting, Photo
from assistant.watch.knowledge import Knowledge
from assistant.watch.opening import Alone
from assistant.watch.possible_turns import PossibleTurns
from assistant.watch.proposal import Proposal, Question
from assistant.watch.propose import propose
from assistant.watch.rhythm import UNKNOWN, Rhythm
from assistant.watch.sequences import HARDLY, PERHAPS, PROBABLY, Explained, Rest
from assistant.watch.stir import CALM, Change, Stir
from assistant.watch.update import looked, taken_as_table
from vision.observation import Observation

STRANGE_S = 2.5
"""Pictures that fit nowhere for this long are told; a table at rest is read again after 1 s and
3 s, so that everybody knows within four."""


@dataclass(frozen=True, slots=True)
class Watch:
    """A game being watched, at one moment; each change gives a new value."""

    known: Knowledge
    proposal: Proposal | None = None
    """The likeliest move that is not part of the game yet."""
    came: Arrival = NOTHING_CAME
    """How its tiles came."""
    explained: tuple[Explained, ...] = ()
    """The turns that they may be, likeliest first."""
    of_mover: bool = False
    """Whether open hands tell that they are the mover's, all of them."""
    stir: Stir = CALM
    """What moved since the latest picture."""
    photo: Photo | None = None
    """The latest photo; None where a camera looked since."""
    alone: Alone | None = None
    """What lay by itself before the first move, too little to be a grid."""
    rhythm: Rhythm = UNKNOWN
    arms: Arms = NO_ARMS
    forgetting: Forgetting = NOTHING_FORGOTTEN

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

    @property
    def strange(self) -> Observation | None:
        """What was read of a table that has not fitted the known one for a while."""
        unlaid = self.known.unlaid
        if unlaid is None:
            return None
        has_lasted = self.known.at_s - unlaid.since_s >= STRANGE_S
        return unlaid.seen if has_lasted or self.photo is not None else None

    @property
    def since_s(self) -> float:
        """Since when the proposal has named these very tiles."""
        return self.came.since_s

    @property
    def rests(self) -> tuple[Rest, ...]:
        """Parts of the proposal that lay there in quiet before the others came."""
        return self.came.rests

    @property
    def brought(self) -> tuple[Arm | None, ...]:
        """The arms that brought the proposal's tiles: the first ones, then after each rest."""
        return self.came.brought

    @property
    def stirred_s(self) -> float | None:
        """When something first moved after the latest picture; None while all is quiet."""
        return self.stir.since_s

    @property
    def overtaken(self) -> Placement | None:
        """A legal move that surely was over before the others of these tiles came."""
        return None if self.possible is None else self.possible.overtaken

    @property
    def sure_turns(self) -> tuple[Placement, ...]:
        """The turns, more than one, that a photo's tiles surely are; empty where not sure."""
        return () if self.possible is None else self.possible.sure

    @property
    def likely(self) -> tuple[Explained, ...]:
        """The turns that the proposal's tiles may well be, clear or not; likeliest first."""
        return () if self.possible is None else self.possible.likely

    @property
    def choices(self) -> tuple[Explained, ...]:
        """What the proposal's tiles may be, where that is not clear; likeliest first."""
        return () if self.possible is None else self.possible.choices

    @property
    def possible(self) -> PossibleTurns | None:
        """The turns that the proposal's tiles may be; None where nothing is proposed."""
        if self.proposal is None:
            return None
        return PossibleTurns(
            self.proposal,
            self.came,
            self.known,
            self.rhythm,
            self.arms,
            by_photo=self.photo is not None,
            of_mover=self.of_mover,
            explained=self.explained,
        )

    def stirred(self, at_s: float, arm: Arm | None = None) -> Watch:
        """Something moves at the table: a hand, the camera, the light."""
        return replace(self, stir=self.stir.moved(at_s, arm))

    def reached_by(self, arms: Sequence[Arm]) -> Watch:
        """With the arms that were where the table changed, where that is known."""
        return replace(self, stir=self.stir.reached_by(arms))

    def look(self, seen: Observation, at_s: float, lain: Sequence[Alone] = ()) -> Watch:
        """The watch after one more still picture.

        With what of it lay there already at rests of which nothing was read.
        """
        unseen = self.stir.unseen(at_s)
        return replace(self, photo=None)._looked(seen, at_s, unseen, lain=lain)

    def photographed(
        self, seen: Observation, at_s: float, skipped: int = 0, taken_s: float | None = None
    ) -> Watch:
        """The watch after a photo of the settled table; some before it may be known to miss."""
        photo = Photo.after(self.photo, skipped, taken_s)
        unseen = PROBABLY if skipped else self.forgetting.odds(photo.gap_s)
        return replace(self, photo=photo).stirred(at_s)._looked(seen, at_s, unseen, skipped)

    def _looked(
        self,
        seen: Observation,
        at_s: float,
        unseen: float,
        skipped: int = 0,
        lain: Sequence[Alone] = (),
    ) -> Watch:
        known = looked(self.known, seen, at_s, self.stirred_s is not None)
        begun = lain if self.alone is None else (*lain, self.alone)
        after = self._with(known, unseen, skipped)._begun_by(begun)
        alone = Alone.after(self.alone, seen, at_s) if not known.board else None
        # Nobody has seen yet what was laid: a turn may be over before the next picture tells.
        stir = CALM if known.can_tell else self.stir
        return replace(after, stir=stir, alone=alone)

    def follow(self, game: Game, by_itself: bool = False) -> Watch:
        """The same watch over the game as it now is: accepted, corrected, undone or traded."""
        new = tuple(placement_of(turn.event) for turn in game.turns[len(self.game.turns) :])
        is_whole = self.proposal is not None and new == (self.proposal.placement,)
        laid_s = self.since_s if by_itself and is_whole else None
        if not new:
            laid_s = self.came.laid_s
        came = replace(self.came, laid_s=laid_s, paused_s=None)
        after = replace(self._learned(game, sum(map(bool, new))), came=came)
        return after._with(self.known.following(game))

    def correct(self, cell: Cell, tile: Tile | None) -> Watch:
        """What a person says lies on a cell; None is nothing at all."""
        return self._with(self.known.corrected(cell, tile))

    def stood(self, cell: Cell, tile: Tile) -> Watch:
        """What a person says still lies on a cell as it is counted."""
        return self._with(self.known.stood(cell, tile))

    def told_by_hands(self, of_mover: bool) -> Watch:
        """The watch with what open hands tell of whose the proposal's tiles are."""
        if of_mover == self.of_mover:
            return self
        after, proposal = replace(self, of_mover=of_mover), self.proposal
        if proposal is not None:
            left = proposal.questions - {Question.TWO_TURNS, Question.GOES_ON}
            after = replace(after, proposal=replace(proposal, questions=left))
        return after._asking(is_same=False)

    def doubted(self, why: Question) -> Watch:
        """The watch with one more question about the proposal's tiles."""
        if self.proposal is None:
            return self
        return replace(self, proposal=self.proposal.asking({why}))

    def recounted(self, known: Knowledge) -> Watch:
        """The watch after people said what tiles count; nobody saw which of them came first."""
        return self._with(known, PERHAPS)

    def adopted(self) -> Watch:
        """The picture that fits nowhere is the table: what is otherwise there is asked about."""
        return self._with(taken_as_table(self.known), PERHAPS)

    def reject(self) -> Watch:
        """The proposal is wrong and not to be offered again."""
        if self.proposal is None:
            return self
        refused = frozenset(self.proposal.placement)
        return self._with(replace(self.known, rejected=self.known.rejected | {refused}))

    def _with(self, known: Knowledge, unseen: float = HARDLY, skipped: int = 0) -> Watch:
        """The watch with this knowledge and the proposal it leads to."""
        proposal = propose(known) if known.can_tell else self.proposal
        tiles = frozenset(proposal.placement if proposal else ())
        change = Change(self.known, known, self.stir, unseen, skipped)
        is_sure = self.proposal is not None and self.proposal.is_surely_read
        came = self.came.after(tiles, change, self.arms, is_sure)
        is_same = tiles == self.came.tiles and known.board == self.known.board
        return replace(self, known=known, proposal=proposal, came=came)._asking(is_same)

    def _begun_by(self, begun: Sequence[Alone]) -> Watch:
        """The watch with what is known of tiles of the opening that lay there alone."""
        until_s = self.known.at_s if self.stirred_s is None else self.stirred_s
        came = self.came.begun_by(begun, self.known, until_s)
        return self if came is self.came else replace(self, came=came)._asking(is_same=False)

    def _asking(self, is_same: bool) -> Watch:
        """With what the tiles may be, and the questions that follow from it."""
        possible = self.possible
        if possible is None:
            return replace(self, explained=())
        if not is_same or not possible.explained:
            possible = replace(possible, explained=possible.explain())
        after = replace(self, explained=possible.explained)
        if not self.known.can_tell:
            return after
        return replace(after, proposal=possible.proposal.asking(possible.questions))

    def _learned(self, game: Game, turns: int) -> Watch:
        """With what a change of the game by so many turns tells of its players."""
        arms = self.came.arms_after(self.arms, self.game, game)
        rhythm = self.came.rhythm_after(self.rhythm, self.proposal, self.game, game)
        after, photo = replace(self, rhythm=rhythm, arms=arms), self.photo
        if photo is None or photo.is_told or not turns:
            return after
        forgetting = self.forgetting.with_photo(turns, photo.skipped, photo.gap_s)
        return replace(after, forgetting=forgetting, photo=replace(photo, is_told=True))


def look(watch: Watch, seen: Observation, at_s: float) -> Watch:
    """The watch after one more still picture."""
    return watch.look(seen, at_s)

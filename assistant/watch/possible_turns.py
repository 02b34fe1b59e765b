"""Possible turns: which turns the proposal's tiles may be, as far as rules, rests and arms tell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.board import Placement
from assistant.rules import grid
from assistant.watch.arms import Arms, Reached
from assistant.watch.arrival import Arrival
from assistant.watch.difference import is_one_line
from assistant.watch.knowledge import Knowledge
from assistant.watch.proposal import ON_THE_WAY, Proposal, Question
from assistant.watch.propose import SURE
from assistant.watch.rhythm import Rhythm
from assistant.watch.sequences import (
    IN_ONE,
    LIKELY,
    MOST_SHOWN,
    PERHAPS,
    Explained,
    explanations,
)

SURE_OF_A_PHOTO = 0.995
"""So sure must one turn be where only photos show the table: nobody saw it lie between them, and
a turn too few gives every later one to the wrong player."""


@dataclass(frozen=True, slots=True)
class PossibleTurns:
    """The turns that a proposal's tiles may be, with all that tells how likely each is."""

    proposal: Proposal
    came: Arrival
    """How its tiles came."""
    known: Knowledge
    rhythm: Rhythm
    arms: Arms
    by_photo: bool
    """Whether only photos show the table."""
    of_mover: bool
    """Whether open hands tell that all tiles are the mover's."""
    explained: tuple[Explained, ...] = ()
    """The turns, likeliest first."""

    def explain(self) -> tuple[Explained, ...]:
        """The turns by rules, rests and arms; none where the tiles are one move or lay before."""
        known, came, game = self.known, self.came, self.known.game
        is_first = not self.by_photo and not came.rests
        lay_before = is_first and Question.UNDER_WAY in self.proposal.questions
        if lay_before or self.of_mover or len(self.proposal.placement) < 2:
            return ()
        at = game.players.index(game.mover)
        players = (*game.players[at:], *game.players[:at])
        return explanations(
            known.board,
            self.proposal.placement,
            known.book,
            came.rests,
            self.rhythm,
            came.unseen,
            came.skipped,
            Reached(self.arms, came.brought, players).odds,
        )

    @property
    def questions(self) -> set[Question]:
        """What is asked about whose the tiles are."""
        asked = set()
        is_open = bool(self.choices) or (self._may_be_broken_off and self.overtaken is None)
        if is_open or self._may_hide_turns:
            asked.add(Question.TWO_TURNS)
        if self._may_go_on:
            asked.add(Question.GOES_ON)
        return asked

    @property
    def overtaken(self) -> Placement | None:
        """A legal move that surely was over before the others of these tiles came.

        Tiles in one line may become one move by what is on its way between or beside them.
        """
        in_line = is_one_line(placed.cell for placed in self.proposal.placement)
        if in_line and self.proposal.questions & ON_THE_WAY:
            return None
        firsts: dict[Placement, float] = {}
        for one in self.explained:
            firsts[one.turns[0]] = firsts.get(one.turns[0], 0.0) + one.probability
        for rest in self.came.rests:
            first = next((turn for turn in firsts if rest.placement == set(turn)), None)
            if first is None or not rest.is_sure or firsts[first] < SURE:
                continue
            if self._is_legal(first):
                return first
        return None

    @property
    def sure(self) -> tuple[Placement, ...]:
        """The turns, more than one, that a photo's tiles surely are; empty where that is not sure.

        Tiles that can be parted in one way only need nobody's answer.
        """
        proposal, likeliest = self.proposal, next(iter(self.explained), None)
        if not self.by_photo or likeliest is None or not self.known.can_tell:
            return ()
        if proposal.questions - {Question.TOO_MANY} or proposal.missing or proposal.revised:
            return ()
        sure = len(likeliest.turns) > 1 and likeliest.probability >= SURE_OF_A_PHOTO
        return likeliest.turns if sure else ()

    @property
    def likely(self) -> tuple[Explained, ...]:
        """What the tiles may well be, clear or not; likeliest first."""
        most = max((one.probability for one in self.explained), default=0.0)
        least = 1 - SURE_OF_A_PHOTO if self.by_photo else LIKELY
        likely = [
            one for one in self.explained if one.is_allowed and one.probability >= least * most
        ]
        return tuple(likely[:MOST_SHOWN])

    @property
    def choices(self) -> tuple[Explained, ...]:
        """What the tiles may be, where that is not clear; likeliest first."""
        likely, sure = self.likely, SURE_OF_A_PHOTO if self.by_photo else SURE
        is_clear = not likely or (len(likely[0].turns) == 1 and likely[0].probability >= sure)
        is_clear |= bool(self.sure) or [len(one.turns) for one in likely] == [1]
        if self.overtaken is not None:
            return ()
        return self._broken_off if is_clear else likely

    @property
    def _broken_off(self) -> tuple[Explained, ...]:
        """Turns that may have been over before tiles came that the rules forbid; those wait."""
        if not self._may_be_broken_off:
            return ()
        firsts = [
            replace(one, turns=one.turns[:1], points=one.points[:1], is_allowed=True)
            for one in self.explained
            if not one.is_allowed
        ]
        return tuple(one for one in firsts if self._is_legal(one.turns[0]))

    @property
    def _may_be_broken_off(self) -> bool:
        """Whether a turn may have been over before the tiles came that the rules forbid."""
        return sum(one.probability for one in self.explained if not one.is_allowed) > 1 - SURE

    @property
    def _may_hide_turns(self) -> bool:
        """Whether an illegal move may be turns that came while nobody saw the table still."""
        if self.proposal.is_legal or self.by_photo or self.of_mover:
            return False
        in_line = is_one_line(placed.cell for placed in self.proposal.placement)
        return self.came.unseen >= PERHAPS and not in_line

    @property
    def _may_go_on(self) -> bool:
        """Whether these tiles may belong to the turn before, which was accepted by itself."""
        paused_s = self.came.paused_s
        if not self.proposal.joins or paused_s is None or self.of_mover:
            return False
        odds = IN_ONE * self.rhythm.odds_of_next(paused_s) * self._of_the_next()
        return odds / (1 + odds) < SURE

    def _of_the_next(self) -> float:
        """How much likelier the arm that brought the tiles is the mover's than the last one's."""
        if not self.came.brought or self.arms.last is None:
            return 1.0
        player, before = self.arms.last
        return self.arms.odds(self.came.brought[0], (player, self.known.game.mover), before)[1]

    def _is_legal(self, first: Placement) -> bool:
        return grid.rule_on(self.known.board, first, self.known.book).is_legal

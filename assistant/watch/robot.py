"""A watched game in which nobody answers: the best reading is kept and play goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.board import Cell, Placed, Placement
from assistant.game.diff import turn_of
from assistant.game.events import (
    Corrected,
    Event,
    LetStand,
    Passed,
    StartCorrected,
    TilesPlaced,
    move_of,
)
from assistant.game.history import Accepted, answer
from assistant.game.state import Game, Turn
from assistant.watch import Proposal, Question, Revised, TurnEnd, Watch, turn_end
from assistant.watch.difference import connected_to
from assistant.watch.watcher import NEXT_BEGAN_S
from vision.observation import Observation


@dataclass(frozen=True, slots=True)
class Told:
    """What is said about one turn."""

    player: str
    placement: Placement
    asked: bool
    """Whether a person would have been asked before it was accepted."""
    turn: Turn | None
    """The entry on the score sheet; None where the tiles lay there before the first turn."""
    questions: frozenset[Question] = frozenset()


@dataclass(frozen=True, slots=True)
class Unattended:
    """The watch of a game, and the illegal turn whose tiles may still lie there."""

    watch: Watch
    refused: int | None = None
    """The number of that turn on the score sheet."""
    refused_s: float = 0.0
    """When it was told."""
    taken_back: int | None = None
    """The same for one whose tiles seem to be taken back, until the next turn is told."""

    @property
    def game(self) -> Game:
        """The game so far."""
        return self.watch.game

    def look(self, seen: Observation, at_s: float) -> Unattended:
        """After one more still picture: what earlier turns left lying there is settled first."""
        after = replace(self, watch=self.watch.look(seen, at_s))
        return after._with_refused_tiles()._with_revisions()

    @property
    def proposal(self) -> Proposal | None:
        """The move that waits to be taken as a turn; not the illegal one that was told already."""
        proposal = self.watch.proposal
        if proposal is None or not proposal.placement:
            return None
        told = self._refused_placement()
        return None if _cells(proposal.placement) <= _cells(told) else proposal

    def stirred(self, at_s: float) -> Unattended:
        """Something moves at the table."""
        return replace(self, watch=self.watch.stirred(at_s))

    def turn_is_over(self, at_s: float, quiet_since_s: float) -> bool:
        """Whether a move lies there that nobody will answer a question about, or needs to."""
        if self.proposal is None:
            return False
        return turn_end(self.watch, at_s, quiet_since_s) is not TurnEnd.WAIT

    def close_turn(self) -> tuple[Unattended, Told]:
        """The turn is over: its proposal becomes an entry of the score sheet."""
        proposal, game = self.proposal, self.game
        player = game.mover
        if not self.watch.can_tell or proposal is None:
            asked = frozenset({Question.NOTHING_PLACED})
            return self._with_turn(LetStand(Passed(player), 0), (), asked)
        if Question.UNDER_WAY in proposal.questions and not game.turns:
            lay_there = StartCorrected(replace(game.started, start=proposal.placement))
            started = self._followed(lay_there)
            return started, Told(player, proposal.placement, True, None, proposal.questions)
        if earlier := self.watch.overtaken:
            is_short = self.watch.paused_s < NEXT_BEGAN_S
            asked = frozenset({Question.TWO_TURNS}) if is_short else earlier.questions
            event = TilesPlaced(player, earlier.placement)
            return self._with_turn(event, earlier.placement, asked)
        event = TilesPlaced(player, proposal.placement)
        return self._with_turn(event, proposal.placement, proposal.questions)

    def _with_turn(
        self, event: TilesPlaced | LetStand, placement: Placement, asked: frozenset[Question]
    ) -> tuple[Unattended, Told]:
        after = self._with_missing_hidden()._followed(event)
        if len(after.game.turns) == len(
            self.game.turns
        ):  # the game is over, and what lies there now counts for nothing
            return self, Told(event.player, placement, True, None, asked)
        turn = after.game.turns[-1]
        refused = None if turn.is_legal else turn.number
        told = Told(event.player, placement, bool(asked), turn, asked)
        at_s = self.watch.known.at_s
        return replace(after, refused=refused, refused_s=at_s, taken_back=None), told

    def _with_missing_hidden(self) -> Unattended:
        """Tiles whose absence was asked about count as hidden, since nobody said otherwise."""
        watch = self.watch
        for cell in watch.proposal.missing if watch.proposal else ():
            watch = watch.correct(cell, watch.game.board.tiles[cell])
        return replace(self, watch=watch)

    def _with_refused_tiles(self) -> Unattended:
        """An illegal turn stands where its tiles still lie and play went on; else it is undone."""
        told, proposal = self._refused_placement(), self.watch.proposal
        if not self.watch.can_tell:
            return self
        if not told:
            return self._with_the_covered()
        if not self._still_lies(told):
            return replace(self, refused=None, taken_back=self.refused)
        new = proposal.placement if proposal else ()
        beyond = self.watch.known.new_cells - _cells(told)
        if _cells(new) - _cells(told) or connected_to(_cells(told), beyond):
            return self._stood()
        reread = _cells(told) == _cells(new) and set(told) != set(new)
        return self._read_otherwise(new) if reread else self

    def _with_the_covered(self) -> Unattended:
        """An illegal turn stands if its tiles were only covered, and that makes the next legal."""
        proposal = self.watch.proposal
        if self.taken_back is None or proposal is None or proposal.is_legal:
            return self
        stood = replace(self, refused=self.taken_back, taken_back=None)
        if not set(stood._refused_placement()) < set(proposal.placement):
            return self
        stood = stood._stood()
        return stood if stood.proposal and stood.proposal.is_legal else self

    def _still_lies(self, placement: Placement) -> bool:
        """Whether these tiles have lain there since the turn was told."""
        seen = (self.watch.known.evidence.get(placed.cell) for placed in placement)
        return all(one and not one.missed and one.since_s <= self.refused_s for one in seen)

    def _read_otherwise(self, placement: Placement) -> Unattended:
        """The tiles of an illegal turn look otherwise by now; that may make them legal."""
        assert self.refused is not None
        move = TilesPlaced(self.game.turns[self.refused - 1].event.player, placement)
        after = self._followed(Corrected(self.refused, (move,)))
        legal = after.game.turns[self.refused - 1].is_legal
        return replace(after, refused=None if legal else self.refused)

    def let_stand(self) -> Unattended:
        """The tiles of an illegal turn stay where they are, for no points."""
        return self._stood() if self.refused else self

    def _stood(self) -> Unattended:
        assert self.refused is not None
        move = self.game.turns[self.refused - 1].event
        assert isinstance(move, TilesPlaced)
        stood = self._followed(Corrected(self.refused, (LetStand(move, 0),)))
        return replace(stood, refused=None)

    def _with_revisions(self) -> Unattended:
        """Tiles of earlier turns that are now read otherwise, and the score that follows."""
        after = self
        for revised in self.watch.proposal.revised if self.watch.proposal else ():
            turn = turn_of(after.game, revised.cell)
            if turn is not None:
                after = after._followed(_revision(after.game, turn, revised))
        return after

    def _refused_placement(self) -> Placement:
        if self.refused is None:
            return ()
        event = self.game.turns[self.refused - 1].event
        return event.placement if isinstance(event, TilesPlaced) else ()

    def _followed(self, event: Event) -> Unattended:
        answered = answer(self.game, event)
        if not isinstance(answered, Accepted):
            return self
        return replace(self, watch=self.watch.follow(answered.game))


def _revision(game: Game, turn: Turn, revised: Revised) -> Corrected:
    """The correction of one tile; a move that was let stand counts in full if now legal."""
    move = move_of(turn.event)
    assert isinstance(move, TilesPlaced)
    placement = tuple(
        Placed(cell, revised.now if cell == revised.cell else tile) for cell, tile in move.placement
    )
    plain = Corrected(turn.number, (TilesPlaced(move.player, placement),))
    answered = answer(game, plain)
    if isinstance(answered, Accepted) and answered.game.turns[turn.number - 1].is_legal:
        return plain
    return Corrected(turn.number, (LetStand(TilesPlaced(move.player, placement), turn.points),))


def _cells(placement: Placement) -> frozenset[Cell]:
    return frozenset(placed.cell for placed in placement)

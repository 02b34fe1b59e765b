"""A robot player: answers what the session asks with the best reading, so that play goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, replace

from assistant.board import Placement
from assistant.game.events import (
    CardsLaid,
    Corrected,
    Entry,
    LetStand,
    Passed,
    Rerolled,
    TilesPlaced,
    Undone,
    move_of,
    placement_of,
)
from assistant.game.history import Accepted, answer
from assistant.game.state import Game, Turn
from assistant.rules.cards import row_violations
from assistant.session.actions import Accept, AcceptRows, Action, Append, Done, Gone
from assistant.session.camera_loop import Seen
from assistant.session.moment import Moment
from assistant.session.session import Session
from assistant.tiles import Tile
from assistant.watch import Proposal, Question
from assistant.watch.hands import NO_HANDS, Hands
from assistant.watch.meaning import Meant, several_turns
from assistant.watch.rolls import may_be_laid_from
from assistant.watch.rows_doubts import Doubt as RowsDoubt
from assistant.watch.rows_proposal import RowsProposal
from vision.observation import Observation

Asked = Question | RowsDoubt
"""Why a person would have been asked."""
UNCLEAR = 3.0
"""Two readings of a table of Cards that differ by less, in nats, are a question."""

WHOSE_NEXT = {Question.GOES_ON, Question.TWO_TURNS, Question.UNREAD}
"""Questions whose wrong answer gives cubes to the wrong player, and all later ones."""
SPLIT_SURELY = 0.8
"""Less likely turns of a photo leave it open whose the next ones are. With 0.7 seven of 300 photos
of a game with forgotten ones end with wrong totals unasked, from 0.8 on none."""
LIKELIER_BEGUN = 0.5
"""A move of which a part is likelier than not to be a turn of its own is taken as two."""
SURE_WHOSE = 0.85
"""Once it is less likely than this that every photo of Cards so far showed one turn, as they were
told, it is open whose the later ones are."""
LAID_AGAIN = 8.0
"""The same where the cards of an illegal turn seem to lie there still: two or three of them may be
the next player's."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn as it came out."""

    player: str
    placement: Placement
    turn: Turn | None
    """The entry on the score sheet; None where the tiles lay there before the first turn."""
    questions: frozenset[Asked] = frozenset()
    """What a person would have been asked before it was accepted."""

    @property
    def asked(self) -> bool:
        """Whether a person would have been asked before it was accepted."""
        return bool(self.questions)


class Robot:
    """The only player of a session who answers; an illegal turn is paid nothing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: frozenset[Asked] = frozenset()
        self._played: list[PlayedTurn] = []
        self._illegal: int | None = None
        """The latest turn's number if it was illegal: its tiles may still lie there."""
        self._illegal_asked = False
        """Whether it was a row against the rules that was asked about, and may have been legal."""
        self._overlooked = False
        """Whether the photo before showed no turn: the next one may show two as one."""
        self._skipped = 0
        """How many photos are known to be missing before the latest one."""
        self._split_illegal = False
        """Whether of several turns in one photo the last was illegal: more may lie there still."""
        self._one_each = 1.0
        """How likely every photo of Cards so far shows as many turns as it was told to."""
        self._misattributed = False
        """Whether an answer may be wrong about which turns a photo shows: whose turn it is and the
        totals are doubtful from then on."""
        self._hands = self._owned = NO_HANDS
        """The open hands before the latest picture, and when it was last known whose turn it is."""

    @property
    def _now(self) -> Moment:
        return self._session.now

    @property
    def _game(self) -> Game:
        game = self._now.game
        assert game is not None
        return game

    def saw(self, seen: Seen) -> tuple[PlayedTurn, ...]:
        """The turns that were over with one more picture of a camera."""
        is_doubtful = self._misattributed and self._game.book.rolls
        self.see(seen)
        while self._now.asking and self._answer():
            pass
        if is_doubtful and self._played and self._hands_tell_whose(self._played[0]):
            is_doubtful = self._misattributed = False
        heard = self._heard(is_doubtful)
        if self._game.book.rolls:
            # What may have been given to the wrong player may make all later players wrong.
            self._misattributed |= any(map(_leaves_open_whose, heard))
        return heard

    def answer_photo(self) -> tuple[PlayedTurn, ...]:
        """The turns that a photo of the settled table shows, at least one."""
        is_doubtful = self._misattributed
        while (not self._played or self._asks_more) and self._answer():
            pass
        self._overlooked = self._split_illegal
        if not self._played:
            self._stand_if_lying()
            self._overlooked = True
            turns = 1 if self._game.book.is_grid else 1 + self._skipped
            self._let_pass(turns, {Question.NOTHING_PLACED})
        return self._heard(is_doubtful)

    @property
    def _asks_more(self) -> bool:
        """Whether a photo of a grid shows more than the turns that were told."""
        return self._game.book.is_grid and self._now.asking

    def leave_open_whose(self) -> None:
        """From now on it is doubtful whose turn it is: turns before were not read."""
        self._misattributed = True

    def leave_unseen(self, turns: int) -> None:
        """So many turns were over of which only the tiles are known; nobody is paid for them."""
        self._let_pass(turns)
        self._played.clear()

    def _let_pass(self, turns: int, questions: Set[Asked] = frozenset()) -> None:
        """So many turns of which nothing is seen, each asked about so."""
        for _ in range(turns):
            self._asked |= questions
            self._do(Append(LetStand(Passed(self._game.mover), 0)))

    def settle(self) -> tuple[PlayedTurn, ...]:
        """The turns that are still open when there are no more pictures."""
        while self._answer():
            pass
        return self._heard(self._misattributed and self._game.book.rolls)

    def _heard(self, is_doubtful: bool) -> tuple[PlayedTurn, ...]:
        """What was told since; all of it is asked about where it is doubtful whose turn it was."""
        heard, self._played = tuple(self._played), []
        if not is_doubtful:
            return heard
        whose = Question.TWO_TURNS if self._game.book.is_grid else RowsDoubt.SEVERAL_TURNS
        return tuple(replace(one, questions=one.questions | {whose}) for one in heard)

    def _hands_tell_whose(self, told: PlayedTurn) -> bool:
        """Whether these cubes lay in their player's hand and in no other's.

        As far as it was known whose the hands are before anything was doubtful. Only for a camera:
        between two photos a turn may be forgotten, and then both hands lie otherwise.
        """
        owners, hands = _owners(self._owned), self._hands.hands
        known = all(hand.player and hand.base for hand in hands)
        if told.asked or not known or owners != _owners(self._hands):
            return False
        laid = [hand.player for hand in hands if may_be_laid_from(hand, told.placement)]
        return len(hands) == len(self._game.players) and laid == [told.player]

    def see(self, seen: Seen) -> None:
        """Show the session one more picture, and settle what earlier turns left lying there."""
        if not self._game.book.is_grid and seen.observation is not None:
            self._mind_illegal_rows(seen.observation)
        before, self._hands = self._game, self._now.hands
        if not self._misattributed:
            self._owned = self._hands
        skipped = self._skipped = seen.skipped
        self._split_illegal = False
        if self._game.book.is_grid:
            skipped = max(skipped, int(self._overlooked))
        elif self._overlooked:
            # What was not seen in the photo before may be told as this one's.
            self._asked |= {RowsDoubt.READING}
        self._session.saw(replace(seen, skipped=skipped))
        self._take_overlooked(before)
        self._note(before)
        self._mind_the_illegal()
        while self._revise():
            pass

    def _take_overlooked(self, before: Game) -> None:
        """Whoever seemed to have placed nothing is given the first of several turns."""
        turns = [placement_of(turn.event) for turn in self._game.turns[len(before.turns) :]]
        if not self._overlooked or len(turns) < 2:
            return
        for _ in (*turns, "passed"):
            self._session.do(Append(Undone()), self._now.revision)
        for event in several_turns(self._game, turns):
            self._session.do(Append(event), self._now.revision)

    def _answer(self) -> bool:
        """Answer what is asked; whether there was anything to answer."""
        if self._now.rows_proposal is not None:
            return self._accept_rows(self._now.rows_proposal)
        proposal = self._now.proposal
        if proposal is None or not self._now.can_tell:
            return False
        if proposal.missing:
            # Nobody says that they were taken away, so something hides them.
            self._asked |= {Question.TAKEN_AWAY}
            return self._do(Gone(proposal.missing, really=False))
        if not proposal.placement:
            return False
        self._asked |= proposal.questions
        if self._now.balance.uncounted:
            self._asked |= {Question.UNCOUNTED}
        likeliest = self._now.choices[0].turns if self._now.choices else ()
        self._misattributed |= bool(likeliest) and self._now.choices[0].probability < SPLIT_SURELY
        is_begun = bool(likeliest) and set(likeliest[0]) < set(proposal.placement)
        if len(likeliest) > 1 or (is_begun and self._now.choices[0].probability > LIKELIER_BEGUN):
            if self._overlooked:
                # Whoever seemed to have placed nothing did: it was only not seen.
                self._overlooked = False
                self._do(Append(Undone()))
            return self._do(Accept(proposal.placement, Meant.TWO_TURNS, turns=likeliest))
        return self._do(Accept(proposal.placement, self._meant(proposal)))

    def _accept_rows(self, rows: RowsProposal) -> bool:
        """Take the table of Cards for a turn, legal or not."""
        self._asked |= rows.questions
        # What was not seen in the photo before is the second turn of this one.
        several = (
            rows.count > 1 and bool(rows.turns) and bool(self._skipped or not self._overlooked)
        )
        if not self._overlooked:
            self._one_each *= max(rows.several, 1 - rows.several)
            self._misattributed |= self._one_each < SURE_WHOSE
        illegal = not rows.is_legal or several
        before = len(self._game.turns)
        done = self._do(
            AcceptRows(rows.laid, rows.rows, "", illegal, several=several, is_guess=True)
        )
        new = self._game.turns[before:]
        self._split_illegal = several and done and not all(turn.is_legal for turn in new)
        return done

    def _mind_illegal_rows(self, seen: Observation) -> None:
        """Cards of an illegal turn that still lie there are built upon from then on."""
        if self._illegal is None:
            return
        turn = self._game.turns[self._illegal - 1]
        stood = answer(self._game, Corrected(turn.number, (_stood(turn),)))
        if not isinstance(stood, Accepted):
            return
        taken_back = self._session.rows_shown(self._game, seen)
        left_lying = self._session.rows_shown(stood.game, seen)
        if taken_back is None or left_lying is None:
            return
        # Cards that lie there still, or again from another hand: people say which.
        again = Counter(taken_back.laid) & Counter(_laid(turn)) if self._illegal_asked else ()
        if again or -LAID_AGAIN < left_lying.cost - taken_back.cost < UNCLEAR:
            self._asked |= {RowsDoubt.READING}
        if left_lying.cost < taken_back.cost:
            self._asked |= {RowsDoubt.READING} if self._illegal_asked else set()
            self._stand(turn)

    def _meant(self, proposal: Proposal) -> Meant:
        if Question.UNDER_WAY in proposal.questions and not self._game.turns:
            return Meant.START
        return Meant.MOVE if proposal.is_legal else Meant.NOTHING

    def _revise(self) -> bool:
        """Take over that tiles of earlier turns are read otherwise by now."""
        proposal = self._now.proposal
        if proposal is None or proposal.placement or not proposal.revised:
            return False
        self._asked |= {Question.READING}
        return self._do(Accept(()))

    def _mind_the_illegal(self) -> None:
        """Illegal tiles that still lie there when play goes on count for nothing from then on."""
        if self._illegal is None or not self._now.can_tell:
            return
        turn = self._game.turns[self._illegal - 1]
        proposal = self._now.proposal
        lying = dict(self._now.balance.uncounted)
        cells = {cell for cell, _ in placement_of(turn.event)}
        if not cells <= lying.keys():
            if proposal is not None and self._stands_below(turn, proposal):
                self._stand(turn)
            elif proposal is not None and cells & lying.keys():
                # Some were taken back: what is left may have been a turn of its own.
                self._asked |= {Question.TAKEN_AWAY}
                self._read_otherwise(turn)
        elif proposal is not None or lying.keys() - cells:
            self._stand(turn)
        elif {cell: lying[cell] for cell in cells} != dict(placement_of(turn.event)):
            self._read_otherwise(turn)

    def _stands_below(self, turn: Turn, proposal: Proposal) -> bool:
        """Whether the illegal tiles were only covered: left lying, they make the move legal."""
        stood = answer(self._game, Corrected(turn.number, (_stood(turn),)))
        own, seen = set(placement_of(turn.event)), set(proposal.placement)
        if not own < seen or proposal.is_legal or not isinstance(stood, Accepted):
            return False
        rest = tuple(placed for placed in proposal.placement if placed not in own)
        after = answer(stood.game, TilesPlaced(stood.game.mover, rest))
        return isinstance(after, Accepted) and after.game.turns[-1].is_legal

    def _stand_if_lying(self) -> None:
        if self._illegal is None:
            return
        turn = self._game.turns[self._illegal - 1]
        lying = {placed.cell for placed in self._now.balance.uncounted}
        if {placed.cell for placed in placement_of(turn.event)} <= lying:
            self._stand(turn)

    def _stand(self, turn: Turn) -> None:
        self._do(Append(Corrected(turn.number, (_stood(turn),))))
        self._illegal = None

    def _read_otherwise(self, turn: Turn) -> None:
        """The tiles of an illegal turn look otherwise by now; that may make them legal."""
        cells = {placed.cell for placed in placement_of(turn.event)}
        now = tuple(placed for placed in self._now.balance.uncounted if placed.cell in cells)
        self._do(Append(Corrected(turn.number, (TilesPlaced(turn.event.player, now),))))
        if self._game.turns[turn.number - 1].is_legal:
            self._illegal = None

    def _do(self, action: Action) -> bool:
        before = self._game
        done = isinstance(self._session.do(action, self._now.revision), Done)
        self._note(before)
        return done

    def _note(self, before: Game) -> None:
        """Tell of every turn that has come since."""
        game = self._game
        if not before.started.start and game.started.start:
            own = PlayedTurn(game.mover, game.started.start, None, self._asked)
            self._played.append(own)
            self._asked = frozenset()
        new = [
            turn
            for turn in game.turns[len(before.turns) :]
            if not isinstance(turn.event, Rerolled)  # the turn goes on
        ]
        for turn in new:
            player, placement = turn.event.player, placement_of(turn.event)
            self._played.append(PlayedTurn(player, placement, turn, self._asked))
            self._illegal = None if turn.is_legal else turn.number
            self._illegal_asked = bool(self._asked) and _breaks_rows(turn)
        if new:
            self._asked = frozenset()


def _leaves_open_whose(told: PlayedTurn) -> bool:
    """Whether the answer to what was asked, if it is wrong, makes all later players wrong."""
    illegal = told.turn is not None and not told.turn.is_legal
    return bool(told.questions & WHOSE_NEXT) or (told.asked and illegal)


def _owners(hands: Hands) -> dict[int, str]:
    return {hand.number: hand.player for hand in hands.hands}


def _laid(turn: Turn) -> tuple[Tile, ...]:
    """The cards that a turn of Cards laid from the hand."""
    move = move_of(turn.event)
    return move.laid if isinstance(move, CardsLaid) else ()


def _breaks_rows(turn: Turn) -> bool:
    """Whether a turn of Cards left a row that may not stay."""
    move = move_of(turn.event)
    return isinstance(move, CardsLaid) and any(map(row_violations, move.rows))


def _stood(turn: Turn) -> Entry:
    """The turn with its tiles left where they lie, for no points."""
    move = move_of(turn.event)
    assert isinstance(move, TilesPlaced | CardsLaid)
    return LetStand(move, 0)

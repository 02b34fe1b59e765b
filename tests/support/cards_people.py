"""People at a replayed table of Cards who answer every question with what really was."""

from __future__ import annotations

from collections import Counter

from assistant.game.events import CardsLaid, Entry, LetStand, Passed
from assistant.rules.cards import same_rows
from assistant.session.actions import AcceptRows, Append
from assistant.session.robot import Robot
from assistant.session.session import Session
from assistant.watch import Question
from assistant.watch.rows_proposal import RowsProposal
from tests.support.cards_games import CardsTurn


class People(Robot):
    """A robot that looks at the table when it is asked, as people do."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.truth: tuple[CardsTurn, ...] = ()
        """The turns that the photo shows."""

    def _accept_rows(self, rows: RowsProposal) -> bool:
        """Say what was really laid where anything is asked; a clear illegal turn is one."""
        if not rows.questions and not self._asked:
            return super()._accept_rows(rows)
        self._asked |= rows.questions
        (turn, *others) = self.truth
        if not others and _is_as_proposed(turn, rows):
            taken = AcceptRows(rows.laid, rows.rows, "", even_illegal=not rows.is_legal)
            return self._do(taken)
        return self._tell()

    def _let_pass(self, turns: int, questions: frozenset[Question] = frozenset()) -> None:  # type: ignore[override]
        """Nothing is seen: people say what was laid."""
        self._asked |= questions
        self._tell()

    def _tell(self) -> bool:
        """The turns one after the other; what was against the rules is taken back."""
        asked = self._asked
        for turn in self.truth:
            self._asked = asked
            laid = CardsLaid(self._game.mover, turn.laid, turn.rows)
            stands: Entry = LetStand(laid, turn.qwirkles)
            refused: Entry = LetStand(Passed(self._game.mover), 0)
            entries = (laid, stands) if turn.is_legal else (refused,)
            if not any(self._do(Append(entry)) for entry in entries):
                return False
        return True


def _is_as_proposed(turn: CardsTurn, rows: RowsProposal) -> bool:
    return (
        Counter(rows.laid) == Counter(turn.laid)
        and same_rows(rows.rows, turn.rows)
        and rows.is_legal == turn.is_legal
    )

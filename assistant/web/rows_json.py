"""What the camera sees of a table of Cards, as the JSON that phones are shown."""

from __future__ import annotations

from assistant.game.events import CardsLaid, Event
from assistant.game.history import Accepted, answer
from assistant.game.state import Game
from assistant.rules.cards import row_violations
from assistant.session.moment import Moment
from assistant.watch.rows_doubts import CLEAR, Doubt
from assistant.watch.rows_events import several_turns
from assistant.watch.rows_proposal import RowsProposal
from assistant.web.proposal_json import write_countdown
from assistant.web.turn_json import Written, write_cards, write_turn
from assistant.words import Language, say


def write_rows_proposal(
    moment: Moment, game: Game, proposal: RowsProposal, language: Language
) -> Written:
    """The table as the turn would leave it, with its ruling and every question about it."""
    answered = answer(game, CardsLaid(game.mover, proposal.laid, proposal.rows))
    turn = answered.game.turns[-1] if isinstance(answered, Accepted) else None
    return {
        "placed": [],
        "laid": write_cards(proposal.laid),
        "rows": [write_cards(row) for row in proposal.rows],
        "fresh": sorted(list(cell) for cell in proposal.fresh),
        "moved": sorted(list(cell) for cell in proposal.moved),
        "between_text": say(language, "page.between_rows", count=proposal.between)
        if proposal.between
        else "",
        "turn": turn and write_turn(turn, game.settings.rules, language),
        "stands_for": proposal.ruling.qwirkles,
        "wrong": [] if proposal.is_legal else _broken(proposal),
        "asking": moment.asking,
        "countdown": write_countdown(moment),
        "questions": [
            say(language, doubt.text)
            for doubt in Doubt
            # A doubtful card shows what to check; telling so again would only hide it.
            if doubt in proposal.questions and not (doubt is Doubt.READING and proposal.doubts)
        ],
        "doubts": [
            {
                "cell": list(doubt.cell),
                "answers": [[str(tile), round(share, 2)] for tile, share in doubt.answers],
            }
            for doubt in proposal.doubts
            # Nobody is bothered with 97 % where the question is another one.
            if doubt.answers[0][1] < CLEAR or Doubt.READING in proposal.questions
        ],
        "revised": [],
        "assumed": [],
        "missing": [],
        "meant": [],
        "choices": _choices(game, proposal),
    }


def _choices(game: Game, proposal: RowsProposal) -> list[Written]:
    """One turn or several, with how many cards each player laid, where that is the question."""
    if not proposal.turns:
        return []
    one: tuple[Event, ...] = (CardsLaid(game.mover, proposal.laid, proposal.rows),)
    several = several_turns(game, proposal.turns, proposal.count)
    ways = (several, one) if proposal.count > 1 else (one, several)
    found: list[Written] = []
    for way in ways:
        moves = [event for event in way if isinstance(event, CardsLaid)]
        found.append(
            {
                "turns": [write_cards(move.laid) for move in moves],
                "players": [move.player for move in moves],
                "text": ", ".join(f"{move.player} +{len(move.laid)}" for move in moves),
            }
        )
    return found


def _broken(proposal: RowsProposal) -> list[int]:
    """The numbers of the rows that the rules speak against."""
    made = proposal.ruling.rows
    return [y for y, row in enumerate(proposal.rows) if row in made and row_violations(row)]

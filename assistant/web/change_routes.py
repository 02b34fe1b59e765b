"""The routes by which players change the game, and see beforehand what a change would do."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, jsonify

from assistant.game.diff import changes
from assistant.game.events import Corrected, Event, Play, StartCorrected
from assistant.game.history import Accepted, Game, answer
from assistant.game.refusals import Refusal, Refused
from assistant.game.state import Turn
from assistant.records.codec import a_number, field
from assistant.rules.cards import CardsRuling
from assistant.rules.ruling import Ruling
from assistant.session.actions import Done, Illegal, Stale
from assistant.session.session import Session
from assistant.web.bodies import json_body
from assistant.web.errors import WebError
from assistant.web.game_json import write_moment
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.web.live import Rendered, known_moment
from assistant.web.requests import read_action, read_event_asked
from assistant.web.turn_json import Written, write_changes, write_turn
from assistant.words import Language, refusal


def deed_routes(session: Session, rendered: Rendered, guard: Guard) -> Blueprint:
    """The changing routes, and the preview that changes nothing."""
    routes = Blueprint("deeds", __name__)

    @routes.post("/api/do")
    def do() -> Response:
        body, language, moment = json_body(), asked_language(), session.now
        game = moment.game
        try:
            expected = field(body, "expected", a_number)
            action = read_action(body, game)
        except ValueError as error:
            raise WebError(400, "bad_request", str(error)) from None
        if body.get("run", moment.run) != moment.run:
            # The program was restarted since; the phone's revisions mean nothing here.
            raise WebError(409, "stale", state=write_moment(moment, language))
        match session.do(action, expected, guard.who()):
            case Done(after):
                known = known_moment(session, str(body.get("since", "")), language)
                return Response(rendered.text(after, language, known), mimetype="application/json")
            case Stale(newer):
                raise WebError(409, "stale", state=write_moment(newer, language))
            case Illegal(turn):
                assert game is not None
                raise WebError(422, "illegal", preview=_verdict(turn, game, language))
            case Refused() as refused:
                raise _refusal(refused, language)

    @routes.post("/api/preview")
    def preview() -> Response:
        body, language, moment = json_body(), asked_language(), session.now
        game = moment.game
        if game is None:
            raise WebError(409, "no_game")
        try:
            event = read_event_asked(body, game)
        except ValueError as error:
            raise WebError(400, "bad_request", str(error)) from None
        match answer(game, event):
            case Accepted(after):
                # The revision tells a phone that reckons on an old board to catch up.
                return jsonify(at=moment.revision, **_preview(event, game, after, language))
            case Refused(reason=Refusal.NOT_YOUR_TURN) as refused if isinstance(event, Play):
                return _preview_out_of_turn(event, game, refused, language)
            case refused:
                raise _refusal(refused, language)

    return routes


def _refusal(refused: Refused, language: Language) -> WebError:
    """What the game turns down, with the number of the rule where there is one."""
    return WebError(422, "refused", refusal(language, refused), rule=refused.rule)


def _preview_out_of_turn(event: Play, game: Game, refused: Refused, language: Language) -> Response:
    """What a move out of turn would pay, should the table agree that it was this player's move."""
    agreed = replace(event, out_of_turn=True)
    match answer(game, agreed):
        case Accepted(after):
            whose = {"text": refusal(language, refused), "rule": refused.rule}
            return jsonify(out_of_turn=whose, **_preview(agreed, game, after, language))
        case other:
            raise _refusal(other, language)


def _preview(event: Event, before: Game, after: Game, language: Language) -> Written:
    """What an event would do: to the past, where it reaches there; else what it pays."""
    if not isinstance(event, Corrected | StartCorrected):
        return _verdict(after.turns[-1], after, language) if after.turns else {"changes": []}
    shown = write_changes(changes(before, after), after.settings.rules, language)
    if isinstance(event, Corrected) and event.really:
        return {"changes": shown} | _verdict(after.turns[event.turn - 1], after, language)
    return {"changes": shown}


def _verdict(turn: Turn, game: Game, language: Language) -> Written:
    written = write_turn(turn, game.settings.rules, language)
    return {"turn": written, "stands_for": _usual_pay(turn)}


def _usual_pay(turn: Turn) -> int:
    """What an illegal move would pay if its lines counted, as a first offer to the table."""
    match turn.ruling:
        case Ruling(lines=lines):
            return sum(line.points for line in lines)
        case CardsRuling(qwirkles=qwirkles):
            return qwirkles
        case None:
            return 0

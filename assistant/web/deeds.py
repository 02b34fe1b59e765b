"""The routes by which players change the game, and see beforehand what a change would do."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, request

from assistant.actions import Done, Illegal, Stale
from assistant.changes import changes
from assistant.events import CardsLaid, Corrected, LetStand, StartCorrected, TilesPlaced
from assistant.game import Accepted, Game, answer
from assistant.json_reading import Json, a_number, an_object, field
from assistant.refusals import Refused
from assistant.session import Session
from assistant.web.asked import read_action, read_event_asked
from assistant.web.errors import WebError
from assistant.web.languages import asked_language
from assistant.web.live import Rendered
from assistant.web.views import write_changes, write_moment, write_turn
from assistant.words import Language, refusal


def deed_routes(session: Session, rendered: Rendered) -> Blueprint:
    """The changing routes, and the preview that changes nothing."""
    routes = Blueprint("deeds", __name__)

    @routes.post("/api/do")
    def do() -> Response:
        told, language = _body(), asked_language()
        moment = session.now
        try:
            expected = field(told, "expected", a_number)
            action = read_action(told, moment.game)
        except ValueError as error:
            raise WebError(400, "bad_request", str(error)) from None
        match session.do(action, expected):
            case Done(after):
                return Response(rendered.text(after, language), mimetype="application/json")
            case Stale(newer):
                raise WebError(409, "stale", state=write_moment(newer, language))
            case Illegal(turn):
                assert moment.game is not None
                preview = _verdict(turn, moment.game, language)
                raise WebError(422, "illegal", preview=preview)
            case Refused() as refused:
                raise WebError(422, "refused", refusal(language, refused))

    @routes.post("/api/preview")
    def preview() -> Response:
        told, language, game = _body(), asked_language(), session.now.game
        if game is None:
            raise WebError(409, "no_game")
        try:
            event = read_event_asked(told, game)
        except ValueError as error:
            raise WebError(400, "bad_request", str(error)) from None
        match answer(game, event):
            case Refused() as refused:
                raise WebError(422, "refused", refusal(language, refused))
            case Accepted(after) if isinstance(event, Corrected | StartCorrected):
                shown = {"changes": write_changes(changes(game, after), after, language)}
                shown |= _mended_turn(event, after, language)
            case Accepted(after):
                shown = _verdict(after.turns[-1], after, language)
        return Response(json.dumps(shown, ensure_ascii=False), mimetype="application/json")

    return routes


def _verdict(turn: Any, game: Game, language: Language) -> dict[str, Any]:
    return {"turn": write_turn(turn, game, language), "stands_for": _usual_pay(turn)}


def _usual_pay(turn: Any) -> int:
    """What an illegal move would pay if its lines counted, as a first offer to the table."""
    match turn.event:
        case TilesPlaced() | LetStand(TilesPlaced()):
            return sum(line.points for line in turn.ruling.lines) if turn.ruling else 0
        case CardsLaid() | LetStand(CardsLaid()):
            return turn.ruling.qwirkles if turn.ruling else 0
        case _:
            return 0


def _mended_turn(
    event: Corrected | StartCorrected, after: Game, language: Language
) -> dict[str, Any]:
    """The turn that a correction puts right, as it would then read."""
    if isinstance(event, Corrected) and event.really and event.turn <= len(after.turns):
        return {"turn": write_turn(after.turns[event.turn - 1], after, language)}
    return {}


def _body() -> Json:
    try:
        return an_object(request.get_json(force=True, silent=True), "the request")
    except ValueError as error:
        raise WebError(400, "bad_request", str(error)) from None

"""The route by which a phone asks what an open hand makes possible."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.session.session import Session
from assistant.web.errors import WebError
from assistant.web.hands_json import write_chances
from assistant.web.language import asked_language


def open_hand_routes(session: Session) -> Blueprint:
    """What can be asked about open hands."""
    routes = Blueprint("open_hands", __name__)

    @routes.get("/api/hands/<player>")
    def hand(player: str) -> Response:
        moment = session.now
        if moment.game is None or moment.hands.of(player) is None:
            raise WebError(404, "not_found")
        return jsonify(write_chances(moment.game, moment.hands, player, asked_language()))

    return routes

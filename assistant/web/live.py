"""The stream that keeps phones up to date: one event a revision, and the same by polling."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator

from flask import Blueprint, Response, request

from assistant.session.actions import Moment
from assistant.session.session import Session
from assistant.web.errors import WebError
from assistant.web.game_json import write_moment
from assistant.web.language import asked_language
from assistant.words import Language

HEARTBEAT_S = 5.0
"""How often a silent stream shows that it is alive; phones call it stale after thrice this."""
MOST_STREAMS = 160
"""Each holds a thread of the server; phones beyond these are told to poll."""

KEPT_TEXTS = 16
"""A few revisions in four languages."""


class Rendered:
    """The texts of the newest moments, made once however many phones want them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: OrderedDict[tuple[int, Language], str] = OrderedDict()

    def text(self, moment: Moment, language: Language) -> str:
        """The moment as JSON in one line."""
        key = (moment.revision, language)
        with self._lock:
            if key not in self._texts:
                written = write_moment(moment, language)
                self._texts[key] = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
            self._texts.move_to_end(key)
            while len(self._texts) > KEPT_TEXTS:
                self._texts.popitem(last=False)
            return self._texts[key]


def live_routes(session: Session, rendered: Rendered) -> Blueprint:
    """The routes that phones follow the game by."""
    routes = Blueprint("live", __name__)
    seats = threading.BoundedSemaphore(MOST_STREAMS)

    @routes.get("/api/state")
    def state() -> Response:
        moment, language = session.now, asked_language()
        if request.args.get("after") == f"{moment.run}:{moment.revision}":
            return Response(status=204)
        return Response(rendered.text(moment, language), mimetype="application/json")

    @routes.get("/api/events")
    def events() -> Response:
        if not seats.acquire(blocking=False):
            raise WebError(503, "too_many")
        stream = _stream(session, rendered, asked_language())
        answer = Response(stream, mimetype="text/event-stream")
        answer.call_on_close(seats.release)
        return answer

    return routes


def _stream(session: Session, rendered: Rendered, language: Language) -> Iterator[str]:
    """The present moment, then each later one; a sign of life while nothing changes."""
    yield "retry: 1000\n\n"
    moment = session.now
    yield _message(moment, rendered, language)
    while not session.closed:
        later = session.wait(moment.revision, HEARTBEAT_S)
        if later.revision == moment.revision:
            yield "event: alive\ndata:\n\n"
            continue
        moment = later
        yield _message(moment, rendered, language)


def _message(moment: Moment, rendered: Rendered, language: Language) -> str:
    return f"id: {moment.revision}\ndata: {rendered.text(moment, language)}\n\n"

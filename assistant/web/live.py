"""The stream that keeps phones up to date: one event a revision, and the same by polling."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TypeVar

from flask import Blueprint, Response, request

from assistant.session.moment import Moment
from assistant.session.session import Session
from assistant.web.errors import WebError
from assistant.web.game_json import KnownTurns, write_moment
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.web.seats import Seats
from assistant.web.state_changes import changes_since
from assistant.web.turn_json import Written
from assistant.words import Language

HEARTBEAT_S = 5.0
"""How often a silent stream shows that it is alive; phones call it stale after thrice this."""
MOST_STREAMS, MOST_OF_WATCHERS, MOST_OF_ONE_PHONE = 160, 120, 12
"""Each holds a thread of the server; phones beyond these are told to poll."""

KEPT, KEPT_WHOLE = 16, 6
"""A few revisions in five languages; fewer of whole ones as text, which a long game makes large."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Rendered:
    """The newest moments as JSON, made once however many phones want them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._states: OrderedDict[tuple[int, Language], Written] = OrderedDict()
        self._texts: OrderedDict[tuple[int, int, Language], str] = OrderedDict()
        self._wholes: OrderedDict[tuple[int, int, Language], str] = OrderedDict()
        self._turns = {language: KnownTurns() for language in Language}

    def text(self, moment: Moment, language: Language, known: Moment | None = None) -> str:
        """The moment as JSON in one line: all of it, or what changed since a known one."""
        key = (moment.revision, 0 if known is None else known.revision, language)
        with self._lock:
            texts, most = (self._wholes, KEPT_WHOLE) if known is None else (self._texts, KEPT)
            if key not in texts:
                written = self._state(moment, language)
                if known is not None:
                    written = changes_since(self._state(known, language), written)
                texts[key] = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
            return _used(texts, key, most)

    def _state(self, moment: Moment, language: Language) -> Written:
        key = (moment.revision, language)
        if key not in self._states:
            self._states[key] = write_moment(moment, language, self._turns[language])
        return _used(self._states, key, KEPT)


def _used(kept: OrderedDict[Key, Value], key: Key, most: int) -> Value:
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
    return kept[key]


def known_moment(session: Session, since: str, language: Language) -> Moment | None:
    """The moment that a phone says it shows, as `run:revision:language`; None where it is unknown.

    A phone that was away for long, or has seen another run of the program or another language,
    gets everything.
    """
    run, _, rest = since.partition(":")
    revision, _, shown_in = rest.partition(":")
    if run != session.now.run or shown_in != language.value or not revision.isdecimal():
        return None
    return session.recall(int(revision))


def live_routes(session: Session, rendered: Rendered, guard: Guard) -> Blueprint:
    """The routes that phones follow the game by."""
    routes = Blueprint("live", __name__)
    seats = Seats(MOST_STREAMS, MOST_OF_WATCHERS, MOST_OF_ONE_PHONE)

    @routes.get("/api/state")
    def state() -> Response:
        moment, language = session.now, asked_language()
        known = known_moment(session, request.args.get("since", ""), language)
        is_known = known is not None and known.revision == moment.revision
        if is_known or request.args.get("after") == f"{moment.run}:{moment.revision}":
            return Response(status=204)
        return Response(rendered.text(moment, language, known), mimetype="application/json")

    @routes.get("/api/events")
    def events() -> Response:
        key = guard.key()
        if not seats.take(key):
            raise WebError(503, "too_many")
        language, since = asked_language(), request.args.get("since")
        # A browser that takes up a stream again says by itself what it heard last.
        known = known_moment(session, request.headers.get("Last-Event-ID", since or ""), language)
        stream = _stream(session, rendered, language, known, whole=since is None)
        allowed = _while_allowed(stream, guard.watching())
        answer = Response(allowed, mimetype="text/event-stream")
        answer.call_on_close(lambda: seats.leave(key))
        return answer

    return routes


def _while_allowed(stream: Iterator[str], may_watch: Callable[[], bool]) -> Iterator[str]:
    """A stream up to when its phone may no longer look on."""
    for message in stream:
        if not may_watch():
            return
        yield message


def _stream(
    session: Session, rendered: Rendered, language: Language, known: Moment | None, *, whole: bool
) -> Iterator[str]:
    """The present moment, then each later one; a sign of life while nothing changes.

    Each comes as a whole, or as what changed since the one before it.
    """
    yield "retry: 1000\n\n"
    moment = session.now
    if known is None or known.revision != moment.revision:
        yield _message(moment, rendered, language, None if whole else known, whole=whole)
    while not session.closed:
        later = session.wait(moment.revision, HEARTBEAT_S)
        if later.revision == moment.revision:
            yield "event: alive\ndata:\n\n"
            continue
        known, moment = moment, later
        yield _message(moment, rendered, language, None if whole else known, whole=whole)


def _message(
    moment: Moment, rendered: Rendered, language: Language, known: Moment | None, *, whole: bool
) -> str:
    name = moment.revision if whole else f"{moment.run}:{moment.revision}:{language.value}"
    return f"id: {name}\ndata: {rendered.text(moment, language, known)}\n\n"

"""The start page: players, order, who starts, which game, which camera, or an open game."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from assistant.actions import Begin, Done, Resume
from assistant.cameras import DEMO, NONE, Cameras
from assistant.events import Rulebook
from assistant.refusals import Refused
from assistant.session import Session
from assistant.web.errors import WebError
from assistant.web.languages import asked_language
from assistant.web.start_form import MOST_PLAYERS, read_start_form, usual_tie_break
from assistant.words import Language, refusal, say
from vision.sources import SourceError

REMEMBERED_NAMES = 24
SHOWN_OPEN_GAMES = 2
"""Older ones are in the list of all games."""

Shown = Answered | str | tuple[str, int]


def start_routes(session: Session, cameras: Cameras) -> Blueprint:
    """The start page and what its buttons do."""
    routes = Blueprint("start", __name__)

    @routes.get("/start")
    def start() -> Shown:
        return _page(session, cameras)

    @routes.post("/start")
    def begin() -> Shown:
        try:
            started = read_start_form(request.form)
        except ValueError:
            raise WebError(400, "bad_request") from None
        source = request.form.get("source", cameras.chosen)
        simulated = source == DEMO
        started = replace(started, settings=replace(started.settings, simulated=simulated))
        known = {spec for spec, _ in cameras.choices()}
        if source != cameras.chosen and source in known:
            try:
                cameras.choose(source)
            except SourceError as error:
                text = say(asked_language(), "page.error.source", reason=error)
                return _page(session, cameras, text), 422
        return _done(session, cameras, Begin(started))

    @routes.post("/resume")
    def resume() -> Shown:
        number = request.form.get("number", type=int)
        if number is None:
            raise WebError(400, "bad_request")
        return _done(session, cameras, Resume(number))

    return routes


def _done(session: Session, cameras: Cameras, action: Begin | Resume) -> Shown:
    """The game page after an action of a form, or the form again with what spoke against it."""
    language = asked_language()
    match session.do(action, request.form.get("expected", type=int) or 0):
        case Done():
            cameras.suit_the_game()
            return redirect(url_for("pages.home"), 303)
        case Refused() as refused:
            return _page(session, cameras, refusal(language, refused)), 422
        case _:
            return _page(session, cameras, say(language, "page.error.stale")), 409


def _page(session: Session, cameras: Cameras, complaint: str = "") -> str:
    stored = session.games()
    real = [one for one in stored if not one.game.settings.simulated]
    names = dict.fromkeys(name for one in real for name in one.game.players)
    given = [name for name in request.form.getlist("player") if name.strip()]
    latest = list(real[0].game.players) if real else []
    return render_template(
        "start.html",
        complaint=complaint,
        expected=session.now.revision,
        names=list(names)[:REMEMBERED_NAMES],
        given=(given or latest) + [""] * MOST_PLAYERS,
        open_games=[one for one in real if not one.game.finished][:SHOWN_OPEN_GAMES],
        rulebooks=list(Rulebook),
        chosen=request.form.get("rules", Rulebook.CLASSIC.value),
        tie_breaks={rules.value: usual_tie_break(rules).value for rules in Rulebook},
        most=MOST_PLAYERS,
        languages=list(Language),
        cameras=cameras.choices(),
        camera=NONE if cameras.chosen == DEMO else cameras.chosen,
    )

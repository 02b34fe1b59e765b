"""The start page: players, order, who starts, which game, which camera, or an open game."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from assistant.game.events import Rulebook, Settings
from assistant.game.refusals import Refused
from assistant.rules import cards
from assistant.session.actions import Begin, Done, Resume
from assistant.session.camera_choice import DEMO, NONE, Cameras
from assistant.session.session import Session
from assistant.storage.errors import StoreError
from assistant.storage.listing import StoredGame
from assistant.web.errors import WebError
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.web.network_camera import asked_address, choose_camera
from assistant.web.start_form import (
    MOST_PLAYERS,
    Undecided,
    read_start_form,
    usual_tie_break,
)
from assistant.words import Language, refusal, say
from vision.sources import without_password

REMEMBERED_NAMES = 24
NETWORK = "network"
"""Chosen in the form where a camera is named by its address."""
TURN_TIMES_S = (30, 60, 90, 120, 180, 300)
SHOWN_OPEN_GAMES = 2
"""Older ones are in the list of all games."""

Shown = Answered | str | tuple[str, int]


def start_routes(session: Session, cameras: Cameras, guard: Guard) -> Blueprint:
    """The start page and what its buttons do."""
    routes = Blueprint("start", __name__)

    @routes.get("/start")
    def start() -> Shown:
        return _page(session, cameras)

    @routes.post("/start")
    def begin() -> Shown:
        language = asked_language()
        try:
            started = read_start_form(request.form)
        except ValueError:
            raise WebError(400, "bad_request") from None
        if isinstance(started, Undecided):
            complaint = say(language, started.text, names=", ".join(started.names))
            return _page(session, cameras, complaint), 422
        source = _asked_source(cameras)
        simulated = source == DEMO
        started = replace(started, settings=replace(started.settings, simulated=simulated))
        if complaint := choose_camera(cameras, source, language):
            return _page(session, cameras, complaint), 422
        return _done(session, cameras, Begin(started), guard.who())

    @routes.post("/resume")
    def resume() -> Shown:
        number = request.form.get("number", type=int)
        if number is None:
            raise WebError(400, "bad_request")
        return _done(session, cameras, Resume(number), guard.who())

    return routes


def _done(session: Session, cameras: Cameras, action: Begin | Resume, who: str) -> Shown:
    """The game page after an action of a form, or the form again with what spoke against it."""
    language = asked_language()
    match session.do(action, request.form.get("expected", type=int) or 0, who):
        case Done():
            cameras.suit_the_game()
            return redirect(url_for("pages.home"), 303)
        case Refused() as refused:
            return _page(session, cameras, refusal(language, refused)), 422
        case _:
            return _page(session, cameras, say(language, "page.error.stale")), 409


def _asked_source(cameras: Cameras) -> str:
    """The camera that the form asks for: this computer's, or by its address, which may lack."""
    source = request.form.get("source", cameras.chosen)
    if source == NETWORK:
        return asked_address()
    known = {spec for spec, _ in cameras.choices()}
    return source if source in known else cameras.chosen


def _page(session: Session, cameras: Cameras, complaint: str = "") -> str:
    stored = session.kept.games()
    real = [one for one in stored if not one.summary.simulated]
    names = dict.fromkeys(name for one in real for name in one.summary.players)
    given = [name for name in request.form.getlist("player") if name.strip()]
    latest = list(real[0].summary.players) if real else []
    return render_template(
        "start.html",
        complaint=complaint,
        expected=session.now.revision,
        names=list(names)[:REMEMBERED_NAMES],
        given=(given or latest) + [""] * MOST_PLAYERS,
        open_games=[one for one in real if not one.summary.finished][:SHOWN_OPEN_GAMES],
        rulebooks=list(Rulebook),
        chosen=_chosen(cameras, _settings_of(session, real)),
        tie_breaks={rules.value: usual_tie_break(rules).value for rules in Rulebook},
        most=MOST_PLAYERS,
        fewest=cards.BOOK.smallest_opening,
        languages=list(Language),
        cameras=cameras.choices(),
        network=NETWORK,
        turn_times=TURN_TIMES_S,
    )


def _settings_of(session: Session, games: list[StoredGame]) -> Settings:
    """What the latest of these games was played with."""
    if not games:
        return Settings()
    try:
        return session.kept.game(games[0].number).settings
    except StoreError:
        return Settings(games[0].summary.rules)


def _chosen(cameras: Cameras, before: Settings) -> dict[str, object]:
    """What the form shows as chosen: what was sent, else what the last game was played with."""
    form = request.form
    return {
        "rules": form.get("rules", before.rules.value),
        "first": form.get("first", ""),
        "matching": form.getlist("matching") + [""] * MOST_PLAYERS,
        "sixth": form.get("sixth", before.sixth.value if before.sixth else ""),
        "source": form.get("source", NONE if cameras.chosen == DEMO else cameras.chosen),
        "address": without_password(form.get("address", "")),
        "tie_break": form.get("tie_break", before.tie_break.value if before.tie_break else ""),
        "blocked_end": "blocked_end" in form if form else before.blocked_end,
        "no_bonus": "no_bonus" in form if form else before.no_bonus,
        "no_opening_set": "no_opening_set" in form if form else before.no_opening_set,
        "lone_tile_free": "lone_tile_free" in form if form else before.lone_tile_free,
        "turn_s": form.get("turn_s", str(before.turn_s)),
        "handicap": form.getlist("handicap") + [""] * MOST_PLAYERS,
        "team": form.getlist("team") + [""] * MOST_PLAYERS,
    }

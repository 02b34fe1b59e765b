"""The pages that people open: start, game, TV, invitation and language."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from assistant.actions import Begin, Done, Resume
from assistant.events import Rulebook
from assistant.refusals import Refused
from assistant.session import Session
from assistant.web import languages
from assistant.web.errors import WebError
from assistant.web.guard import COOKIE_AGE_S, Guard
from assistant.web.languages import asked_language
from assistant.web.live import Rendered
from assistant.web.start_form import MOST_PLAYERS, read_start_form, usual_tie_break
from assistant.words import Language, refusal, say

GAME_MODULES = (
    "words.js", "tiles.js", "link.js", "board.js", "cards.js", "palette.js", "sheet.js",
    "dialogs.js", "menus.js", "cheer.js", "wake.js",
)  # fmt: skip
"""What the game page's script imports, told to the browser before it finds out by itself."""
REMEMBERED_NAMES = 24


def page_routes(
    session: Session, rendered: Rendered, guard: Guard, address: str, key: str
) -> Blueprint:
    """The pages around one session."""
    routes = Blueprint("pages", __name__)
    joining = f"{address}/join?key={key}"

    @routes.get("/")
    def home() -> Answered | str:
        moment = session.now
        if moment.game is None:
            return redirect(url_for("pages.start"), 303)
        first = rendered.text(moment, asked_language()).replace("<", "\\u003c")
        return render_template("game.html", first=first, modules=GAME_MODULES)

    @routes.get("/tv")
    def tv() -> str:
        first = rendered.text(session.now, asked_language()).replace("<", "\\u003c")
        return render_template("tv.html", first=first, address=address)

    @routes.get("/join")
    def join() -> Answered:
        if not guard.is_key(request.args.get("key", "")):
            raise WebError(403, "wrong_key")
        return guard.let_in(make_response(redirect(url_for("pages.home"), 303)))

    @routes.get("/invite")
    def invite() -> str:
        if not guard.is_player():
            raise WebError(403, "watching_only")
        return render_template("invite.html", address=address, joining=joining)

    @routes.get("/invite.svg")
    def code() -> Response:
        if not guard.is_player():
            raise WebError(403, "watching_only")
        drawn = io.BytesIO()
        segno.make(joining, error="m").save(drawn, kind="svg", scale=8, border=2, light="#fff")
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    @routes.get("/start")
    def start() -> str:
        return _start_page(session, "")

    @routes.post("/start")
    def begin() -> Answered | str | tuple[str, int]:
        try:
            started = read_start_form(request.form)
        except ValueError:
            raise WebError(400, "bad_request") from None
        return _went(session, Begin(started))

    @routes.post("/resume")
    def resume() -> Answered | str | tuple[str, int]:
        number = request.form.get("number", type=int)
        if number is None:
            raise WebError(400, "bad_request")
        return _went(session, Resume(number))

    @routes.post("/language")
    def choose_language() -> Answered:
        code = request.form.get("language", "")
        if code not in languages.CODES:
            raise WebError(400, "bad_request")
        back = redirect(_same_site(request.referrer), 303)
        back.set_cookie(languages.COOKIE, code, max_age=COOKIE_AGE_S, httponly=True, samesite="Lax")
        return back

    return routes


def _went(session: Session, action: Begin | Resume) -> Answered | str | tuple[str, int]:
    """The game page after an action of a form, or the form again with what spoke against it."""
    expected = request.form.get("expected", type=int) or 0
    language = asked_language()
    match session.do(action, expected):
        case Done():
            return redirect(url_for("pages.home"), 303)
        case Refused() as refused:
            return _start_page(session, refusal(language, refused)), 422
        case _:
            return _start_page(session, say(language, "page.error.stale")), 409


def _start_page(session: Session, complaint: str) -> str:
    stored = session.games()
    names = dict.fromkeys(name for one in stored for name in one.game.players)
    opened = [one for one in stored if not one.game.finished]
    given = [name for name in request.form.getlist("player") if name.strip()]
    latest = list(stored[0].game.players) if stored else []
    return render_template(
        "start.html",
        complaint=complaint,
        expected=session.now.revision,
        names=list(names)[:REMEMBERED_NAMES],
        given=(given or latest) + [""] * MOST_PLAYERS,
        open_games=opened[:3],
        rulebooks=list(Rulebook),
        chosen=request.form.get("rules", Rulebook.CLASSIC.value),
        tie_breaks={rules.value: usual_tie_break(rules).value for rules in Rulebook},
        most=MOST_PLAYERS,
        languages=list(Language),
    )


def _same_site(referrer: str | None) -> str:
    """The page that was left for this one, where it was one of ours."""
    if referrer and referrer.startswith(request.host_url):
        return "/" + referrer[len(request.host_url) :]
    return "/"

"""The pages that people open: game, TV, invitation and language."""

from __future__ import annotations

import io
import time
from pathlib import Path

import segno
from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from werkzeug.wrappers import Response as Answered

from assistant.session.session import Session
from assistant.web import language as languages
from assistant.web.errors import WebError
from assistant.web.game_json import SHORT_NAME, result_sentence
from assistant.web.guard import COOKIE_AGE_S, Door, Guard, secure_address
from assistant.web.language import asked_language
from assistant.web.live import Rendered
from assistant.web.names import short_names
from assistant.web.phones import LONGEST_NAME
from assistant.web.scripts import for_script
from assistant.web.times import iso_time
from assistant.words import say

WORKER = Path(__file__).parents[2] / "templates" / "worker.js"


def page_routes(session: Session, rendered: Rendered, guard: Guard, door: Door) -> Blueprint:
    """The pages around one session."""
    routes = Blueprint("pages", __name__)
    address = door.address

    def joining() -> str:
        return f"{address}/join?key={guard.phones.key}"

    @routes.get("/")
    def home() -> Answered | str:
        moment = session.now
        if moment.game is None:
            return redirect(url_for("start.start"), 303)
        game, language = moment.game, asked_language()
        return render_template(
            "game.html",
            secure=secure_address(door),
            first=for_script(rendered.text(moment, language)),
            now_s=time.time(),
            seats=game.seats,
            short=short_names(game.players, SHORT_NAME),
            next=game.next_player,
            turn=result_sentence(game, language)
            or say(language, "page.turn_of", player=game.next_player),
        )

    @routes.get("/tv")
    def tv() -> str:
        first = for_script(rendered.text(session.now, asked_language()))
        return render_template("tv.html", first=first, now_s=time.time())

    @routes.get("/join")
    def join() -> Answered:
        guard.check_key(guard.phones.is_table_key(request.args.get("key", "")))
        return guard.let_in(make_response(redirect(url_for("pages.home"), 303)))

    @routes.get("/watch")
    def watch() -> Answered:
        guard.check_key(guard.phones.is_watch_key(request.args.get("key", "")))
        return guard.let_watch(make_response(redirect(url_for("pages.home"), 303)))

    @routes.get("/worker.js")
    def worker() -> Response:
        # A worker sees to pages beside and below its own address: it has to be at the root.
        return send_file(WORKER, mimetype="text/javascript", max_age=0)

    @routes.get("/invite")
    def invite() -> str:
        return invite_page()

    @routes.get("/invite.svg")
    def code() -> Response:
        if not guard.is_player():
            raise WebError(403, "watching_only")
        drawn = io.BytesIO()
        segno.make(joining(), error="m").save(drawn, kind="svg", scale=8, border=2, light="#fff")
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    def invite_page(complaint: str = "") -> str:
        if not guard.is_player():
            raise WebError(403, "watching_only")
        phones, own = guard.phones, guard.phone()
        watching = f"{address}/watch?key={phones.watch_key}" if phones.by_link else address
        return render_template(
            "invite.html",
            complaint=complaint,
            joining=joining(),
            watching=watching,
            by_link=phones.by_link,
            own=own,
            phones=[(one, iso_time(one.last_s or one.joined_s)) for one in phones.all()],
            longest=LONGEST_NAME,
        )

    @routes.post("/phones/name")
    def name_phone() -> Answered | tuple[str, int]:
        own = guard.phone()
        try:
            if own is not None:
                guard.phones.rename(own.id, request.form.get("name", ""))
        except ValueError:
            return invite_page(say(asked_language(), "phones.bad_name")), 422
        return redirect(url_for("pages.invite"), 303)

    @routes.post("/phones/shut_out")
    def shut_out() -> Answered:
        guard.phones.shut_out(request.form.get("phone", ""))
        return redirect(url_for("pages.invite" if guard.is_player() else "pages.home"), 303)

    @routes.post("/phones/new_key")
    def new_key() -> Answered:
        own = guard.phone() or guard.phones.join(request.headers.get("User-Agent", ""))
        guard.phones.change_key(own.id)
        return guard.let_in_as(own, make_response(redirect(url_for("pages.invite"), 303)))

    @routes.post("/phones/watching")
    def watching() -> Answered:
        guard.phones.watch_by_link("by_link" in request.form)
        return redirect(url_for("pages.invite"), 303)

    @routes.post("/language")
    def choose_language() -> Answered:
        code = request.form.get("language", "")
        if code not in languages.CODES:
            raise WebError(400, "bad_request")
        back = redirect(_same_site(request.referrer), 303)
        back.set_cookie(languages.COOKIE, code, max_age=COOKIE_AGE_S, httponly=True, samesite="Lax")
        return back

    return routes


def _same_site(referrer: str | None) -> str:
    """The page that was left for this one, where it was one of ours."""
    if referrer and referrer.startswith(request.host_url):
        return "/" + referrer[len(request.host_url) :].lstrip("/\\")
    return "/"

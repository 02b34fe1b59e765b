"""Where games are kept: the folder, its backups, one to carry away, and one to go back to."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as Answered

from assistant.session.session import Session
from assistant.storage.errors import StoreError
from assistant.web.errors import WebError
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.web.times import iso_time

Shown = Answered | str | tuple[str, int]


def keeping_routes(session: Session, guard: Guard) -> Blueprint:
    """The page about kept games, and what its buttons do."""
    routes = Blueprint("keeping", __name__)

    @routes.before_request
    def only_players() -> None:
        if not guard.is_player():
            raise WebError(403, "watching_only")

    def shown(complaint: str = "", done: str = "") -> str:
        backups = session.kept.backups
        return render_template(
            "keeping.html",
            folder=backups.folder.parent if backups else "",
            backups=[(one, iso_time(one.made_s)) for one in backups.all()] if backups else [],
            count=len(session.kept.games()),
            complaint=complaint,
            done=done,
        )

    @routes.get("/keeping")
    def page() -> str:
        return shown(done=request.args.get("done", ""))

    @routes.get("/keeping/games.sqlite")
    def download() -> Response:
        folder = Path(tempfile.mkdtemp(prefix="qwirkle-"))
        try:
            path = session.kept.copy(folder / "games.sqlite")
            name = time.strftime("qwirkle-games-%Y-%m-%d.sqlite")
            answer = send_file(
                path, "application/vnd.sqlite3", as_attachment=True, download_name=name
            )
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        answer.call_on_close(lambda: shutil.rmtree(folder, ignore_errors=True))
        return answer

    @routes.post("/keeping/restore")
    def restore() -> Shown:
        try:
            with _chosen(session) as path:
                lost = session.restore(path, guard.who())
        except StoreError as error:
            return shown(error.translate(asked_language())), 422
        if lost:
            return shown(" ".join(one.translate(asked_language()) for one in lost))
        return redirect(url_for("keeping.page", done="restored"), 303)

    return routes


@contextmanager
def _chosen(session: Session) -> Iterator[Path]:
    """The backup that the form names, or the file that it brings."""
    upload = request.files.get("file")
    if upload is not None:
        with tempfile.TemporaryDirectory(prefix="qwirkle-", ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "upload.sqlite"
            upload.save(path)
            upload.close()
            yield path
        return
    named = session.kept.backups and session.kept.backups.named(request.form.get("backup", ""))
    if not named:
        raise WebError(404, "not_found")
    yield named.path

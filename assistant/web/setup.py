"""The set-up page: the camera's view with its checks, cameras to choose, and sets to learn."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from flask import Blueprint, Response, jsonify, render_template, request

from assistant.session.camera_choice import DEMO, NONE, PHONE, Cameras
from assistant.session.sentences_pictures import source_error
from assistant.session.sentences_setup import (
    check_advice,
    check_name,
    close_sentence,
    fault_sentence,
    learned_sentence,
    locks_sentence,
    profile_sentence,
    sheet_sentence,
)
from assistant.session.session import Session
from assistant.session.setup import USUAL_NAME, Setup
from assistant.web.errors import WebError
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.words import Language, of_game, say
from calibration.checks.checks import Check, Standing
from calibration.faults import ProfileError
from calibration.inks.profile import MOST_PROFILE_BYTES, file_name, write_profile
from calibration.lens.sheet import sheet_pdf
from vision.pictures.jpeg import small_jpeg
from vision.pictures.load import PictureBgr
from vision.sources import SourceError

THUMB_PX = 320
THUMB_S = 30.0
"""A camera that is not in use is looked at again after this time."""
ANSWER_S = 2.5
"""How long another camera may take to show itself."""
LONGEST_NAME = 40


class Thumbs:
    """A small picture of every camera that can be chosen, each opened only to show itself."""

    def __init__(self, session: Session, cameras: Cameras) -> None:
        self._session = session
        self._cameras = cameras
        self._lock = threading.Lock()
        self._made: dict[str, tuple[float, bytes | None]] = {}

    def jpeg(self, spec: str) -> bytes | None:
        """What this camera sees; None where it shows nothing."""
        newest = self._session.newest
        if spec == self._cameras.chosen:
            shown = newest and newest.picture
            return small_jpeg(shown.picture_bgr, THUMB_PX) if shown else None
        with self._lock:
            made = self._made.get(spec)
            if made is None or time.monotonic() - made[0] > THUMB_S:
                made = self._made[spec] = (time.monotonic(), self._look(spec))
            return made[1]

    def _look(self, spec: str) -> bytes | None:
        try:
            opened = self._cameras.peek(spec)
        except SourceError:
            return None
        with closing(opened) as source:
            picture = source.newest(timeout_s=ANSWER_S)
            return small_jpeg(picture.picture_bgr, THUMB_PX) if picture else None


def setup_routes(session: Session, cameras: Cameras, guard: Guard) -> Blueprint:
    """The set-up page and what it asks for."""
    routes = Blueprint("setup", __name__)
    thumbs = Thumbs(session, cameras)
    learning = threading.Lock()

    def setup() -> Setup:
        if cameras.setup is None:
            raise WebError(404, "not_found")
        return cameras.setup

    def written() -> dict[str, object]:
        """What the page shows."""
        language, idle = asked_language(), cameras.idle
        told = {"lost": cameras.is_lost, "idle": say(language, f"setup.{idle}") if idle else ""}
        return told | _written(setup(), language, is_drawn=cameras.chosen == DEMO)

    def picture() -> PictureBgr:
        """The newest picture, if the camera still shows it."""
        newest, language = session.newest, asked_language()
        if newest is None or newest.picture is None:
            raise WebError(409, "no_picture", say(language, "setup.no_picture"))
        if cameras.is_lost and not newest.picture.is_photo:
            raise WebError(409, "no_picture", say(language, "setup.lost_view"))
        return newest.picture.picture_bgr

    @routes.before_request
    def only_players() -> None:
        if not guard.is_player():
            raise WebError(403, "watching_only")

    @routes.get("/setup")
    def page() -> str:
        setup()
        game = session.now.game
        return render_template(
            "setup.html",
            cameras=cameras.choices(),
            chosen=cameras.chosen,
            without=NONE,
            learns=game is None or game.book.is_grid,
            learn_text=of_game("setup.learn_text", game.settings.rules if game else None),
        )

    @routes.get("/api/setup")
    def state() -> Response:
        return jsonify(written())

    @routes.get("/setup/thumb.jpg")
    def thumb() -> Response:
        spec = request.args.get("source", "")
        known = {one for one, _ in cameras.choices()} - {NONE, PHONE}
        shown = thumbs.jpeg(spec) if spec in known else None
        if shown is None:
            raise WebError(404, "no_picture")
        return Response(shown, mimetype="image/jpeg")

    @routes.post("/api/setup/camera")
    def choose() -> Response:
        spec = _field("source")
        if spec not in {one for one, _ in cameras.choices()}:
            raise WebError(400, "bad_request")
        try:
            cameras.choose(spec)
        except SourceError as error:
            language = asked_language()
            reason = source_error(error).translate(language)
            text = say(language, "page.error.source", reason=reason)
            raise WebError(422, "source", text) from None
        return jsonify(written())

    @routes.post("/api/setup/learn")
    def learn() -> Response:
        language = asked_language()
        name = _field("name")[:LONGEST_NAME] or USUAL_NAME
        shown_bgr = picture()
        with learning, _plain_profile_errors():
            lessoned = setup().learn(shown_bgr, name)
        faults = [fault_sentence(fault, language) for fault in lessoned.layout.faults]
        learned = lessoned.learned
        texts = faults if learned is None else [learned_sentence(learned, language), *faults]
        done = learned is not None and learned.profile is not None
        return jsonify(told=texts, learned=done, **written())

    @routes.post("/api/setup/use")
    def use() -> Response:
        with _plain_profile_errors():
            setup().use(_field("name"))
        return jsonify(written())

    @routes.post("/api/setup/undo")
    def undo() -> Response:
        with _plain_profile_errors():
            setup().undo(_field("name"))
        texts = [say(asked_language(), "learned.undone")]
        return jsonify(told=texts, **written())

    @routes.post("/api/setup/sheet")
    def see_sheet() -> Response:
        language = asked_language()
        shown_bgr = picture()
        with learning, _plain_profile_errors():
            texts = setup().see_sheet(shown_bgr)
        return jsonify(told=[sheet_sentence(texts, language)], **written())

    @routes.post("/api/setup/forget_lens")
    def forget_lens() -> Response:
        with _plain_profile_errors():
            setup().forget_lens()
        texts = [say(asked_language(), "learned.undone")]
        return jsonify(told=texts, **written())

    @routes.post("/api/setup/import")
    def take() -> Response:
        language, upload = asked_language(), request.files.get("profile")
        if upload is None:
            raise WebError(400, "bad_request")
        with closing(upload):
            content = upload.read(MOST_PROFILE_BYTES + 1)
        if len(content) > MOST_PROFILE_BYTES:
            raise WebError(422, "profile", say(language, "setup.too_long"))
        with _plain_profile_errors():
            profile = setup().take(content, upload.filename or "profile.json")
        texts = [say(language, "setup.imported", name=profile.name)]
        return jsonify(told=texts, **written())

    @routes.get("/setup/profile.json")
    def export() -> Response:
        with _plain_profile_errors():
            profile = setup().profiles.load(request.args.get("name", ""))
            text = write_profile(profile)
        head = {"Content-Disposition": f'attachment; filename="{file_name(profile.name)}"'}
        return Response(text, mimetype="application/json", headers=head)

    @routes.get("/setup/sheet.pdf")
    def sheet() -> Response:
        return Response(sheet_pdf(), mimetype="application/pdf")

    return routes


@contextmanager
def _plain_profile_errors() -> Iterator[None]:
    """Turns a profile that cannot be read or written into the page's own kind of error."""
    try:
        yield
    except ProfileError as error:
        raise WebError(422, "profile", profile_sentence(error, asked_language())) from error


def _field(key: str) -> str:
    """A text of the JSON that was sent."""
    body = request.get_json(silent=True)
    value = body.get(key) if isinstance(body, dict) else None
    if not isinstance(value, str):
        raise WebError(400, "bad_request")
    return value.strip()


def _written(setup: Setup, language: Language, *, is_drawn: bool) -> dict[str, object]:
    """What the page shows: the checks, the profiles, and which is in use.

    How often pictures come says nothing about a table that is drawn.
    """
    findings = [one for one in setup.findings() if not (is_drawn and one.check is Check.RATE)]
    kept, troubled = setup.profiles.all()
    in_use = setup.profile
    return {
        "camera": setup.camera,
        "checks": [
            {
                "check": finding.check.value,
                "standing": finding.standing.value,
                "name": check_name(finding, language),
                "advice": check_advice(finding, language, setup.kind),
                "note": locks_sentence(setup.locks, language)
                if finding.check is Check.HUNTING
                else "",
            }
            for finding in findings
        ],
        "well": all(finding.standing is Standing.GREEN for finding in findings),
        "profiles": [
            {
                "name": profile.name,
                "camera": profile.camera,
                "close": close_sentence(profile, language),
                "before": setup.profiles.has_before(profile.name),
                "inUse": in_use is not None and in_use.name == profile.name,
            }
            for profile in kept
        ],
        "usual": in_use is None,
        "lens": setup.lens is not None,
        "notices": list(
            dict.fromkeys(profile_sentence(one, language) for one in (*troubled, *setup.notices))
        ),
    }

"""The camera's view, cut-outs of doubtful tiles, and photos that phones take of the table."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from assistant.board import Cell
from assistant.game.events import placement_of
from assistant.session.camera_choice import Cameras
from assistant.session.camera_loop import Seen
from assistant.session.moment import Moment
from assistant.session.session import Session
from assistant.web.bodies import uploaded_picture
from assistant.web.errors import WebError
from assistant.web.game_json import write_moment
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.web.network_camera import asked_address, choose_camera
from assistant.web.turn_json import Written
from assistant.words import Language, say
from assistant.words.pictures import complaint_sentence, rejection_sentences
from vision.observation import Observation, Trouble
from vision.pictures.jpeg import face_jpeg, small_jpeg
from vision.pictures.load import PictureBgr
from vision.reading.annotate import annotate, outline_faces
from vision.scene.report import SceneState
from vision.sources import without_password

MILLISECONDS = re.compile(r"\d{1,15}", re.ASCII)
"""A phone's clock, since 1970."""


class Views:
    """The camera's view as JPEG, made once for each picture however many phones look."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._made: tuple[object, bytes] | None = None

    def jpeg(self) -> bytes | None:
        """The newest picture, with faces and doubts drawn in where it was read."""
        newest, read = self._session.newest, self._session.read
        if newest is None or newest.picture is None:
            return None
        with self._lock:
            key = (id(newest.picture), id(read))
            if self._made is None or self._made[0] != key:
                self._made = (key, small_jpeg(_drawn(newest, read)))
            return self._made[1]


def picture_routes(session: Session, cameras: Cameras, guard: Guard) -> Blueprint:
    """The routes that show pictures and take them."""
    routes = Blueprint("pictures", __name__)
    views = Views(session)

    @routes.before_request
    def only_players() -> None:
        # A camera looks into somebody's home: its pictures are not for everybody in the network.
        if not guard.is_player():
            raise WebError(403, "watching_only")

    @routes.get("/camera")
    def camera() -> str:
        return render_template("camera.html", moment=session.now)

    @routes.post("/camera")
    def choose() -> Answered | tuple[str, int]:
        complaint = choose_camera(cameras, asked_address(), asked_language())
        if complaint:
            address = without_password(request.form.get("address", ""))
            page = render_template(
                "camera.html", moment=session.now, complaint=complaint, address=address
            )
            return page, 422
        return redirect(url_for("pictures.camera"), 303)

    @routes.get("/camera.jpg")
    def view() -> Response:
        made = views.jpeg()
        if made is None:
            raise WebError(404, "no_picture")
        return Response(made, mimetype="image/jpeg")

    @routes.get("/newest.jpg")
    def newest() -> Response:
        read, moment = session.read, session.now
        if read is None or read.picture is None:
            raise WebError(404, "no_picture")
        faces = session.outlines(_newest_cells(moment))
        return Response(
            small_jpeg(outline_faces(read.picture.picture_bgr, faces)), mimetype="image/jpeg"
        )

    @routes.get("/api/advice")
    def advice() -> Response:
        read = session.read
        seen = None if read is None else read.observation
        language, idle = asked_language(), cameras.idle
        told = _advice(seen, session, language)
        told |= {"lost": cameras.is_lost, "idle": say(language, f"setup.{idle}") if idle else ""}
        return jsonify(told)

    @routes.get("/doubt.jpg")
    def doubt() -> Response:
        x, y = request.args.get("x", type=int), request.args.get("y", type=int)
        proposal, read = session.now.rows_proposal or session.now.proposal, session.read
        if x is None or y is None or proposal is None or read is None or read.picture is None:
            raise WebError(404, "no_picture")
        corners = next((d.corners_px for d in proposal.doubts if d.cell == Cell(x, y)), ())
        cut = face_jpeg(read.picture.picture_bgr, corners)
        if cut is None:
            raise WebError(404, "no_picture")
        return Response(cut, mimetype="image/jpeg")

    @routes.get("/games/<int:number>/turns/<int:turn>.jpg")
    def after_turn(number: int, turn: int) -> Response:
        kept = session.kept.picture(number, turn)
        if kept is None:
            raise WebError(404, "no_picture")
        return Response(kept, mimetype="image/jpeg")

    @routes.post("/api/photo")
    def photo() -> Response:
        language = asked_language()
        picture_bgr, name = uploaded_picture(language)
        seen = cameras.look(picture_bgr, name, _taken_s()).observation
        state = write_moment(session.now, language)
        return jsonify(state=state, **_advice(seen, session, language, in_detail=False))

    return routes


def _taken_s() -> float | None:
    """When the phone says that it took the photo; None where it does not say."""
    taken_ms = request.form.get("taken_ms", "")
    return int(taken_ms) / 1000 if MILLISECONDS.fullmatch(taken_ms) else None


def _newest_cells(moment: Moment) -> Sequence[Cell]:
    """Where what is proposed lies, else what the last turn placed."""
    if moment.rows_proposal is not None:
        return sorted(moment.rows_proposal.fresh)
    if moment.proposal is not None and moment.proposal.placement:
        return [placed.cell for placed in moment.proposal.placement]
    if moment.game is None or not moment.game.turns:
        return ()
    return [placed.cell for placed in placement_of(moment.game.turns[-1].event)]


def _drawn(newest: Seen, read: Seen | None) -> PictureBgr:
    """The newest picture; what was read is drawn in while the table lies as it did then."""
    assert newest.picture is not None
    picture_bgr = newest.picture.picture_bgr
    if read is None or read.observation is None or newest.report.state is not SceneState.STILL:
        return picture_bgr
    if read.observation.size_wh != (picture_bgr.shape[1], picture_bgr.shape[0]):
        return picture_bgr
    return annotate(picture_bgr, read.observation)


def _advice(
    seen: Observation | None, session: Session, language: Language, in_detail: bool = True
) -> Written:
    """How many tiles were read, and what would make a better picture; in detail, what was no tile.

    A blurred print looks like a mirrored lamp, and whoever mends the one mends the other.
    """
    if seen is None:
        return {"tiles": 0, "advice": []}
    blurred = any(one.trouble is Trouble.BLURRED for one in seen.complaints)
    told = [one for one in seen.complaints if not (blurred and one.trouble is Trouble.GLARE)]
    advice = [complaint_sentence(one, language) for one in told]
    advice += rejection_sentences(seen, language) if in_detail else []
    cards = sum(len(row) for row in seen.rows)
    if seen.sightings and not session.now.can_tell:
        advice.append(say(language, "page.cannot_place"))
    return {"tiles": len(seen.sightings) + cards, "advice": advice}

"""A phone as the camera: its page, the stills it sends, and which of several phones it is."""

from __future__ import annotations

import threading
import time

from flask import Blueprint, Response, jsonify, render_template, request, send_file

from assistant.session.camera_choice import PHONE, Cameras
from assistant.session.session import Session
from assistant.web.certificates import authority_files
from assistant.web.errors import WebError
from assistant.web.guard import Door, Guard, secure_address
from assistant.web.language import asked_language
from assistant.web.proposal_json import write_camera
from assistant.words.pictures import complaint_sentence
from vision.pictures.headers import TruncatedError, read_header

SHORTEST_S = 0.08
"""Between two stills; who sends faster is asked to wait, and nothing is decoded."""
MOST_PIXELS = 12_000_000
LONGEST_ID = 40


class Holder:
    """The one phone that is the camera; another one may take it over by a tap."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._id = ""
        self._last_s = 0.0

    def take(self, phone: str) -> None:
        """This phone is the camera from now on."""
        with self._lock:
            self._id = phone

    def admit(self, phone: str, now_s: float) -> None:
        """Refuse stills of another phone, and those that come too fast.

        Where nobody has taken it yet, as after a restart of the program, who sends first has it.
        """
        with self._lock:
            self._id = self._id or phone
            if phone != self._id:
                raise WebError(409, "other_camera")
            if now_s - self._last_s < SHORTEST_S:
                raise WebError(429, "too_many")
            self._last_s = now_s


def phone_routes(session: Session, cameras: Cameras, guard: Guard, door: Door) -> Blueprint:
    """The routes of the phone that is the camera."""
    routes = Blueprint("phone", __name__)
    holder = Holder()

    @routes.before_request
    def only_players() -> None:
        if request.endpoint != "phone.authority" and not guard.is_player():
            raise WebError(403, "watching_only")

    @routes.get("/camera/phone")
    def page() -> str:
        secure = secure_address(door)
        address = f"{secure}/camera/phone" if secure else ""
        return render_template("phone_camera.html", secure=address, own=door.data is not None)

    @routes.get("/authority.crt")
    def authority() -> Response:
        if door.data is None or not authority_files(door.data).certificate.exists():
            raise WebError(404, "not_found")
        path = authority_files(door.data).certificate
        return send_file(path, "application/x-x509-ca-cert", download_name="qwirkle.crt")

    @routes.post("/api/camera/use")
    def use() -> Response:
        holder.take(_phone())
        if cameras.chosen != PHONE:
            cameras.choose(PHONE)
        return jsonify(_encoded(session))

    @routes.post("/api/camera/still")
    def still() -> Response:
        source = cameras.pushed
        if source is None:
            raise WebError(409, "other_camera")
        holder.admit(_phone(), time.monotonic())
        encoded = request.get_data(cache=False)
        if encoded:
            _check(encoded)
            source.push(encoded)
        elif not source.rest():
            raise WebError(409, "no_picture")
        return jsonify(_encoded(session))

    return routes


def _phone() -> str:
    """The name that a phone's page has given itself."""
    phone = request.args.get("phone", "")
    if not 8 <= len(phone) <= LONGEST_ID or not phone.isalnum():
        raise WebError(400, "bad_request")
    return phone


def _check(encoded: bytes) -> None:
    """Only a whole JPEG of a size that a camera may have is kept."""
    try:
        header = read_header(encoded) if encoded.startswith(b"\xff\xd8") else None
    except TruncatedError:
        header = None
    if header is None or not 0 < header.width * header.height <= MOST_PIXELS:
        raise WebError(422, "bad_request")


def _encoded(session: Session) -> dict[str, object]:
    """What the phone shows over its picture: outlines of what was read, and one advice."""
    language, read = asked_language(), session.read
    seen = None if read is None else read.observation
    outlines: list[list[list[float]]] = []
    advice = ""
    if seen is not None:
        wide, high = seen.size_wh
        outlines = [
            [[round(x / wide, 4), round(y / high, 4)] for x, y in one.corners_px]
            for one in (*seen.sightings, *seen.cards)
        ]
        advice = next((complaint_sentence(one, language) for one in seen.complaints), "")
    camera = write_camera(session.now, language)
    return {"camera": camera, "outlines": outlines, "advice": advice}

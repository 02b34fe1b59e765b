"""What requests bring along: JSON within bounds, and pictures that can be decoded."""

from __future__ import annotations

from flask import request

from assistant.records.codec import Json, an_object
from assistant.web.bounds import check_bounds
from assistant.web.errors import WebError
from assistant.words import Language, say
from vision.pictures.load import PictureBgr, PictureError, decode_picture


def json_body() -> Json:
    """The JSON object that a phone sends."""
    try:
        told = an_object(request.get_json(force=True, silent=True), "the request")
        check_bounds(told)
        return told
    except RecursionError:
        raise WebError(400, "bad_request") from None
    except ValueError as error:
        raise WebError(400, "bad_request", str(error)) from None


def uploaded_picture(language: Language) -> tuple[PictureBgr, str]:
    """The photo that a phone sends, and its name there."""
    upload = request.files.get("photo")
    if upload is None:
        raise WebError(400, "bad_request")
    try:
        return decode_picture(upload.read()), upload.filename or ""
    except PictureError as error:
        text = say(language, f"page.photo.{error.fault.name.lower()}")
        raise WebError(422, "photo", text) from None

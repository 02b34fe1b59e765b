"""What requests bring along: JSON within bounds, and pictures that can be decoded."""

from __future__ import annotations

import threading

from flask import request

from assistant.records.codec import Json, an_object
from assistant.web.bounds import check_bounds
from assistant.web.errors import WebError
from assistant.words import Language, say
from vision.pictures.load import PictureBgr, PictureError, decode_picture, shrunk

MOST_PHOTO_PIXELS = 24_000_000
"""Of a photo that a phone sends so many are kept: twice what phones take, and 72 MB."""
ONE_AT_A_TIME = threading.Lock()
"""A photo of 100 megapixels is 300 MB for a moment; a dozen at once would be all there is."""


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
        encoded = upload.read()
        with ONE_AT_A_TIME:
            return shrunk(decode_picture(encoded), MOST_PHOTO_PIXELS), upload.filename or ""
    except PictureError as error:
        text = say(language, f"page.photo.{error.fault.name.lower()}")
        raise WebError(422, "photo", text) from None

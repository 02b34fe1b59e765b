"""Choosing a camera from a form, also a network camera by its address."""

from __future__ import annotations

from flask import request

from assistant.session.camera_choice import Cameras
from assistant.session.sentences_pictures import source_error
from assistant.words import Language, say
from vision.sources import SourceError


def asked_address() -> str:
    """The address that the form names; nothing where it was left empty."""
    address = request.form.get("address", "").strip()
    # Without a scheme it would name a file of this computer.
    return address if not address or "://" in address else f"http://{address}"


def choose_camera(cameras: Cameras, source: str, language: Language) -> str:
    """Watch with this camera from now on; the sentence why not, where that cannot be."""
    if not source:
        return say(language, "page.camera_address_missing")
    if cameras.is_chosen(source):
        return ""
    try:
        cameras.choose(source)
    except SourceError as error:
        return say(language, "page.error.source", reason=source_error(error).translate(language))
    return ""

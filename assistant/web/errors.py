"""What goes wrong, in one shape: `{"error": {"code", "text"}}` for scripts, a page for people."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from assistant.storage.errors import StoreError
from assistant.web.language import asked_language
from assistant.words import CATALOGUE, say

API = "/api/"
KNOWN = {400: "bad_request", 404: "not_found", 405: "not_found", 413: "too_large"}


class WebError(Exception):
    """A request that cannot be answered as asked."""

    def __init__(self, status: int, code: str, text: str = "", **more: Any) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.text = text
        self.more = more


def answer_errors(app: Flask) -> None:
    """Answer every error of an app in one shape."""
    app.register_error_handler(WebError, _response)
    app.register_error_handler(StoreError, _store)
    app.register_error_handler(HTTPException, _plain)


def _store(error: StoreError) -> tuple[Response | str, int]:
    status = 404 if error.sentence.key == "store.no_game" else 503
    return _response(WebError(status, "store", error.translate(asked_language())))


def _plain(error: HTTPException) -> tuple[Response | str, int]:
    status = error.code or 500
    return _response(WebError(status, KNOWN.get(status, "broken")))


def _response(fault: WebError) -> tuple[Response | str, int]:
    language = asked_language()
    key = f"page.error.{fault.code}"
    text = fault.text or say(language, key if key in CATALOGUE[language] else "page.error.broken")
    if request.path.startswith(API):
        return jsonify(error={"code": fault.code, "text": text}, **fault.more), fault.status
    if fault.code == "busy":  # a page would be more to do, and there is too much already
        return Response(text, mimetype="text/plain"), fault.status
    return render_template("error.html", text=text), fault.status

"""Answers made smaller on their way: texts are sent compressed to browsers that take them so."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

TEXTS = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")
LEAST_BYTES = 1000
"""Smaller answers fit one packet anyway."""
LEVEL = 6
"""Measured on a game of 40 turns: 19.1 kB become 2.6 kB in 0.12 ms; level 9 saves 2 % of that in
twice the time."""


def compress(app: Flask) -> None:
    """Compress what is text and no stream; pictures are compressed already."""

    @app.after_request
    def made_smaller(answer: Response) -> Response:
        # A file is handed on as a stream, though it is whole.
        is_whole = answer.direct_passthrough or not answer.is_streamed
        if answer.mimetype not in TEXTS or answer.status_code != 200 or not is_whole:
            return answer
        answer.vary.add("Accept-Encoding")
        if not request.accept_encodings["gzip"]:
            return answer
        answer.direct_passthrough = False
        whole = answer.get_data()
        if len(whole) >= LEAST_BYTES:
            answer.set_data(gzip.compress(whole, LEVEL, mtime=0))
            answer.content_encoding = "gzip"
        return answer

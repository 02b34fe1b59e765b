"""The language of a phone: the one chosen on the page, else the phone's own setting."""

from __future__ import annotations

from flask import request

from assistant.words import Language

COOKIE = "qwirkle_language"
CODES = [language.value for language in Language]


def asked_language() -> Language:
    """The language to answer this request in."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in CODES:
        return Language(chosen)
    return Language(request.accept_languages.best_match(CODES, default=Language.ENGLISH.value))

"""The web application: made from its collaborators, with nothing of its own to remember."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from flask import Flask

from assistant.session.camera_choice import Cameras
from assistant.session.session import Session
from assistant.web.change_routes import deed_routes
from assistant.web.compressed import compress
from assistant.web.errors import answer_errors
from assistant.web.guard import Door, Guard
from assistant.web.hand_routes import hand_routes
from assistant.web.history_pages import past_routes
from assistant.web.keeping import keeping_routes
from assistant.web.language import asked_language
from assistant.web.live import Rendered, live_routes
from assistant.web.open_hand_routes import open_hand_routes
from assistant.web.pages import page_routes
from assistant.web.phone_camera import phone_routes
from assistant.web.pictures import picture_routes
from assistant.web.rules_page import rules_routes
from assistant.web.scripts import for_script, modules_of, texts_named
from assistant.web.setup import setup_routes
from assistant.web.start import start_routes
from assistant.words import CATALOGUE, Language, say

FOLDER = Path(__file__).parents[2] / "templates"
MOST_BODY_BYTES = 256 * 1024
"""Of a change or a form; pictures and profiles may be larger (`guard.UPLOADS`)."""
KEEP_S = 365 * 24 * 3600
ALWAYS_SAID = ("points.", "qwirkles.", "plural.")
"""Texts that scripts say by names which they are given."""


def create_app(session: Session, cameras: Cameras, door: Door) -> Flask:
    """The pages and routes around one session."""
    app = Flask(
        __name__,
        template_folder=str(FOLDER),
        static_folder=str(FOLDER / "static"),
        static_url_path=f"/static/{_stamp()}",
    )
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = KEEP_S
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    guard = Guard(door)
    guard.watch_over(app)
    answer_errors(app)
    compress(app)
    rendered = Rendered()
    modules = cache(partial(modules_of, FOLDER / "static"))
    app.register_blueprint(live_routes(session, rendered, guard))
    app.register_blueprint(deed_routes(session, rendered, guard))
    app.register_blueprint(open_hand_routes(session))
    app.register_blueprint(page_routes(session, rendered, guard, door))
    app.register_blueprint(start_routes(session, cameras, guard))
    app.register_blueprint(picture_routes(session, cameras, guard))
    app.register_blueprint(hand_routes(session, cameras, rendered, guard))
    app.register_blueprint(phone_routes(session, cameras, guard, door))
    app.register_blueprint(rules_routes(session))
    app.register_blueprint(past_routes(session, guard))
    app.register_blueprint(setup_routes(session, cameras, guard))
    app.register_blueprint(keeping_routes(session, guard))

    @app.context_processor
    def for_templates() -> dict[str, Any]:
        language = asked_language()
        return {
            "language": language,
            "player": guard.is_player(),
            "here": guard.is_here(),
            "t": lambda key, **parts: say(language, key, **parts),
            "words_for": partial(words_for_script, language),
            "modules_of": modules,
            # Not by `url_for`: where the host's name is none, there is nothing to ask it.
            "asset": lambda name: f"{app.static_url_path}/{name}",
        }

    return app


def words_for_script(language: Language, script: str, *more: str) -> str:
    """The texts that a page's script names, and those of more kinds, as JSON between tags."""
    whole, begun = texts_named(FOLDER / "static", script)
    kinds = (*ALWAYS_SAID, *begun, *more)
    texts = {
        key: text
        for key, text in CATALOGUE[language].items()
        if key.startswith(kinds) or any(stem in whole for stem in _stems(key))
    }
    return for_script(json.dumps(texts, ensure_ascii=False, separators=(",", ":")))


def _stems(key: str) -> Iterator[str]:
    """A key and the names that it is a form of: 'a.b.one' is 'a.b' for one."""
    while key:
        yield key
        key = key.rpartition(".")[0]


def _stamp() -> str:
    """A name for the scripts and styles as they are: browsers keep them until they change."""
    digest = hashlib.sha256()
    static = FOLDER / "static"
    for path in sorted(path for path in static.rglob("*") if path.is_file()):
        digest.update(path.relative_to(static).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]

"""The web application: made from its collaborators, with nothing of its own to remember."""

from __future__ import annotations

import hashlib
import json
from functools import cache, partial
from pathlib import Path
from typing import Any

from flask import Flask, url_for

from assistant.session.camera_choice import Cameras
from assistant.session.session import Session
from assistant.web.change_routes import deed_routes
from assistant.web.compressed import compress
from assistant.web.errors import answer_errors
from assistant.web.guard import Door, Guard
from assistant.web.hand_routes import hand_routes
from assistant.web.history_pages import past_routes
from assistant.web.language import asked_language
from assistant.web.live import Rendered, live_routes
from assistant.web.pages import page_routes
from assistant.web.phone_camera import phone_routes
from assistant.web.pictures import picture_routes
from assistant.web.scripts import for_script, modules_of
from assistant.web.setup import setup_routes
from assistant.web.start import start_routes
from assistant.words import CATALOGUE, Language, say

FOLDER = Path(__file__).parents[2] / "templates"
MOST_BODY_BYTES = 256 * 1024
"""Of a change or a form; pictures and profiles may be larger (`guard.UPLOADS`)."""
KEEP_S = 365 * 24 * 3600
SCRIPTS_SAY = (
    "page.",
    "sheet.",
    "colour.",
    "forms.",
    "plural.",
    "tile.",
    "points.",
    "qwirkles.",
)
NOT_FOR_SCRIPTS = (
    "page.assumed",
    "page.bonus_for",
    "page.camera_address",
    "page.error.",
    "page.hand_",
    "page.house",
    "page.invite_",
    "page.line",
    "page.past_",
    "page.photo.",
    "page.printed.",
    "page.question.",
    "page.revised",
    "page.shapes.",
    "page.starts_",
    "page.tally.",
    "page.who_starts_",
)
"""What templates and the server say; pages are small without it."""
SAID_ALL_THE_SAME = ("page.error.broken", "page.past_games")


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
    app.register_blueprint(live_routes(session, rendered))
    app.register_blueprint(deed_routes(session, rendered))
    app.register_blueprint(page_routes(session, rendered, guard, door))
    app.register_blueprint(start_routes(session, cameras))
    app.register_blueprint(picture_routes(session, cameras, guard))
    app.register_blueprint(hand_routes(session, cameras, rendered, guard))
    app.register_blueprint(phone_routes(session, cameras, guard, door))
    app.register_blueprint(past_routes(session))
    app.register_blueprint(setup_routes(session, cameras, guard))

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
            "asset": lambda name: url_for("static", filename=name),
        }

    return app


def words_for_script(language: Language, *more: str) -> str:
    """The texts that scripts need, and those of more kinds, as JSON between script tags."""
    asked = (*SAID_ALL_THE_SAME, *more)
    texts = {
        key: text
        for key, text in CATALOGUE[language].items()
        if key.startswith(asked)
        or (key.startswith(SCRIPTS_SAY) and not key.startswith(NOT_FOR_SCRIPTS))
    }
    return for_script(json.dumps(texts, ensure_ascii=False, separators=(",", ":")))


def _stamp() -> str:
    """A name for the scripts and styles as they are: browsers keep them until they change."""
    digest = hashlib.sha256()
    static = FOLDER / "static"
    for path in sorted(path for path in static.rglob("*") if path.is_file()):
        digest.update(path.relative_to(static).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]

"""The hand on the phone: its page, its photo, and what it can play, told to this phone alone."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from assistant.game.events import Rulebook
from assistant.game.options import LeftOpen, Option, instead, left_open, suggestions
from assistant.game.state import Game
from assistant.moves.cards_play import CardsPlay
from assistant.records.codec import a_list, a_text, field
from assistant.rules.books import book_of
from assistant.rules.opening import largest_set
from assistant.rules.supply import unseen
from assistant.session.camera_choice import Cameras
from assistant.session.session import Session
from assistant.tiles import Colour, Palette, Tile, parse_tile
from assistant.watch.hand import hand_of
from assistant.web.bodies import json_body, uploaded_picture
from assistant.web.errors import WebError
from assistant.web.game_json import shown_tiles
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.web.live import Rendered
from assistant.web.scripts import for_script
from assistant.web.turn_json import Written, line_texts, unit_of, write_cards
from assistant.words import Language, counted, of_game, say, the_tile, tile_name
from assistant.words.pictures import complaint_sentence

SHOWN = 5
"""Moves that are suggested: the page of a phone has room for them."""


def hand_routes(session: Session, cameras: Cameras, rendered: Rendered, guard: Guard) -> Blueprint:
    """The routes of one hand; hands are nobody else's business, so nothing of them is kept."""
    routes = Blueprint("hand", __name__)

    @routes.before_request
    def only_players() -> None:
        if not guard.is_player():
            raise WebError(403, "watching_only")

    @routes.get("/hand")
    def page() -> Answered | str:
        moment = session.now
        if moment.game is None:
            return redirect(url_for("start.start"), 303)
        rules = moment.game.settings.rules
        return render_template(
            "hand.html",
            first=for_script(rendered.text(moment, asked_language())),
            of_game=lambda key: of_game(key, rules),
        )

    @routes.post("/api/hand")
    def ask() -> Response:
        moment = session.now
        game = moment.game
        if game is None:
            raise WebError(409, "no_game")
        hand = _asked_hand(game)
        session.note_hint()
        return jsonify(_answer(game, hand, asked_language()))

    @routes.post("/api/hand/photo")
    def photo() -> Response:
        language = asked_language()
        rules, palette = _asked_set(session)
        picture_bgr, _ = uploaded_picture(language)
        seen = cameras.read_apart(picture_bgr, rules.value, palette)
        hand = hand_of(seen, book_of(rules).hand_size)
        advice = [complaint_sentence(one, language) for one in seen.complaints]
        return jsonify(
            tiles=[{"tile": str(one.tile), "sure": round(one.confidence, 2)} for one in hand],
            matching=largest_set(one.tile for one in hand),
            advice=advice if hand else [say(language, "hand.nothing_read"), *advice],
        )

    return routes


def _asked_hand(game: Game) -> tuple[Tile, ...]:
    """The hand in `{"hand": ["ro", "bs"]}`."""
    try:
        told = field(json_body(), "hand", a_list)
        hand = tuple(parse_tile(a_text(one, "a tile")) for one in told)
    except ValueError as error:
        raise WebError(400, "bad_request", str(error)) from None
    if not 0 < len(hand) <= game.book.hand_size:
        raise WebError(400, "bad_request")
    return hand


def _asked_set(session: Session) -> tuple[Rulebook, Palette | None]:
    """Which pieces are on the photo: those of the game, or those that the form names."""
    named, game = request.form.get("rules", ""), session.now.game
    if not named and game is not None:
        return game.settings.rules, session.palette
    try:
        sixth = request.form.get("sixth", "")
        return Rulebook(named), Palette(Colour(sixth)) if sixth else None
    except ValueError:
        raise WebError(400, "bad_request") from None


def _answer(game: Game, hand: Sequence[Tile], language: Language) -> Written:
    """What the hand can play, or what else is done, in one sentence and with its proof."""
    rules = game.settings.rules
    found = suggestions(game, hand, SHOWN)
    if game.finished:
        text = say(language, "hint.over")
    elif found:
        text = say(language, of_game("hand.yes", rules))
    else:
        text = say(language, of_game(f"hand.no.{instead(game, hand).value}", rules), count=game.bag)
    return {
        "can": bool(found),
        "text": text,
        "instead": "" if found or game.finished else instead(game, hand).value,
        "doubt": _too_many(game, hand, language),
        "options": [_option(game, one, hand, language) for one in found],
    }


def _too_many(game: Game, hand: Sequence[Tile], language: Language) -> str:
    """A word about a piece of which the set has no more: most likely it was read wrongly."""
    left = unseen(shown_tiles(game), game.book)
    for tile in hand:
        what = game.book.limited(tile)
        if sum(game.book.limited(one) == what for one in hand) > left.get(what, 0):
            return say(language, "hand.too_many", tile=tile_name(language, tile))
    return ""


def _option(game: Game, option: Option, hand: Sequence[Tile], language: Language) -> Written:
    if isinstance(option, CardsPlay):
        return {
            "laid": write_cards(option.laid),
            "rows": [write_cards(row) for row in option.rows],
            "pay": counted(language, "qwirkles", option.qwirkles) if option.qwirkles else "",
        }
    rules = game.settings.rules
    return {
        "placed": [str(placed) for placed in option.placement],
        "pay": counted(language, unit_of(rules), option.points),
        "points": option.points,
        "lines": line_texts(option.lines, rules, language),
        "leaves": _leaves(left_open(game, option, hand), language),
    }


def _leaves(left: Sequence[LeftOpen], language: Language) -> str:
    """What a move leaves to the next player."""
    if not left:
        return say(language, "hand.leaves_nothing")
    tiles = ", ".join(dict.fromkeys(the_tile(language, one.tile) for one in left))
    return say(language, "hand.leaves", tiles=tiles)

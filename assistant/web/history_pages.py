"""The pages about games that were played: the result, the list, everybody's tally, exports."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from assistant.game.events import Rulebook
from assistant.game.house import House, house_of
from assistant.game.review import Reviewed, given_away, review
from assistant.game.state import Game
from assistant.game.tallies import Tally, best_turns, rematch_of, tallies
from assistant.records.record import record_of, write_record
from assistant.records.score_sheet import format_sheet
from assistant.session.actions import Begin, Done
from assistant.session.session import Session
from assistant.storage.errors import StoreError
from assistant.storage.listing import StoredGame
from assistant.web.chart import chart_of
from assistant.web.deed_log import deeds_of
from assistant.web.errors import WebError
from assistant.web.game_json import ended_sentence, team_text, winner_sentence, write_game
from assistant.web.guard import Guard
from assistant.web.language import asked_language
from assistant.web.scripts import for_script
from assistant.web.times import iso_time
from assistant.web.turn_json import unit_of, write_turn
from assistant.words import Language, counted, of_game, say

SHOWN_GAMES = 60
SHOWN_BETTER = 5


def past_routes(session: Session, guard: Guard) -> Blueprint:
    """The pages about played games."""
    routes = Blueprint("past", __name__)
    # Asked for again and again, they are counted once for each change of the list.
    counted_once = lru_cache(maxsize=1)(_tallies)
    house_once = lru_cache(maxsize=1)(_house)

    @routes.get("/games")
    def games() -> str:
        stored = session.kept.games()
        return render_template(
            "games.html",
            games=[(one, iso_time(one.last_s)) for one in stored[:SHOWN_GAMES]],
            tallies=counted_once(Same(stored)),
            house=house_once(Same(stored)),
        )

    @routes.get("/games/<int:number>")
    def result(number: int) -> str:
        game, language = _kept(session, number), asked_language()
        rules, reviewed = game.settings.rules, review(game)
        together = {seat.name: game.team_total(seat.name) for seat in game.seats}
        standings = sorted(game.seats, key=lambda seat: (-together[seat.name], -seat.total))
        return render_template(
            "result.html",
            number=number,
            game=game,
            is_current=session.now.number == number,
            expected=session.now.revision,
            winner=winner_sentence(game, language),
            ended=ended_sentence(game, language),
            played=_played(session, number),
            standings=[
                (1 + sum(total > together[seat.name] for total in together.values()), seat)
                for seat in standings
            ],
            team_of=lambda seat: team_text(game, seat, language),
            pay=lambda count: counted(language, unit_of(rules), count),
            bonus=[(turn.event.player, turn.bonus) for turn in game.turns if turn.bonus],
            chart=chart_of(game),
            best=[write_turn(turn, rules, language) for turn in best_turns(game)],
            given_away=_given_away(game, reviewed, language),
            review_text=of_game("page.review_text", rules),
            better=_better(reviewed, language),
            deeds=deeds_of(session.kept.deeds(number), language) if guard.is_player() else [],
            told=for_script(_replayed(game, reviewed, language)),
        )

    @routes.post("/games/<int:number>/delete")
    def delete(number: int) -> Answered:
        _kept(session, number)
        if not session.delete(number):
            raise WebError(409, "stale")
        return redirect(url_for("past.games"), 303)

    @routes.get("/games/<int:number>/record.json")
    def record(number: int) -> Response:
        written = json.dumps(write_record(record_of(_kept(session, number))), ensure_ascii=False)
        return _file(written, "application/json", f"qwirkle-{number}.json")

    @routes.get("/games/<int:number>/sheet.txt")
    def sheet(number: int) -> Response:
        written = format_sheet(_kept(session, number), asked_language())
        return _file(written + "\n", "text/plain; charset=utf-8", f"qwirkle-{number}.txt")

    @routes.post("/games/<int:number>/rematch")
    def rematch(number: int) -> Answered:
        started = rematch_of(_kept(session, number))
        match session.do(Begin(started), _expected(), guard.who()):
            case Done():
                return redirect(url_for("pages.home"), 303)
            case _:
                raise WebError(409, "stale")

    return routes


@dataclass(frozen=True, eq=False, slots=True)
class Same:
    """A list that is only itself, however alike another one is: ten thousand are not compared."""

    games: tuple[StoredGame, ...]

    def __hash__(self) -> int:
        return id(self.games)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.games is self.games


def _tallies(stored: Same) -> dict[Rulebook, tuple[Tally, ...]]:
    """Of each game by itself: points of one are nothing beside those of another."""
    played = [one.summary for one in stored.games if not one.summary.simulated]
    found = {rules: tallies(one for one in played if one.rules is rules) for rules in Rulebook}
    return {rules: counted for rules, counted in found.items() if counted}


def _house(stored: Same) -> House:
    return house_of((one.number, one.summary) for one in reversed(stored.games))


def _given_away(game: Game, reviewed: tuple[Reviewed, ...], language: Language) -> list[str]:
    """What each player gave away; points on a grid, Qwirkles of Cards."""
    key = of_game("page.given_away", game.settings.rules)
    return [
        say(language, key, player=name, points=lost, count=lost)
        for name, lost in given_away(reviewed).items()
    ]


def _better(reviewed: tuple[Reviewed, ...], language: Language) -> list[str]:
    """The turns that gave most away, Qwirkles that nobody saw, and lines of five left behind."""
    written = [
        say(language, "page.unseen_qwirkle", number=one.turn.ordinal)
        for one in reviewed
        if one.missed_qwirkle
    ][:SHOWN_BETTER]
    # Of Cards, what was given away are those Qwirkles themselves.
    lost = [one for one in reviewed if one.given_away and not one.rows]
    worst = sorted(lost, key=lambda one: -one.given_away)
    written += [
        say(
            language,
            "page.better",
            number=one.turn.ordinal,
            player=one.turn.event.player,
            points=one.paid + one.turn.bonus,
            best=one.best + one.turn.bonus,
        )
        for one in worst[:SHOWN_BETTER]
    ]
    written += [
        say(language, "page.left_five", number=one.turn.ordinal, player=one.turn.event.player)
        for one in reviewed
        if one.left_five
    ][:SHOWN_BETTER]
    return written


def _replayed(game: Game, reviewed: tuple[Reviewed, ...], language: Language) -> str:
    """The game for the script that shows it turn by turn."""
    written = write_game(game, language)
    written["start"] = [str(placed) for placed in game.started.start]
    written["better"] = {
        one.turn.number: {
            "best": one.best + one.turn.bonus,
            "rows": [[str(tile) for tile in row] for row in one.rows],
            "placed": [str(placed) for placed in one.placement],
        }
        for one in reviewed
        if one.given_away
    }
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def _kept(session: Session, number: int) -> Game:
    try:
        return session.kept.game(number)
    except StoreError:
        raise WebError(404, "not_found") from None


def _file(written: str, kind: str, name: str) -> Response:
    answer = Response(written, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _played(session: Session, number: int) -> str:
    """When a game was played last."""
    return next((iso_time(one.last_s) for one in session.kept.games() if one.number == number), "")


def _expected() -> int:
    """The revision that the page was made from."""
    return request.form.get("expected", type=int) or 0

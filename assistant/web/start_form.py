"""The form that starts a game, read into its first event."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from assistant.game.events import Rulebook, Settings, Started
from assistant.rules.book import LONGEST_LINE, Blocked, TieBreak
from assistant.rules.books import book_of
from assistant.rules.opening import tied_for_start
from assistant.tiles import Colour, Palette

MOST_PLAYERS = 6
LONGEST_NAME = 24
MOST_HANDICAP = 200
"""Points; a game of Qwirkle ends with about as many."""
LONGEST_TURN_S = 3600


@dataclass(frozen=True, slots=True)
class Seated:
    """One filled line of the form."""

    row: int
    """The line, counted from one; the form names who starts by it."""
    name: str
    matching: int
    """The matching tiles the player declared; 0 where nothing was said."""
    handicap: int = 0
    """What the player has before the first turn."""
    team: int = 0
    """The number of the player's team; 0 for who plays alone."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """What the form leaves open, as the text that asks for it."""

    text: str
    """Its key in the catalogue."""
    names: tuple[str, ...] = ()


def read_start_form(form: MultiDict[str, str]) -> Started | Undecided:
    """The start that the form asks for; ValueError where a field holds what no form sends."""
    rules = Rulebook(form.get("rules", Rulebook.CLASSIC.value))
    seats = _seats(form, rules)
    settings = Settings(
        rules,
        sixth=_sixth(form.get("sixth", "")),
        tie_break=TieBreak(form["tie_break"]) if form.get("tie_break") else None,
        blocked_end=book_of(rules).blocked is not Blocked.BY_EDITION or "blocked_end" in form,
        up_to_six=len(seats) > 4,
        no_bonus="no_bonus" in form and book_of(rules).going_out_bonus is not None,
        no_opening_set="no_opening_set" in form,
        lone_tile_free="lone_tile_free" in form and book_of(rules).is_grid,
        turn_s=min(int(form.get("turn_s") or 0), LONGEST_TURN_S),
    )
    teams = _teams(seats)
    if len(set(teams)) == 1:
        return Undecided("page.one_team")
    if len(seats) < book_of(rules).min_players:
        return Undecided("page.two_names")
    match _opener(form.get("first", ""), seats, settings):
        case Undecided() as undecided:
            return undecided
        case None:
            first, declared = None, 0
        case seat:
            first, declared = seat.name, seat.matching
    if settings.no_opening_set:
        declared = 0
    handicap = tuple(seat.handicap for seat in seats) if any(s.handicap for s in seats) else ()
    names = tuple(seat.name for seat in seats)
    return Started(settings, names, first, declared, handicap=handicap, teams=teams)


def usual_tie_break(rules: Rulebook) -> TieBreak:
    """Who starts among equals by the game's own rulebook."""
    return book_of(rules).tie_break


def _seats(form: MultiDict[str, str], rules: Rulebook) -> tuple[Seated, ...]:
    names = form.getlist("player")[:MOST_PLAYERS]
    counts, handicaps, teams = (_by_seat(form, key) for key in ("matching", "handicap", "team"))
    most = min(book_of(rules).hand_size, LONGEST_LINE)
    filled = zip(names, counts, handicaps, teams, strict=False)
    return tuple(
        Seated(
            row,
            " ".join(name.split())[:LONGEST_NAME],
            min(count, most),
            min(handicap, MOST_HANDICAP),
            team,
        )
        for row, (name, count, handicap, team) in enumerate(filled, start=1)
        if name.strip()
    )


def _by_seat(form: MultiDict[str, str], key: str) -> list[int]:
    """A number of every line of the form; 0 where none was filled in."""
    given = form.getlist(key)[:MOST_PLAYERS]
    return [int(text) if text.isdecimal() else 0 for text in given] + [0] * MOST_PLAYERS


def _teams(seats: tuple[Seated, ...]) -> tuple[int, ...]:
    """The team of every seat, those who play alone being one each; empty where all do."""
    if not any(seat.team for seat in seats):
        return ()
    return tuple(seat.team or MOST_PLAYERS + seat.row for seat in seats)


def _opener(
    chosen: str, seats: tuple[Seated, ...], settings: Settings
) -> Seated | Undecided | None:
    """Who opens: the one named, unless others counted more; else who has most; or nobody."""
    counts = [seat.matching for seat in seats]
    named = next((seat for seat in seats if chosen == str(seat.row)), None)
    if named is not None:
        ahead = tuple(seat.name for seat in seats if seat.matching == max(counts))
        fair = settings.no_opening_set or named.matching == max(counts)
        return named if fair else Undecided("page.starts_more", ahead)
    if not any(counts) or settings.no_opening_set:
        return None
    if max(counts) < book_of(settings.rules).smallest_opening:
        return Undecided("page.starts_again")
    tied = tied_for_start(counts)
    if len(tied) > 1:
        age = settings.tie_break or usual_tie_break(settings.rules)
        names = tuple(seats[one].name for one in tied)
        return Undecided(f"page.starts_tied_{age.value}", names)
    return seats[tied[0]]


def _sixth(given: str) -> Colour | None:
    return Palette(Colour(given)).sixth if given else None

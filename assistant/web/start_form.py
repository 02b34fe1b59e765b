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


@dataclass(frozen=True, slots=True)
class Seated:
    """One filled line of the form."""

    row: int
    """The line, counted from one; the form names who starts by it."""
    name: str
    matching: int
    """The matching tiles the player declared; 0 where nothing was said."""


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
    )
    if len(seats) < book_of(rules).min_players:
        return Undecided("page.two_names")
    match _opener(form.get("first", ""), seats, settings):
        case Undecided() as undecided:
            return undecided
        case None:
            first, declared = None, 0
        case seat:
            first, declared = seat.name, seat.matching
    return Started(settings, tuple(seat.name for seat in seats), first, declared)


def usual_tie_break(rules: Rulebook) -> TieBreak:
    """Who starts among equals by the game's own rulebook."""
    return book_of(rules).tie_break


def _seats(form: MultiDict[str, str], rules: Rulebook) -> tuple[Seated, ...]:
    names = form.getlist("player")[:MOST_PLAYERS]
    given = form.getlist("matching")
    counts = [int(text) if text.isdecimal() else 0 for text in given] + [0] * MOST_PLAYERS
    most = min(book_of(rules).hand_size, LONGEST_LINE)
    return tuple(
        Seated(row, " ".join(name.split())[:LONGEST_NAME], min(count, most))
        for row, (name, count) in enumerate(zip(names, counts, strict=False), start=1)
        if name.strip()
    )


def _opener(
    chosen: str, seats: tuple[Seated, ...], settings: Settings
) -> Seated | Undecided | None:
    """Who opens: the one named, else the one with most matching tiles; None if nobody counted."""
    for seat in seats:
        if chosen == str(seat.row):
            return seat
    counts = [seat.matching for seat in seats]
    if not any(counts):
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

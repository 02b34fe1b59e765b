"""The form that starts a game, read into its first event."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from assistant.events import Rulebook, Settings, Started
from assistant.rules import cards
from assistant.rules.grid import TieBreak
from assistant.rules.starting import starter_by_count
from assistant.table import GRID_GAMES, HAND_SIZE
from assistant.tiles import Colour, Palette

MOST_PLAYERS = 6
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Seated:
    """One filled line of the form."""

    name: str
    matching: int
    """The matching tiles the player declared; 0 where nothing was said."""


def read_start_form(form: MultiDict[str, str]) -> Started:
    """The start that the form asks for; ValueError where a field holds what no form sends."""
    rules = Rulebook(form.get("rules", Rulebook.CLASSIC.value))
    seats = _seats(form, rules)
    settings = Settings(
        rules,
        sixth=_sixth(form.get("sixth", "")),
        tie_break=TieBreak(form["tie_break"]) if form.get("tie_break") else None,
        blocked_end=rules is not Rulebook.CLASSIC or "blocked_end" in form,
        up_to_six=len(seats) > 4,
    )
    first, declared = _first(form.get("first", ""), seats, settings)
    return Started(settings, tuple(seat.name for seat in seats), first, declared)


def _seats(form: MultiDict[str, str], rules: Rulebook) -> tuple[Seated, ...]:
    names = form.getlist("player")[:MOST_PLAYERS]
    told = form.getlist("matching")
    counts = [int(text) if text.isdecimal() else 0 for text in told] + [0] * MOST_PLAYERS
    most = HAND_SIZE[rules]
    return tuple(
        Seated(" ".join(name.split())[:LONGEST_NAME], min(count, most, 6))
        for name, count in zip(names, counts, strict=False)
        if name.strip()
    )


def _first(chosen: str, seats: tuple[Seated, ...], settings: Settings) -> tuple[str | None, int]:
    """Who opens and with how many: the one named, else the one with most matching tiles."""
    if not seats:
        return None, 0
    counts = [seat.matching for seat in seats]
    if chosen.isdecimal() and 1 <= int(chosen) <= len(seats):
        seat = seats[int(chosen) - 1]
    elif any(counts):
        seat = seats[
            starter_by_count(counts, settings.tie_break or usual_tie_break(settings.rules))
        ]
    else:
        return None, 0
    # In Cards a set opens only from three on, and more may be laid than were declared (K2, K3).
    return seat.name, 0 if settings.rules is Rulebook.CARDS else seat.matching


def usual_tie_break(rules: Rulebook) -> TieBreak:
    """Who starts among equals by the game's own rulebook."""
    return cards.TIE_BREAK if rules is Rulebook.CARDS else GRID_GAMES[rules].tie_break


def _sixth(told: str) -> Colour | None:
    return Palette(Colour(told)).sixth if told else None

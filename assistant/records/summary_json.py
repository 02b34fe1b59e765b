"""The written form of a game's summary, which the store keeps with each game."""

from __future__ import annotations

from typing import Any

from assistant.game.events import Rulebook
from assistant.game.summary import SeatSummary, Summary
from assistant.records.codec import (
    Json,
    a_choice,
    a_list,
    a_number,
    a_text,
    a_yes_or_no,
    an_object,
    field,
)


def write_summary(summary: Summary) -> dict[str, Any]:
    """A summary as a JSON object."""
    return {
        "rules": summary.rules.value,
        "turns": summary.turns,
        "finished": summary.finished,
        "simulated": summary.simulated,
        "seats": [
            {
                "name": seat.name,
                "total": seat.total,
                "won": seat.won,
                "best_turn": seat.best_turn,
                "qwirkles": seat.qwirkles,
            }
            for seat in summary.seats
        ],
    }


def read_summary(encoded: Json) -> Summary:
    """A summary from its JSON object; ValueError where it is none."""
    return Summary(
        a_choice(encoded.get("rules"), Rulebook, "'rules'"),
        tuple(_seat(an_object(seat, "a seat")) for seat in field(encoded, "seats", a_list)),
        field(encoded, "turns", a_number),
        field(encoded, "finished", a_yes_or_no),
        field(encoded, "simulated", a_yes_or_no),
    )


def _seat(encoded: Json) -> SeatSummary:
    return SeatSummary(
        field(encoded, "name", a_text),
        field(encoded, "total", a_number),
        field(encoded, "won", a_yes_or_no),
        field(encoded, "best_turn", a_number),
        field(encoded, "qwirkles", a_number),
    )

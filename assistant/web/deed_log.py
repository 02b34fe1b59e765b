"""Who did what in a game: every event with its time, and the phone that it came from."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.game.events import (
    CardsLaid,
    Corrected,
    Counted,
    Event,
    Finished,
    LetStand,
    Passed,
    PlayerLeft,
    PlayerRenamed,
    PointsAdjusted,
    Redone,
    Rerolled,
    StartCorrected,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.session.session import CAMERA
from assistant.storage.store import KeptEvent
from assistant.web.guard import PHONE
from assistant.web.times import iso_time
from assistant.words import Language, say


@dataclass(frozen=True, slots=True)
class Deed:
    """One event as the page shows it."""

    at: str
    who: str
    what: str


def deeds_of(events: tuple[KeptEvent, ...], language: Language) -> list[Deed]:
    """The history of a game, in the order it happened."""
    return [
        Deed(iso_time(kept.at_s), _who(kept.who, language), _what(kept.event, language))
        for kept in events
    ]


def _who(who: str, language: Language) -> str:
    if who == CAMERA:
        return say(language, "deed.camera")
    return who.removeprefix(PHONE) or say(language, "deed.computer")


def _what(event: Event, language: Language) -> str:
    match event:
        case Started():
            return say(language, "deed.started")
        case TilesPlaced(player, placement):
            return say(language, "deed.placed", player=player, count=len(placement))
        case CardsLaid(player, laid):
            return say(language, "deed.placed", player=player, count=len(laid))
        case Traded(player, count):
            return say(language, "deed.traded", player=player, count=count)
        case Rerolled(player, count):
            return say(language, "deed.rerolled", player=player, count=count)
        case Passed(player):
            return say(language, "deed.passed", player=player)
        case LetStand(move):
            return say(language, "deed.let_stand", what=_what(move, language))
        case Counted(player):
            return say(language, "deed.counted", player=player)
        case PointsAdjusted(player, points, reason):
            return say(language, "deed.adjusted", player=player, points=points, reason=reason)
        case PlayerLeft(player):
            return say(language, "deed.left", player=player)
        case Corrected(turn):
            return say(language, "deed.corrected", number=turn)
        case StartCorrected():
            return say(language, "deed.start_corrected")
        case PlayerRenamed(player, name):
            return say(language, "deed.renamed", player=player, name=name)
        case Finished():
            return say(language, "deed.finished")
        case Undone():
            return say(language, "deed.undone")
        case Redone():
            return say(language, "deed.redone")

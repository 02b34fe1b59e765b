"""Objections: what keeps an entry off the score sheet before any rule of placing is asked."""

from __future__ import annotations

from assistant.game.events import (
    CardsLaid,
    End,
    Entry,
    Finished,
    LetStand,
    Passed,
    PlayerLeft,
    PointsAdjusted,
    Rerolled,
    Rulebook,
    Started,
    TilesPlaced,
    Traded,
)
from assistant.game.refusals import Refusal, Refused
from assistant.game.state import HAND_SIZE, Game, Seat
from assistant.rules import classic


def objection(game: Game, event: Entry) -> Refused | None:
    """Why this entry cannot be part of the game, if anything speaks against it."""
    seat = game.seat(event.player)
    if seat is None:
        return Refused(Refusal.UNKNOWN_PLAYER, event.player)
    if isinstance(event, PointsAdjusted):
        # The table may settle accounts at any time, also with somebody who left.
        return None if event.reason.strip() else Refused(Refusal.NO_REASON, event.player)
    if game.finished:
        return Refused(Refusal.AFTER_THE_END, event.player)
    if seat.has_left:
        return Refused(Refusal.PLAYER_LEFT, event.player)
    if seat.turns_left == 0:
        return Refused(Refusal.NO_TURN_LEFT, event.player)
    return _against(game, seat, event)


def start_objection(started: Started) -> Refused | None:
    """Why these players cannot sit down to this game."""
    most = classic.MAX_PLAYERS
    if started.settings.up_to_six:
        most = classic.MAX_PLAYERS_HOUSE_RULE
    if not classic.MIN_PLAYERS <= len(started.players) <= most:
        return Refused(Refusal.PLAYER_COUNT, count=len(started.players), limit=most)
    if not all(name.strip() for name in started.players):
        return Refused(Refusal.NAME_EMPTY)
    for index, name in enumerate(started.players):
        if name in started.players[:index]:
            return Refused(Refusal.NAME_TAKEN, name)
    if started.first is not None and started.first not in started.players:
        return Refused(Refusal.UNKNOWN_PLAYER, started.first)
    is_cards = started.settings.rules is Rulebook.CARDS
    if started.start if is_cards else started.rows:
        return Refused(Refusal.WRONG_GAME)
    return None


def finish_objection(game: Game, event: Finished) -> Refused | None:
    """Why the table cannot call this end now."""
    if game.finished:
        return Refused(Refusal.AFTER_THE_END)
    if event.end is End.AGREED:
        return None
    if event.end is End.LAST_ROUND or game.settings.rules is Rulebook.CARDS:
        return Refused(Refusal.ENDS_BY_ITSELF)
    if game.bag:
        return Refused(Refusal.BAG_NOT_EMPTY, limit=game.bag)
    if event.end is End.BLOCKED:
        # Cubes that fit nowhere are rolled until one does (U5), so nothing ever blocks them.
        blockable = game.settings.blocked_end and game.settings.rules is Rulebook.CLASSIC
        return None if blockable else Refused(Refusal.NO_BLOCKED_END)
    seat = game.seat(event.player or "")
    if seat is None:
        return Refused(Refusal.UNKNOWN_PLAYER, event.player or "")
    return Refused(Refusal.NOT_OUT, seat.name, limit=seat.hand) if seat.hand else None


def _against(game: Game, seat: Seat, event: Entry) -> Refused | None:
    is_cards = game.settings.rules is Rulebook.CARDS
    match event:
        case TilesPlaced(rolled=rolled) | LetStand(TilesPlaced(rolled=rolled)):
            if is_cards:
                return Refused(Refusal.WRONG_GAME, seat.name)
            return _against_roll(game, seat, rolled) if rolled else None
        case CardsLaid() | LetStand(CardsLaid()):
            return None if is_cards else Refused(Refusal.WRONG_GAME, seat.name)
        case Traded(_, count):
            return _against_trade(game, seat, count)
        case Rerolled(_, count):
            return _against_roll(game, seat, count)
        case Passed():
            return _against_pass(game, seat)
        case LetStand() | PointsAdjusted() | PlayerLeft():
            return None


def _held(game: Game, seat: Seat) -> int:
    """The most tiles the player can hold."""
    return HAND_SIZE[game.settings.rules] if seat.hand is None else seat.hand


def _against_trade(game: Game, seat: Seat, count: int) -> Refused | None:
    rules, held = game.settings.rules, _held(game, seat)
    if rules is Rulebook.CUBES:
        return Refused(Refusal.NO_TRADING, seat.name)
    if count < 1:
        return Refused(Refusal.TRADE_NOTHING, seat.name, count)
    if count > held:
        return Refused(Refusal.TRADE_MORE_THAN_HAND, seat.name, count, held)
    if rules is Rulebook.CARDS and count < held:
        return Refused(Refusal.TRADE_WHOLE_HAND, seat.name, count, held)
    if count > game.bag:
        return Refused(Refusal.TRADE_MORE_THAN_BAG, seat.name, count, game.bag)
    return None


def _against_roll(game: Game, seat: Seat, count: int) -> Refused | None:
    held = _held(game, seat)
    if game.settings.rules is not Rulebook.CUBES:
        return Refused(Refusal.NO_ROLLING, seat.name)
    if count < 1:
        return Refused(Refusal.ROLL_NOTHING, seat.name, count)
    if count > held:
        return Refused(Refusal.ROLL_MORE_THAN_HAND, seat.name, count, held)
    if seat.rolls and count < held:
        return Refused(Refusal.ROLL_ONCE, seat.name, count, held)
    return None


def _against_pass(game: Game, seat: Seat) -> Refused | None:
    """Passing is for those who cannot trade: never with cubes, else once the bag is too small."""
    match game.settings.rules:
        case Rulebook.CUBES:
            return Refused(Refusal.NO_PASSING, seat.name)
        case Rulebook.CARDS:
            can_draw = game.bag >= max(_held(game, seat), 1)
        case Rulebook.CLASSIC:
            can_draw = game.bag > 0
    return Refused(Refusal.PASS_WITH_BAG, seat.name, limit=game.bag) if can_draw else None

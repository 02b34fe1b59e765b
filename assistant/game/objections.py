"""Objections: what keeps an event out of a game before any rule of laying is asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from assistant.game.events import (
    CardsLaid,
    Counted,
    End,
    Entry,
    Finished,
    LetStand,
    Passed,
    PlayerLeft,
    PointsAdjusted,
    Rerolled,
    Started,
    TilesPlaced,
    Traded,
)
from assistant.game.refusals import Refusal, Refused
from assistant.game.state import Game, Seat
from assistant.moves.open_cells import fitting, fitting_colours
from assistant.rules.book import LONGEST_LINE, Blocked, Deed, Trade
from assistant.rules.books import book_of
from assistant.rules.cards import QWIRKLE, row_violations
from assistant.rules.ruling import Fault
from assistant.rules.supply import unseen
from assistant.tiles import Colour, Tile


def objection(game: Game, event: Entry, *, in_order: bool = True) -> Refused | None:
    """Why this entry cannot be part of the game, if anything speaks against it.

    Whose turn it was is not asked again of what the table accepted long ago.
    """
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
    match event:
        case PlayerLeft():
            return None
        case Counted():
            return _against_count(game, event)
        case _ if seat.turns_left == 0:
            return _refused(game, Refusal.NO_TURN_LEFT, Deed.END, seat.name)
        case LetStand():
            pass
        case _ if in_order and not event.out_of_turn and not _is_turn_of(game, seat.name):
            whose = game.next_player or ""
            rule = game.book.deeds[Deed.TURN]
            return Refused(Refusal.NOT_YOUR_TURN, seat.name, rule=rule, whose=whose)
    return _against(game, seat, event)


def start_objection(started: Started) -> Refused | None:
    """Why these players cannot sit down to this game."""
    book = book_of(started.settings.rules)
    most = book.most_players(started.settings.up_to_six)
    if not book.min_players <= len(started.players) <= most:
        rule = f"{book.letter}1"
        return Refused(Refusal.PLAYER_COUNT, count=len(started.players), limit=most, rule=rule)
    if not all(name.strip() for name in started.players):
        return Refused(Refusal.NAME_EMPTY)
    for index, name in enumerate(started.players):
        if name in started.players[:index]:
            return Refused(Refusal.NAME_TAKEN, name)
    if started.first is not None and started.first not in started.players:
        return Refused(Refusal.UNKNOWN_PLAYER, started.first)
    if any(len(by_seat) not in (0, len(started.players)) for by_seat in _by_seat(started)):
        return Refused(Refusal.SEATS_DIFFER)
    if started.declared and not book.smallest_opening <= started.declared <= LONGEST_LINE:
        rule = book.deeds[Deed.OPENING]
        return Refused(
            Refusal.DECLARED_IMPOSSIBLE, count=started.declared, limit=LONGEST_LINE, rule=rule
        )
    return (
        Refused(Refusal.WRONG_GAME) if (started.rows if book.is_grid else started.start) else None
    )


def table_objection(started: Started) -> Refused | None:
    """Why these pieces cannot lie there when the game is taken up."""
    book = book_of(started.settings.rules, started.settings.palette)
    lying = [placed.tile for placed in started.start] + [c for row in started.rows for c in row]
    if len(lying) > book.tile_count:
        return Refused(
            Refusal.START_TOO_MANY, count=len(lying), limit=book.tile_count, rule=f"{book.letter}1"
        )
    for what, count in Counter(map(book.limited, lying)).items():
        if count > book.copies:
            return Refused(
                Refusal.START_COPIES,
                count=count,
                limit=book.copies,
                rule=f"{book.letter}1",
                tile=what,
            )
    for row in started.rows:
        if row_violations(row) or len(row) == QWIRKLE:
            return Refused(
                Refusal.START_NO_ROW, count=len(row), rule=f"{book.letter}4", tile=row[0]
            )
    return None


def finish_objection(game: Game, event: Finished) -> Refused | None:
    """Why the table cannot call this end now; who went out is believed."""
    if game.finished:
        return Refused(Refusal.AFTER_THE_END)
    match event.end:
        case End.AGREED:
            return None
        case End.WENT_OUT if game.book.going_out_bonus is not None:
            is_known = game.seat(event.player or "") is not None
            return None if is_known else Refused(Refusal.UNKNOWN_PLAYER, event.player or "")
        case End.BLOCKED if game.book.blocked is not Blocked.NEVER:
            return _against_blocked(game)
        case _:
            return _refused(game, Refusal.ENDS_BY_ITSELF, Deed.END)


def can_be_blocked(game: Game) -> bool:
    """Whether this table plays with the end that comes when nobody can place."""
    by_edition = game.book.blocked is Blocked.BY_EDITION
    return game.settings.blocked_end if by_edition else game.book.blocked is Blocked.ALWAYS


def stuck_pieces(game: Game) -> int:
    """How many of the unseen pieces fit nowhere, whichever face of a cube is up."""
    left = {what: count for what, count in _unseen(game).items() if count}
    tiles = fitting(game.board, [what for what in left if isinstance(what, Tile)])
    colours = fitting_colours(game.board, [what for what in left if isinstance(what, Colour)])
    return sum(count for what, count in left.items() if what not in tiles | colours)


def fits_somewhere(game: Game) -> Tile | Colour | None:
    """An unseen piece that still fits, the first in rulebook order."""
    for what, count in _unseen(game).items():
        found = (
            fitting(game.board, [what])
            if isinstance(what, Tile)
            else fitting_colours(game.board, [what])
        )
        if count and found:
            return what
    return None


def _refused(
    game: Game, reason: Refusal, deed: Deed, player: str = "", count: int = 0, limit: int = 0
) -> Refused:
    return Refused(reason, player, count, limit, game.book.deeds[deed])


def _is_turn_of(game: Game, player: str) -> bool:
    return player in (game.next_player, game.retry)


def _by_seat(started: Started) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return started.handicap, started.teams


def _unseen(game: Game) -> dict[Tile | Colour, int]:
    return unseen(game.board.tiles.values(), game.book)


def _against(game: Game, seat: Seat, event: Entry) -> Refused | None:
    on_grid, opens_first = game.book.is_grid, not game.has_opened
    opens_first = opens_first and not game.settings.no_opening_set
    match event:
        case TilesPlaced(traded=traded) | CardsLaid(traded=traded) if traded:
            return _refused(game, Refusal.ONE_THING_A_TURN, Deed.TURN, seat.name)
        case TilesPlaced() | LetStand(TilesPlaced()) if not on_grid:
            return Refused(Refusal.WRONG_GAME, seat.name)
        case CardsLaid() | LetStand(CardsLaid()) if on_grid:
            return Refused(Refusal.WRONG_GAME, seat.name)
        case TilesPlaced(rolled=rolled) | LetStand(TilesPlaced(rolled=rolled)) if rolled:
            return _against_roll(game, seat, rolled, opens_first)
        case Rerolled(_, count, hand=hand):
            return _against_roll(game, seat, count, opens_first, hand)
        case Traded(_, count):
            return _against_trade(game, seat, count, opens_first)
        case Passed():
            return _against_pass(game, seat)
        case _:
            return None


def _held(game: Game, seat: Seat) -> int:
    """The most tiles the player can hold."""
    return game.book.hand_size if seat.hand is None else seat.hand


def _against_trade(game: Game, seat: Seat, count: int, opens_first: bool) -> Refused | None:
    trade, held = game.book.trade, _held(game, seat)
    whole = trade is Trade.WHOLE_HAND

    def no(reason: Refusal, limit: int = 0) -> Refused:
        return _refused(game, reason, Deed.TRADE, seat.name, count, limit)

    if trade is Trade.NEVER:
        return no(Refusal.NO_TRADING)
    if count < 1:
        return no(Refusal.TRADE_NOTHING)
    if count > held:
        return no(Refusal.TRADE_MORE_THAN_HAND, held)
    # With fewer cards in the pile than in the hand the player draws what is there (K6).
    if whole and count < min(held, max(game.bag, 1)):
        return no(Refusal.TRADE_WHOLE_HAND, held)
    if game.bag < (1 if whole else count):
        return no(Refusal.TRADE_MORE_THAN_BAG, game.bag)
    if opens_first:
        return _refused(game, Refusal.OPENS_FIRST, Deed.OPENING, seat.name)
    return None


def _against_roll(
    game: Game, seat: Seat, count: int, opens_first: bool, hand: tuple[Tile, ...] = ()
) -> Refused | None:
    """Once a turn any number, then all of them as often as nothing fits (U4, U5).

    Whether something fits is asked where the hand before the roll was seen.
    """
    held = _held(game, seat)

    def no(reason: Refusal, limit: int = 0) -> Refused:
        return _refused(game, reason, Deed.ROLL, seat.name, count, limit)

    if not game.book.rolls:
        return no(Refusal.NO_ROLLING)
    if count < 1:
        return no(Refusal.ROLL_NOTHING)
    if count > held:
        return no(Refusal.ROLL_MORE_THAN_HAND, held)
    if seat.rolls and count < held:
        return no(Refusal.ROLL_ONCE, held)
    if opens_first:
        return _refused(game, Refusal.OPENS_FIRST, Deed.OPENING, seat.name)
    if seat.rolls and (fits := fitting(game.board, hand)):
        return replace(no(Refusal.ROLL_STILL_FITS), tile=min(fits, key=str))
    return None


def _against_pass(game: Game, seat: Seat) -> Refused | None:
    """Passing is for those who can do nothing else.

    Where nothing is traded, that is who may hold only colours of which no face fits (U5).
    """
    if game.book.trade is Trade.NEVER:
        held = 1 if seat.hand is None else seat.hand
        if game.has_opened and stuck_pieces(game) >= held:
            return None
        return _refused(game, Refusal.NO_PASSING, Deed.PASS, seat.name)
    if game.bag:
        return _refused(game, Refusal.PASS_WITH_BAG, Deed.PASS, seat.name, limit=game.bag)
    return None


def _against_blocked(game: Game) -> Refused | None:
    if not can_be_blocked(game):
        return _refused(game, Refusal.NO_BLOCKED_END, Deed.BLOCKED)
    if game.bag and game.book.trade is not Trade.NEVER:
        return _refused(game, Refusal.BAG_NOT_EMPTY, Deed.BLOCKED, limit=game.bag)
    hands = [seat.hand for seat in game.seats if not seat.has_left]
    held = sum(hand for hand in hands if hand is not None)
    if None in hands or stuck_pieces(game) >= held:
        return None
    rule = game.book.deeds[Deed.BLOCKED]
    return Refused(Refusal.STILL_FITS, rule=rule, tile=fits_somewhere(game))


def _against_count(game: Game, event: Counted) -> Refused | None:
    hand, bag = event.hand or 0, event.bag or 0
    possible = 0 <= hand <= game.book.hand_size and 0 <= bag <= game.book.tile_count
    says_something = event.hand is not None or event.bag is not None
    if possible and says_something:
        return None
    rule = game.book.rules[Fault.TOO_MANY_TILES]
    return Refused(Refusal.COUNT_IMPOSSIBLE, event.player, hand, game.book.hand_size, rule)

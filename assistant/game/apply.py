"""What one entry of the score sheet does to the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from assistant.game.events import (
    CardsLaid,
    End,
    Entry,
    LetStand,
    Passed,
    PlayerLeft,
    PointsAdjusted,
    Rerolled,
    Rulebook,
    TilesPlaced,
    Traded,
)
from assistant.game.objections import objection
from assistant.game.refusals import Refused
from assistant.game.state import HAND_SIZE, Game, Seat, Turn
from assistant.moves.open_cells import can_place
from assistant.rules import cards, classic, grid
from assistant.rules.cards import CardsRuling
from assistant.rules.ruling import Fault, Ruling, Violation
from assistant.rules.supply import Supply, unseen_tiles


def play(game: Game, event: Entry) -> Game:
    """The game after one more entry; one that is refused or illegal leaves the table as it was."""
    if refused := objection(game, event):
        return _noted(game, event, refused=refused)
    match event:
        case TilesPlaced() | CardsLaid():
            ruling = rule_on(game, event)
            if not ruling.is_legal:
                return _passed_on(_noted(game, event, ruling), event.player)
            points = ruling.points if isinstance(ruling, Ruling) else ruling.qwirkles
            return _moved(game, event, event, ruling, points)
        case LetStand(move, points):
            stood = None if isinstance(move, Passed) else rule_on(game, move)
            return _moved(game, event, move, stood, points)
        case Traded(player):
            traded = _noted(game, event)
            # A new hand in Cards is part of the turn that goes on with it (K6).
            return traded if game.settings.rules is Rulebook.CARDS else _passed_on(traded, player)
        case Passed(player):
            return _passed_on(_noted(game, event), player)
        case Rerolled(player):
            rolled = game.with_seat(player, lambda seat: replace(seat, rolls=seat.rolls + 1))
            return _noted(rolled, event)
        case PointsAdjusted(player, points):
            return _noted(_paid(game, player, points), event, points=points)
        case PlayerLeft(player):
            return _noted(_gone(game, player), event)


def rule_on(game: Game, move: TilesPlaced | CardsLaid) -> Ruling | CardsRuling:
    """The referee's answer to a move, the player's hand and the declared opening considered."""
    if isinstance(move, CardsLaid):
        palette = game.settings.palette
        ruling = cards.rule_on(game.rows, move.laid, move.rows, game.piles, palette)
        if any(violation.fault is Fault.TOO_MANY_TILES for violation in ruling.violations):
            return ruling
        return replace(ruling, violations=ruling.violations + _beyond_hand(game, move, "K1"))
    book = game.book
    if game.started.declared and not game.board:
        found = grid.rule_on_opening(move.placement, game.started.declared, book)
    else:
        found = grid.rule_on(game.board, move.placement, book)
    if any(violation.fault is Fault.TOO_MANY_TILES for violation in found.violations):
        return found
    beyond = _beyond_hand(game, move, book.rules[Fault.TOO_MANY_TILES])
    return Ruling(found.violations + beyond, found.lines, 0 if beyond else found.points)


def _beyond_hand(game: Game, move: TilesPlaced | CardsLaid, rule: str) -> tuple[Violation, ...]:
    """The complaint that more was laid than the hand can have held."""
    seat = game.seat(move.player)
    laid = move.laid if isinstance(move, CardsLaid) else tuple(p.tile for p in move.placement)
    if seat is None or seat.hand is None or len(laid) <= seat.hand:
        return ()
    cells = () if isinstance(move, CardsLaid) else tuple(p.cell for p in move.placement)
    return (Violation(Fault.TOO_MANY_TILES, rule, cells, laid, len(laid)),)


def _moved(
    game: Game,
    event: Entry,
    move: TilesPlaced | CardsLaid | Passed,
    ruling: Ruling | CardsRuling | None,
    points: int,
) -> Game:
    """The game after a move that counts: laid, drawn, paid, and the end looked for."""
    after = _drawn(_laid(game, move, ruling), move.player, _laid_count(move))
    seat = after.seat(move.player)
    went_out = _laid_count(move) > 0 and after.bag == 0 and seat is not None and seat.hand == 0
    bonus = 0
    if went_out and game.settings.rules is not Rulebook.CARDS:
        bonus = classic.GOING_OUT_BONUS
        after = replace(after, end=End.WENT_OUT)
    elif _is_blocked(after):
        after = replace(after, end=End.BLOCKED)
    paid = _paid(after, move.player, points + bonus)
    noted = _noted(paid, event, ruling, points=points + bonus, bonus=bonus)
    return _passed_on(noted, move.player, drew_last=game.bag > 0 and after.bag == 0)


def _is_blocked(game: Game) -> bool:
    """Whether nobody can place any more: with the bag empty, all unseen are in hands (C12)."""
    settings = game.settings
    if game.bag or not settings.blocked_end or settings.rules is not Rulebook.CLASSIC:
        return False
    unseen = unseen_tiles(game.board.tiles.values(), classic.GAME, settings.palette)
    return not can_place(game.board, [tile for tile, count in unseen.items() if count])


def _laid_count(move: TilesPlaced | CardsLaid | Passed) -> int:
    match move:
        case TilesPlaced():
            return len(move.placement)
        case CardsLaid():
            return len(move.laid)
        case Passed():
            return 0


def _laid(
    game: Game, move: TilesPlaced | CardsLaid | Passed, ruling: Ruling | CardsRuling | None
) -> Game:
    """The game with the move's tiles on the table and its Qwirkles of cards off it."""
    if isinstance(move, TilesPlaced):
        return replace(game, board=game.board.with_tiles(move.placement))
    if isinstance(move, CardsLaid) and isinstance(ruling, CardsRuling):
        shown = Counter(card for row in move.rows for card in row)
        left = Counter(card for row in ruling.table for card in row)
        taken = tuple((shown - left).elements())
        return replace(game, rows=ruling.table, piles=game.piles + taken)
    return game


def _drawn(game: Game, player: str, laid: int) -> Game:
    """The game after the hand was filled up again, as far as the bag reaches (C11, U7, K7)."""
    seat = game.seat(player)
    if seat is None or seat.hand is None or not laid:
        return game
    # A move that the table let stand may show more tiles than the count of hands allows.
    held = max(seat.hand, laid)
    supply = Supply(game.bag, (held,), HAND_SIZE[game.settings.rules]).after_placing(0, laid)
    after = game.with_seat(player, lambda seat: replace(seat, hand=supply.hands[0], rolls=0))
    return replace(after, bag=supply.bag)


def _paid(game: Game, player: str, points: int) -> Game:
    return game.with_seat(player, lambda seat: replace(seat, total=seat.total + points))


def _gone(game: Game, player: str) -> Game:
    """The game without a player, whose hand goes back into the bag."""
    seat = game.seat(player)
    # In the last round of Cards nothing is drawn any more, so nothing returns to the pile.
    back = 0 if seat is None or seat.turns_left is not None else seat.hand or 0
    after = game.with_seat(player, lambda seat: replace(seat, hand=0, turns_left=0, has_left=True))
    after = _ended(replace(after, bag=game.bag + back))
    if game.next_player == player:
        after = replace(after, next_player=_after(after, player))
    return after


def _passed_on(game: Game, player: str, *, drew_last: bool = False) -> Game:
    """The game when a player's turn is over: the next one's turn, or the end of the last round."""
    if drew_last and game.settings.rules is Rulebook.CARDS:
        last_turns = (replace(s, turns_left=0 if s.has_left else 1) for s in game.seats)
        game = replace(game, seats=tuple(last_turns))
    else:
        game = _ended(game.with_seat(player, _one_turn_less))
    return replace(game, next_player=_after(game, player))


def _ended(game: Game) -> Game:
    """The game, over when nobody has a turn left: the last round is played, or all went home."""
    if game.finished or any(seat.turns_left != 0 for seat in game.seats):
        return game
    all_left = all(seat.has_left for seat in game.seats)
    return replace(game, end=End.AGREED if all_left else End.LAST_ROUND)


def _one_turn_less(seat: Seat) -> Seat:
    return seat if seat.turns_left is None else replace(seat, turns_left=seat.turns_left - 1)


def _after(game: Game, player: str) -> str | None:
    """Who plays after a player, clockwise, those who left skipped; nobody after the end."""
    if game.finished:
        return None
    here = game.players.index(player)
    order = game.seats[here + 1 :] + game.seats[: here + 1]
    return next((seat.name for seat in order if not seat.has_left), None)


def _noted(
    game: Game,
    event: Entry,
    ruling: Ruling | CardsRuling | None = None,
    *,
    refused: Refused | None = None,
    points: int = 0,
    bonus: int = 0,
) -> Game:
    """The game with one more line on its score sheet."""
    stands = isinstance(event, LetStand) and refused is None
    number = len(game.turns) + 1
    turn = Turn(number, event, ruling, refused, points, bonus, game.totals, stands)
    return replace(game, turns=(*game.turns, turn))

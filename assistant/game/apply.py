"""What one entry of the score sheet does to the table."""

from __future__ import annotations

from dataclasses import replace

from assistant.game.events import (
    CardsLaid,
    Counted,
    End,
    Entry,
    LetStand,
    Passed,
    PlayerLeft,
    PointsAdjusted,
    Rerolled,
    TilesPlaced,
    Traded,
)
from assistant.game.objections import can_be_blocked, fits_somewhere, objection
from assistant.game.refusals import Refusal, Refused, Remark, Remarked
from assistant.game.state import Game, Seat, Turn
from assistant.rules import cards, grid
from assistant.rules.book import Deed, Trade
from assistant.rules.cards import CardsRuling
from assistant.rules.ruling import Fault, Ruling, Violation
from assistant.tiles import Tile

NOT_THE_PLAYERS = (
    Refusal.UNKNOWN_PLAYER,
    Refusal.AFTER_THE_END,
    Refusal.PLAYER_LEFT,
    Refusal.NO_TURN_LEFT,
    Refusal.NOT_YOUR_TURN,
    Refusal.NO_REASON,
    Refusal.COUNT_IMPOSSIBLE,
)
"""What is refused for these reasons was nobody's turn, and uses up none."""


def play(game: Game, event: Entry, *, in_order: bool = False) -> Game:
    """The game after one more entry; one that is refused or illegal leaves the table as it was.

    Whose turn it was is asked only where somebody wants the order judged.
    """
    if refused := objection(game, event, in_order=in_order):
        noted = _noted(game, event, refused=refused)
        return noted if refused.reason in NOT_THE_PLAYERS else _tried(noted, event.player)
    match event:
        case PointsAdjusted(player, points):
            return _noted(_paid(game, player, points), event, points=points)
        case Counted():
            return _noted(_counted(game, event), event)
        case PlayerLeft(player):
            return _noted(_gone(game, player), event)
        case _:
            return _played(_forfeited(game, event.player), event)


def _played(
    game: Game, event: TilesPlaced | CardsLaid | Traded | Rerolled | Passed | LetStand
) -> Game:
    match event:
        case TilesPlaced() | CardsLaid():
            ruling = rule_on(game, event)
            if not ruling.is_legal:
                rolled = isinstance(event, TilesPlaced) and event.rolled > 0
                tried = _rolled(game, event.player) if rolled else game
                return _tried(_noted(tried, event, ruling), event.player)
            points = ruling.points if isinstance(ruling, Ruling) else ruling.qwirkles
            return _moved(game, event, event, ruling, points)
        case LetStand(move, points):
            stood = None if isinstance(move, Passed) else rule_on(game, move)
            return _moved(game, event, move, stood, points)
        case Traded(player) if game.book.trade is Trade.WHOLE_HAND:
            # A new hand in Cards is part of the turn that goes on with it (K6).
            return replace(_noted(_new_hand(game, player), event), next_player=player)
        case Traded(player):
            return _passed_on(_noted(game, event), player)
        case Passed(player):
            return _passed(_noted(game, event), player)
        case Rerolled(player):
            return replace(_noted(_rolled(game, player), event), next_player=player)


def rule_on(game: Game, move: TilesPlaced | CardsLaid) -> Ruling | CardsRuling:
    """The referee's answer to a move, the player's hand and the declared opening considered."""
    palette, book = game.settings.palette, game.book
    opens = not game.has_opened and not game.settings.no_opening_set
    declared = game.started.declared if move.player == game.started.opener else 0
    found: Ruling | CardsRuling
    match move:
        case CardsLaid() if opens:
            found = cards.rule_on_opening(move.laid, move.rows, declared, palette)
        case CardsLaid():
            found = cards.rule_on(game.rows, move.laid, move.rows, game.piles, palette)
        case TilesPlaced() if opens:
            found = grid.rule_on_opening(move.placement, declared, book)
        case TilesPlaced():
            found = grid.rule_on(game.board, move.placement, book)
    if any(violation.fault is Fault.TOO_MANY_TILES for violation in found.violations):
        return found
    beyond = _beyond_hand(game, move)
    if isinstance(found, CardsRuling):
        return replace(found, violations=found.violations + beyond)
    return Ruling(found.violations + beyond, found.lines, 0 if beyond else found.points)


def taken_up(game: Game) -> Game:
    """The table before the first turn, over at once where nobody can place (C12)."""
    if not game.board or not _is_blocked(game):
        return game
    return replace(game, end=End.BLOCKED, next_player=None)


def _beyond_hand(game: Game, move: TilesPlaced | CardsLaid) -> tuple[Violation, ...]:
    """The complaint that more was laid than the hand can have held."""
    seat = game.seat(move.player)
    laid = move.laid if isinstance(move, CardsLaid) else tuple(p.tile for p in move.placement)
    if seat is None or seat.hand is None or len(laid) <= seat.hand:
        return ()
    cells = () if isinstance(move, CardsLaid) else tuple(p.cell for p in move.placement)
    return (game.book.violation(Fault.TOO_MANY_TILES, cells, laid, len(laid)),)


def _moved(
    game: Game,
    event: Entry,
    move: TilesPlaced | CardsLaid | Passed,
    ruling: Ruling | CardsRuling | None,
    points: int,
) -> Game:
    """The game after a move that counts: laid, drawn, paid, and the end looked for."""
    if isinstance(move, Passed):
        # Nobody said that nothing could be placed; the table only agreed to go on.
        return _passed_on(
            _noted(_paid(game, move.player, points), event, points=points), move.player
        )
    after = replace(_drawn(_laid(game, move, ruling), move.player, _laid_count(move)), passes=0)
    seat = after.seat(move.player)
    went_out = after.bag == 0 and seat is not None and seat.hand == 0
    bonus = 0
    if went_out and game.book.going_out_bonus is not None:
        bonus = 0 if game.settings.no_bonus else game.book.going_out_bonus
        after = replace(after, end=End.WENT_OUT)
    elif _is_blocked(after):
        after = replace(after, end=End.BLOCKED)
    paid = _paid(after, move.player, points + bonus)
    remarks = _remarks(game, event, ruling)
    noted = _noted(paid, event, ruling, points=points + bonus, bonus=bonus, remarks=remarks)
    return _passed_on(noted, move.player, drew_last=game.bag > 0 and after.bag == 0)


def _remarks(game: Game, event: Entry, ruling: Ruling | CardsRuling | None) -> tuple[Remarked, ...]:
    """What the table agreed on beside the rules, and that nobody declared a set to open with."""
    if isinstance(event, LetStand):
        return _agreed(game, event, ruling)
    if game.has_opened or game.settings.no_opening_set:
        return ()
    if game.started.declared and event.player == game.started.opener:
        return ()
    return (Remarked(Remark.UNDECLARED, game.book.deeds[Deed.OPENING], event.player),)


def _agreed(
    game: Game, event: LetStand, ruling: Ruling | CardsRuling | None
) -> tuple[Remarked, ...]:
    """That a legal move was let stand for other points than it pays."""
    if ruling is None or not ruling.is_legal:
        return ()
    pays = ruling.points if isinstance(ruling, Ruling) else ruling.qwirkles
    if pays == event.points:
        return ()
    rule = game.book.deeds[Deed.TURN]
    return (Remarked(Remark.AGREED, rule, event.player, event.points, pays),)


def _is_blocked(game: Game) -> bool:
    """Whether nobody can place any more, whoever holds what.

    With the bag empty all unseen tiles are in hands (C12); cubes that fit with no face never will
    (U5), drawn or not.
    """
    if not can_be_blocked(game) or (game.bag and game.book.trade is not Trade.NEVER):
        return False
    return fits_somewhere(game) is None


def _laid_count(move: TilesPlaced | CardsLaid) -> int:
    return len(move.placement) if isinstance(move, TilesPlaced) else len(move.laid)


def _laid(game: Game, move: TilesPlaced | CardsLaid, ruling: Ruling | CardsRuling | None) -> Game:
    """The game with the move's tiles on the table and its Qwirkles of cards off it."""
    if isinstance(move, TilesPlaced):
        return replace(game, board=game.board.with_tiles(move.placement))
    if not isinstance(ruling, CardsRuling):
        return game
    lying = list(ruling.table)
    taken: tuple[Tile, ...] = ()
    for row in filter(None, move.rows):
        if row in lying:
            lying.remove(row)
        else:
            taken += row
    after = game.with_seat(move.player, lambda seat: replace(seat, pile=seat.pile + taken))
    return replace(after, rows=ruling.table)


def _drawn(game: Game, player: str, laid: int) -> Game:
    """The game after the hand was filled up again, as far as the bag reaches (C11, U7, K7)."""
    seat = game.seat(player)
    if seat is None or seat.hand is None or not laid:
        return game
    # A move that the table let stand may show more tiles than the count of hands allows.
    kept = max(seat.hand - laid, 0)
    drawn = min(game.bag, game.book.hand_size - kept)
    after = game.with_seat(player, lambda seat: replace(seat, hand=kept + drawn))
    return replace(after, bag=game.bag - drawn)


def _new_hand(game: Game, player: str) -> Game:
    """The game after a player of Cards took a new hand (K6).

    Where the pile held fewer cards than the hand, they are the last ones, and the turn that goes
    on is the player's one more turn.
    """
    seat = game.seat(player)
    held = game.book.hand_size if seat is None or seat.hand is None else seat.hand
    return game if game.bag >= held else _in_last_round(replace(game, bag=0))


def _in_last_round(game: Game) -> Game:
    """Everybody who is still there has one more turn (K7)."""
    seats = (replace(seat, turns_left=0 if seat.has_left else 1) for seat in game.seats)
    return replace(game, seats=tuple(seats))


def _not_in_last_round(game: Game) -> Game:
    seats = (replace(seat, turns_left=0 if seat.has_left else None) for seat in game.seats)
    return replace(game, seats=tuple(seats))


def _rolled(game: Game, player: str) -> Game:
    return game.with_seat(player, lambda seat: replace(seat, rolls=seat.rolls + 1))


def _paid(game: Game, player: str, points: int) -> Game:
    return game.with_seat(player, lambda seat: replace(seat, total=seat.total + points))


def _counted(game: Game, event: Counted) -> Game:
    """The game with the counts that the table found."""
    if event.hand is not None:
        game = game.with_seat(event.player, lambda seat: replace(seat, hand=event.hand))
    if event.bag is None:
        return game
    game = replace(game, bag=event.bag)
    if not game.book.last_round:
        return game
    # An empty pile is the last round's beginning, and cards that turn up in it are its end (K7).
    if event.bag == 0 and all(seat.turns_left is None for seat in game.seats):
        return _in_last_round(game)
    return _not_in_last_round(game) if event.bag else game


def _gone(game: Game, player: str) -> Game:
    """The game without a player, whose hand goes back into the bag."""
    seat = game.seat(player)
    # In the last round of Cards nothing is drawn any more, so nothing returns to the pile.
    back = 0 if seat is None or seat.turns_left is not None else seat.hand or 0
    after = game.with_seat(player, lambda seat: replace(seat, hand=0, turns_left=0, has_left=True))
    after = _ended(replace(after, bag=game.bag + back))
    if game.retry == player:
        after = replace(after, retry=None)
    if game.next_player == player:
        after = replace(after, next_player=_after(after, player))
    return after


def _tried(game: Game, player: str) -> Game:
    """The game after an illegal try: the same player may try again, or the next one plays."""
    return replace(game, retry=player, next_player=_after(game, player))


def _forfeited(game: Game, player: str) -> Game:
    """The game when somebody plays: whoever else could still have tried again has had the turn."""
    if game.retry is None:
        return game
    waiting = game.retry
    game = replace(game, retry=None)
    return game if waiting == player else _turn_over(game, waiting)


def _passed(game: Game, player: str) -> Game:
    """The game after a pass; over when everybody passed one after the other (C12, U5)."""
    game = replace(game, passes=game.passes + 1)
    if game.passes >= sum(not seat.has_left for seat in game.seats) and can_be_blocked(game):
        game = replace(game, end=End.BLOCKED)
    return _passed_on(game, player)


def _passed_on(game: Game, player: str, *, drew_last: bool = False) -> Game:
    """The game when a player's turn is over: the next one's turn, or the end of the last round."""
    if drew_last and game.book.last_round:
        game = _in_last_round(game)
    else:
        game = _ended(_turn_over(game, player))
    return replace(game, next_player=_after(game, player))


def _turn_over(game: Game, player: str) -> Game:
    """The game with one turn less for a player, who may roll again in the next one (U4)."""

    def over(seat: Seat) -> Seat:
        left = None if seat.turns_left is None else max(seat.turns_left - 1, 0)
        return replace(seat, rolls=0, turns_left=left)

    return game.with_seat(player, over)


def _ended(game: Game) -> Game:
    """The game, over when nobody has a turn left: the last round is played, or all went home."""
    if game.finished or any(seat.turns_left != 0 for seat in game.seats):
        return game
    all_left = all(seat.has_left for seat in game.seats)
    return replace(game, end=End.AGREED if all_left else End.LAST_ROUND)


def _after(game: Game, player: str) -> str | None:
    """Who plays after a player, clockwise, those with no turn left skipped; nobody at the end."""
    if game.finished:
        return None
    here = game.players.index(player)
    order = game.seats[here + 1 :] + game.seats[: here + 1]
    return next((seat.name for seat in order if seat.turns_left != 0), None)


def _noted(
    game: Game,
    event: Entry,
    ruling: Ruling | CardsRuling | None = None,
    *,
    refused: Refused | None = None,
    points: int = 0,
    bonus: int = 0,
    remarks: tuple[Remarked, ...] = (),
) -> Game:
    """The game with one more line on its score sheet."""
    stands = isinstance(event, LetStand) and refused is None
    number = len(game.turns) + 1
    counts = 0 if isinstance(event, Rerolled) else 1
    ordinal = (game.turns[-1].ordinal if game.turns else 0) + counts
    paid = (points, bonus, game.totals)
    turn = Turn(number, event, ruling, refused, *paid, stands, remarks, ordinal)
    return replace(game, turns=(*game.turns, turn))

"""Effects: what an answer of people comes to, for the game and for what is known of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from assistant.game.events import Event, StartCorrected
from assistant.game.state import Game
from assistant.rules.opening import largest_set
from assistant.session.actions import (
    Accept,
    AcceptRows,
    Adopt,
    Append,
    Gone,
    Opens,
    OwnHand,
    Reject,
    RejectRows,
    Settle,
    Trust,
)
from assistant.watch.balance import WayOut
from assistant.watch.live import LiveWatch
from assistant.watch.meaning import Meant, accepted_events, counted_with_last, taken_away
from assistant.watch.rows_events import several_turns, turn_events

Answering = (
    Append
    | Accept
    | AcceptRows
    | Reject
    | RejectRows
    | Gone
    | Settle
    | Adopt
    | Trust
    | OwnHand
    | Opens
)


@dataclass(frozen=True, slots=True)
class Effect:
    """Events for the game, if any, and if they are told another view of the table."""

    events: tuple[Event, ...] = ()
    by_hand: bool = False
    """Whether a person says so, which outranks every picture."""
    even_illegal: bool = False
    then: Callable[[LiveWatch], LiveWatch] | None = None


def effect(action: Answering, game: Game | None, live: LiveWatch) -> Effect | None:
    """What an action does now; None where it answers what is no longer there."""
    match action:
        case Append(event):
            return Effect((event,), by_hand=True)
        case Trust(by_itself):
            return Effect(then=lambda live: replace(live, by_itself=by_itself))
        case Adopt():
            return Effect(then=LiveWatch.adopted) if live.strange else None
        case _ if game is None:
            return None
        case Accept() | Reject() | Gone():
            return _of_proposal(action, game, live)
        case AcceptRows() | RejectRows():
            return _of_rows(action, game, live)
        case Settle():
            return _of_uncounted(action, game, live)
        case OwnHand() | Opens():
            return _of_hands(action, game, live)


def _of_proposal(action: Accept | Reject | Gone, game: Game, live: LiveWatch) -> Effect | None:
    """Act on the proposal, if it is still the one that the phone was shown."""
    proposal = live.proposal
    if proposal is None:
        return None
    shown = action.cells if isinstance(action, Gone) else action.placement
    if shown != (proposal.missing if isinstance(action, Gone) else proposal.placement):
        return None
    match action:
        case Accept(_, meant, player, turns):
            events = accepted_events(game, proposal, meant, turns)
            offered = [one.turns for one in live.choices]
            unknown = meant is Meant.TWO_TURNS and turns not in offered
            if player not in ("", game.mover) or not events or unknown:
                return None
            if meant is not Meant.NOTHING:
                return Effect(events)
            laid = [placed.cell for placed in proposal.placement]
            return Effect(events, even_illegal=True, then=lambda live: live.denied(laid))
        case Reject():
            return Effect(then=LiveWatch.rejected)
        case Gone(really=True):
            return Effect(taken_away(game, proposal), by_hand=True)
        case Gone(cells):
            return Effect(then=lambda live: live.stood(cells))


def _of_rows(action: AcceptRows | RejectRows, game: Game, live: LiveWatch) -> Effect | None:
    """Act on the table of Cards, if it is still the one that the phone was shown."""
    proposal = None if live.rows is None else live.rows.proposal
    if proposal is None or action.rows != proposal.rows:
        return None
    match action:
        case AcceptRows(laid, rows, player, even_illegal, several, is_guess):
            if player not in ("", game.mover):
                return None
            events = turn_events(game, laid, rows, proposal.revised)
            if several and proposal.turns:
                events = several_turns(game, proposal.turns, proposal.count)
            looked_at = None if is_guess else LiveWatch.confirmed
            then = LiveWatch.rejected if even_illegal else looked_at
            return Effect(events, even_illegal=even_illegal, then=then)
        case RejectRows():
            return Effect(then=LiveWatch.rejected)


def _of_uncounted(action: Settle, game: Game, live: LiveWatch) -> Effect | None:
    """Take what people say of tiles that are not counted, if those still are the ones."""
    tiles, way, balance = action.tiles, action.way, live.balance
    if not tiles or not set(tiles) <= {*balance.uncounted, *balance.aside}:
        return None
    if way is WayOut.LAST:
        events = counted_with_last(game, tiles)
        return Effect(events, by_hand=True) if events else None
    cells = [placed.cell for placed in tiles]
    return Effect(then=lambda live: live.settled(cells, way))


def _of_hands(action: OwnHand | Opens, game: Game, live: LiveWatch) -> Effect | None:
    """Take in whose an open hand is, or let a player start with what theirs shows (U3)."""
    hands = live.hands
    match action:
        case OwnHand(number, player):
            known = any(hand.number == number for hand in hands.hands)
            if not known or player not in game.players:
                return None
            given = hands.given(number, player, game)
            return Effect(then=lambda live: replace(live, hands=given))
        case Opens(player):
            hand = hands.whole(game, player)
            if game.turns or not hand:
                return None
            started = replace(game.started, first=player, declared=largest_set(hand))
            return Effect((StartCorrected(started),), by_hand=True)

"""Accepting a table of Cards: the events that tell it, earlier cards set right first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assistant.game.apply import play
from assistant.game.events import (
    CardRow,
    CardRows,
    CardsLaid,
    Corrected,
    Entry,
    Event,
    LetStand,
    Passed,
    move_of,
    with_changes,
)
from assistant.game.history import Accepted, answer
from assistant.game.state import Game
from assistant.rules.cards import CardsRuling
from assistant.tiles import Tile
from assistant.watch.rows_guess import KINDS, NONE, Revision
from assistant.watch.rows_turns import PartTurn


def revision_events(game: Game, revised: Sequence[Revision]) -> tuple[Event, ...]:
    """That cards of the table were others ever since they were laid; nothing where none was."""
    events: list[Event] = []
    for one in revised:
        row = tuple(KINDS[n] for n in one.row)
        now = None if one.now == NONE else KINDS[one.now]
        found = _corrections(game, row, KINDS[one.was], now)
        after = _told(game, found)
        if after is None or not _is_set_right(game.rows, after.rows, KINDS[one.was], now):
            # The referee would object to what the table let pass: it stands.
            found = [_let_stand(game, event) for event in found]
            after = _told(game, found)
        if after is None or not found:
            return ()
        events += found
        game = after
    return tuple(events)


def _told(game: Game, events: Sequence[Event]) -> Game | None:
    for event in events:
        answered = answer(game, event)
        if not isinstance(answered, Accepted):
            return None
        game = answered.game
    return game


def _is_set_right(before: CardRows, after: CardRows, was: Tile, now: Tile | None) -> bool:
    """Whether nothing but the one card is otherwise."""
    lay = Counter(card for one in before for card in one)
    lies = Counter(card for one in after for card in one)
    return lay - Counter([was]) + Counter([now] if now else []) == lies


def _let_stand(game: Game, event: Corrected) -> Corrected:
    (entry,) = event.really
    points = game.turns[event.turn - 1].points
    move = move_of(entry)
    assert isinstance(move, CardsLaid)
    return Corrected(event.turn, (LetStand(move, points),))


def _corrections(game: Game, row: CardRow, was: Tile, now: Tile | None) -> list[Corrected]:
    """One correction for every turn since the card was laid, latest turn first."""
    events: list[Corrected] = []
    for turn in reversed(game.turns):
        move = move_of(turn.event)
        if not isinstance(move, CardsLaid) or not (turn.is_legal or turn.stands):
            continue
        own = _nearest(move.rows, row, was)
        if own is None:
            return []
        rows = _with_changed(move.rows, own, was, now)
        before = _table_before(game, turn.number)
        from_hand = was in move.laid and not _lay_in(before, own, was)
        laid = tuple(_changed(move.laid, was, now)) if from_hand else move.laid
        events.append(Corrected(turn.number, (with_changes(turn.event, rows=rows, laid=laid),)))
        if from_hand or not any(was in one for one in before):
            return events
        row = own
    return []


def _table_before(game: Game, number: int) -> CardRows:
    """The rows that lay there before a turn."""
    for turn in reversed(game.turns[: number - 1]):
        ruling, move = turn.ruling, move_of(turn.event)
        if isinstance(move, CardsLaid) and (turn.is_legal or turn.stands):
            return ruling.table if isinstance(ruling, CardsRuling) else move.rows
    return game.started.rows


def _lay_in(before: CardRows, own: CardRow, was: Tile) -> bool:
    """Whether a card lay with most of its row before already, though one like it was laid."""
    return any(was in row and len(set(row) & set(own)) * 2 > len(row) for row in before)


def _nearest(rows: CardRows, row: CardRow, was: Tile) -> CardRow | None:
    """The row with the card that has most in common with another."""
    lay: Counter[Tile] = Counter(row)
    own = [one for one in rows if was in one]
    return max(own, key=lambda one: sum((lay & Counter(one)).values()), default=None)


def _with_changed(rows: CardRows, own: CardRow, was: Tile, now: Tile | None) -> CardRows:
    at = rows.index(own)
    return (*rows[:at], tuple(_changed(own, was, now)), *rows[at + 1 :])


def _changed(cards: Sequence[Tile], was: Tile, now: Tile | None) -> list[Tile]:
    found = list(cards)
    at = found.index(was)
    found[at : at + 1] = [now] if now is not None else []
    return found


def turn_events(
    game: Game, laid: tuple[Tile, ...], rows: CardRows, revised: Sequence[Revision] = ()
) -> tuple[Event, ...]:
    """A turn after the cards that turned out to be others; without them where they cannot be."""
    move = CardsLaid(game.mover, laid, rows)
    corrections = revision_events(game, revised)
    if not corrections:
        return (_as_known(game, move),) if revised else (move,)
    return (*corrections, move)


def _as_known(game: Game, move: CardsLaid) -> CardsLaid:
    """A turn with what it really lays given the table as it is known."""
    lay = Counter(card for row in game.rows for card in row)
    laid = Counter(card for row in move.rows for card in row) - lay
    return CardsLaid(move.player, tuple(laid.elements()), move.rows)


def several_turns(game: Game, turns: Sequence[PartTurn], count: int) -> tuple[Event, ...]:
    """These turns in player order; whoever is left over did nothing that can be seen."""
    events: list[Event] = []
    for turn in turns:
        if game.next_player is None:
            break
        event: Entry = CardsLaid(game.next_player, turn.laid, turn.rows)
        game = play(game, event)
        events.append(event)
    for _ in range(count - len(turns)):
        if game.next_player is None:
            break
        event = LetStand(Passed(game.next_player), 0)
        game = play(game, event)
        events.append(event)
    return tuple(events)

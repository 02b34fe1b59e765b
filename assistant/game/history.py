"""A game is the fold of its events: undo, redo and corrections of the past cost nothing extra."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from assistant.game.apply import play, rule_on, taken_up
from assistant.game.events import (
    Corrected,
    End,
    Entry,
    Event,
    Finished,
    PlayerRenamed,
    Redone,
    StartCorrected,
    Started,
    Undone,
    with_changes,
)
from assistant.game.objections import finish_objection, start_objection, table_objection
from assistant.game.refusals import Refusal, Refused, Remark, Remarked
from assistant.game.state import Game, Seat, Turn, initial_game
from assistant.rules.book import Deed

MOST_TURNS = 2000
"""Far more than any evening: 108 tiles laid one by one, each after a trade of everybody's."""
MOST_FOLDED = 5000
"""Turns that a fold makes at all; only events that nobody acknowledged tell of more."""

__all__ = ["Accepted", "Game", "Refused", "Seat", "Turn", "answer", "fold", "rule_on", "settled"]


@dataclass(frozen=True, slots=True)
class Accepted:
    """An event that is now part of the game."""

    game: Game


def fold(events: Iterable[Event], *, in_order: bool = False) -> Game:
    """The game these events tell; one that cannot count leaves its refusal on the score sheet.

    Whose turn it was is judged on request only: what a table accepted stays accepted, also where
    a later correction took out a turn before it.
    """
    past: list[Event] = []
    undone: list[Event] = []
    for event in events:
        match event:
            case Undone():
                if len(past) > 1:
                    undone.append(past.pop())
            case Redone():
                if undone:
                    past.append(undone.pop())
            case _:
                past.append(event)
                undone.clear()
    return _folded(past, undone, in_order)


def answer(game: Game | None, event: Event) -> Accepted | Refused:
    """The game with one more event, or why not; a refused event changes nothing.

    An illegal placement is accepted: its ruling is an answer, and stands on the score sheet with
    no points. What is refused here cannot be part of any game.
    """
    if game is None:
        if not isinstance(event, Started):
            return Refused(Refusal.NOT_STARTED)
        return start_objection(event) or table_objection(event) or Accepted(fold([event]))
    if refused := _objection(game, event):
        return refused
    match event:
        case Undone() | Redone() | Corrected() | StartCorrected() | PlayerRenamed() | Started():
            return Accepted(_refolded(game, event))
        case Finished():
            after = _finished(game, event)
        case _:
            after = play(game, event, in_order=True)
            if refused := after.turns[-1].refused:
                return refused
    return Accepted(replace(after, past=(*game.past, event), undone=()))


def settled(events: Sequence[Event]) -> tuple[Started, tuple[Entry | Finished, ...]]:
    """The start and the entries as they turned out: corrections made, final names everywhere."""
    if not events or not isinstance(events[0], Started):
        raise ValueError("a game begins with its start")
    started = events[0]
    entries: list[Entry | Finished] = []
    for event in events[1:]:
        match event:
            case Corrected(turn, really):
                places = [i for i, e in enumerate(entries) if not isinstance(e, Finished)]
                if 1 <= turn <= len(places):
                    entries[places[turn - 1] : places[turn - 1] + 1] = really
            case StartCorrected(anew):
                started = anew
            case PlayerRenamed(player, name):
                started = _renamed_start(started, player, name)
                entries = [_renamed(entry, player, name) for entry in entries]
            case Started() | Undone() | Redone():
                raise ValueError("a game has one start, and its undone events are gone")
            case _:
                entries.append(event)
        if len(entries) > MOST_FOLDED:
            raise ValueError(f"a game has at most {MOST_TURNS} turns")
    return started, tuple(entries)


def _folded(past: Sequence[Event], undone: Sequence[Event], in_order: bool = False) -> Game:
    started, entries = settled(past)
    step = partial(_step, in_order=in_order)
    game = reduce(step, entries, taken_up(initial_game(started)))
    return replace(game, past=tuple(past), undone=tuple(undone))


def _step(game: Game, entry: Entry | Finished, *, in_order: bool) -> Game:
    if not isinstance(entry, Finished):
        return play(game, entry, in_order=in_order)
    # A correction may have taken away what an end was called for; then the game goes on.
    if refused := finish_objection(game, entry):
        return replace(game, end_refused=refused)
    return _finished(game, entry)


def _finished(game: Game, event: Finished) -> Game:
    seat = game.seat(event.player or "")
    remark = None
    if event.end is End.WENT_OUT and seat is not None:
        bonus = 0 if game.settings.no_bonus else game.book.going_out_bonus or 0
        game = game.with_seat(seat.name, lambda seat: replace(seat, total=seat.total + bonus))
        if game.bag or seat.hand:
            rule, hand = game.book.deeds[Deed.END], seat.hand or 0
            remark = Remarked(Remark.COUNT_DIFFERS, rule, seat.name, hand, game.bag)
    return replace(game, end=event.end, end_remark=remark, next_player=None)


def _refolded(game: Game, event: Event) -> Game:
    """The game told from its start, with an event that reaches into the past."""
    match event:
        case Undone():
            return _folded(game.past[:-1], (*game.undone, game.past[-1]))
        case Redone():
            return _folded((*game.past, game.undone[-1]), game.undone[:-1])
        case _:
            return _folded((*game.past, event), ())


def _objection(game: Game, event: Event) -> Refused | None:
    match event:
        case Started():
            return Refused(Refusal.ALREADY_STARTED)
        case Undone():
            return None if len(game.past) > 1 else Refused(Refusal.NOTHING_TO_UNDO)
        case Redone():
            return None if game.undone else Refused(Refusal.NOTHING_TO_REDO)
        case Finished():
            return finish_objection(game, event)
        case PlayerRenamed(player, name):
            return _against_name(game, player, name)
        case StartCorrected(started):
            same = started.players == game.players
            return start_objection(started) if same else Refused(Refusal.OTHER_PLAYERS)
        case Corrected():
            return _against_correction(game, event)
        case _:
            return _against_more(game, 1)


def _against_more(game: Game, more: int) -> Refused | None:
    """A game without end would in the end hold up every phone."""
    is_too_many = more > 0 and len(game.turns) + more > MOST_TURNS
    return Refused(Refusal.TOO_MANY_TURNS, limit=MOST_TURNS) if is_too_many else None


def _against_name(game: Game, player: str, name: str) -> Refused | None:
    if game.seat(player) is None:
        return Refused(Refusal.UNKNOWN_PLAYER, player)
    if not name.strip():
        return Refused(Refusal.NAME_EMPTY, player)
    return Refused(Refusal.NAME_TAKEN, name) if game.seat(name) else None


def _against_correction(game: Game, event: Corrected) -> Refused | None:
    """A correction is refused when what it says could not have happened at that point."""
    if not 1 <= event.turn <= len(game.turns):
        return Refused(Refusal.NO_SUCH_TURN, count=event.turn, limit=len(game.turns))
    if refused := _against_more(game, len(event.really) - 1):
        return refused
    refolded = _refolded(game, event)
    changed = refolded.turns[event.turn - 1 : event.turn - 1 + len(event.really)]
    return next((turn.refused for turn in changed if turn.refused), None)


def _renamed(entry: Entry | Finished, player: str, name: str) -> Entry | Finished:
    if entry.player != player:
        return entry
    if isinstance(entry, Finished):
        return replace(entry, player=name)
    return with_changes(entry, player=name)


def _renamed_start(started: Started, player: str, name: str) -> Started:
    players = tuple(name if known == player else known for known in started.players)
    first = name if started.first == player else started.first
    return replace(started, players=players, first=first)

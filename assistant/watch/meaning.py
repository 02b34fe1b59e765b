"""Accepting: from a proposal and what people say it is to the events that tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from assistant.board import Placement
from assistant.game.apply import play
from assistant.game.corrections import tiles_changed
from assistant.game.events import (
    Corrected,
    Event,
    LetStand,
    StartCorrected,
    TilesPlaced,
    move_of,
    placement_of,
    with_changes,
)
from assistant.game.history import Accepted, answer
from assistant.game.state import Game
from assistant.watch import Proposal, Question


class Meant(Enum):
    """What the tiles of a proposal are."""

    MOVE = "move"
    """The move of the player whose turn it is."""
    START = "start"
    """Tiles that lay there before the first turn."""
    JOINED = "joined"
    """More tiles of the turn before."""
    TWO_TURNS = "two_turns"
    """Several turns, one after the other."""
    NOTHING = "nothing"
    """An illegal move that is paid nothing: its tiles are taken back, and the next player is on."""


def accepted_events(
    game: Game, proposal: Proposal, meant: Meant, turns: Sequence[Placement] = ()
) -> tuple[Event, ...]:
    """What accepting a proposal tells; nothing where it cannot be meant so."""
    match meant:
        case Meant.MOVE:
            return events_of(game, proposal)
        case Meant.START:
            return lay_there_before(game, proposal)
        case Meant.JOINED:
            return joined_to_last(game, proposal)
        case Meant.TWO_TURNS:
            return several_turns(game, turns)
        case Meant.NOTHING:
            return () if proposal.is_legal else events_of(game, proposal)


def events_of(game: Game, proposal: Proposal) -> tuple[Event, ...]:
    """The move, after earlier tiles that turned out to be others."""
    player = game.mover
    corrections = tiles_changed(game, {one.cell: one.now for one in proposal.revised})
    placed = (TilesPlaced(player, proposal.placement),) if proposal.placement else ()
    return (*corrections, *placed)


def lay_there_before(game: Game, proposal: Proposal) -> tuple[Event, ...]:
    """That the tiles lay there before the first turn, where that is the question."""
    if Question.UNDER_WAY not in proposal.questions or game.turns:
        return ()
    return (StartCorrected(replace(game.started, start=proposal.placement)),)


def joined_to_last(game: Game, proposal: Proposal) -> tuple[Event, ...]:
    """That the tiles belong to the turn before, where they could."""
    if not proposal.joins or not game.turns:
        return ()
    turn = game.turns[-1]
    if not (earlier := placement_of(turn.event)):
        return ()
    whole = with_changes(turn.event, placement=(*earlier, *proposal.placement))
    return (Corrected(turn.number, (whole,)),)


def counted_with_last(game: Game, tiles: Placement) -> tuple[Event, ...]:
    """That tiles which were not counted belong to the turn before, for what that then pays."""
    if not game.turns or not placement_of(game.turns[-1].event):
        return ()
    turn = game.turns[-1]
    move = move_of(turn.event)
    assert isinstance(move, TilesPlaced)
    earlier = tuple(placed for placed in move.placement if placed.cell not in dict(tiles))
    whole = replace(move, placement=(*earlier, *tiles))
    answered = answer(game, Corrected(turn.number, (whole,)))
    if isinstance(answered, Accepted) and answered.game.turns[turn.number - 1].is_legal:
        return (Corrected(turn.number, (whole,)),)
    return (Corrected(turn.number, (LetStand(whole, turn.points),)),)


def several_turns(game: Game, turns: Sequence[Placement]) -> tuple[Event, ...]:
    """These turns, one after the other in player order; nothing where the rules object to one."""
    events: list[Event] = []
    for placement in turns:
        if game.next_player is None:
            break
        event = TilesPlaced(game.next_player, placement)
        game = play(game, event)
        events.append(event)
    return tuple(events)


def taken_away(game: Game, proposal: Proposal) -> tuple[Event, ...]:
    """That the tiles which are gone never lay there."""
    return tiles_changed(game, dict.fromkeys(proposal.missing))

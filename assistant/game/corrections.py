"""Mending: from a tap on a tile or a turn to the event that puts the past right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assistant.board import Cell, Placed
from assistant.game.diff import retiled, turn_of
from assistant.game.events import (
    CardsLaid,
    Corrected,
    LetStand,
    Passed,
    StartCorrected,
    TilesPlaced,
    move_of,
    placement_of,
    with_changes,
)
from assistant.game.state import Game, Turn
from assistant.tiles import Colour, Palette, Tile

Mend = Corrected | StartCorrected


def tile_changed(game: Game, cell: Cell, tile: Tile | None) -> Mend:
    """The tile on a cell was really this one, or never lay there."""
    return tiles_changed(game, {cell: tile})[0]


def tiles_changed(game: Game, really: Mapping[Cell, Tile | None]) -> tuple[Mend, ...]:
    """The tiles on some cells were really these; one event a turn, the latest turn first.

    In that order they can be told one after the other: a turn that goes away renumbers only
    those after it.
    """
    by_turn: dict[int, dict[Cell, Tile | None]] = {}
    for cell, tile in really.items():
        turn = turn_of(game, cell)
        by_turn.setdefault(turn.number if turn else 0, {})[cell] = tile
    return tuple(
        _turn_changed(game.turns[number - 1], by_turn[number])
        if number
        else _start_changed(game, by_turn[0])
        for number in sorted(by_turn, reverse=True)
    )


def tile_moved(game: Game, cell: Cell, to: Cell) -> Mend:
    """The tile on a cell really lay on another one."""
    tile = game.board.tile_at(cell)
    if tile is None:
        raise ValueError(f"no tile lies on {cell}")
    if to in game.board:
        raise ValueError(f"a tile already lies on {to}")
    turn = turn_of(game, cell)
    if turn is None:
        return _start_changed(game, {cell: None}, (Placed(to, tile),))
    away = retiled(turn, cell, None)
    return retiled(replace(turn, event=away.really[0]), to, tile)


def tile_added(game: Game, number: int, cell: Cell, tile: Tile) -> Corrected:
    """A turn also laid this tile, which nobody had noticed."""
    return retiled(turn_numbered(game, number), cell, tile)


def sixth_corrected(game: Game, colour: Colour) -> StartCorrected:
    """The tile set has this sixth colour."""
    sixth = Palette(colour).sixth
    return StartCorrected(replace(game.started, settings=replace(game.settings, sixth=sixth)))


def turn_removed(game: Game, number: int) -> Corrected:
    """A turn never happened."""
    return Corrected(turn_numbered(game, number).number, ())


def turn_given(game: Game, number: int, player: str) -> Corrected:
    """A turn was really somebody else's."""
    event = turn_numbered(game, number).event
    return Corrected(number, (with_changes(event, player=player),))


def turn_let_stand(game: Game, number: int, points: int) -> Corrected:
    """The table agrees on what a turn of the past pays, whatever the rules say."""
    move = move_of(turn_numbered(game, number).event)
    if not isinstance(move, TilesPlaced | CardsLaid | Passed):
        raise ValueError("only a move can be let stand")
    return Corrected(number, (LetStand(move, points),))


def turn_numbered(game: Game, number: int) -> Turn:
    """An entry of the score sheet by its number."""
    if not 1 <= number <= len(game.turns):
        raise ValueError(f"there is no turn {number}")
    return game.turns[number - 1]


def _turn_changed(turn: Turn, really: Mapping[Cell, Tile | None]) -> Corrected:
    """A turn with other tiles; one whose last tile is taken away never happened."""
    corrected = Corrected(turn.number, (turn.event,))
    for cell, tile in really.items():
        corrected = retiled(replace(turn, event=corrected.really[0]), cell, tile)
    return corrected if placement_of(corrected.really[0]) else Corrected(turn.number, ())


def _start_changed(
    game: Game, really: Mapping[Cell, Tile | None], more: tuple[Placed, ...] = ()
) -> StartCorrected:
    lying = {placed.cell: placed for placed in game.started.start}
    for cell, tile in really.items():
        if cell not in lying:
            raise ValueError(f"no tile lies on {cell}")
        if tile is None:
            del lying[cell]
        else:
            lying[cell] = Placed(cell, tile)
    return StartCorrected(replace(game.started, start=(*lying.values(), *more)))

"""What a hand can play now: every legal turn, best first, what each leaves open, or what else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from assistant.board import DIRECTIONS, Board, Cell, Placed
from assistant.game.state import Game
from assistant.moves.cards_hints import card_plays, opening_plays
from assistant.moves.cards_play import CardsPlay, find_best_play, find_play
from assistant.moves.open_cells import fitting_colours
from assistant.moves.search import Move, legal_moves
from assistant.rules import grid
from assistant.rules.book import LONGEST_LINE, Trade
from assistant.rules.supply import unseen
from assistant.tiles import Tile, palette_of

Option = Move | CardsPlay


class Instead(Enum):
    """What is done by whoever can place nothing."""

    TRADE = "trade"
    PASS = "pass"
    ROLL = "roll"
    DEAD_END = "dead_end"
    """No face of the colours held fits anywhere, so they are not rolled but passed (U5)."""
    NEW_HAND = "new_hand"
    LAST_CARDS = "last_cards"
    """The pile holds fewer cards than a hand: they are the new hand (K6)."""
    OPENING = "opening"
    """The hand has no set to open with."""


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A Qwirkle that the next player completes with one piece that nobody has seen yet."""

    cell: Cell
    tile: Tile
    count: int
    """How many of them, or of their colour, are still unseen."""


def options(game: Game, hand: Sequence[Tile], most: int | None = None) -> tuple[Option, ...]:
    """The legal turns of this hand in the game as it stands, best first; all, or so many."""
    if game.finished:
        return ()
    if not game.book.is_grid:
        if _opens(game):
            return opening_plays(hand, game.declared)[:most]
        return card_plays(game.rows, hand, most)
    moves = legal_moves(game.board, hand, game.book)
    if game.declared:
        moves = tuple(move for move in moves if len(move.placement) == game.declared)
    return moves[:most]


def suggestions(game: Game, hand: Sequence[Tile], most: int) -> tuple[Option, ...]:
    """A few turns worth looking at, best first, no two with the same pieces on the same cells.

    Of Cards the simplest one and the one with most Qwirkles: all choices of cards would take
    seconds on a large table.
    """
    if not game.book.is_grid and not _opens(game) and not game.finished:
        found = (find_play(game.rows, hand), find_best_play(game.rows, hand))
        return tuple(dict.fromkeys(play for play in found if play is not None))
    different: dict[object, Option] = {}
    for option in options(game, hand):
        different.setdefault(_pieces_and_cells(option), option)
        if len(different) == most:
            break
    return tuple(different.values())


def can_play(game: Game, hand: Sequence[Tile]) -> Option | None:
    """A turn that this hand can make, as proof that it can; None where it cannot (K6, C7, U5)."""
    if game.finished:
        return None
    if not game.book.is_grid and not _opens(game):
        return find_play(game.rows, hand)
    return next(iter(options(game, hand, 1)), None)


def instead(game: Game, hand: Sequence[Tile]) -> Instead:
    """What is done with a hand that can place nothing."""
    if _opens(game):
        return Instead.OPENING
    match game.book.trade:
        case Trade.NEVER:
            fits = fitting_colours(game.board, {tile.colour for tile in hand})
            return Instead.ROLL if fits else Instead.DEAD_END
        case Trade.SOME:
            return Instead.TRADE if game.bag else Instead.PASS
        case Trade.WHOLE_HAND if game.bag == 0:
            return Instead.PASS
        case Trade.WHOLE_HAND:
            return Instead.NEW_HAND if game.bag >= game.book.hand_size else Instead.LAST_CARDS


def left_open(game: Game, move: Move, hand: Sequence[Tile]) -> tuple[LeftOpen, ...]:
    """The Qwirkles that a move leaves to be completed with one unseen piece (C14)."""
    after = game.board.with_tiles(move.placement)
    held = list(hand)
    for placed in move.placement:
        held.remove(placed.tile)
    seen = [*after.tiles.values(), *held]
    supply, palette = unseen(seen, game.book), game.book.palette or palette_of(seen)
    found = []
    for cell in sorted(_beside_fives(after)):
        for tile in palette.kinds:
            count = supply.get(game.book.limited(tile), 0)
            ruling = grid.rule_on(after, (Placed(cell, tile),), game.book) if count else None
            if ruling and ruling.is_legal and any(line.is_qwirkle for line in ruling.lines):
                found.append(LeftOpen(cell, tile, count))
    return tuple(found)


def _beside_fives(board: Board) -> Iterator[Cell]:
    """The empty cells where one tile makes a line of six."""
    for cell in board.open_cells():
        for step in DIRECTIONS:
            lines = (board.line_through(cell.step(step, way), step) for way in (-1, 1))
            if sum(map(len, lines)) == LONGEST_LINE - 1:
                yield cell
                break


def _pieces_and_cells(option: Option) -> object:
    if isinstance(option, CardsPlay):
        return tuple(sorted(map(str, option.laid)))
    cells = frozenset(placed.cell for placed in option.placement)
    return cells, tuple(sorted(str(placed.tile) for placed in option.placement))


def _opens(game: Game) -> bool:
    return not game.has_opened and not game.settings.no_opening_set

"""What a hand can play now: every legal turn, best first, or whether there is one at all."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.game.state import Game
from assistant.moves.cards_hints import card_plays, opening_plays
from assistant.moves.cards_play import CardsPlay, find_play
from assistant.moves.search import Move, legal_moves
from assistant.tiles import Tile

Option = Move | CardsPlay


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


def can_play(game: Game, hand: Sequence[Tile]) -> Option | None:
    """A turn that this hand can make, as proof that it can; None where it cannot (K6, C7, U5)."""
    if game.finished:
        return None
    if not game.book.is_grid and not _opens(game):
        return find_play(game.rows, hand)
    return next(iter(options(game, hand, 1)), None)


def _opens(game: Game) -> bool:
    return not game.has_opened and not game.settings.no_opening_set

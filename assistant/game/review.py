"""A game looked at again: what the pieces of each turn could have made, and what it left open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.board import Board, Placement
from assistant.game.events import CardsLaid, TilesPlaced, move_of, placement_of
from assistant.game.history import settled
from assistant.game.state import Game, Turn, initial_game
from assistant.moves.cards_play import find_best_play
from assistant.moves.search import Move, legal_moves
from assistant.rules.cards import QWIRKLE, CardsRuling, Table
from assistant.rules.ruling import Ruling
from assistant.tiles import Tile

FIVE = 5
"""A line of so many tiles is a Qwirkle for whoever holds the sixth (C14)."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One turn beside the best that its own tiles could have made."""

    turn: Turn
    paid: int
    """What its lines paid, without a bonus for going out."""
    best: int
    """The most that the same tiles, or the whole hand where it was seen, could have paid."""
    placement: Placement
    """Where they would have lain."""
    missed_qwirkle: bool
    """Whether the best place made a Qwirkle and the turn did not."""
    left_five: bool
    """Whether the turn left a line of five tiles behind."""
    knows_hand: bool = False
    """Whether a camera saw the open hand that it was laid from."""
    rows: Table = ()
    """Of Cards: the Qwirkles that its cards could have completed."""

    @property
    def given_away(self) -> int:
        """The points between the turn and the best place of its tiles."""
        return self.best - self.paid


def review(game: Game) -> tuple[Reviewed, ...]:
    """Every legal turn that laid something, in order, without the opening."""
    if not game.past:
        return ()
    if not game.book.is_grid:
        return tuple(_reviewed_rows(game))
    board = initial_game(settled(game.past)[0]).board
    opened = bool(len(board))
    looked_at = []
    for turn in game.turns:
        placement = placement_of(turn.event)
        if not placement or not (turn.is_legal or turn.stands):
            continue
        # The opening is the counted set, in one row: there was nothing to choose (C2).
        if opened and turn.is_legal and isinstance(turn.ruling, Ruling):
            looked_at.append(_reviewed(game, turn, turn.ruling, board, placement))
        board = board.with_tiles(placement)
        opened = True
    return tuple(looked_at)


def _reviewed_rows(game: Game) -> Iterator[Reviewed]:
    """Turns of Cards beside the most Qwirkles that the same cards could have completed.

    One that stays open is told to each player once, not turn after turn.
    """
    table: Table = ()
    told: dict[str, list[frozenset[Tile]]] = {}
    for turn in game.turns:
        move, ruling = move_of(turn.event), turn.ruling
        if not isinstance(move, CardsLaid) or not isinstance(ruling, CardsRuling):
            continue
        if turn.is_legal and table:
            play = find_best_play(table, move.laid)
            sixes = () if play is None else tuple(row for row in play.rows if len(row) == QWIRKLE)
            known = told.get(move.player, [])
            made = tuple(row for row in sixes if frozenset(row) not in known)
            told[move.player] = [frozenset(row) for row in sixes]
            missed = len(made) > ruling.qwirkles
            best = max(len(made), ruling.qwirkles)
            shown = made if missed else ()
            yield Reviewed(turn, ruling.qwirkles, best, (), missed, left_five=False, rows=shown)
        if turn.is_legal or turn.stands:
            table = ruling.table


def given_away(reviewed: tuple[Reviewed, ...]) -> dict[str, int]:
    """What each player gave away in the whole game."""
    lost: Counter[str] = Counter()
    for one in reviewed:
        lost[one.turn.event.player] += one.given_away
    return dict(lost)


def _reviewed(
    game: Game, turn: Turn, ruling: Ruling, board: Board, placement: Placement
) -> Reviewed:
    move = move_of(turn.event)
    hand = move.hand if isinstance(move, TilesPlaced) else ()
    tiles = hand or tuple(placed.tile for placed in placement)
    paid = sum(line.points for line in ruling.lines)
    best: Move = legal_moves(board, tiles, game.book)[0]
    made = any(line.is_qwirkle for line in ruling.lines)
    return Reviewed(
        turn,
        paid,
        max(best.points, paid),
        best.placement if best.points > paid else placement,
        missed_qwirkle=not made and any(line.is_qwirkle for line in best.lines),
        left_five=any(len(line.cells) == FIVE for line in ruling.lines),
        knows_hand=bool(hand),
    )

"""What the camera believes of a table of Cards: the rows a turn leaves, its ruling and doubts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from assistant.board import Cell
from assistant.game.apply import rule_on
from assistant.game.events import CardsLaid
from assistant.game.state import Game
from assistant.rules.cards import CardsRuling, Table
from assistant.tiles import Tile
from assistant.watch.proposal import Corners, Doubt
from assistant.watch.rows import RowsSeen
from assistant.watch.rows_doubts import Doubt as RowsDoubt
from assistant.watch.rows_doubts import Gone
from assistant.watch.rows_guess import KINDS, NONE, Line, Revision, line_of, signature
from assistant.watch.rows_lying import Card
from assistant.watch.rows_turns import PartTurn

MOST_ANSWERS = 4


@dataclass(frozen=True, slots=True)
class RowsProposal:
    """The table of Cards as the camera believes the turn leaves it."""

    laid: tuple[Tile, ...]
    rows: Table
    """Completed Qwirkles are still in it, also those already taken."""
    ruling: CardsRuling
    moved: frozenset[Cell] = frozenset()
    """Cards that lay in another row before; a cell is a place in a row and the row's number."""
    fresh: frozenset[Cell] = frozenset()
    """Cards that came from the hand."""
    between: int = 0
    """How many cards of the table lie in no row."""
    doubts: tuple[Doubt, ...] = ()
    questions: frozenset[RowsDoubt] = frozenset()
    corners_px: Mapping[Cell, Corners] = field(default_factory=dict)
    cost: float = 0.0
    """How odd the picture is if it shows this, in nats."""
    revised: tuple[Revision, ...] = ()
    """Cards of the table before that were counted as others."""
    memory: tuple[Revision, ...] = ()
    """What the cards of these rows may be instead."""
    unsettled: frozenset[Line] = frozenset()
    """Rows that stay doubtful until a picture shows them as they were counted."""
    gone: frozenset[Gone] = frozenset()
    """Cards that are counted as gone and may lie there unseen."""

    turns: tuple[PartTurn, ...] = ()
    """The turns that it may be, where it may be several."""
    count: int = 1
    """How many turns it is most likely."""
    several: float = 0.0
    """How likely it is more turns than one, where no photo is known to miss."""

    @property
    def is_legal(self) -> bool:
        """Whether the rules allow it."""
        return self.ruling.is_legal

    @property
    def needs_tap(self) -> bool:
        """Whether it is never accepted by itself: doubtful, or clear and against the rules."""
        return bool(self.questions) or not self.is_legal

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it this proposal, whatever the order of rows and cards."""
        rows = Counter(frozenset(Counter(row).items()) for row in self.rows)
        return frozenset(Counter(self.laid).items()), frozenset(rows.items())


def proposal_of(game: Game, found: RowsSeen) -> RowsProposal:
    """The turn that an explained picture shows, as the referee answers it."""
    game = replace(game, rows=_set_right(game.rows, found.revised))
    ruling = rule_on(game, CardsLaid(game.mover, found.laid, found.rows))
    assert isinstance(ruling, CardsRuling)
    fresh = _fresh(game.rows, found)
    lay = {frozenset(row) for row in game.rows}
    cells = _cells(found)
    return RowsProposal(
        found.laid,
        found.rows,
        ruling,
        moved=frozenset(
            cell
            for cell, card in cells.items()
            if cell not in fresh and not _lay_together(found.cards[cell.y], card, lay)
        ),
        fresh=fresh,
        between=len(found.between),
        doubts=tuple(_doubts(found, cells)),
        questions=found.doubts,
        corners_px={
            cell: card.face.corners_px for cell, card in cells.items() if card.face is not None
        },
        cost=found.cost,
        revised=found.revised,
        memory=found.memory,
        unsettled=found.unsettled,
        gone=found.gone,
    )


def _set_right(rows: Table, revised: tuple[Revision, ...]) -> Table:
    """The table before, with cards that were counted as others."""
    found = list(rows)
    for one in revised:
        at = next(k for k, row in enumerate(found) if signature(line_of(row)) == one.row)
        row = list(found[at])
        row.remove(KINDS[one.was])
        found[at] = (*row, *([KINDS[one.now]] if one.now != NONE else []))
    return tuple(found)


def _cells(found: RowsSeen) -> dict[Cell, Card]:
    """Every card by its place in its row and the number of the row."""
    return {Cell(x, y): card for y, row in enumerate(found.cards) for x, card in enumerate(row)}


def _fresh(before: Table, found: RowsSeen) -> frozenset[Cell]:
    """The cards from the hand; of cards alike the one in a row that was less on the table."""
    left = Counter(found.laid)
    lay = [set(row) for row in before]
    cells = _cells(found)

    def companions(cell: Cell) -> int:
        row = {card.tile for card in found.cards[cell.y]}
        return max((len(row & old) for old in lay if cells[cell].tile in old), default=0)

    fresh = set()
    for cell in sorted(cells, key=lambda one: (companions(one), one)):
        if left[cells[cell].tile] > 0:
            left[cells[cell].tile] -= 1
            fresh.add(cell)
    return frozenset(fresh)


def _lay_together(row: tuple[Card, ...], card: Card, before: set[frozenset[Tile]]) -> bool:
    """Whether a card lies with cards that it lay with before."""
    tiles = {one.tile for one in row}
    return any(card.tile in old and len(old & tiles) > len(old) / 2 for old in before)


def _doubts(found: RowsSeen, cells: Mapping[Cell, Card]) -> list[Doubt]:
    """Cards that may be others than they are taken for, the likeliest answers first."""
    asked = {id(card.face): answers for card, answers in found.answers}
    return [
        Doubt(cell, asked[id(card.face)][:MOST_ANSWERS], card.face.corners_px)
        for cell, card in cells.items()
        if card.face is not None and id(card.face) in asked
    ]

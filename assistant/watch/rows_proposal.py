"""What the camera believes of a table of Cards: the rows a turn leaves, its ruling and doubts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.board import Cell
from assistant.game.apply import rule_on
from assistant.game.events import CardsLaid
from assistant.game.state import Game
from assistant.rules.cards import CardsRuling, Table
from assistant.tiles import Tile
from assistant.watch.proposal import Corners, Doubt
from assistant.watch.rows import SURE, Card, RowsSeen
from assistant.watch.rows import Doubt as RowsDoubt

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
        doubts=tuple(_doubts(cells)),
        questions=found.doubts,
        corners_px={
            cell: card.face.corners_px for cell, card in cells.items() if card.face is not None
        },
    )


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


def _doubts(cells: Mapping[Cell, Card]) -> list[Doubt]:
    """Cards that are read unsurely, or taken for others than they look; likeliest answers first."""
    doubts = []
    for cell, (tile, face) in cells.items():
        if face is None or (face.tile == tile and face.confidence >= SURE):
            continue
        likely = [
            (Tile(colour, shape), p * q)
            for colour, p in face.colours.items()
            for shape, q in face.shapes.items()
        ]
        likely.sort(key=lambda one: (one[0] != tile, -one[1]))
        doubts.append(Doubt(cell, tuple(likely[:MOST_ANSWERS]), face.corners_px))
    return doubts

"""Knowledge: all that still pictures and people have told about the table so far."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from assistant.board import Board, Cell, Placed
from assistant.game.events import placement_of
from assistant.game.state import Game
from assistant.rules.book import Book
from assistant.tiles import Colour, Tile
from assistant.watch.difference import NEAR_CELLS, connected_to, distance, is_one_line
from assistant.watch.evidence import Evidence
from assistant.watch.proposal import Corners
from assistant.watch.registration import View
from vision.observation import Observation

ORIGIN = Cell(0, 0)
CLEARED_S = 3.0
"""A table without any tile for this long has been cleared."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Clear looks at a cell of the board that showed no tile."""

    looks: int
    since_s: float


@dataclass(frozen=True, slots=True)
class Denial:
    """Somebody's word that what lies on a cell does not count; it holds for that very tile."""

    at_s: float
    """When the latest picture before it was taken: a tile seen first after that is another one."""
    aside: bool = False
    """Whether nothing that is seen there is the game's; it stays listed."""


@dataclass(frozen=True, slots=True)
class Unlaid:
    """A picture that was read well and cannot be laid onto the known table."""

    seen: Observation
    since_s: float
    """Since when no picture can."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of the table at one moment."""

    game: Game
    evidence: Mapping[Cell, Evidence] = field(default_factory=dict)
    fixed: Mapping[Cell, Tile] = field(default_factory=dict)
    """What people said lies on a cell; it outranks every picture."""
    let_stand: frozenset[Cell] = frozenset()
    """Where they only said that it lies there as it is counted, and did not name it: pictures that
    surely show another tile there are believed."""
    denials: Mapping[Cell, Denial] = field(default_factory=dict)
    """Where people said that what lies there does not count."""
    rejected: frozenset[frozenset[Placed]] = frozenset()
    """Readings that people refused; they are not offered again while the tiles lie there."""
    absences: Mapping[Cell, Absence] = field(default_factory=dict)
    corners_px: Mapping[Cell, Corners] = field(default_factory=dict)
    """Where each cell was last seen, in the picture it was last seen in."""
    view: View | None = None
    """How the latest picture lay on the board; None before the first."""
    can_tell: bool = True
    """Whether the latest picture could be laid onto the known board."""
    unlaid: Unlaid | None = None
    """The latest picture, where it was read well and could not."""
    loose: frozenset[Cell] = frozenset()
    """Where tiles lay beside the grid when the turn began: a hand, a spare tile, not a move."""
    unread: frozenset[Cell] = frozenset()
    """Where something like a tile lies that the latest picture could not read."""
    waiting: frozenset[Placed] = frozenset()
    """Tiles beside the grid, each on every cell that it may be meant for, as on their way there."""
    contested: Mapping[Cell, int] = field(default_factory=dict)
    """Tiles of the board that the latest pictures clearly read otherwise, and how many did."""
    out_of_view: frozenset[Cell] = frozenset()
    """Where a tile could lie that the latest picture does not show."""
    middle: Cell = ORIGIN
    """The tile nearest to the middle of the latest picture."""
    bare_since_s: float | None = None
    """Since when no tile at all is in view."""
    at_s: float = -math.inf
    """When the latest picture was taken."""

    @property
    def board(self) -> Board:
        """The tiles of the turns that were accepted."""
        return self.game.board

    @property
    def book(self) -> Book:
        """The rulebook of the game on the table, with its colours."""
        return self.game.book

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that a tile can have."""
        palette = self.game.settings.palette
        return tuple(Colour) if palette is None else palette.colours

    @property
    def new_cells(self) -> frozenset[Cell]:
        """Where tiles lie that are not of the board, those that lay loose before left out."""
        seen = {cell for cell, there in self.evidence.items() if there.present > 0}
        counted = {cell for cell in seen - self.loose if not self.is_denied(cell)}
        return frozenset((counted | self.fixed.keys()) - self.board.tiles.keys())

    @property
    def is_blank(self) -> bool:
        """Whether no picture was looked at yet."""
        return math.isinf(self.at_s)

    @property
    def is_cleared(self) -> bool:
        """Whether a table that had tiles has shown none for a while."""
        if self.bare_since_s is None or not self.board:
            return False
        return self.at_s - self.bare_since_s >= CLEARED_S

    def is_named(self, cell: Cell) -> bool:
        """Whether people said which tile lies on a cell."""
        return cell in self.fixed and cell not in self.let_stand

    def looks_like(self, cell: Cell) -> Tile | None:
        """What the pictures alone make of a cell, where people named nothing."""
        there = self.evidence.get(cell)
        if there is None or not there.looks or self.is_named(cell):
            return None
        return there.best(self.colours)

    def looks_at(self, cell: Cell) -> int:
        """How many pictures showed what lies there, since people last said what it is."""
        there = self.evidence.get(cell)
        return there.looks if there else 0

    def share(self, cell: Cell, tile: Tile) -> float:
        """How likely the pictures alone make it that this tile lies on a cell."""
        if cell in self.fixed:
            return float(self.fixed[cell] == tile)
        there = self.evidence.get(cell)
        return there.share(tile, self.colours) * there.presence if there else 0.0

    def surest_look(self, cell: Cell) -> float:
        """How sure the surest picture was of what lies on a cell; of people's word all are."""
        there = self.evidence.get(cell)
        if cell in self.fixed:
            return 1.0
        return there.surest if there else 0.0

    def is_shown(self, cell: Cell) -> bool:
        """Whether the latest picture shows a tile there, or people said so."""
        there = self.evidence.get(cell)
        return cell in self.fixed or (there is not None and there.is_shown(self.at_s))

    def is_denied(self, cell: Cell) -> bool:
        """Whether people said of the very tile on a cell that it does not count."""
        denial, there = self.denials.get(cell), self.evidence.get(cell)
        if denial is None or denial.aside:
            return denial is not None
        return there is None or there.since_s <= denial.at_s

    def is_aside(self, cell: Cell) -> bool:
        """Whether people said that what is seen on a cell is none of the game's tiles."""
        denial = self.denials.get(cell)
        return denial is not None and denial.aside

    def set_aside(self, cells: Collection[Cell]) -> Knowledge:
        """With people's word that what is seen on some cells is none of the game's tiles."""
        denials = {**self.denials, **dict.fromkeys(cells, Denial(self.at_s, aside=True))}
        return replace(self, denials=denials)

    def recounted(self, cells: Collection[Cell]) -> Knowledge:
        """Without whatever kept the tiles on some cells from being counted."""
        denials = {at: denial for at, denial in self.denials.items() if at not in cells}
        rejected = frozenset(
            refused for refused in self.rejected if not any(p.cell in cells for p in refused)
        )
        loose = self.loose - frozenset(cells)
        return replace(self, denials=denials, rejected=rejected, loose=loose)

    def looked_away(self, cells: Collection[Cell]) -> Knowledge:
        """Without all that is known of some cells, as if nobody had looked there yet."""
        evidence = {at: there for at, there in self.evidence.items() if at not in cells}
        return replace(self.recounted(cells), evidence=evidence)

    def corrected(self, cell: Cell, tile: Tile | None) -> Knowledge:
        """With what a person says lies on a cell; None is nothing that counts.

        How often pictures showed it is counted anew: whoever says that it lies there is believed
        until they have agreed and then clearly show nothing.
        """
        fixed = {at: said for at, said in self.fixed.items() if at != cell}
        denials = {at: denial for at, denial in self.denials.items() if at != cell}
        if tile is not None:
            fixed[cell] = tile
        else:
            denials[cell] = Denial(self.at_s)
        anew = {cell: replace(self.evidence[cell], looks=0)} if cell in self.evidence else {}
        evidence = {**self.evidence, **anew}
        absences = {at: absence for at, absence in self.absences.items() if at != cell}
        return replace(
            self,
            evidence=evidence,
            fixed=fixed,
            let_stand=self.let_stand - {cell},
            denials=denials,
            absences=absences,
        )

    def stood(self, cell: Cell, tile: Tile) -> Knowledge:
        """With people's word that a tile lies on a cell as it is counted; a named one stays so."""
        known = self.corrected(cell, tile)
        return known if self.is_named(cell) else replace(known, let_stand=known.let_stand | {cell})

    def unsaid(self, cells: Collection[Cell]) -> Knowledge:
        """Without what people said lies on some cells."""
        fixed = {cell: tile for cell, tile in self.fixed.items() if cell not in cells}
        return replace(self, fixed=fixed, let_stand=self.let_stand - frozenset(cells))

    def following(self, game: Game) -> Knowledge:
        """The same knowledge about the game as it now is."""
        absences = {cell: gone for cell, gone in self.absences.items() if cell in game.board}
        known = replace(self, game=game, absences=absences)
        if game.board != self.game.board:
            known = replace(known, loose=self.loose | known._laid_before_the_last())
        if len(game.turns) == len(self.game.turns) or not game.board:
            return known
        last_cells = {p.cell for p in placement_of(game.turns[-1].event)} if game.turns else set()
        left = connected_to(game.board.tiles, known.new_cells) - last_cells
        apart = known.new_cells - left - last_cells
        # What came with the next player's tiles, a gap between them, did not lie there before.
        came_s = min(map(known._since_s, left), default=math.inf)
        later = {c for c in apart if known.came_elsewhere({c}, last_cells)}
        before = {c for c in apart - later if known._since_s(c) < came_s}
        return replace(known, loose=known.loose | before)

    def _laid_before_the_last(self) -> frozenset[Cell]:
        """Tiles of no turn that lay by the others before those of the last turn did.

        Whoever is on now did not lay them: they are of a turn that an undo or a mend took off.
        """
        placements = (placement_of(turn.event) for turn in reversed(self.game.turns))
        last = next((cells for p in placements if (cells := {one.cell for one in p})), set())
        last_s = min(map(self._since_s, last), default=-math.inf)
        new = connected_to(self.board.tiles, self.new_cells)
        return frozenset(cell for cell in new - last if self._since_s(cell) < last_s)

    def came_elsewhere(self, cells: Collection[Cell], others: Collection[Cell]) -> bool:
        """Whether pictures showed some cells' tiles after those of others, and not on their way.

        What is put down beside its place lies by a cell in one line with the others.
        """
        if not cells or not others:
            return False
        is_later = min(map(self._since_s, cells)) > max(map(self._since_s, others))
        return is_later and (distance(cells, others) > NEAR_CELLS or not _is_beside(cells, others))

    def _since_s(self, cell: Cell) -> float:
        """When pictures first showed what lies on a cell."""
        there = self.evidence.get(cell)
        return -math.inf if there is None else there.since_s


def _is_beside(cells: Collection[Cell], others: Collection[Cell]) -> bool:
    """Whether some of the cells lie in one line with all the others, or a step beside that."""
    steps = (-1, 0, 1)
    around = {Cell(cell.x + x, cell.y + y) for cell in cells for x in steps for y in steps}
    return any(is_one_line({*others, near}) for near in around)
